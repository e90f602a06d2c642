/**
 * Who sits where, and for which side.
 *
 * @import {Match, SeatJson} from '../core/types.js'
 * @import {GameTable} from './game.js'
 */

/** @param {Match|null} match @param {string|null} seat @returns {SeatJson|null} */
export const chair = (match, seat) => match?.seats.find((s) => s.seat === seat) ?? null;

/** @param {Match|null} match @param {string|null} seat @returns {string|null} the side that a seat plays for */
export const sideOf = (match, seat) => chair(match, seat)?.side ?? null;

/** @param {Match|null} match @param {GameTable} game @param {string} seat @returns {string} "German", "Germany and Bulgaria" */
export const seatName = (match, game, seat) => chair(match, seat)?.title || (game.sides[seat] ?? seat);

/** @param {Match|null} match @param {string} side @returns {string[]} the names of those who play for it */
export function playersOf(match, side) {
  const names = (match?.seats ?? []).filter((s) => s.side === side).map((s) => s.name);
  return [...new Set(names)].filter((name) => name !== null);
}
