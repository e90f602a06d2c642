/**
 * Event cards in hand: each with its price, to use now, or why it cannot be used.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {CardItem} from '../types.js'
 */

import { button, chip } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { cardFace } from '../hand.js';

/** @param {readonly CardItem[]} cards @param {(card: CardItem) => void} use @returns {Child} */
export function cardCounter(cards, use) {
  if (!cards.length) return h('p', { class: 'quiet' }, 'Your side has no event card to use. ', chip('3.14'));
  return [
    cards.map((card) =>
      cardFace(card, {
        below: card.refusal
          ? h('p', { class: 'bad' }, card.refusal.text, ' ', chip(card.refusal.section))
          : button(`Use for ${card.price}`, () => use(card), { key: `card-${card.card}`, tone: 'primary' }),
      }),
    ),
    h('p', { class: 'quiet' }, 'A card that nobody of your side uses in these purchases is put away unseen. ', chip('3.14.9')),
  ];
}
