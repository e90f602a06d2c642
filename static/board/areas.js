/**
 * A board of areas in place of hexes, for all that asks a lattice: which area lies under a point is asked of its
 * outline, and its neighbours are its links.
 *
 * @import {BoardJson} from '../core/types.js'
 * @import {Point, Way} from './lattice.js'
 * @import {Route} from './route.js'
 */

import { Lattice } from './lattice.js';
import { bent } from './route.js';

/**
 * @typedef {object} Area an area as it is printed; empty and zero fields are left out
 * @property {string} name
 * @property {string} kind land or sea
 * @property {string} [owner] the nation that holds it at the start
 * @property {number} [article] land that a sentence names as it does the seas: "the Rhineland"
 * @property {number} [cityNumber] how many infantry can be bought there in a turn
 * @property {number} [coins] a turn
 * @property {number} [capital]
 * @property {number} [colony]
 * @property {number} [edge] at the edge of the map in the west
 * @property {number} x
 * @property {number} y
 * @property {number} slot
 * @property {[number, number][]} [slots] middles of squares `slot` wide
 * @property {[number, number][]} [stands] where a `slot` is too small for a piece: middles of squares for pieces that stand out
 * @property {string} path
 */

/** @typedef {{id: string, width: number, height: number, kind: "areas", areas: Record<string, Area>, links: {a: string, b: string}[]}} AreasJson */

/** What a piece takes on such a board, in its units: zooms and signs go by it as they go by a hex. */
const PIECE_UNITS = 48;

/** @type {Record<Way, [number, number]>} */
const TOWARDS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** An area lies that way when it is within 45 degrees of it: no area lies nowhere. */
const HALF_TURN = Math.SQRT1_2 - 1e-9;

export class Areas extends Lattice {
  /** @type {Map<string, Path2D>} */ #shapes = new Map();
  /** @type {Map<string, string[]>} */ #links = new Map();
  #paper = document.createElement('canvas').getContext('2d');

  /** @param {AreasJson} board */
  constructor(board) {
    super({ ...board, hex: { w: PIECE_UNITS }, hexes: Object.fromEntries(Object.entries(board.areas).map(([id, a]) => [id, { x: a.x, y: a.y, name: a.name, surface: a.kind }])), sides: {} });
    this.areas = board.areas;
    for (const [id, { path }] of Object.entries(board.areas)) this.#shapes.set(id, new Path2D(path));
    for (const { a, b } of board.links) {
      this.#links.set(a, [...(this.#links.get(a) ?? []), b]);
      this.#links.set(b, [...(this.#links.get(b) ?? []), a]);
    }
  }

  /** @override @param {number} x @param {number} y @returns {string|null} */
  at(x, y) {
    for (const [id, shape] of this.#shapes) if (this.#paper?.isPointInPath(shape, x, y, 'evenodd')) return id;
    return null;
  }

  /** @param {string} id @param {number} x @param {number} y @returns {boolean} whether the point lies in the area */
  holds(id, x, y) {
    const shape = this.#shapes.get(id);
    return Boolean(shape && this.#paper?.isPointInPath(shape, x, y, 'evenodd'));
  }

  /** @override @param {string} id @returns {string[]} */
  neighbours(id) {
    return this.#links.get(id) ?? [];
  }

  /** @override @param {string} id @returns {Point} */
  above(id) {
    const [x, y] = this.centre(id);
    const { slot = PIECE_UNITS, slots = [], stands = [] } = this.areas[id] ?? {};
    const [first, ...rest] = [...slots, ...stands].sort((a, b) => a[1] - b[1]);
    if (!first) return [x, y - slot / 2];
    const row = [first, ...rest.filter((at) => at[1] - first[1] < slot / 2)];
    return [row.reduce((sum, at) => sum + at[0], 0) / row.length, first[1] - slot / 2 - 3];
  }

  /** Areas have borders of their own, and no room to draw inside them. @override @param {string} id @returns {string} */
  border(id) {
    return this.areas[id]?.path ?? '';
  }

  /** @override @param {Iterable<string>} ids @returns {string} */
  outline(ids) {
    return [...ids].map((id) => this.border(id)).join('');
  }

  /** @override @param {string[]} ids @returns {Route} */
  route(ids) {
    return bent(ids.map((id) => this.centre(id)));
  }

  /** Areas meet along borders of any shape. @override @returns {[Point, Point]|null} */
  side() {
    return null;
  }

  /** @override */
  get numbered() {
    return false;
  }

  /**
   * The nearest linked area that lies more that way than any other.
   *
   * @override
   * @param {string} from
   * @param {Way} way
   * @returns {string}
   */
  step(from, way) {
    const [dx, dy] = TOWARDS[way];
    const [x, y] = this.centre(from);
    let best = from;
    let least = Infinity;
    for (const other of this.neighbours(from)) {
      const [ox, oy] = this.centre(other);
      const far = Math.hypot(ox - x, oy - y);
      const along = (ox - x) * dx + (oy - y) * dy;
      if (along >= far * HALF_TURN && far < least) [best, least] = [other, far];
    }
    return best;
  }
}

/** @param {BoardJson|AreasJson} board @returns {Lattice} of whichever kind the board is */
export const latticeOf = (board) => ('areas' in board ? new Areas(board) : new Lattice(board));
