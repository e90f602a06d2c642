/**
 * Event cards as small cards, and what each side holds: the hand to its own players only, others see how many.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Card, PowersView, SideView} from './types.js'
 */

import { count } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';

/**
 * @param {Card} card
 * @param {object} [o]
 * @param {string} [o.section] of the question that it puts
 * @param {Child} [o.below] what can be done with it, or why not
 * @returns {HTMLElement}
 */
export function cardFace(card, o = {}) {
  return h(
    'article',
    { class: 'event-card', 'data-card': card.card },
    h('header', {}, h('b', {}, card.title), chip(o.section), card.price ? h('span', { class: 'price' }, card.price) : null),
    h('p', {}, card.text),
    o.below,
  );
}

/** Cards face down. @param {number} n @param {string} words @returns {Child} */
const faceDown = (n, words) =>
  n ? h('p', { class: 'face-down' }, Array.from({ length: n }, () => h('i', { class: 'card-back', 'aria-hidden': 'true' })), ` ${count(n, 'card')} ${words}`) : null;

/** @param {string} head @param {readonly Card[]} cards @returns {Child} */
const pile = (head, cards) => (cards.length ? h('details', { class: 'pile' }, h('summary', {}, `${head} (${cards.length})`), cards.map((card) => cardFace(card))) : null);

/** What both sides still have of the cards that stay with them. @param {PowersView} view @returns {Child} */
function actionCards(view) {
  const sides = Object.values(view.sides);
  return h(
    'table',
    { class: 'ledger' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Action cards left'), sides.map((side) => h('th', { scope: 'col', class: 'n' }, side.name)))),
    h(
      'tbody',
      {},
      h('tr', {}, h('th', { scope: 'row' }, 'Tactical advantage, this turn ', chip('3.15.1')), sides.map((side) => h('td', { class: 'n' }, side.tactical))),
      h('tr', {}, h('th', { scope: 'row' }, 'Gas, for the whole match ', chip('3.15.2')), sides.map((side) => h('td', { class: 'n' }, side.gas))),
    ),
  );
}

/** @param {SideView} side @param {boolean} own @param {boolean} hand whether to show what is in the hand @returns {Child} */
function held(side, own, hand) {
  const nothing = !(hand && side.held) && !side.kept.length && !side.put_away?.length;
  if (own && nothing && hand) return h('p', { class: 'quiet' }, 'Your side holds no event cards. ', chip('3.14'));
  if (nothing) return null;
  return [
    h('h4', {}, own ? 'Your side’s cards ' : `${side.name} `, chip('3.14')),
    hand && (side.hand ? side.hand.map((card) => cardFace(card)) : faceDown(side.held, 'in hand, face down')),
    pile('Kept', side.kept),
    pile('Put away unseen', side.put_away ?? []),
  ];
}

/**
 * All cards that a viewer may know of: the hand and piles of the viewer's side, the backs of the other side's, the action cards left.
 *
 * @param {PowersView} view
 * @param {string|null} seat null for a spectator
 * @param {{hand?: boolean}} [o] false: the own hand is shown elsewhere
 * @returns {Child}
 */
export function handPanel(view, seat, { hand = true } = {}) {
  const mine = (seat ? view.seats[seat]?.side : null) ?? null;
  const ids = Object.keys(view.sides).sort((a, b) => Number(b === mine) - Number(a === mine));
  return h(
    'div',
    { class: 'hand' },
    ids.map((id) => {
      const side = view.sides[id];
      return side ? held(side, id === mine, hand || id !== mine) : null;
    }),
    actionCards(view),
  );
}
