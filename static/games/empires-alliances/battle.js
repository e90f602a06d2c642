/**
 * The attacks under way, beside the map, a card each: who fights whom in each of its fights, the odds with every modifier,
 * the dice and what they brought. When one is over it stays until something else happens, so that nobody misses its end.
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

const FACE_PX = 44;
/** Where those lie that are lost. */
const LOST = new Set(['pool', 'out']);
/** Kinds of lines that tell of a fight. */
const TELLING = new Set(['fight-resolved', 'fell', 'rupture', 'fight-losses', 'shaken', 'retreated', 'held', 'scattered', 'advanced', 'neutralised', 'air-landed', 'air-fled']);

/** @typedef {{battle: Battle, told: FightLine[], over: boolean}} Card of one attack, with what was told of it */

export class BattlePanel {
  /** by hex, in the order in which they began @type {Map<string, Card>} */ #cards = new Map();

  /** @param {() => void} refresh */
  constructor(refresh) {
    this.refresh = refresh;
  }

  get over() {
    return this.#cards.size > 0 && [...this.#cards.values()].every(({ over }) => over);
  }

  /** @param {View} _ @param {View} now @param {LogLine[]} fresh */
  take(_, now, fresh) {
    if (fresh.length) for (const [hex, { over }] of this.#cards) if (over) this.#cards.delete(hex);
    for (const line of /** @type {FightLine[]} */ (fresh)) {
      const hex = line.battle ?? '';
      if (line.kind === 'hex-attacked') {
        this.#open({ hex, stage: '', attackers: line.attackers ?? [], defenders: line.defenders ?? [], joined: [], air: [], infiltration: false, neutralised: [], fights: [], going: [] });
      }
      if (line.kind && TELLING.has(line.kind)) this.#cards.get(hex)?.told.push(line);
    }
    for (const [hex, card] of this.#cards) {
      const is = war(now).battles.find((battle) => battle.hex === hex);
      if (is) card.battle = is;
      else card.over = true;
    }
  }

  settle() {}

  clear() {
    this.#cards.clear();
  }

  /** @param {Battle} battle */
  #open(battle) {
    this.#cards.set(battle.hex, { battle, told: [], over: false });
  }

  /** The one that the question in hand is about first; a page that is opened in their midst shows them too. @param {Desk} desk @returns {Card[]} */
  #shown({ view, legal }) {
    for (const battle of war(view).battles) if (!this.#cards.has(battle.hex)) this.#open(battle);
    const asked = this.#cards.get(legal.lane ?? '');
    const others = [...this.#cards.values()].filter((card) => card !== asked);
    return asked ? [asked, ...others] : others;
  }

  /** @param {Desk} desk @returns {Child} */
  draw(desk) {
    const shown = this.#shown(desk);
    return shown.length ? shown.map((card) => this.#draw(desk, card)) : null;
  }

  /** @param {Desk} desk @param {Card} card @returns {Child} */
  #draw(desk, { battle, told, over }) {
    const close = () => {
      this.#cards.delete(battle.hex);
      this.refresh();
    };
    const title = `${over ? 'Fought' : 'Battle'}: ${placeTitle(desk, battle.hex)}`;
    const whole = { attackers: battle.attackers, targets: battle.defenders, air: battle.air, over: false };
    const fights = battle.fights.length ? battle.fights : [whole];
    return h(
      'section',
      { class: 'battle', 'aria-label': title },
      h('div', { class: 'hd' }, h('h3', {}, title), over ? button(icon('close'), close, { label: 'Close', tone: 'ghost', class: 'close', key: `battle-close-${battle.hex}` }) : null),
      fights.map((fight, n) => fought(desk, fight, fights.length > 1 ? n + 1 : 0)),
      told.length > 0 && h('ul', { class: 'rolls' }, told.map((line) => h('li', {}, (line.dice ?? []).map((d) => d.die && die(d.die, undefined, d.sides)), h('span', {}, line.text)))),
    );
  }

  /** @param {Desk} desk @returns {Highlights} */
  highlights(desk) {
    const { lattice } = desk.board;
    const open = this.#shown(desk).filter(({ battle, over }) => !over && lattice.has(battle.hex));
    const [attack = null, ...also] = open.map(({ battle }) => {
      const from = new Set(battle.attackers.map((id) => find(desk.view, id)?.hex ?? '').filter((hex) => lattice.has(hex) && hex !== battle.hex));
      return { hex: battle.hex, from: [...from], odds: battle.fights.find((fight) => !fight.over && fight.column)?.column ?? null, river: null };
    });
    return { attack, also };
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
    return h('span', { class: gone ? 'lost-unit' : '', title: gone ? 'Eliminated' : null }, chipFace(found.unit, FACE_PX, { dim: gone }), gone && h('span', { class: 'offstage' }, 'eliminated'));
  });
}
