/**
 * The keyboard's place on the map.
 *
 * @import {Board} from '../board/board.js'
 */

/** @typedef {"left"|"right"|"up"|"down"} Way */

const EAST = 0;
const SOUTH_EAST = 1;
const SOUTH_WEST = 2;
const WEST = 3;
const NORTH_WEST = 4;
const NORTH_EAST = 5;

export class Cursor {
  /** @type {string|null} */
  hex = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * The first step only shows where one is.
   *
   * @param {Way} way
   * @param {string|null} start
   * @returns {string|null} the hex one is on now
   */
  walk(way, start) {
    if (!this.hex) this.hex = start ?? this.#middle();
    else this.hex = this.#next(this.hex, way);
    if (this.hex) this.board.reveal(this.hex);
    return this.hex;
  }

  /** @param {string} from @param {Way} way */
  #next(from, way) {
    const { lattice } = this.board;
    const row = Math.round((lattice.hex(from).y - lattice.y0) / lattice.pitch);
    // Up and down keep to a column by going east and west in turn.
    const even = row % 2 === 0;
    const ways = {
      left: [WEST],
      right: [EAST],
      up: even ? [NORTH_EAST, NORTH_WEST] : [NORTH_WEST, NORTH_EAST],
      down: even ? [SOUTH_EAST, SOUTH_WEST] : [SOUTH_WEST, SOUTH_EAST],
    }[way];
    for (const direction of ways) {
      const to = lattice.neighbour(from, direction);
      if (to) return to;
    }
    return from;
  }

  #middle() {
    const { camera, lattice, window: map } = this.board;
    const at = camera.toBoard({ x: map.clientWidth / 2, y: map.clientHeight / 2 });
    return lattice.at(at.x, at.y) ?? Object.keys(lattice.board.hexes)[0] ?? null;
  }
}
