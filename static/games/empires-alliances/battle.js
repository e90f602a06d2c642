/**
 * The attack under way, beside the map: who fights whom in each of its fights, the odds with every modifier, the dice and
 * what they brought. When it is over it stays until something else happens, so that nobody misses the end of it.
 *
 * @import {LogLine, View} from '../../core/types.js'
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Battle, FightLine, FightShown} from './types.js'
 */

import { button, die, icon } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { placeTitle } from '../../panels/places.js';
import { chipFace } from './counter.js';
import { find, war } from './index-of.js';
import { drmRows } from './odds.js';

const FACE = 44;
/** Where those lie that are lost. */
const LOST = new Set(['pool', 'out']);
/** Kinds of lines that tell of a fight. */
const TELLING = new Set(['fight-resolved', 'fell', 'rupture', 'fight-losses', 'shaken', 'retreated', 'held', 'scattered', 'advanced', 'neutralised', 'air-landed', 'air-fled']);

export class BattlePanel {
  /** @type {Battle|null} */ battle = null;
  /** what was told of it @type {FightLine[]} */ told = [];
  over = false;

  /** @param {() => void} refresh */
  constructor(refresh) {
    this.refresh = refresh;
  }

  /** @param {View} _ @param {View} now @param {LogLine[]} fresh */
  take(_, now, fresh) {
    if (this.over && fresh.length) this.clear();
    for (const line of /** @type {FightLine[]} */ (fresh)) {
      if (line.kind === 'hex-attacked') {
        this.clear();
        this.battle = { hex: line.hexes?.[0] ?? '', stage: '', attackers: line.attackers ?? [], defenders: line.defenders ?? [], joined: [], air: [], infiltration: false, neutralised: [], fights: [], going: [] };
      }
      if (this.battle && line.kind && TELLING.has(line.kind)) this.told.push(line);
    }
    if (!this.battle) return;
    const is = war(now).battles.find(({ hex }) => hex === this.battle?.hex);
    if (is) this.battle = is;
    else this.over = true;
  }

  settle() {}

  clear() {
    this.battle = null;
    this.told = [];
    this.over = false;
  }

  /** The one that the question in hand is about; a page that is opened in its midst shows it too. @param {Desk} desk @returns {Battle|null} */
  #current({ view, legal }) {
    const open = war(view).battles;
    const asked = open.find(({ hex }) => hex === legal.lane);
    if (asked && asked.hex !== this.battle?.hex) {
      this.clear();
      this.battle = asked;
    }
    this.battle ??= open[0] ?? null;
    return this.battle;
  }

  /** @param {Desk} desk @returns {Child} */
  draw(desk) {
    const battle = this.#current(desk);
    if (!battle) return null;
    const close = () => {
      this.clear();
      this.refresh();
    };
    const title = `${this.over ? 'Fought' : 'Battle'}: ${placeTitle(desk, battle.hex)}`;
    const whole = { attackers: battle.attackers, targets: battle.defenders, air: battle.air, over: false };
    const fights = battle.fights.length ? battle.fights : [whole];
    return [
      h('div', { class: 'hd' }, h('h3', {}, title), this.over ? button(icon('close'), close, { label: 'Close', tone: 'ghost', class: 'close', key: 'battle-close' }) : null),
      fights.map((fight, n) => fought(desk, fight, fights.length > 1 ? n + 1 : 0)),
      this.told.length > 0 && h('ul', { class: 'rolls' }, this.told.map((line) => h('li', {}, (line.dice ?? []).map((d) => d.die && die(d.die, undefined, d.sides)), h('span', {}, line.text)))),
    ];
  }

  /** @param {Desk} desk @returns {Highlights} */
  highlights(desk) {
    const battle = this.#current(desk);
    const { lattice } = desk.board;
    if (!battle || this.over || !lattice.has(battle.hex)) return {};
    const from = new Set(battle.attackers.map((id) => find(desk.view, id)?.hex ?? '').filter((hex) => lattice.has(hex) && hex !== battle.hex));
    return { attack: { hex: battle.hex, from: [...from], odds: battle.fights.find(({ over, column }) => !over && column)?.column ?? null, river: null } };
  }
}

/** @param {Desk} desk @param {FightShown} fight @param {number} nth 0: the only one @returns {Child} */
function fought(desk, { attackers, targets, air, over, column, attack, defence, modifiers = [], result }, nth) {
  return h(
    'div',
    { class: over ? 'fight over' : 'fight' },
    nth > 0 && h('h4', {}, `Attack ${nth}`, over ? h('small', {}, ' fought') : null),
    h(
      'div',
      { class: 'vs' },
      h('div', { class: 'party' }, party(desk, [...attackers, ...air])),
      h('div', { class: 'between-sides' }, attack ? `${attack} : ${defence}` : null, column ? h('small', {}, column) : null, result ? h('b', {}, result) : null),
      h('div', { class: 'party' }, targets.length ? party(desk, targets) : h('span', { class: 'quiet' }, 'the fort')),
    ),
    modifiers.length > 0 && h('div', { class: 'shifts' }, drmRows(modifiers)),
  );
}

/** Each as it is now; one that is lost is crossed out. @param {Desk} desk @param {string[]} ids @returns {Child[]} */
function party({ view }, ids) {
  return ids.map((id) => {
    const found = find(view, id);
    if (!found) return null;
    const gone = LOST.has(found.box ?? '');
    return h('span', { class: gone ? 'lost-unit' : '', title: gone ? 'Eliminated' : null }, chipFace(found.unit, FACE, { dim: gone }), gone && h('span', { class: 'offstage' }, 'eliminated'));
  });
}
