/**
 * A turn, or what happened while you were away, as a commander reads it in a minute: cities, losses, fights, points,
 * arrivals, politics.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {Chapter} from '../../panels/game.js'
 * @import {WarLine} from './types.js'
 */

import { count, join } from '../../core/bits.js';
import { nationName, ORDER, SIDES } from './nations.js';

/** Of more lines of one chapter only the number is told. */
const MAX_LINES = 6;
export const MOVES = ['marched', 'travelled', 'rebased'];
export const INVASIONS = ['sailed', 'invasion-die', 'invasion-cancelled', 'landed', 'invasion-failed'];
export const POINTS = ['points', 'points-lapsed', 'garrisons-short'];
export const ARRIVALS = ['arrived', 'rebuilt', 'added', 'withdrawn'];
export const POLITICS = ['conquered', 'forces-removed', 'weariness', 'weariness-applied', 'desertion', 'morale-die'];
export const SUPPLY = ['unsupplied', 'starved', 'relieved', 'ships-kept'];

/** @param {WarLine[]} lines @param {(place: string) => string} title @returns {LogLine[]} cities by who took them, each as it was last */
function taken(lines, title) {
  /** @type {Map<string, WarLine>} */
  const last = new Map();
  for (const line of lines) for (const hex of line.taken ?? []) last.set(hex, line);
  return Object.keys(SIDES).flatMap((side) => {
    const mine = [...last].filter(([, line]) => line.taker === side);
    const [first] = mine;
    const hexes = mine.map(([hex]) => hex);
    return first ? [{ ...first[1], dice: [], side, text: `${SIDES[side]}: ${join(hexes.map(title))}.`, hexes }] : [];
  });
}

/** The losses added up by country. @param {WarLine[]} lines @returns {LogLine[]} */
function losses(lines) {
  /** @type {Map<string, number>} */
  const lost = new Map();
  const told = lines.filter(({ toll }) => toll);
  for (const { toll = {} } of told) for (const [nation, n] of Object.entries(toll)) lost.set(nation, (lost.get(nation) ?? 0) + n);
  const [first] = told;
  const text = `Units: ${ORDER.filter((nation) => lost.has(nation)).map((nation) => `${nationName(nation)} ${lost.get(nation)}`).join(', ')}.`;
  return first ? [{ ...first, dice: [], side: null, section: '17.24', text, hexes: [...new Set(told.flatMap(({ hexes = [] }) => hexes))] }] : [];
}

/** The first of many, and how many more. @param {LogLine[]} lines @param {string} what @returns {LogLine[]} */
function some(lines, what) {
  const [first] = lines;
  const rest = lines.slice(MAX_LINES);
  if (!first || rest.length < 2) return lines;
  return [...lines.slice(0, MAX_LINES), { ...first, seq: rest.at(-1)?.seq ?? first.seq, dice: [], side: null, text: `${count(rest.length, `more ${what}`)}.`, hexes: [...new Set(rest.flatMap(({ hexes = [] }) => hexes))] }];
}

/**
 * @param {LogLine[]} lines oldest first
 * @param {(place: string) => string} title of a place
 * @returns {Chapter[]} those that have lines
 */
export function digest(lines, title) {
  const of = (/** @type {string[]} */ ...kinds) => lines.filter(({ kind }) => kinds.includes(kind));
  const moves = of(...MOVES);
  const last = moves.at(-1);
  const ends = [...new Set(moves.map(({ path, hexes }) => path?.at(-1) ?? hexes?.at(-1) ?? ''))].filter(Boolean);
  return [
    { title: 'Taken', lines: taken(lines, title) },
    { title: 'Lost', lines: losses(lines) },
    { title: 'Invaded', lines: some(of(...INVASIONS), 'line') },
    { title: 'Fought', lines: some(of('fight-resolved', 'overrun', 'fell'), 'attack') },
    { title: 'Politics and morale', lines: some(of(...POLITICS), 'line') },
    { title: 'Points', lines: some(of(...POINTS), 'line') },
    { title: 'Arrived and left', lines: some(of(...ARRIVALS), 'unit') },
    { title: 'Supply', lines: some(of('unsupplied', 'starved'), 'line') },
    { title: 'Moved', lines: last && moves.length > MAX_LINES ? [{ ...last, text: `${count(moves.length, 'march', 'marches')}.`, path: [], hexes: ends }] : moves },
  ].filter((chapter) => chapter.lines.length);
}
