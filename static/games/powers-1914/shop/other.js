/**
 * What else money and orders can do: help an ally, and tell one's defenders whether to take prisoners.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {AnyOffer, PowersView} from '../types.js'
 */

import { button, chip } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { stepper } from '../stepper.js';

/**
 * @param {PowersView} view
 * @param {AnyOffer} offer
 * @param {object} now
 * @param {string|null} now.to
 * @param {number} now.amount
 * @param {(to: string) => void} now.choose
 * @param {(amount: number) => void} now.change
 * @param {() => void} now.give
 * @returns {Child}
 */
export function giving(view, offer, { to, amount, choose, change, give }) {
  const seat = to ? view.seats[to] : null;
  return h(
    'section',
    { class: 'gift' },
    h('h4', {}, offer.label, ' ', chip(offer.section)),
    h(
      'div',
      { class: 'row' },
      (offer.to ?? []).map((id) => button([view.seats[id]?.title ?? id, h('small', {}, `has ${view.seats[id]?.money ?? 0}`)], () => choose(id), { key: `give-to-${id}`, pressed: id === to })),
    ),
    stepper({ key: 'give', label: 'How much', value: amount, most: offer.most ?? 1, all: true, change }),
    h('div', { class: 'row' }, [5, 10].filter((n) => amount + n <= (offer.most ?? 0)).map((n) => button(`+${n}`, () => change(amount + n), { key: `give-add-${n}`, label: `${n} more` }))),
    h('div', { class: 'row' }, button(`Give ${amount}`, give, { key: 'give', tone: 'primary', disabled: !seat })),
    h('p', { class: 'quiet' }, `${seat?.title ?? 'An ally'} may spend it at once. A gift cannot be taken back.`),
  );
}

/**
 * @param {AnyOffer} offer
 * @param {(capture: boolean) => void} order
 * @returns {Child}
 */
export function standing(offer, order) {
  const now = offer.now ?? false;
  return h(
    'section',
    { class: 'stance' },
    h('h4', {}, offer.label, ' ', chip(offer.section)),
    h('p', { class: 'quiet' }, 'When you are attacked, your units can try to take the enemy prisoner in place of destroying him: captured guns and ships serve you, captured infantry counts. The try costs 1 on the die.'),
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': offer.label },
      button('Destroy', () => now && order(false), { key: 'stance-destroy', pressed: !now }),
      button('Try to capture', () => !now && order(true), { key: 'stance-capture', pressed: now }),
    ),
  );
}
