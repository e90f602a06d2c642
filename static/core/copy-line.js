/** A line of text to be copied. */

import { button, icon } from './bits.js';
import { h } from './dom.js';

/** @param {string} label @param {string} url @param {(text: string) => void} say @param {string} key */
export function copyLine(label, url, say, key) {
  const input = h('input', { class: 'copy', type: 'text', readonly: true, value: url, 'aria-label': label, 'data-key': key, onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      say(`${label} copied.`);
    } catch {
      // Without a secure context there is no clipboard: select it, for the keyboard.
      input.select();
      say('Press Ctrl+C to copy it.');
    }
  };
  return h('div', { class: 'copyline' }, input, button([icon('copy'), 'Copy'], () => void copy(), { key: `${key}-copy` }));
}
