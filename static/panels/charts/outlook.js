/**
 * The chances of both sides in a match that is over: a band for each and one for a draw, turn by turn, and the turns that changed most.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {ChartsOut, OutlookOut} from '../../core/wire.js'
 */

import { h, s } from '../../core/dom.js';

const SIZE = { width: 320, height: 128, left: 30, foot: 16, top: 6, right: 8 };
/** The most turns that are named below the axis. */
const MAX_NAMED = 7;

/**
 * @param {ChartsOut} charts @param {string[]} labels of its points: turns, and the end @param {Record<string, string>} sides names by side
 * @param {((number: number, text: string) => Child)|undefined} then the way to the board at a line
 * @returns {Child}
 */
export function outlook({ outlook: told }, labels, sides, then) {
  if (!told || labels.length < 2) return null;
  const [first, second] = Object.keys(told.values);
  if (!first || !second) return null;
  const name = (/** @type {string} */ side) => sides[side] ?? side;
  const drawn = told.drawn.some((n) => n > 0);
  return h(
    'section',
    { class: 'outlook', 'aria-label': 'Who was likely to win' },
    h('h3', {}, 'Who was likely to win'),
    h(
      'figure',
      { class: 'curve' },
      bands(told, labels, first, second),
      h('p', { class: 'quiet key' }, [first, second].map((side) => h('span', {}, h('i', { class: `swatch ${side}` }), ` ${name(side)}`)), drawn && h('span', {}, h('i', { class: 'swatch drawn' }), ' Draw')),
      table(told, labels, first, second, name),
    ),
    h(
      'div',
      { class: 'beside' },
      told.swings.length > 0 && [
        h('h4', {}, 'Where it turned'),
        h('ol', { class: 'swings' }, told.swings.map(({ turn, number, side, by }) => h('li', {}, `Turn ${turn}: ${name(side)} +${by} `, then?.(number, `Show the board when turn ${turn} began`)))),
      ],
      h('p', { class: 'quiet' }, `An estimate: the computer played ${told.games} games against itself, and this is how those went from positions with the same figures.`),
    ),
  );
}

/** @param {OutlookOut} told @param {string[]} labels @param {string} first @param {string} second @returns {Child} the first side from below, the second from above, a draw between */
function bands(told, labels, first, second) {
  const { width, height, left, foot, top, right } = SIZE;
  const last = labels.length - 1;
  const x = (/** @type {number} */ i) => left + ((width - left - right) * i) / last;
  const y = (/** @type {number} */ n) => top + (height - foot - top) * (1 - n / 100);
  const line = (/** @type {number[]} */ values) => values.map((n, i) => `${x(i).toFixed(1)} ${y(n).toFixed(1)}`).join('L');
  const low = told.values[first] ?? [];
  const high = (told.values[second] ?? []).map((n) => 100 - n);
  const step = Math.ceil(last / MAX_NAMED);
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    s('rect', { class: 'band drawn', x: left, y: top, width: width - left - right, height: height - foot - top }),
    s('path', { class: `band ${first}`, d: `M${line(low)}V${y(0)}H${left}Z` }),
    s('path', { class: `band ${second}`, d: `M${line(high)}V${top}H${left}Z` }),
    s('path', { class: 'half', d: `M${left} ${y(50)}H${width - right}` }),
    [0, 50, 100].map((n) => s('text', { x: left - 5, y: y(n) + 4, class: 'tick end' }, String(n))),
    labels.map((label, i) => (i === last || (i % step === 0 && last - i >= step) ? s('text', { x: x(i), y: height - 3, class: i === last ? 'tick end' : 'tick' }, label) : null)),
  );
}

/** @param {OutlookOut} told @param {string[]} labels @param {string} first @param {string} second @param {(side: string) => string} name @returns {Child} the same in numbers */
const table = (told, labels, first, second, name) =>
  h(
    'details',
    {},
    h('summary', {}, 'As a table'),
    h(
      'table',
      { class: 'ledger' },
      h('thead', {}, h('tr', {}, ['Turn', name(first), name(second), 'Draw'].map((head, i) => h('th', { scope: 'col', class: i ? 'n' : '' }, head)))),
      h('tbody', {}, labels.map((label, i) => h('tr', {}, h('th', { scope: 'row' }, label), [told.values[first]?.[i], told.values[second]?.[i], told.drawn[i]].map((n) => h('td', { class: 'n' }, n ?? 0))))),
    ),
  );
