/**
 * §3.5, §3.3.11 What else money and a word can do: help an ally, tell your defenders whether to capture.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {Desk} from '../../../panels/desk.js'
 */

import { button } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { Asked } from '../forms/asked.js';
import { Shelf } from './shelf.js';

/** @param {Desk} desk @returns {Offer|undefined} to give money to an ally */
const giving = ({ legal }) => legal.offers.find(({ kind }) => kind === 'give');

export class Allies extends Shelf {
  /** @override */
  static title = 'allies';
  /** @override */
  static gives = ['give'];
  /** @type {Asked|null} */ #gift = null;

  /** @override @param {Desk} desk */
  static tab(desk) {
    return giving(desk) ? 'Allies' : 'Defence';
  }

  /** @override @param {Offer} offer */
  async update(offer) {
    const give = giving(this.desk);
    if (give) await this.#gift?.update(give);
    else this.#gift = null;
    await super.update(offer);
  }

  /** @override @returns {Child} */
  body() {
    return [this.#giving(giving(this.desk)), this.#standing()];
  }

  /** @param {Offer|undefined} give @returns {Child} */
  #giving(give) {
    if (!give) return null;
    this.#gift ??= new Asked(this.desk, this.roster, give);
    const gift = this.#gift;
    return [h('section', { class: 'gift' }, h('h3', {}, give.label, ' ', chip(give.section))), gift.body(), h('div', { class: 'row' }, gift.buttons()), h('p', { class: 'quiet' }, gift.detail())];
  }

  /** @returns {Child} */
  #standing() {
    const { label, section, help, now = false } = this.offer;
    if (!label) return null;
    const order = (/** @type {boolean} */ capture) => () => void (now !== capture && this.desk.send({ kind: 'stance', capture }));
    return h(
      'section',
      { class: 'stance' },
      h('h3', {}, label, ' ', chip(section)),
      h('p', { class: 'quiet' }, help),
      h('div', { class: 'row', role: 'group', 'aria-label': label }, button('Destroy', order(false), { key: 'stance-destroy', pressed: !now }), button('Try to capture', order(true), { key: 'stance-capture', pressed: now })),
    );
  }
}
