/**
 * A question of one piece with gas a button away: §3.15.2 lets a player use it at any time, and when others decide too.
 *
 * @import {Desk} from '../../../panels/desk.js'
 * @import {Mode} from '../../../panels/mode.js'
 */

import { Ordering } from './ordering.js';
import { Gas } from './orders/gas.js';
import { Order } from './orders/order.js';
import { Visit } from './orders/visit.js';

/** The question itself, as the order shown first. */
class Question extends Order {
  /** @param {Ordering} mode @param {Mode} inner */
  constructor(mode, inner) {
    super(mode);
    this.inner = inner;
  }

  /** @override */
  sync() {
    this.inner.sync();
    this.#lay();
  }

  /** What the question laid open beside its field is what the page takes for open. */
  #lay() {
    this.mode.open = this.inner.open;
  }

  /** @override */
  clear() {
    this.inner.open = null;
  }

  /** @override */
  title() {
    return this.inner.title();
  }

  /** @override */
  detail() {
    return this.inner.detail();
  }

  /** @override */
  body() {
    return this.inner.body();
  }

  /** @override */
  list() {
    return this.inner.list();
  }

  /** @override */
  highlights() {
    return this.inner.highlights();
  }

  /** @override @param {string} area */
  tap(area) {
    this.inner.hex(area);
    this.#lay();
  }

  /** @override @param {string} area */
  hover(area) {
    return this.inner.hover(area);
  }

  /** @override */
  fan() {
    return this.inner.fan();
  }

  /** @override */
  buttons() {
    return this.inner.dock();
  }

  /** @override */
  escape() {
    const done = this.inner.escape();
    this.#lay();
    return done;
  }
}

export class Beside extends Ordering {
  /** @param {Desk} desk @param {Mode} inner */
  constructor(desk, inner) {
    super(
      desk,
      class extends Question {
        /** @param {Ordering} mode */
        constructor(mode) {
          super(mode, inner);
        }
      },
      [Gas, Visit],
    );
    this.inner = inner;
  }

  /** @override */
  caution() {
    return this.order === this.main ? this.inner.caution() : super.caution();
  }
}
