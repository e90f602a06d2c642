/**
 * A figure turn by turn: a line for each side, whole or dashed, with its value at the end; and the same as a table for those
 * who do not see it.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {FigureOut} from '../../core/wire.js'
 */

import { chip } from '../../core/citing.js';
import { h, s } from '../../core/dom.js';

const SIZE = { width: 320, height: 128, left: 30, foot: 16, top: 10, right: 34 };
/** The most turns that are named below the axis. */
const MAX_NAMED = 7;
/** Two values at the end of their lines closer than this, in px, would be written over each other. */
const APART_PX = 11;

/** @param {number} n */
export const signed = (n) => (n < 0 ? `−${Math.abs(n)}` : n > 0 ? `+${n}` : '0');

/**
 * @param {FigureOut} figure @param {string[]} labels of its points: turns, and the last
 * @param {Record<string, string>} sides names by side
 * @returns {Child}
 */
export function chart({ title, section, signed: either, values }, labels, sides) {
  const keys = [...Object.keys(sides), ...Object.keys(values).filter((side) => !(side in sides))].filter((side) => side in values);
  const points = labels.length;
  if (points < 2 || !keys.length) return null;
  const written = either ? signed : String;
  const all = keys.flatMap((side) => values[side] ?? []);
  const most = Math.max(1, ...all);
  const least = Math.min(0, ...all);
  const { width, height, left, foot, top, right } = SIZE;
  const x = (/** @type {number} */ i) => left + ((width - left - right) * i) / (points - 1);
  const y = (/** @type {number} */ n) => top + (height - foot - top) * (1 - (n - least) / (most - least));
  const of = (/** @type {string} */ side) => values[side] ?? [];
  const path = (/** @type {string} */ side) => of(side).map((n, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(n).toFixed(1)}`).join('');
  const name = (/** @type {string} */ side) => sides[side] ?? side;
  const last = points - 1;
  const step = Math.ceil(last / MAX_NAMED);
  const ends = apart(keys.map((side) => y(of(side)[last] ?? 0)));
  return h(
    'figure',
    { class: 'curve' },
    h('figcaption', {}, `${title} `, chip(section)),
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
      s('path', { class: 'axis', d: `M${left} ${top}V${height - foot}M${left} ${y(0).toFixed(1)}H${width - right}` }),
      [...new Set([least, 0, most])].map((n) => s('text', { x: left - 5, y: y(n) + 4, class: 'tick end' }, written(n))),
      labels.map((label, i) => (i === last || (i % step === 0 && last - i >= step) ? s('text', { x: x(i), y: height - 3, class: 'tick' }, label) : null)),
      keys.map((side, i) => [
        s('path', { class: `side-line ${side} ${i % 2 ? 'dashed' : ''}`, d: path(side) }),
        s('circle', { class: `side-line point ${side}`, cx: x(last), cy: y(of(side)[last] ?? 0), r: 2.6 }),
        s('text', { x: x(last) + 6, y: (ends[i] ?? 0) + 4, class: 'tick start' }, written(of(side)[last] ?? 0)),
      ]),
    ),
    h('p', { class: 'quiet key' }, keys.map((side, i) => h('span', {}, s('svg', { viewBox: '0 0 22 8', width: 22, height: 8, 'aria-hidden': 'true' }, s('path', { class: `side-line ${side} ${i % 2 ? 'dashed' : ''}`, d: 'M0 4H22' })), ` ${name(side)}`))),
    h(
      'details',
      {},
      h('summary', {}, 'As a table'),
      h(
        'table',
        { class: 'ledger' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Turn'), keys.map((side) => h('th', { scope: 'col', class: 'n' }, name(side))))),
        h('tbody', {}, labels.map((label, i) => h('tr', {}, h('th', { scope: 'row' }, label), keys.map((side) => h('td', { class: 'n' }, written(of(side)[i] ?? 0)))))),
      ),
    ),
  );
}

/** Heights at which texts can be written beside each other, in the same order. @param {number[]} wanted @returns {number[]} */
function apart(wanted) {
  const found = [...wanted];
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  for (let n = order.length - 2; n >= 0; n -= 1) {
    const [here, below] = [order[n] ?? 0, order[n + 1] ?? 0];
    found[here] = Math.min(found[here] ?? 0, (found[below] ?? 0) - APART_PX);
  }
  return found;
}
