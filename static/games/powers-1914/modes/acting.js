/**
 * A step with several orders: one that is at hand, the others a button away.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {AnyOffer} from '../types.js'
 */

import { Question } from './question.js';

export class Acting extends Question {
  /** @override @returns {AnyOffer[]} */
  get more() {
    return [...this.forms.filter(({ kind }) => kind !== this.first?.kind), ...super.more];
  }

  /** @override They stand below what is at hand. */
  orders() {
    return null;
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm || this.apart) return super.body();
    const { open } = this.form ?? this;
    return [this.form?.body(), open ? null : this.buttonsOf(this.more)];
  }
}
