/**
 * §3.5 Money for an ally.
 *
 * @import {Child} from '../../../../core/dom.js'
 */

import { button, chip } from '../../../../core/bits.js';
import { h } from '../../../../core/dom.js';
import { choices } from '../../../../orders/choices.js';
import { stepper } from '../../../../orders/stepper.js';
import { Order } from './order.js';

const STEPS = [5, 10];

export class Give extends Order {
  /** @override */ kind = 'give';
  /** @type {string|null} */ #to = null;
  #amount = 1;

  get #most() {
    return this.offer?.most ?? 0;
  }

  /** @override */
  small() {
    return `up to ${this.#most}`;
  }

  /** @override */
  sync() {
    const to = this.offer?.to ?? [];
    if (!this.#to || !to.includes(this.#to)) this.#to = to.length === 1 ? (to[0] ?? null) : null;
    this.#amount = Math.max(1, Math.min(this.#amount, this.#most));
  }

  /** @override */
  clear() {
    this.#to = null;
    this.#amount = 1;
  }

  /** @param {string} seat */
  #title(seat) {
    return this.view.seats[seat]?.title ?? seat;
  }

  /** @override */
  title() {
    return this.#to ? `Money for ${this.#title(this.#to)}` : 'Who gets money?';
  }

  /** @override @returns {Child} */
  detail() {
    return [`You have ${this.mode.me?.money ?? 0}. It cannot be taken back. `, chip('3.5')];
  }

  /** @param {number} amount */
  #set(amount) {
    this.#amount = Math.max(1, Math.min(amount, this.#most));
    this.refresh();
  }

  /** @override @returns {Child} */
  body() {
    return [
      choices('Allies', (this.offer?.to ?? []).map((seat) => ({
        key: `give-to-${seat}`,
        label: this.#title(seat),
        note: `has ${this.view.seats[seat]?.money ?? 0}`,
        chosen: seat === this.#to,
        act: () => {
          this.#to = seat;
          this.refresh();
        },
      }))),
      stepper({ key: 'give-amount', label: 'Amount', value: this.#amount, most: this.#most, all: true, change: (value) => this.#set(value) }),
      h('div', { class: 'row' }, STEPS.filter((n) => n < this.#most).map((n) => button(`+${n}`, () => this.#set(this.#amount + n), { key: `give-amount-plus-${n}`, disabled: this.#amount >= this.#most }))),
    ];
  }

  /** @override */
  buttons() {
    const to = this.#to;
    return [
      button(`Give ${this.#amount}`, () => {
        if (!to) return;
        const amount = this.#amount;
        this.mode.take(null);
        void this.mode.send({ kind: 'give', to, amount });
      }, { tone: 'primary', key: 'give', disabled: !to, title: to ? undefined : 'Choose an ally first' }),
    ];
  }
}
