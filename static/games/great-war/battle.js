/**
 * The attack under way, beside the map: who fights, who helps, the odds with every shift and modifier, the die, the losses.
 * When it is over it stays until something else happens, so that nobody misses the end of it.
 *
 * @import {LogLine, View} from '../../core/types.js'
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Battle, Counter, FightLine} from './types.js'
 */

import { button, die, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { placeTitle } from '../../panels/places.js';
import { chipFace, known, nationShown } from './counter.js';
import { find, war } from './index-of.js';
import { drmRows, finalRow, shiftRows } from './odds.js';

const FACE_PX = 44;
const DEAD = 'dead';

export class BattlePanel {
  /** @type {Battle|null} */ battle = null;
  /** what was told of it, the die and the losses @type {LogLine[]} */ told = [];
  over = false;

  /** @param {() => void} refresh */
  constructor(refresh) {
    this.refresh = refresh;
  }

  /** @param {View} _ @param {View} now @param {LogLine[]} fresh */
  take(_, now, fresh) {
    if (this.over && fresh.length) this.clear();
    const is = war(now).battle;
    if (is && this.battle && this.battle.target !== is.target) this.clear();
    for (const line of /** @type {FightLine[]} */ (fresh)) {
      if (line.kind === 'attack') {
        this.clear();
        this.battle = begun(line);
      }
      if (!this.battle) continue;
      if (line.kind === 'combat' || line.kind === 'lost' || line.kind === 'support') this.told.push(line);
      // All that an attack comes to may be told at once: its figures then stand in the line of its die alone.
      if (line.kind === 'combat') Object.assign(this.battle, { attack: line.attack, defence: line.defence, column: line.column, shifts: line.shifts ?? [], drms: line.drms ?? [] });
    }
    if (is) this.battle = is;
    else if (this.battle) this.over = true;
  }

  settle() {}

  clear() {
    this.battle = null;
    this.told = [];
    this.over = false;
  }

  /** A page that is opened in mid-battle shows it too. @param {Desk} desk */
  #current({ view }) {
    this.battle ??= war(view).battle ?? null;
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
    const title = `${this.over ? 'Fought' : 'Battle'}: ${placeTitle(desk, battle.target)}`;
    const { attack, defence, column, shifts, drms, losses, support } = battle;
    const foe = battle.side === 'central' ? 'allied' : 'central';
    return [
      h('div', { class: 'hd' }, h('h3', {}, title), this.over ? button(icon('close'), close, { label: 'Close', tone: 'ghost', class: 'close', key: 'battle-close' }) : h('small', {}, column ?? '')),
      h(
        'div',
        { class: 'vs' },
        h('div', { class: 'party' }, party(desk, [...battle.attackers, ...(support[battle.side] ? [support[battle.side]] : [])])),
        h('div', { class: 'between-sides' }, attack && defence ? [`${attack} : ${defence}`, h('small', {}, 'attack')] : null),
        h('div', { class: 'party' }, battle.defenders.length ? party(desk, [...battle.defenders, ...(support[foe] ? [support[foe]] : [])]) : h('span', { class: 'quiet' }, 'the fort')),
      ),
      aloft(desk, battle),
      (shifts.length > 0 || drms.length > 0 || column) && h('div', { class: 'shifts' }, attack && defence ? [h('span', {}, `${attack} against ${defence}`), h('span', {}), chip('10.31')] : null, shiftRows(shifts), column ? finalRow(column, battle.so_far ? 'Column so far' : 'Column') : null, drmRows(drms)),
      battle.so_far && h('p', { class: 'quiet words' }, 'Both sides may still add a headquarters, an event or aircraft. Enemies count as in supply.'),
      this.told.length > 0 && h('ul', { class: 'rolls' }, this.told.map((line) => h('li', {}, (line.dice ?? []).map((d) => d.die && die(d.die)), h('span', {}, line.text)))),
      !this.over && (losses.attacker > 0 || losses.defender > 0) && h('span', { class: 'quiet words' }, `Still to lose: ${[losses.attacker ? `attacker ${losses.attacker}` : '', losses.defender ? `defender ${losses.defender}` : ''].filter(Boolean).join(', ')}`),
    ];
  }

  /** @param {Desk} desk @returns {Highlights} */
  highlights(desk) {
    const battle = this.#current(desk);
    const { lattice } = desk.board;
    if (!battle || this.over || !lattice.has(battle.target)) return {};
    return { attack: { hex: battle.target, from: battle.origins.filter((hex) => lattice.has(hex)), odds: battle.column, river: null } };
  }
}

/** Aircraft over the battle. @param {Desk} desk @param {Battle} battle @returns {Child} */
function aloft({ view }, { air }) {
  const rows = Object.entries(air).map(([side, chits]) => ({ side, names: Object.entries(chits).filter(([, n]) => n > 0).map(([id, n]) => `${war(view).titles[id] ?? id}${n > 1 ? ` (${n})` : ''}`) }));
  return rows.filter(({ names }) => names.length).map(({ side, names }) => h('p', { class: 'aloft' }, h('i', { class: `swatch ${side}` }), ` In the air: ${names.join(', ')}. `, chip('15.13')));
}

/** @param {FightLine} line @returns {Battle} what is known when it is declared */
function begun({ hexes = [], side, attackers = [], defenders = [] }) {
  return { target: hexes.at(-1) ?? '', origins: hexes.slice(0, -1), stage: '', side: side === 'central' ? 'central' : 'allied', attackers, defenders, support: {}, air: {}, attack: null, defence: null, shifts: [], drms: [], events: [], column: null, die: null, losses: { attacker: 0, defender: 0 } };
}

/** Each as it is now; one that is lost is crossed out. @param {Desk} desk @param {(Counter|null|undefined)[]} counters @returns {Child[]} */
function party({ view }, counters) {
  const all = counters.filter((c) => c !== null && c !== undefined);
  return all.map((counter) => {
    const found = find(view, counter.id);
    const gone = found?.box === DEAD;
    const face = found && known(found.counter) ? found.counter : counter;
    return h('span', { class: gone ? 'lost-unit' : '', title: gone ? 'Eliminated' : null }, chipFace(face, FACE_PX, { nation: nationShown(all), dim: gone }), gone && h('span', { class: 'offstage' }, 'eliminated'));
  });
}
