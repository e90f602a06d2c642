/**
 * Rows of things to choose from, each a button: what the map offers is offered here too, for keyboards and screen readers.
 *
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';

/**
 * @typedef {object} Choice
 * @property {string} key of the control
 * @property {Node|null} [face]
 * @property {Child} label
 * @property {Child} [note] smaller, below
 * @property {boolean} chosen
 * @property {string} [why] it cannot be chosen
 * @property {() => void} act
 */

/**
 * Phones give `units` more of their sheet.
 *
 * @param {string} label
 * @param {readonly Choice[]} items
 * @param {boolean} [headed] false: the question says it already
 * @returns {Child}
 */
export function choices(label, items, headed = true) {
  if (!items.length) return null;
  const faces = items.some(({ face }) => face);
  return h(
    'div',
    { class: `choices${faces ? ' with-faces' : ''}`, role: 'group', 'aria-label': label },
    headed && h('h3', {}, label),
    h(
      'div',
      { class: 'choice-row units' },
      items.map(({ key, face, label: name, note, chosen, why, act }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'choice',
            'aria-pressed': String(chosen),
            'aria-disabled': why ? 'true' : null,
            'data-key': key,
            onclick: () => !why && act(),
          },
          face,
          h('span', { class: 'choice-words' }, name, (why ?? note) ? h('small', {}, why ?? note) : null),
        ),
      ),
    ),
  );
}
