/**
 * A turn, or what happened while you were away, as a commander reads it in a minute: places, fights, losses, arrivals,
 * resources, events.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {Chapter} from '../../panels/game.js'
 * @import {FightLine} from './types.js'
 */

import { count } from '../../core/bits.js';

/** Of more lines of one chapter only the number is told. */
const MOST = 6;
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

/** The first of many, and how many more. @param {LogLine[]} lines @param {string} what @returns {LogLine[]} */
function some(lines, what) {
  const [first] = lines;
  const more = lines.length - MOST;
  if (!first || more < 2) return lines;
  const rest = lines.slice(MOST);
  return [...lines.slice(0, MOST), { ...first, seq: rest.at(-1)?.seq ?? first.seq, dice: [], text: `${capital(count(more, what))}.`, hexes: [...new Set(rest.flatMap(({ hexes = [] }) => hexes))] }];
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
    { title: 'Taken', lines: of(['taken']) },
    { title: 'Fought', lines: some(fights(/** @type {FightLine[]} */ (lines), title), 'more attack') },
    { title: 'Lost', lines: some(of(['lost', 'broke-out']), 'more loss') },
    ...CHAPTERS.map((chapter) => ({ title: chapter.title, lines: some(of(chapter.kinds), chapter.what) })),
    { title: 'Moved', lines: last && moves.length > MOST ? [{ ...last, text: `${count(moves.length, 'stack')} moved.`, hexes: [...new Set(moves.map(({ hexes = [] }) => hexes.at(-1) ?? ''))].filter(Boolean) }] : moves },
  ].filter((chapter) => chapter.lines.length);
}
