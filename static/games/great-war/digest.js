/**
 * A turn, or what happened while you were away, as a commander reads it in a minute: places, fights, losses, arrivals,
 * resources, events.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {Chapter} from '../../panels/game.js'
 * @import {FightLine} from './types.js'
 */

import { count } from '../../core/bits.js';
import { nationName, ORDER } from './nations.js';

/** Of more lines of one chapter only the number is told. */
const MAX_LINES = 6;
const SIDES = /** @type {Record<string, string>} */ ({ central: 'the Central Powers', allied: 'the Allies' });
const OTHER = /** @type {Record<string, string>} */ ({ central: 'allied', allied: 'central' });

/** Chapters whose lines are told as they are, by the kinds of the lines. @type {{title: string, kinds: string[], what: string}[]} */
const CHAPTERS = [
  { title: 'Arrived', kinds: ['arrived', 'entry'], what: 'more arrival' },
  { title: 'Resources', kinds: ['points', 'u-boats', 'bombed', 'restored', 'rebuilt', 'emergency'], what: 'more line' },
  { title: 'Events', kinds: ['events', 'collapsed', 'surrendered', 'revolution', 'treaty', 'fortress', 'morale', 'initiative', 'marker', 'ace'], what: 'more event' },
];

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} n */
const steps = (n) => (n ? count(n, 'step') : 'none');

/** @param {FightLine[]} lines @param {(place: string) => string} title @returns {LogLine[]} a line for each attack */
function fights(lines, title) {
  return lines.flatMap((line) => {
    const { column, losses, side, hexes = [] } = line;
    if (line.kind !== 'combat' || !losses || !side) return [];
    const { attacker, defender } = losses;
    const lost = defender === null ? `${SIDES[OTHER[side] ?? '']} lost all` : `${SIDES[OTHER[side] ?? '']} lost ${steps(defender)}`;
    return [{ ...line, text: `${title(hexes.at(-1) ?? '')}: ${SIDES[side]} attacked at ${column}. ${capital(SIDES[side] ?? '')} lost ${steps(attacker)}, ${lost}.` }];
  });
}

/** Where a theatre is, by the letters that its hexes begin with. @type {Record<string, string>} */
const THEATRES = { W: 'West and Italy', E: 'East' };
/** The same of the Near East, of which each front is told. @type {Record<string, string>} */
const NEAR_EAST = { NC: 'Caucasus', NE: 'Egypt', NI: 'Iraq' };

/** @param {FightLine[]} lines @returns {LogLine[]} what went on in each theatre, in a line */
function fronts(lines) {
  const at = (/** @type {string[]} */ kinds, /** @type {string} */ letter) => lines.filter(({ kind, hexes = [] }) => kinds.includes(kind) && hexes.at(-1)?.startsWith(letter));
  const begins = (/** @type {RegExp} */ letters) => lines.some(({ hexes = [] }) => hexes.some((hex) => letters.test(hex)));
  const told = { ...(begins(/^[WE]/) || !begins(/^N/) ? THEATRES : {}), ...(begins(/^N/) ? NEAR_EAST : {}) };
  return Object.entries(told).flatMap(([letter, name]) => {
    const [moves, attacks, falls] = [at(['moved', 'transported'], letter), at(['combat'], letter), at(['taken'], letter)];
    const [first] = [...moves, ...attacks, ...falls];
    const [any] = lines.filter(({ kind }) => ['moved', 'transported', 'combat', 'taken'].includes(kind));
    if (!first) return any ? [{ ...any, dice: [], text: `${name}: quiet.`, hexes: [] }] : [];
    const places = falls.flatMap(({ hexes = [] }) => hexes).length;
    const all = [count(moves.length, 'move'), count(attacks.length, 'attack'), places ? `${count(places, 'place')} taken` : 'no place taken'];
    return [{ ...first, dice: [], text: `${name}: ${all.join(', ')}.`, hexes: [...new Set([...attacks, ...falls].flatMap(({ hexes = [] }) => hexes.slice(-1)))] }];
  });
}

/** The losses of each side added up by nation, then what else befell units. @param {FightLine[]} lines @returns {LogLine[]} */
function losses(lines) {
  /** @type {Map<string, number>} */
  const lost = new Map();
  for (const { toll = {} } of lines) for (const [nation, n] of Object.entries(toll)) lost.set(nation, (lost.get(nation) ?? 0) + n);
  const [first] = lines;
  const nations = ORDER.filter((nation) => lost.has(nation));
  if (!first || !nations.length) return some(lines, 'more loss');
  const text = `Steps: ${nations.map((nation) => `${nationName(nation)} ${lost.get(nation)}`).join(', ')}.`;
  const sum = { ...first, dice: [], side: null, text, hexes: [...new Set(lines.flatMap(({ hexes = [] }) => hexes))] };
  return [sum, ...some(lines.filter(({ section }) => !['10.63', '10.65'].includes(section)), 'more loss')];
}

/** The first of many, and how many more. @param {LogLine[]} lines @param {string} what @returns {LogLine[]} */
function some(lines, what) {
  const [first] = lines;
  const more = lines.length - MAX_LINES;
  if (!first || more < 2) return lines;
  const rest = lines.slice(MAX_LINES);
  return [...lines.slice(0, MAX_LINES), { ...first, seq: rest.at(-1)?.seq ?? first.seq, dice: [], text: `${capital(count(more, what))}.`, hexes: [...new Set(rest.flatMap(({ hexes = [] }) => hexes))] }];
}

/**
 * @param {LogLine[]} lines oldest first
 * @param {(place: string) => string} title of a place
 * @returns {Chapter[]} those that have lines
 */
export function digest(lines, title) {
  const of = (/** @type {string[]} */ kinds) => lines.filter(({ kind }) => kinds.includes(kind));
  const moves = of(['moved', 'transported']);
  const [last] = moves.slice(-1);
  return [
    { title: 'Fronts', lines: fronts(/** @type {FightLine[]} */ (lines)) },
    { title: 'Lost', lines: losses(/** @type {FightLine[]} */ (of(['lost', 'broke-out']))) },
    { title: 'Taken', lines: of(['taken']) },
    { title: 'Fought', lines: some(fights(/** @type {FightLine[]} */ (lines), title), 'more attack') },
    ...CHAPTERS.map((chapter) => ({ title: chapter.title, lines: some(of(chapter.kinds), chapter.what) })),
    { title: 'Moved', lines: last && moves.length > MAX_LINES ? [{ ...last, text: `${count(moves.length, 'stack')} moved.`, hexes: [...new Set(moves.map(({ hexes = [] }) => hexes.at(-1) ?? ''))].filter(Boolean) }] : moves },
  ].filter((chapter) => chapter.lines.length);
}
