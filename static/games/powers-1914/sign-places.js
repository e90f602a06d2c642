/**
 * Where the sign of an army stands from afar, and where two sides face each other: near the middle of their area, off
 * what is printed there and off the signs of the areas around. A place depends on the board and the zoom alone, so
 * that no sign moves because another army came or went.
 *
 * @import {Area} from '../../board/areas.js'
 * @import {Point} from '../../board/lattice.js'
 * @import {Box} from '../../board/printed.js'
 */

import { shared } from '../../board/printed.js';

/** How large signs are at each step away, in units of the board for one of a shield's own pixels: on a phone larger, for thumbs and in the hand. */
export const SCALES = matchMedia('(max-width:700px)').matches ? [1.85, 2.05, 2.2, 2.35, 2.5, 2.7, 2.9, 3.15, 3.4] : [1.41, 1.66, 1.9, 2.1, 2.3, 2.55, 2.8, 3.1, 3.4];
/** From this step on names may have grown. */
const WHOLE_NAMES_STEP = 1;
/** Half of a large shield, in its own pixels: to the sides, up and down. */
const HALF_SHIELD_PX = 14.5;
/** Places tried about each place that the board has for pieces, in units of the board. */
const SHIFTS = [0, -7, 7, -15, 15, -23, 23, -32, 32];
/** What it costs to cover a whole shield of others, to stand on others' ground, and a shield's width of way. */
const OTHERS_COST = 5;
const ABROAD_COST = 1;
const WAY_COST = 0.15;
/** Nothing further off than this matters to a place. */
const NEAR_UNITS = 200;

/** More tenths of a unit than a board has in a row. */
const ROW_TENTHS = 2 ** 20;

/** @typedef {{at: Point, far: number, own?: boolean}} Candidate `far` from the middle; `own` once it was asked */

export class SignPlaces {
  /** @type {Map<string, Candidate[]>} */ #candidates = new Map();
  /** near an area, by what is printed: as it is, and with the whole board in view @type {Map<Box[], Map<string, Box[]>>} */ #printed = new Map();
  /** @type {Map<number, Map<string, Point>>} */ #places = new Map();
  /** @type {Map<string, Point>} */ #facing = new Map();
  /** @type {Box[]} */ #names = [];
  /** @type {Box[]} */ #grown = [];
  /** @type {Box[]} */ #figures = [];

  /**
   * @param {Record<string, Area>} areas
   * @param {(id: string, x: number, y: number) => boolean} holds whether a point lies in an area
   */
  constructor(areas, holds) {
    this.areas = areas;
    this.holds = holds;
  }

