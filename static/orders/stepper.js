/** A number between two buttons: how many units a tap takes, how much money goes over. */

import { button } from '../core/bits.js';
import { h } from '../core/dom.js';

/**
 * @param {object} o
 * @param {string} o.key `<key>-minus`, `<key>-plus` and `<key>-all` are the buttons
 * @param {string} o.label what is counted
 * @param {number} o.value
 * @param {number} [o.least] 1 unless told
 * @param {number} o.most
 * @param {boolean} [o.all] with a button for as many as there are
 * @param {(value: number) => void} o.change
 * @returns {HTMLElement}
 */
export function stepper({ key, label, value, least = 1, most, all = false, change }) {
  const to = (/** @type {number} */ n) => () => change(Math.max(least, Math.min(most, n)));
  return h(
    'div',
    { class: 'stepper', role: 'group', 'aria-label': label },
    h('span', { class: 'stepper-label' }, label),
    button('−', to(value - 1), { key: `${key}-minus`, label: 'One less', disabled: value <= least, class: 'icon-only' }),
    h('output', { 'data-count': key }, value),
    button('+', to(value + 1), { key: `${key}-plus`, label: 'One more', disabled: value >= most, class: 'icon-only' }),
    all && most > least ? button(`All ${most}`, to(most), { key: `${key}-all`, pressed: value === most }) : null,
  );
}
