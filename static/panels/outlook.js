/**
 * What of the map is in the window without the player's doing: his front at first, and the place of each new question.
 *
 * @import {View} from '../core/types.js'
 * @import {Surface} from '../board/board.js'
 * @import {GameTable} from './game.js'
 */

const MARGIN = 170;
const NEAREST_ON_PHONE = 0.92;
/** The steps before there is a front. */
const SETUP = 'setup';

export class Outlook {
  #settingUp = false;
  /** @type {Set<string|null>} seats that have seen their front */ #framed = new Set();

  /** @param {Surface} board @param {GameTable} game */
  constructor(board, game) {
    this.board = board;
    this.game = game;
  }

  /** A new question: its place, if it is this seat's; the front, when the set-up is over. @param {View} view @param {string|null} seat @param {boolean} yours */
  turn(view, seat, yours) {
    const settingUp = view.step.key === SETUP;
    if (this.#settingUp && !settingUp) this.frame(view, seat);
    this.#settingUp = settingUp;
    const target = this.game.focus(view);
    if (target && yours) this.board.reveal(target, MARGIN);
  }

  /** The map as a seat first sees it. @param {View} view @param {string|null} seat */
  first(view, seat) {
    if (!this.#framed.has(seat)) this.frame(view, seat);
  }

  /** Where the seat's own units are. @param {View} view @param {string|null} seat */
  frame(view, seat) {
    const { board, game } = this;
    this.#framed.add(seat);
    const own = game.places(view, seat);
    const wanted = (own.length ? own : game.places(view, null)).filter((hex) => board.lattice.has(hex));
    if (!wanted.length) return board.fit(Object.keys(board.lattice.board.hexes));
    board.fit(wanted);
    const nearest = game.nearest * (innerWidth <= 700 ? NEAREST_ON_PHONE : 1);
    if (board.camera.z < nearest) {
      const front = wanted.map((hex) => board.lattice.centre(hex));
      const x = front.reduce((t, p) => t + p[0], 0) / front.length;
      const y = front.reduce((t, p) => t + p[1], 0) / front.length;
      board.camera.centre({ x, y }, nearest);
    }
    board.camera.cover();
  }
}