  /** What is printed, from now on. @param {Box[]} names with their signs @param {Box[]} figures seen only near @param {Box[]} grown names with the whole board in view */
  spare(names, figures, grown) {
    [this.#names, this.#figures, this.#grown] = [names, figures, grown];
    for (const known of [this.#printed, this.#places, this.#facing]) known.clear();
  }

  /** @param {string} id @param {number} step how far away it is seen from @returns {Point} where its sign stands */
  sign(id, step) {
    let known = this.#places.get(step);
    if (!known) {
      const work = this.places(step);
      while (!known) known = work.next().value ?? undefined;
    }
    return known.get(id) ?? this.#middle(id);
  }

  /**
   * @param {string} id
   * @param {number} wide half of what both sides take together, in units of the board
   * @param {number} high
   * @param {boolean} near whether cities have their figures
   * @returns {Point} the middle between two sides that face each other
   */
  facing(id, wide, high, near) {
    const key = `${id} ${wide} ${high} ${near}`;
    const known = this.#facing.get(key);
    if (known) return known;
    const printed = near ? [...this.#about(id, this.#names), ...this.#figures] : this.#about(id, this.#grown);
    const best = this.#best(id, wide, high, printed);
    this.#facing.set(key, best);
    return best;
  }

  /** Places of all areas in turn, the small ones first: they have the least choice. @param {number} step @returns {Generator<void, Map<string, Point>>} kept for that step */
  *places(step) {
    const half = HALF_SHIELD_PX * (SCALES[step] ?? 1);
    /** @type {Map<string, Point>} */
    const found = new Map();
    /** @type {Box[]} */
    const taken = [];
    const order = Object.keys(this.areas).sort((a, b) => (this.areas[a]?.slot ?? 0) - (this.areas[b]?.slot ?? 0) || (a < b ? -1 : 1));
    for (const id of order) {
      const reach = this.#reach(id) + half;
      const [mx, my] = this.#middle(id);
      const near = taken.filter((box) => box.x1 > mx - reach && box.x0 < mx + reach && box.y1 > my - reach && box.y0 < my + reach);
      const [x, y] = this.#best(id, half, half, [...this.#about(id, step < WHOLE_NAMES_STEP ? this.#names : this.#grown), ...near]);
      found.set(id, [x, y]);
      taken.push({ x0: x - half, y0: y - half, x1: x + half, y1: y + half, weight: OTHERS_COST });
      yield;
    }
    this.#places.set(step, found);
    return found;
  }

  /** @param {string} id @param {number} wide @param {number} high @param {readonly Box[]} avoid @returns {Point} */
  #best(id, wide, high, avoid) {
    const unit = 4 * HALF_SHIELD_PX * HALF_SHIELD_PX;
    let best = this.#middle(id);
    let least = Infinity;
    for (const tried of this.#tried(id)) {
      let cost = (tried.far / (2 * HALF_SHIELD_PX)) * WAY_COST;
      if (cost >= least) break;
      const [x, y] = tried.at;
      const box = { x0: x - wide, y0: y - high, x1: x + wide, y1: y + high };
      for (const other of avoid) {
        if (cost >= least) break;
        cost += (other.weight * shared(box, other)) / unit;
      }
      if (cost >= least) continue;
      tried.own ??= this.holds(id, x, y);
      if (!tried.own) cost += ABROAD_COST;
      if (cost < least) [best, least] = [tried.at, cost];
    }
    return best;
  }

  /** @param {string} id @returns {Point} */
  #middle(id) {
    const { x = 0, y = 0 } = this.areas[id] ?? {};
    return [x, y];
  }

  /** @param {string} id @param {Box[]} names @returns {Box[]} what is printed near an area */
  #about(id, names) {
    const [x, y] = this.#middle(id);
    const all = this.#printed.get(names) ?? new Map();
    this.#printed.set(names, all);
    const known = all.get(id) ?? names.filter((box) => shared(box, { x0: x - NEAR_UNITS, y0: y - NEAR_UNITS, x1: x + NEAR_UNITS, y1: y + NEAR_UNITS }) > 0);
    all.set(id, known);
    return known;
  }

  /** @param {string} id @returns {number} how far from its middle a sign of it is tried */
  #reach(id) {
    return this.#tried(id).at(-1)?.far ?? 0;
  }

  /** @param {string} id @returns {Candidate[]} nearest to the middle first */
  #tried(id) {
    const known = this.#candidates.get(id);
    if (known) return known;
    const { slots = [], stands = [] } = this.areas[id] ?? {};
    const [mx, my] = this.#middle(id);
    /** @type {Map<number, Candidate>} by tenths of both coordinates: hundreds of places an area */
    const found = new Map();
    for (const [x, y] of [this.#middle(id), ...slots, ...stands]) {
      for (const dx of SHIFTS) {
        for (const dy of SHIFTS) found.set(Math.round((x + dx) * 10) * ROW_TENTHS + Math.round((y + dy) * 10), { at: [x + dx, y + dy], far: Math.hypot(x + dx - mx, y + dy - my) });
      }
    }
    const all = [...found.values()].sort((a, b) => a.far - b.far);
    this.#candidates.set(id, all);
    return all;
  }
}
