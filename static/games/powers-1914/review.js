/**
 * What each side has conquered when a match is over.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {PowersView} from './types.js'
 */

import { join } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { Areas } from '../../board/areas.js';
import { placeTitle } from '../../panels/places.js';
import { sideOf } from './nations.js';

/** @param {Desk} desk @returns {Child} */
export const review = (desk) => conquered(desk, /** @type {PowersView} */ (desk.view));

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
