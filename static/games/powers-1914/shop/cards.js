/**
 * §3.14.7, §3.14.9 Event cards in hand: each with its price, to use now, or why it cannot be used.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {AnyOffer, CardItem} from '../types.js'
 */

import { button } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { cardFace, handPanel } from '../hand.js';
import { Shelf } from './shelf.js';

export class Cards extends Shelf {
  /** @override */
  static title = 'cards';

  /** @override @param {Desk} desk */
  static tab({ legal }) {
    /** @type {AnyOffer|undefined} */
    const offer = legal.offers.find(({ kind }) => kind === 'use_card');
    const held = offer?.items?.length;
    return held ? `Cards ${held}` : 'Cards';
  }

  /** @returns {CardItem[]} */
  get hand() {
    return this.offer.items ?? [];
  }

  /** @override @returns {Child} */
  body() {
    return [
      this.hand.length ? this.hand.map((card) => this.#face(card)) : h('p', { class: 'quiet' }, 'Your side has no event card to use. ', chip('3.14')),
      this.hand.length > 0 && h('p', { class: 'quiet' }, this.offer.help, ' ', chip('3.14.9')),
      handPanel(this.position.view, this.desk.seat, { hand: false }),
    ];
  }

  /** @param {CardItem} card */
  #face(card) {
    const { refusal } = card;
    const use = refusal
      ? h('p', { class: 'bad' }, refusal.text, ' ', chip(refusal.section))
      : button(`Use for ${card.price}`, () => this.#use(card), { key: `card-${card.card}`, tone: 'primary' });
    return cardFace(card, { below: [h('p', { class: 'quiet' }, card.brings), use] });
  }

  /** A card that is used cannot be taken back. @param {CardItem} card */
  #use(card) {
    this.host?.ask({
      title: `Use ${card.title} for ${card.price}?`,
      text: `${card.brings} This cannot be taken back.`,
      warnings: [],
      yes: `Use ${card.title}`,
      tone: 'primary',
      act: () => void this.desk.send({ kind: 'use_card', card: card.card }),
    });
  }
}
