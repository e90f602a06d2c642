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
  /** @param {Ordering} mode @param {Mode} question */
  constructor(mode, question) {
    super(mode);
    this.inner = this.question = question;
  }

  /** @override */
  sync() {
    this.question.sync();
    this.lay();
  }

  /** @override */
  clear() {
    this.question.open = null;
  }

  /** @override */
  detail() {
    return this.question.detail();
  }

  /** @override @param {string} area */
  tap(area) {
    this.question.hex(area);
    this.lay();
  }

  /** @override */
  buttons() {
    return this.question.dock();
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
