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
  const limit = h('small', { class: 'stepper-limit', role: 'status' });
  const told = h('output', { 'data-count': key }, value);
  // Two presses may come before it is drawn again: each counts from the one before.
  let now = value;
  const out = (/** @type {number} */ at) => at < least || at > most;
  const way = (/** @type {number} */ by, /** @type {string} */ face, /** @type {string} */ name, /** @type {string} */ words) => {
    const why = by < 0 ? `No fewer than ${least}.` : `No more than ${most}.`;
    const press = () => {
      if (out(now + by)) {
        limit.textContent = why;
        return;
      }
      now += by;
      told.textContent = String(now);
      change(now);
    };
    const made = button(face, press, { key: `${key}-${name}`, label: words, title: out(value + by) ? why : undefined, class: 'icon-only' });
    // It stays pressable, to say why it is greyed.
    made.setAttribute('aria-disabled', String(out(value + by)));
    return made;
  };
  return h(
    'div',
    { class: 'stepper', role: 'group', 'aria-label': label },
    h('span', { class: 'stepper-label' }, label),
    // Where there is nothing to choose there are no buttons.
    most > least && way(-1, '−', 'minus', 'One less'),
    told,
    most > least && way(1, '+', 'plus', 'One more'),
    all && most > least ? button(`All ${most}`, () => change(most), { key: `${key}-all`, pressed: value === most }) : null,
    most > least ? limit : h('small', { class: 'stepper-limit' }, 'No other number is possible.'),
  );
}
