/**
 * What of the map is in the window without the player's doing: their front at first, and the place of each new question.
 *
 * @import {View} from '../../core/types.js'
 * @import {Surface} from '../../board/board.js'
 * @import {GameClient} from '../game.js'
 */

import { isNarrow } from '../../core/window-size.js';

const MARGIN_PX = 170;
/** Units closer than this face each other, in hexes. */
const FACING_HEXES = 3.2;
/** Fewer are no front. */
const MIN_FRONT_UNITS = 3;
const MAX_SCALE_ON_PHONE = 0.92;
/** The steps before there is a front. */
const SETUPS = new Set(['setup', 'set-up']);
/** Of a window, what lies near its edge is not in view. */
const CLEAR_SHARE = 0.4;

export class Framing {
  #settingUp = false;
  /** where the map was left when it was framed */ #left = '';
  /** @type {Set<string|null>} seats that have seen their front */ #framed = new Set();
  /** @type {Map<string|null, string[]>} where the first units of a seat go that has none on the map */ #opening = new Map();

  /** @param {Surface} board @param {GameClient} game @param {(seat: string|null) => string[]} commanded the boards on which a seat commands, none if on all */
  constructor(board, game, commanded) {
    this.board = board;
    this.game = game;
    this.commanded = commanded;
  }

  /** A new question: its place, if it is this seat's; the front, when the set-up is over. @param {View} view @param {string|null} seat @param {boolean} yours */
  turn(view, seat, yours) {
    const settingUp = SETUPS.has(view.step.key);
    if (this.#settingUp && !settingUp) this.frame(view, seat);
    this.#settingUp = settingUp;
    const target = this.game.focus(view);
    if (target && yours) this.board.reveal(target, MARGIN_PX);
    else if (yours) void this.#turnTo(view, seat)?.then(() => this.frame(view, seat));
  }

  /** The board that the question is about, if another is shown. @param {View} view @param {string|null} seat @returns {Promise<void>|null} */
  #turnTo(view, seat) {
    // A game names the boards of all its scenarios.
    const [first, ...others] = (this.game.boards?.(view, this.commanded(seat)) ?? []).filter((id) => this.board.has?.(id) ?? true);
    const shown = this.board.window.dataset.board ?? '';
    return first && shown !== first && !others.includes(shown) ? (this.board.open?.(first) ?? null) : null;
  }

  /** The map as a seat first sees it. @param {View} view @param {string|null} seat */
  first(view, seat) {
    if (this.#framed.has(seat)) return;
    this.frame(view, seat);
    if (seat && view.step.deciders.includes(seat)) void this.#turnTo(view, seat)?.then(() => this.frame(view, seat));
  }

  /** Where the first units of a seat go: the map opens there, unless someone has moved it. @param {string[]} places @param {View} view @param {string|null} seat */
  opens(places, view, seat) {
    if (this.game.places(view, seat).length) return;
    this.#opening.set(seat, places);
    if (this.#left && this.#left === this.#now()) this.frame(view, seat);
  }

  /** Note what is in the window, for when the page is loaded again. @param {string} place in the session's storage */
  keep(place) {
    const { middle, z } = this.board.camera;
    sessionStorage.setItem(place, JSON.stringify({ board: this.board.window.dataset.board, ...middle, z, width: innerWidth, height: innerHeight }));
  }

  /** @param {string} place @param {string|null} seat @returns {boolean} whether the same map in the same window was left there */
  restore(place, seat) {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null');
    if (!kept || kept.board !== this.board.window.dataset.board || kept.width !== innerWidth || kept.height !== innerHeight) return false;
    this.board.camera.centre(kept, kept.z);
    this.#framed.add(seat);
    return true;
  }

  /** Those of the places that face others' units, where there are such. @param {View} view @param {string[]} own @returns {string[]} */
  #front(view, own) {
    const { lattice } = this.board;
    if (!lattice.numbered) return own;
    const mine = new Set(own);
    const others = this.game.places(view, null).filter((hex) => !mine.has(hex) && lattice.has(hex)).map((hex) => lattice.centre(hex));
    const near = own.filter((hex) => {
      const [x, y] = lattice.centre(hex);
      return others.some(([ox, oy]) => Math.hypot(ox - x, oy - y) < lattice.w * FACING_HEXES);
    });
    return near.length >= MIN_FRONT_UNITS ? near : own;
  }

  /** What of a long front comes first: as many places as a window holds, where the most weight is. @param {View} view @param {string[]} own @param {number} z @returns {string[]} */
  #heaviest(view, own, z) {
    const { board, game } = this;
    const { weight } = game;
    if (!weight) return this.#front(view, own);
    const { clientWidth, clientHeight } = board.window;
    const [wide, high] = [(clientWidth / z) * CLEAR_SHARE, (clientHeight / z) * CLEAR_SHARE];
    const all = own.map((hex) => ({ hex, at: board.lattice.centre(hex), weight: weight(view, hex) }));
    const near = all.map(({ at: [x, y] }) => all.filter(({ at }) => Math.abs(at[0] - x) < wide && Math.abs(at[1] - y) < high));
    const sums = near.map((some) => some.reduce((sum, one) => sum + one.weight, 0));
    return (near[sums.indexOf(Math.max(...sums))] ?? all).map(({ hex }) => hex);
  }

