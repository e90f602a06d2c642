/**
 * Hexes in words: for tooltips, for screen readers, for titles.
 *
 * @import {Counter, WarView} from './types.js'
 * @import {Desk} from '../../panels/desk.js'
 */

import { count, inWords, join } from '../../core/bits.js';
import { known, nationName, spoken } from './counter.js';
import { placeTitle } from '../../panels/places.js';

/** @type {Record<string, string>} */
const COUNTRIES = { FR: 'France', GE: 'Germany', BE: 'Belgium', LU: 'Luxembourg', NL: 'the Netherlands', CH: 'Switzerland', GB: 'England' };

/** @param {Desk} desk @param {string} hex @returns {string[]} terrain and what stands on it */
export function terrainWords(desk, hex) {
  const data = desk.board.lattice.hex(hex);
  const words = [];
  if (data.city) words.push(data.city === 'paris' ? 'Paris' : 'city');
  if (data.fortress) words.push('heavy fortress');
  if (data.port) words.push('port');
  if (data.surface === 'sea') words.push('sea');
  else if (data.terrain && data.terrain !== 'clear') words.push(data.terrain);
  else if (!words.length) words.push('clear');
  const country = COUNTRIES[data.country ?? ''];
  if (country) words.push(country);
  for (const [side, hexes] of Object.entries(/** @type {WarView} */ (desk.view).control)) if (hexes.includes(hex)) words.push(`taken by the ${side === 'german' ? 'Germans' : 'Entente'}`);
  return words;
}

/** @param {Counter[]} counters */
function stackWords(counters) {
  const nations = new Set(counters.filter(known).map((c) => nationName(c.nation)));
  const who = nations.size ? [...nations].join(' and ') : 'concealed';
  return `${inWords(counters.length)} ${who}: ${join(counters.map(spoken))}`;
}

/** @param {Desk} desk @param {string} hex @returns {string} "1212 Charleroi, city, three German: …; Sambre to 1313" */
export function sentence(desk, hex) {
  const { lattice } = desk.board;
  const parts = [[placeTitle(desk, hex), ...terrainWords(desk, hex)].join(', ')];
  const counters = /** @type {WarView} */ (desk.view).stacks[hex];
  if (counters?.length) parts[0] += `, ${stackWords(counters)}`;
  const rivers = lattice.neighbours(hex).filter((other) => lattice.river(hex, other));
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const other of rivers) {
    const name = lattice.river(hex, other);
    byName.set(name, [...(byName.get(name) ?? []), other]);
  }
  for (const [name, others] of byName) parts.push(`${name} to ${join(others)}`);
  return parts.join('; ');
}

/** @param {Counter[]} counters @returns {string} "3 units, IV Corps on top" */
export function shortStack(counters) {
  const top = counters[0];
  if (!top) return '';
  const name = known(top) ? top.name : 'a concealed unit';
  return counters.length === 1 ? name : `${name} and ${count(counters.length - 1, 'other')}`;
}
