/** The columns of an odds table in a row: the one that is rolled on solid, others that it may come to ringed. */

import { h } from '../../core/dom.js';

/**
 * @param {string[]} columns their names, from worst to best
 * @param {object} at places in the row; below 0 and past the end is off the table, which has a place of its own when it comes to that
 * @param {number} at.shown the one that is rolled on, or the likely one
 * @param {number} at.low at worst
 * @param {number} at.high at best
 * @param {number|null} [at.start] before the shifts, where it is told
 * @param {string} said to anyone who does not see it
 * @param {string} [kind] a class beside `track`
 */
export function columnTrack(columns, { shown, low, high, start = null }, said, kind = '') {
  const last = columns.length;
  const within = (/** @type {number} */ i) => Math.max(-1, Math.min(last, i));
  const places = [...(within(low) < 0 ? [-1] : []), ...columns.keys(), ...(within(high) === last ? [last] : [])];
  const mark = (/** @type {number} */ i) => (i === within(shown) ? 'final' : i >= within(low) && i <= within(high) ? 'best' : i === start ? 'start' : '');
  const face = (/** @type {number} */ i) => columns[i] ?? (i < 0 ? `< ${columns[0]}` : `> ${columns.at(-1)}`);
  const off = places.length > last ? ' off' : '';
  return h('div', { class: `track${kind && ` ${kind}`}${off}`, role: 'img', 'aria-label': said }, places.map((i) => h('div', { class: mark(i) }, face(i))));
}
