/**
 * A figure turn by turn: a line for each side, and the same as a table for those who do not see it.
 *
 * @import {Child} from '../core/dom.js'
 */

import { chip } from '../core/citing.js';
import { h, s } from '../core/dom.js';

const SIZE = { width: 320, height: 120, left: 30, foot: 16, top: 8, right: 8 };
/** Turns between two that are named below the axis. */
const NAMED = 4;

/** @typedef {{label: string, values: Record<string, number>}} Point `label`: the turn, or the end */
/** @typedef {{title: string, section?: string, points: Point[], only?: string[]}} Figure `only`: the sides that it is about, if not all */

/** @param {number} n */
export const signed = (n) => (n < 0 ? `−${Math.abs(n)}` : n > 0 ? `+${n}` : '0');

/** @param {Figure} figure @param {Record<string, string>} sides names by side @param {(n: number) => string} [written] @returns {Child} */
export function chart({ title, section, points, only }, sides, written = String) {
  if (points.length < 2) return null;
  const keys = only ?? Object.keys(sides);
  const all = points.flatMap(({ values }) => keys.map((side) => values[side] ?? 0));
  const most = Math.max(1, ...all);
  const least = Math.min(0, ...all);
  const { width, height, left, foot, top, right } = SIZE;
  const x = (/** @type {number} */ i) => left + ((width - left - right) * i) / (points.length - 1);
  const y = (/** @type {number} */ n) => top + (height - foot - top) * (1 - (n - least) / (most - least));
  const path = (/** @type {string} */ side) => points.map(({ values }, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(values[side] ?? 0).toFixed(1)}`).join('');
  const last = points.length - 1;
  return h(
    'figure',
    { class: 'curve' },
    h('figcaption', {}, `${title} `, chip(section)),
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
      s('path', { class: 'axis', d: `M${left} ${top}V${height - foot}M${left} ${y(0).toFixed(1)}H${width - right}` }),
      [...new Set([least, 0, most])].map((n) => s('text', { x: left - 5, y: y(n) + 4, class: 'tick end' }, written(n))),
      points.map(({ label }, i) => (i === last || (i % NAMED === 0 && last - i > 1) ? s('text', { x: x(i), y: height - 3, class: 'tick' }, label) : null)),
      keys.map((side, i) => s('path', { class: `side-line ${side} ${i % 2 ? 'dashed' : ''}`, d: path(side) })),
    ),
    h('p', { class: 'quiet' }, keys.map((side) => [h('i', { class: `swatch ${side}` }), ` ${sides[side]}  `])),
    h(
      'details',
      {},
      h('summary', {}, 'As a table'),
      h(
        'table',
        { class: 'ledger' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Turn'), keys.map((side) => h('th', { scope: 'col', class: 'n' }, sides[side])))),
        h('tbody', {}, points.map(({ label, values }) => h('tr', {}, h('th', { scope: 'row' }, label), keys.map((side) => h('td', { class: 'n' }, written(values[side] ?? 0)))))),
      ),
    ),
  );
}
