/**
 * The Ford at the table: what its units look like and what they are called. All orders are given by the general form.
 *
 * @import {View} from '../../core/types.js'
 * @import {Face} from '../../board/types.js'
 * @import {Lattice} from '../../board/lattice.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {GameTable} from '../../panels/game.js'
 * @import {Roster} from '../../orders/types.js'
 *
 * @typedef {{name: string, side: "red"|"blue", hex: string, strength: number|null, done: boolean}} Unit
 * @typedef {View & {units: Record<string, Unit>, beaten: string|null}} FordView
 */

import { chipCounter, detail } from '../../board/counter.js';
import { Stacks } from '../../board/stacks.js';
import { h } from '../../core/dom.js';
import { GeneralMode } from '../../orders/mode.js';
import { placeTitle } from '../../panels/places.js';

/** @param {View} view */
const ford = (view) => /** @type {FordView} */ (view);

/** @param {Unit} unit @returns {Face} */
const face = ({ name, side, strength }) => ({
  colour: `f-${side}`,
  tone: 'dark',
  ribbon: ['#161616', '#F2EFE6', '#161616'],
  branch: { box: true, symbol: 'u-inf' },
  label: name.slice(-1),
  figures: strength === null ? '?' : String(strength),
});

/** @param {Unit} unit */
const spoken = ({ name, strength }) => (strength === null ? `${name}, strength unknown` : `${name}, strength ${strength}`);

/** @extends {Stacks<Unit>} */
class Pieces extends Stacks {
  /** @type {Record<string, Unit[]>} */ #shown = {};

  /** @param {number} z */
  detail = (z) => detail(this.size * z);
  occupied = () => Object.keys(this.#shown);
  covers = (/** @type {string} */ hex) => hex in this.#shown;
  clear = () => this.#draw({});

  /** @param {View} view */
  show(view) {
    this.#draw(Object.fromEntries(Object.values(ford(view).units).map((unit) => [unit.hex, [unit]])));
  }

  /** @param {Record<string, Unit[]>} stacks */
  #draw(stacks) {
    this.#shown = stacks;
    this.draw(stacks, (units) => units.every(({ done }) => done));
  }

  /** @type {import('../../board/board.js').Pieces["travel"]} */
  travel(line, before, now) {
    const unit = Object.values(ford(now).units).find(({ hex }) => hex === line.path?.at(-1));
    return unit && line.path ? this.along(unit, line.path) : null;
  }
}

/** @param {Desk} desk @returns {Roster} */
function roster(desk) {
  const { units, beaten } = ford(desk.view);
  const own = desk.seat;
  return {
    name: (id) => units[id]?.name ?? id,
    place: (id) => units[id]?.hex ?? null,
    at: (hex) => Object.keys(units).filter((id) => units[id]?.hex === hex),
    foe: (id) => units[id]?.side !== own,
    about: units[beaten ?? '']?.hex ?? null,
    face: (id, px) => (units[id] ? chipCounter(face(units[id]), px) : h('span')),
  };
}

/** @type {GameTable} */
export const game = {
  title: 'The Ford',
  sides: { red: 'Red', blue: 'Blue' },
  layers: [],
  phases: {},
  styles: ['ford.css'],
  nearest: 1,
  pieces: (lattice) => new Pieces(lattice, face),
  mode: (desk) => new GeneralMode(desk, roster),
  score: (view) => ['red', 'blue'].map((side) => {
    const left = Object.values(ford(view).units).filter((unit) => unit.side === side).length;
    return { label: game.sides[side] ?? side, value: String(left), section: '5', note: 'units left' };
  }),
  track: (view) => ({ title: 'Turns', content: h('p', {}, `Whoever stands on the ford after turn ${view.turns} wins.`) }),
  places: (view, seat) => Object.values(ford(view).units).flatMap(({ side, hex }) => (seat && side !== seat ? [] : [hex])),
  focus: (view) => ford(view).units[ford(view).beaten ?? '']?.hex ?? null,

  sentence(desk, hex) {
    const { terrain } = desk.board.lattice.hex(hex);
    const here = Object.values(ford(desk.view).units).filter((unit) => unit.hex === hex);
    return [`${placeTitle(desk, hex)}, ${terrain === 'forest' ? 'woods' : 'open'}`, ...here.map(spoken)].join('; ');
  },
};
