/**
 * A finished match in figures: what each side conquered, and which units it lost. It is told by the lines of the log and
 * the last position.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {LogLine} from '../../core/types.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Kind, PowersView} from './types.js'
 */

import { join } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { Areas } from '../../board/areas.js';
import { placeTitle } from '../../panels/places.js';
import { sideOf } from './nations.js';
import { KINDS } from './units.js';

/** @typedef {LogLine & {lost?: Record<string, Partial<Record<Kind, number>>>}} Figures */

/** @param {Desk} desk @param {LogLine[]} lines @returns {Child} */
export function review(desk, lines) {
  const view = /** @type {PowersView} */ (desk.view);
  const told = /** @type {Figures[]} */ (lines);
  return [conquered(desk, view), losses(view, told)];
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
