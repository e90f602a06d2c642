/**
 * §3.5, §3.3.11 What else money and a word can do: help an ally, tell your defenders whether to capture.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Ordering} from '../modes/ordering.js'
 */

import { button } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { Give } from '../modes/orders/filled.js';
import { Shelf } from './shelf.js';

export class Allies extends Shelf {
  /** @override */ kind = 'stance';
  /** @override */ name = 'Allies';

  /** @param {Ordering} mode */
  constructor(mode) {
    super(mode);
    this.give = new Give(mode);
  }

  /** @override */
  label() {
    return this.give.offer ? 'Allies' : 'Defence';
  }

  /** @override */
  sync() {
    this.give.sync();
  }

  /** @override */
  clear() {
    this.give.clear();
  }

  /** @override @returns {Child} */
  body() {
    const { give } = this;
    return [give.offer && h('section', { class: 'gift' }, h('h3', {}, give.offer.label, ' ', chip(give.offer.section)), give.body(), h('div', { class: 'row' }, give.buttons()), h('p', { class: 'quiet' }, give.detail())), this.#standing()];
  }

  /** @returns {Child} */
  #standing() {
    const { offer } = this;
    if (!offer) return null;
    const now = offer.now ?? false;
    const order = (/** @type {boolean} */ capture) => () => void (now !== capture && this.mode.send({ kind: 'stance', capture }));
    return h(
      'section',
      { class: 'stance' },
      h('h3', {}, offer.label, ' ', chip(offer.section)),
      h('p', { class: 'quiet' }, offer.help),
      h('div', { class: 'row', role: 'group', 'aria-label': offer.label }, button('Destroy', order(false), { key: 'stance-destroy', pressed: !now }), button('Try to capture', order(true), { key: 'stance-capture', pressed: now })),
    );
  }
}
