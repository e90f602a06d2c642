/**
 * The keyboard's place on the map.
 *
 * @import {Surface} from '../../board/board.js'
 * @import {Way} from '../../board/lattice.js'
 */

export class Cursor {
  /** @type {string|null} */
  hex = null;

  /** @param {Surface} board */
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
    // Another board may be shown by now.
    const { lattice } = this.board;
    if (!this.hex || !lattice.has(this.hex)) this.hex = start && lattice.has(start) ? start : this.#middle();
    else this.hex = lattice.step(this.hex, way);
    if (this.hex) this.board.reveal(this.hex);
    return this.hex;
  }

  #middle() {
    const { camera, lattice, window: map } = this.board;
    const at = camera.toBoard({ x: map.clientWidth / 2, y: map.clientHeight / 2 });
    return lattice.at(at.x, at.y) ?? Object.keys(lattice.board.hexes)[0] ?? null;
  }
}
