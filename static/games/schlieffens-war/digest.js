/**
 * What happened while you were away, in short chapters: what was taken, fought, lost and brought up. Markers are no news.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {Chapter} from '../../panels/game.js'
 * @import {FightLine} from './types.js'
 */

import { count } from '../../core/bits.js';

const CITIES = new Set(['taken', 'paris']);
const ARRIVED = new Set(['placed', 'returned', 'withdrawn']);
/** Lines of markers on counters: they stay in the log. */
export const MARKERS = new Set(['morale', 'supply', 'stance']);
const RETREAT = '11.21';
/** Of more moves only the number is told. */
const MAX_MOVES = 4;

/** @type {Record<string, string>} */
const PEOPLE = { german: 'the Germans', entente: 'the Entente' };

/** @param {number} n @param {string} who @param {boolean} retreated */
const losses = (n, who, retreated) => `${who} lost ${n ? count(n, 'step') : 'none'}${retreated ? ' and retreated' : ''}`;

/** @param {LogLine[]} lines @param {(place: string) => string} title @returns {LogLine[]} a line for each attack */
function fights(lines, title) {
  return lines.flatMap((line, at) => {
    const { result } = /** @type {FightLine} */ (line);
    const place = line.hexes?.[0];
    if (line.kind !== 'combat' || !result || !place) return [];
    const next = lines.findIndex((other, i) => i > at && (other.kind === 'combat' || other.kind === 'phase'));
    const after = lines.slice(at, next < 0 ? undefined : next);
    const [attacker = 0, defender = 0] = result.split('/').map(Number);
    const foe = line.side === 'german' ? 'entente' : 'german';
    // What was turned into hexes of a retreat cost no steps.
    const back = after.find((other) => other.section === RETREAT);
    const saved = back ? Math.max(0, (back.path?.length ?? 1) - 1) : 0;
    const who = PEOPLE[line.side ?? ''] ?? 'the attacker';
    return [{ ...line, text: `${title(place)}: ${who} attacked. ${capital(losses(attacker, who, false))}, ${losses(Math.max(0, defender - saved), PEOPLE[foe] ?? 'the defender', Boolean(back))}.` }];
  });
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {LogLine[]} lines oldest first
 * @param {(place: string) => string} title of a place
 * @returns {Chapter[]} those that have lines
 */
export function digest(lines, title) {
  const moves = lines.filter((line) => line.kind === 'moved' && line.section !== RETREAT);
  const last = moves.at(-1);
  const many = last && moves.length > MAX_MOVES ? [{ ...last, text: `${count(moves.length, 'stack')} moved.`, hexes: [...new Set(moves.map((line) => line.hexes?.at(-1) ?? ''))].filter(Boolean) }] : moves;
  return [
    { title: 'Taken', lines: lines.filter((line) => CITIES.has(line.kind)) },
    { title: 'Fought', lines: fights(lines, title) },
    { title: 'Eliminated', lines: lines.filter((line) => line.means === 'eliminated') },
    { title: 'Arrived and left', lines: lines.filter((line) => ARRIVED.has(line.kind)) },
    { title: 'Moved', lines: many },
  ].filter((chapter) => chapter.lines.length);
}
