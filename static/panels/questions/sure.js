/** A button that asks once more. The card that it stands in may be drawn again meanwhile: the question stays. */

/** @import {Child} from '../../core/dom.js' */

import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';

/** What was asked and not answered yet, by match and key. @type {Set<string>} */
const asked = new Set();

/**
 * @param {string} match
 * @param {{key: string, label: string, about: string, yes: string, act: () => void}} what `about` says what comes of it
 * @returns {Child}
 */
export function sure(match, { key, label, about, yes, act }) {
  const name = `${match} ${key}`;
  const show = () => {
    first.hidden = asked.has(name);
    again.hidden = !asked.has(name);
  };
  const turn = (/** @type {boolean} */ on) => {
    if (on) asked.add(name);
    else asked.delete(name);
    show();
  };
  const done = () => {
    asked.delete(name);
    act();
  };
  const first = button(label, () => {
    turn(true);
    /** @type {HTMLElement|null} */ (again.querySelector('button'))?.focus();
  }, { key });
  const again = h('div', { class: 'sure' }, h('p', {}, about), h('div', { class: 'row' }, button(yes, done, { key: `${key}-sure`, class: 'danger' }), button('No', () => turn(false), { key: `${key}-no` })));
  show();
  return [first, again];
}
