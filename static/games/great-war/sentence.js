/**
 * Hexes in words: for tooltips, for screen readers, for lists.
 *
 * @import {Counter} from './types.js'
 * @import {Desk} from '../../panels/desk.js'
 */

import { count, inWords, join } from '../../core/bits.js';
import { placeTitle, riverWords } from '../../panels/places.js';
import { known, nameOf, spoken } from './counter.js';
import { stacksOf, war } from './index-of.js';
import { nationName } from './nations.js';

/** @param {Desk} desk @param {string} hex @returns {string[]} what is printed there, and who has taken it */
function terrainWords(desk, hex) {
  const data = desk.board.lattice.hex(hex);
  const { control, marks, near_east: there } = war(desk.view);
  const words = [];
  if (data.city) words.push(data.city === 'town' ? 'town' : 'city');
  if (data.fortress) words.push(marks.destroyed.includes(hex) ? 'destroyed fort' : Number(data.fortress) > 1 ? 'heavy fort' : 'fort');
  if (data.port) words.push('port');
  if (data.surface === 'sea') words.push('sea');
  else if (data.terrain) words.push(data.terrain);
  if (marks.hindenburg.includes(hex)) words.push('Hindenburg Line');
  if (there?.trenches.includes(hex)) words.push('trenches');
  if (marks.devastated.includes(hex)) words.push('devastated');
  for (const [side, hexes] of Object.entries(control)) if (hexes.includes(hex)) words.push(`taken by the ${side === 'central' ? 'Central Powers' : 'Allies'}`);
  return words;
}

/** @param {Counter[]} counters */
function stackWords(counters) {
  const nations = new Set(counters.filter(known).map((c) => nationName(c.nation)));
  const who = nations.size ? join([...nations]) : 'concealed';
  return `${inWords(counters.length)} ${who}: ${join(counters.map(spoken))}`;
}

/** @param {Desk} desk @param {string} hex @returns {string} "E4020 Warsaw, city, two Russian: …; Vistula to E4121" */
export function sentence(desk, hex) {
  const { lattice } = desk.board;
  const parts = [[placeTitle(desk, hex), ...terrainWords(desk, hex)].join(', ')];
  const counters = stacksOf(desk.view)[hex];
  if (counters?.length) parts[0] += `, ${stackWords(counters)}`;
  return [...parts, ...riverWords(lattice, hex)].join('; ');
}

/** @param {Counter[]} counters @returns {string} "German 5th Division and 2 others" */
export function shortStack(counters) {
  const top = counters[0];
  if (!top) return '';
  const name = known(top) ? nameOf(top) : 'a concealed unit';
  return counters.length === 1 ? name : `${name} and ${count(counters.length - 1, 'other')}`;
}