  /** Where the seat's own units are, those at the front if there is one. @param {View} view @param {string|null} seat */
  frame(view, seat) {
    const { board, game } = this;
    this.#framed.add(seat);
    const here = (/** @type {string[]|undefined} */ hexes) => (hexes ?? []).filter((hex) => board.lattice.has(hex));
    const own = here(game.places(view, seat));
    const all = [this.#opening.get(seat), game.places(view, null), game.opensOn?.(view)].map(here).find((hexes) => hexes.length) ?? [];
    const wanted = own.length ? (seat ? this.#front(view, own) : own) : all;
    board.fit(wanted.length ? wanted : Object.keys(board.lattice.board.hexes));
    const nearest = isNarrow() ? (game.nearestOnPhone ?? game.nearest * MAX_SCALE_ON_PHONE) : game.nearest;
    if (wanted.length && board.camera.z < nearest) {
      const front = (seat && own.length ? this.#heaviest(view, own, nearest) : wanted).map((hex) => board.lattice.centre(hex));
      const x = front.reduce((t, p) => t + p[0], 0) / front.length;
      const y = front.reduce((t, p) => t + p[1], 0) / front.length;
      board.camera.centre({ x, y }, nearest);
    }
    if (wanted.length) board.camera.fill();
    this.#left = this.#now();
  }

  /** A board is seen for the first time: where the seat has units it opens on them, or their counters would be specks. @param {View} view @param {string|null} seat */
  opened(view, seat) {
    if (seat && this.game.places(view, seat).some((hex) => this.board.lattice.has(hex))) this.frame(view, seat);
  }

  /** The window has another size: a map that was not touched since it was framed is framed again. @param {View} view @param {string|null} seat */
  resized(view, seat) {
    if (this.#left && this.#left === this.#now()) this.frame(view, seat);
  }

  /** Controls lie over the head of the window: a map that was not touched since it was framed is framed below them. @param {number} px @param {View} view @param {string|null} seat */
  below(px, view, seat) {
    const untouched = this.#left && this.#left === this.#now();
    this.board.camera.cover(px);
    if (untouched) this.frame(view, seat);
    else this.board.camera.panBy(0, 0);
  }

  /** @returns {string} what of the map is in the middle, and how near: a sheet that grows below it leaves that as it was */
  #now() {
    const { camera: { middle, z }, window: w } = this.board;
    return [w.dataset.board, ...[middle.x, middle.y].map(Math.round), z].join(' ');
  }
}
