/**
 * A field in words, for tips and for screen readers: "Berlin, Germany, capital, city 3, 4 coins, factory; three German
 * infantry; borders Pomerania, …".
 *
 * @import {Area} from '../../board/areas.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {PowersView} from './types.js'
 */

import { count, join } from '../../core/bits.js';
import { Areas } from '../../board/areas.js';
import { placeTitle } from '../../panels/places.js';
import { phrases } from './army.js';

/** @param {Desk} desk @param {string} area @returns {Partial<Area>} what is printed in a field */
export function printed({ board: { lattice } }, area) {
  return lattice instanceof Areas ? (lattice.areas[area] ?? {}) : {};
}

/** @param {Desk} desk @param {string} area */
const isSea = ({ board: { lattice } }, area) => lattice.has(area) && lattice.hex(area).surface === 'sea';

/** @param {Desk} desk @param {string} area @returns {string} its name within a sentence: "Champagne", "the North Sea" */
export function theArea(desk, area) {
  const name = placeTitle(desk, area);
  return isSea(desk, area) || printed(desk, area).article ? `the ${name}` : name;
}

/** @param {Desk} desk @param {string} area @returns {string[]} its owner and what is printed or built there */
export function terrainWords(desk, area) {
  const view = /** @type {PowersView} */ (desk.view);
  const { cityNumber, coins, capital, colony, edge } = printed(desk, area);
  const { control, works = [], tactics = [] } = view.areas[area] ?? {};
  return [
    isSea(desk, area) ? 'sea' : '',
    control ? (view.nations[control]?.name ?? control) : '',
    control && view.nations[control]?.side === 'neutral' ? 'neutral' : '',
    capital ? 'capital' : '',
    colony ? 'colony' : '',
    cityNumber ? `city ${cityNumber}` : '',
    coins ? count(coins, 'coin') : '',
    ...works.map(({ kind, nation }) => (control && nation !== control ? `${kind} of ${view.nations[nation]?.name ?? nation}` : kind)),
    edge ? 'at the western edge' : '',
    ...tactics.map((side) => `tactical card of the ${view.sides[side]?.name ?? side}`),
  ].filter(Boolean);
}

/** @param {Desk} desk @param {string} area @returns {string} parts separated by semicolons */
export function sentence(desk, area) {
  const view = /** @type {PowersView} */ (desk.view);
  const { lattice } = desk.board;
  const units = view.areas[area]?.units ?? [];
  const beside = lattice.has(area) ? lattice.neighbours(area).map((near) => placeTitle(desk, near)) : [];
  return [
    [placeTitle(desk, area), ...terrainWords(desk, area)].join(', '),
    units.length ? phrases(view, units).join(', ') : '',
    beside.length ? `borders ${join(beside.sort((a, b) => a.localeCompare(b)))}` : '',
  ].filter(Boolean).join('; ');
}
