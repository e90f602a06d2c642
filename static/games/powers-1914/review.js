/**
 * A finished match in figures: what each side conquered and lost, its dice against what was to be expected, and how the
 * conquests went turn by turn. All of it is told by the lines of the log and the last position.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {LogLine} from '../../core/types.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Kind, PowersView} from './types.js'
 */

import { join } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h, s } from '../../core/dom.js';
import { Areas } from '../../board/areas.js';
import { placeTitle } from '../../panels/places.js';
import { sideOf } from './nations.js';
import { KINDS } from './units.js';

/** What a die shows in the middle of many. */
const EXPECTED = 3.5;
const CURVE = { width: 320, height: 120, left: 24, foot: 16 };

/** @typedef {LogLine & {lost?: Record<string, Partial<Record<Kind, number>>>, turn?: number, conquests?: Record<string, number>}} Figures */

/** @param {Desk} desk @param {LogLine[]} lines @returns {Child} */
export function review(desk, lines) {
  const view = /** @type {PowersView} */ (desk.view);
  const told = /** @type {Figures[]} */ (lines);
  return [conquered(desk, view), losses(view, told), dice(view, told), curve(view, told)];
}

/** @param {PowersView} view */
const sidesOf = (view) => Object.keys(view.sides);

/** @param {PowersView} view @param {string} head @param {string} section @param {[string, (string|number)[]][]} rows @returns {Child} a row each, a column for each side */
function ledger(view, head, section, rows) {
  return h(
    'table',
    { class: 'ledger' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, `${head} `, chip(section)), sidesOf(view).map((side) => h('th', { scope: 'col', class: 'n' }, view.sides[side]?.name)))),
    h('tbody', {}, rows.map(([name, cells]) => h('tr', {}, h('th', { scope: 'row' }, name), cells.map((cell) => h('td', { class: 'n' }, cell))))),
  );
}

/** @param {Desk} desk @param {PowersView} view @returns {Child} */
function conquered(desk, view) {
  const { lattice } = desk.board;
  const areas = lattice instanceof Areas ? lattice.areas : {};
  const fields = sidesOf(view).map((side) =>
    Object.keys(view.areas)
      .filter((area) => sideOf(view.areas[area]?.control ?? '') === side && areas[area]?.owner && sideOf(areas[area]?.owner ?? '') !== side)
      .map((area) => placeTitle(desk, area))
      .sort((a, b) => a.localeCompare(b)),
  );
  const fallen = Object.values(view.nations).filter(({ status }) => status === 'fallen').map(({ name }) => name);
  return [
    h('h3', {}, 'How it went'),
    ledger(view, 'At the end', '3.13.3', [
      ['Conquests', sidesOf(view).map((side) => view.sides[side]?.conquests ?? 0)],
      ['Foreign fields held', fields.map((all) => all.length)],
    ]),
    sidesOf(view).map((side, i) => fields[i]?.length ? h('p', { class: 'quiet' }, `${view.sides[side]?.name}: ${join(fields[i] ?? [])}.`) : null),
    fallen.length > 0 && h('p', { class: 'quiet' }, `Conquered: ${join(fallen)}.`),
  ];
}

/** @param {PowersView} view @param {Figures[]} lines @returns {Child} */
function losses(view, lines) {
  /** @type {Map<string, number>} side and kind to how many */
  const lost = new Map();
  for (const line of lines) {
    for (const [nation, kinds] of Object.entries(line.lost ?? {})) {
      for (const [kind, n] of Object.entries(kinds)) {
        const key = `${sideOf(nation)} ${kind}`;
        lost.set(key, (lost.get(key) ?? 0) + n);
      }
    }
  }
  const of = (/** @type {string} */ side, /** @type {string} */ kind) => lost.get(`${side} ${kind}`) ?? 0;
  const kinds = KINDS.filter((kind) => sidesOf(view).some((side) => of(side, kind)));
  return ledger(view, 'Units lost', '3.3', kinds.map((kind) => [`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, sidesOf(view).map((side) => of(side, kind))]));
}

/** @param {PowersView} view @param {Figures[]} lines @returns {Child} */
function dice(view, lines) {
  const thrown = sidesOf(view).map((side) => lines.filter((line) => line.side === side).flatMap((line) => (line.dice ?? []).map(({ die }) => die)));
  const sum = (/** @type {number[]} */ all) => all.reduce((n, die) => n + die, 0);
  const signed = (/** @type {number} */ n) => (n < 0 ? `−${Math.abs(n)}` : `+${n}`);
  return ledger(view, 'Dice', '3.3.4', [
    ['Thrown', thrown.map((all) => all.length)],
    ['Average (3.5 expected)', thrown.map((all) => (all.length ? (sum(all) / all.length).toFixed(2) : '–'))],
    ['Pips above or below', thrown.map((all) => signed(Math.round(sum(all) - EXPECTED * all.length)))],
  ]);
}

/** @param {PowersView} view @param {Figures[]} lines @returns {Child} conquests at the beginning of each turn, and at the end */
function curve(view, lines) {
  const turns = lines.flatMap(({ turn, conquests }) => (turn && conquests ? [{ turn, conquests }] : []));
  if (!turns.length) return null;
  const last = { turn: (turns.at(-1)?.turn ?? 0) + 1, conquests: Object.fromEntries(sidesOf(view).map((side) => [side, view.sides[side]?.conquests ?? 0])) };
  const points = [...turns, last];
  const most = Math.max(1, ...points.flatMap(({ conquests }) => Object.values(conquests)));
  const { width, height, left, foot } = CURVE;
  const x = (/** @type {number} */ i) => left + ((width - left - 8) * i) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ n) => 8 + (height - foot - 8) * (1 - n / most);
  const path = (/** @type {string} */ side) => points.map(({ conquests }, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(conquests[side] ?? 0).toFixed(1)}`).join('');
  const spoken = sidesOf(view).map((side) => `${view.sides[side]?.name}: ${points.map(({ conquests }) => conquests[side] ?? 0).join(', ')}`).join('. ');
  return h(
    'figure',
    { class: 'curve' },
    h('figcaption', {}, 'Conquests turn by turn ', chip('3.13.3')),
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': spoken },
      s('path', { class: 'axis', d: `M${left} 8V${height - foot}H${width - 8}` }),
      [0, most].map((n) => s('text', { x: left - 5, y: y(n) + 4, class: 'tick end' }, String(n))),
      points.map(({ turn }, i) => (i === points.length - 1 || i % 4 === 0 ? s('text', { x: x(i), y: height - 3, class: 'tick' }, i === points.length - 1 ? 'end' : String(turn)) : null)),
      sidesOf(view).map((side) => s('path', { class: `side-line ${side}`, d: path(side) })),
    ),
    h('p', { class: 'quiet' }, sidesOf(view).map((side) => [h('i', { class: `swatch ${side}` }), ` ${view.sides[side]?.name}  `])),
  );
}
