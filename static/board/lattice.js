/**
 * Hexes by arithmetic. Everything here follows from the centres in `board.json`: rows lie 3/4 of a hex apart, and in a
 * row the centres lie a hex's width apart, so a point has at most four hexes to choose from, whatever the numbering.
 *
 * @import {BoardHex, BoardJson} from '../core/types.js'
 * @import {Route} from './route.js'
 */

import { outline, polygon } from './outline.js';
import { straight } from './route.js';

/** @typedef {readonly [number, number]} Point */

/** @typedef {"left"|"right"|"up"|"down"} Way */

const EAST = 0;
const SOUTH_EAST = 1;
const SOUTH_WEST = 2;
const WEST = 3;
const NORTH_WEST = 4;
const NORTH_EAST = 5;

export class Lattice {
  /** @type {Map<string, string>} */ #cells = new Map();
  /** by hex those around it, from the east clockwise @type {Map<string, (string|null)[]>} */ #around = new Map();

  /** @param {BoardJson} board */
  constructor(board) {
    this.board = board;
    this.w = board.hex.w;
    /** centre to corner */
    this.r = this.w / Math.sqrt(3);
    this.pitch = this.r * 1.5;
    const first = Object.values(board.hexes)[0];
    if (!first) throw new Error(`Board ${board.id} has no hexes`);
    this.x0 = first.x;
    this.y0 = first.y;
    for (const [id, hex] of Object.entries(board.hexes)) this.#cells.set(this.#cell(hex.x, hex.y), id);
  }

  /** Rows are counted in pitches and columns in half widths: a hex is at a whole number of both. @param {number} x @param {number} y */
  #cell(x, y) {
    return `${Math.round((y - this.y0) / this.pitch)}:${Math.round(((x - this.x0) * 2) / this.w)}`;
  }

  /** @param {string} id @returns {BoardHex} */
  hex(id) {
    const hex = this.board.hexes[id];
    if (!hex) throw new Error(`Board ${this.board.id} has no hex ${id}`);
    return hex;
  }

  /** @param {string} id */
  has(id) {
    return id in this.board.hexes;
  }

  /** @param {string} id @returns {Point} */
  centre(id) {
    const { x, y } = this.hex(id);
    return [x, y];
  }

  /** @param {string} id @returns {Point} the foot of a word that stands above what stands there */
  above(id) {
    const [x, y] = this.centre(id);
    return [x, y - this.r * 0.68];
  }

  /** @param {number} x @param {number} y @returns {string|null} the hex under a point of the board */
  at(x, y) {
    const row = (y - this.y0) / this.pitch;
    let best = null;
    let least = this.r * this.r * 1.0001;
    for (const j of [Math.floor(row), Math.ceil(row)]) {
      const half = ((x - this.x0) * 2) / this.w;
      for (let i = Math.floor(half) - 1; i <= Math.ceil(half) + 1; i += 1) {
        const id = this.#cells.get(`${j}:${i}`);
        if (!id) continue;
        const [cx, cy] = this.centre(id);
        const d = (cx - x) ** 2 + (cy - y) ** 2;
        if (d < least) {
          least = d;
          best = id;
        }
      }
    }
    return best;
  }

  /**
   * @param {string} id
   * @param {number} direction 0 east, then clockwise by sixths: 1 south-east … 5 north-east
   * @returns {string|null}
   */
  neighbour(id, direction) {
    let around = this.#around.get(id);
    if (!around) {
      const [x, y] = this.centre(id);
      around = [0, 1, 2, 3, 4, 5].map((sixth) => {
        const angle = (sixth * Math.PI) / 3;
        return this.#cells.get(this.#cell(x + this.w * Math.cos(angle), y + this.w * Math.sin(angle))) ?? null;
      });
      this.#around.set(id, around);
    }
    return around[direction] ?? null;
  }

  /** Whether places are known by their number. */
  get numbered() {
    return true;
  }

  /** @param {string} from @param {Way} way an arrow key @returns {string} where it leads; the same hex at the edge */
  step(from, way) {
    const row = Math.round((this.hex(from).y - this.y0) / this.pitch);
    // Up and down keep to a column by going east and west in turn.
    const even = row % 2 === 0;
    const ways = {
      left: [WEST],
      right: [EAST],
      up: even ? [NORTH_EAST, NORTH_WEST] : [NORTH_WEST, NORTH_EAST],
      down: even ? [SOUTH_EAST, SOUTH_WEST] : [SOUTH_WEST, SOUTH_EAST],
    }[way];
    for (const direction of ways) {
      const to = this.neighbour(from, direction);
      if (to) return to;
    }
    return from;
  }

  /** @param {string} id @returns {string[]} */
  neighbours(id) {
    const found = [];
    for (let d = 0; d < 6; d += 1) {
      const other = this.neighbour(id, d);
      if (other) found.push(other);
    }
    return found;
  }

  /** @param {string} id @param {number} [inset] units inside the hexside @returns {Point[]} six corners, clockwise from the top */
  corners(id, inset = 0) {
    const [x, y] = this.centre(id);
    const r = this.r - inset / Math.cos(Math.PI / 6);
    /** @type {Point[]} */
    const points = [];
    for (let i = 0; i < 6; i += 1) points.push([x + r * Math.sin((i * Math.PI) / 3), y - r * Math.cos((i * Math.PI) / 3)]);
    return points;
  }

  /** @param {string} id @param {number} [inset] @returns {string} the `d` of its border */
  border(id, inset = 0) {
    return polygon(this.corners(id, inset));
  }

  /** @param {Iterable<string>} ids @param {number} inset @returns {string} the `d` of one outline round all of them */
  outline(ids, inset) {
    return outline(this, ids, inset);
  }

  /** @param {string[]} ids two or more @returns {Route} the way along them */
  route(ids) {
    return straight(ids.map((id) => this.centre(id)));
  }

  /** @param {string} a @param {string} b @returns {[Point, Point]|null} the hexside between two neighbours */
  side(a, b) {
    const [ax, ay] = this.centre(a);
    const [bx, by] = this.centre(b);
    const dx = bx - ax;
    const dy = by - ay;
    const length = Math.hypot(dx, dy);
    if (length > this.w * 1.01 || length === 0) return null;
    const mx = (ax + bx) / 2;
    const my = (ay + by) / 2;
    const k = this.r / 2 / length;
    return [
      [mx - dy * k, my + dx * k],
      [mx + dy * k, my - dx * k],
    ];
  }

  /** @param {string} a @param {string} b @returns {string} the river's name on the hexside, or nothing */
  river(a, b) {
    return (this.board.sides[`${a}-${b}`] ?? this.board.sides[`${b}-${a}`])?.river ?? '';
  }
}
