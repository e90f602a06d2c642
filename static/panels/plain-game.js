/**
 * A game whose view has its units by id, each with a name, a side and a hex: what is the same of all such at the table.
 * The general form gives its orders. What a game draws or says otherwise it puts beside these.
 *
 * @import {View} from '../core/types.js'
 * @import {Face} from '../board/types.js'
 * @import {Lattice} from '../board/lattice.js'
 * @import {Desk} from './desk.js'
 * @import {GameClient} from './game.js'
 * @import {Roster} from '../orders/types.js'
 *
 * @typedef {{name: string, side: string, hex: string, done: boolean}} PlainUnit `done`: it has nothing left to do in this step
 */

import { chipCounter, detail } from '../board/counter.js';
import { Stacks } from '../board/stacks.js';
import { h } from '../core/dom.js';
import { GeneralMode } from '../orders/mode.js';
import { placeTitle } from './places.js';

/** @template {PlainUnit} T @param {View} view */
const unitsOf = (view) => /** @type {View & {units: Record<string, T>}} */ (view).units;

/** @template {PlainUnit} T @extends {Stacks<T>} */
class PlainStacks extends Stacks {
  /** @type {Record<string, T[]>} */ #shown = {};

  /** @param {number} z */
  detail = (z) => detail(this.size * z);
  occupied = () => Object.keys(this.#shown);
  covers = (/** @type {string} */ hex) => hex in this.#shown;
  clear = () => this.#draw({});

  /** @param {View} view */
  show(view) {
    /** @type {Record<string, T[]>} */ const stacks = {};
    for (const unit of Object.values(/** @type {Record<string, T>} */ (unitsOf(view)))) (stacks[unit.hex] ??= []).push(unit);
    this.#draw(stacks);
  }

  /** @param {Record<string, T[]>} stacks */
  #draw(stacks) {
    this.#shown = stacks;
    this.draw(stacks, (units) => units.every(({ done }) => done));
  }

  /** @type {import('../board/board.js').Pieces["travel"]} */
  travel(line, _before, now) {
    const unit = Object.values(/** @type {Record<string, T>} */ (unitsOf(now))).find(({ hex }) => hex === line.path?.at(-1));
    return unit && line.path ? this.along(unit, line.path) : null;
  }
}

/** @param {View} view @param {string} side */
const unitsLeft = (view, side) => Object.values(unitsOf(view)).filter((unit) => unit.side === side).length;

/** @param {PlainUnit} unit @returns {Face} */
const plainFace = ({ name, side }) => ({
  colour: `side-${side}`,
  tone: 'dark',
  ribbon: ['#161616', '#F2EFE6', '#161616'],
  branch: { box: true, symbol: 'u-inf' },
  label: name.slice(-1),
});

/**
 * @template {PlainUnit} T
 * @param {object} own
 * @param {string} own.title
 * @param {Record<string, string>} own.sides
 * @param {(unit: T) => Partial<Face>} own.face what a counter shows, as far as it is not a plain one of its side (`.side-…` in `sides.css`)
 * @param {(unit: T) => string} own.spoken the unit in a sentence
 * @param {(terrain: string) => string} own.terrain a terrain in a sentence
 * @param {(view: View) => string|null} own.about the unit or the hex that the question is about
 * @param {string} own.section the rule that counts what the top bar shows of each side
 * @param {(view: View, side: string) => number} [own.count] that number, if it is not that of the units left
 * @param {string} [own.counted] what it is the number of
 * @param {(view: View) => string} own.aim what the game is about, below the track of turns
 * @returns {GameClient}
 */
export function plainGame({ title, sides, face: own, spoken, terrain, about, section, aim, count = unitsLeft, counted = 'units left' }) {
  const units = (/** @type {View} */ view) => /** @type {Record<string, T>} */ (unitsOf(view));
  const face = (/** @type {T} */ unit) => ({ ...plainFace(unit), ...own(unit) });
  const placeOf = (/** @type {View} */ view) => units(view)[about(view) ?? '']?.hex ?? about(view) ?? null;

  /** @param {Desk} desk @returns {Roster} */
  function roster({ view, seat }) {
    const shown = units(view);
    return {
      name: (id) => shown[id]?.name ?? id,
      place: (id) => shown[id]?.hex ?? null,
      at: (hex) => Object.keys(shown).filter((id) => shown[id]?.hex === hex),
      foe: (id) => shown[id]?.side !== seat,
      about: placeOf(view),
      face: (id, px) => (shown[id] ? chipCounter(face(shown[id]), px) : h('span')),
    };
  }

  return {
    title,
    sides,
    layers: [],
    phases: {},
    nearest: 1,
    pieces: (lattice) => new PlainStacks(lattice, face),
    mode: (desk) => new GeneralMode(desk, roster),
    score: (view) => Object.entries(sides).map(([side, label]) => ({ label, value: String(count(view, side)), section, note: counted })),
    track: (view) => ({ title: 'Turns', content: h('p', {}, aim(view)) }),
    places: (view, seat) => Object.values(units(view)).flatMap(({ side, hex }) => (seat && side !== seat ? [] : [hex])),
    focus: placeOf,
    sentence(desk, hex) {
      const here = Object.values(units(desk.view)).filter((unit) => unit.hex === hex);
      return [`${placeTitle(desk, hex)}, ${terrain(desk.board.lattice.hex(hex).terrain ?? '')}`, ...here.map(spoken)].join('; ');
    },
  };
}
