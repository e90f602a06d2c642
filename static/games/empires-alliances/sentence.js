/**
 * Hexes in words: for tooltips, for screen readers, for lists.
 *
 * @import {Unit} from './types.js'
 * @import {Desk} from '../../panels/desk.js'
 */

import { count, inWords, join } from '../../core/bits.js';
import { placeTitle, riverWords } from '../../panels/places.js';
import { spoken } from './counter.js';
import { stacksOf, war } from './index-of.js';
import { nationName, SIDES } from './nations.js';

/** @param {Desk} desk @param {string} hex @returns {string[]} what is printed there, and what has become of it */
function terrainWords(desk, hex) {
  const data = desk.board.lattice.hex(hex);
  const { control, fallen, forts, invasion, railheads } = war(desk.view);
  const words = [];
  if (data.city) words.push(`${data.city} city`);
  if (forts[hex]) words.push(`fort, level ${forts[hex]}`);
  else if (fallen.includes(hex)) words.push('fort that fell');
  if (data.port) words.push('port');
  if (data.surface === 'sea') words.push('sea');
  else if (data.terrain && (data.terrain !== 'clear' || !words.length)) words.push(data.terrain);
  for (const [side, hexes] of Object.entries(railheads)) if (hexes.includes(hex)) words.push(`railhead of the ${SIDES[side]}`);
  for (const [side, hexes] of Object.entries(control)) if (hexes.includes(hex)) words.push(`taken by the ${SIDES[side]}`);
  const invaders = invasion.hexes[hex] ?? [];
  if (invaders.length) words.push(`invaded by ${count(invaders.length, 'unit')} at sea`);
  if (invasion.navy === hex) words.push('Royal Navy');
  return words;
}

/** @param {Unit[]} units */
function stackWords(units) {
  const nations = new Set(units.map((unit) => nationName(unit.nation)));
  return `${inWords(units.length)} of ${join([...nations])}: ${join(units.map(spoken))}`;
}

/** @param {Desk} desk @param {string} hex @returns {string} "2252 Antwerp, major city, port, two of Belgium: …; Scheldt to 2251" */
export function sentence(desk, hex) {
  const { lattice } = desk.board;
  const parts = [[placeTitle(desk, hex), ...terrainWords(desk, hex)].join(', ')];
  const units = stacksOf(desk.view)[hex];
  if (units?.length) parts[0] += `, ${stackWords(units)}`;
  return [...parts, ...riverWords(lattice, hex)].join('; ');
}

/** @param {Unit[]} units @returns {string} "A2 Corps and 2 others" */
export function shortStack([top, ...others]) {
  if (!top) return '';
  return others.length ? `${top.name} and ${count(others.length, 'other')}` : top.name;
}
