/**
 * The seats: their players and their sides.
 *
 * @import {Match, SeatJson} from '../core/types.js'
 * @import {GameClient} from './game.js'
 * @import {Child} from '../core/dom.js'
 */

import { count } from '../core/bits.js';
import { h } from '../core/dom.js';

/** @param {Match|null} match @param {string|null} seat @returns {SeatJson|null} */
export const seatOf = (match, seat) => match?.seats.find((s) => s.seat === seat) ?? null;

/** Whether the sides are still to be drawn: until then a seat is only a place. @param {Match} match */
export const undrawn = (match) => match.sides === 'drawn' && (match.status === 'open' || match.status === 'opening');

/** @param {Match|null} match @param {string|null} seat @returns {string|null} the side that a seat plays for */
export const sideOf = (match, seat) => seatOf(match, seat)?.side ?? null;

/** @param {Match|null} match @param {GameClient} game @param {string} seat @returns {string} "German", "Germany and Bulgaria" */
export const seatName = (match, game, seat) => seatOf(match, seat)?.title || (game.sides[seat] ?? seat);

/**
 * From where a viewpoint looks, within a sentence: the seat of one player, or a side.
 *
 * @param {Match|null} match @param {string} viewpoint @returns {string} "the German side", "the seat of Britain and France"
 */
export function viewpointInText(match, viewpoint) {
  const seat = seatOf(match, viewpoint);
  if (seat && seat.seat !== seat.side) return `the seat of ${seat.in_text}`;
  return match?.seats.find((s) => s.side === viewpoint)?.side_in_text ?? viewpoint;
}

/**
 * The players of a match whose sides are still to be drawn.
 *
 * @param {{name: string|null, you: boolean, free: boolean}[]} seats @returns {Child[]}
 */
export function drawnSeats(seats) {
  const free = seats.filter((s) => s.free).length;
  return [...seats.filter((s) => !s.free).map((s) => h('span', {}, s.you ? 'you' : s.name)), free > 0 && h('span', {}, count(free, 'free seat')), h('span', {}, 'Sides are drawn by lot')];
}

/** @param {string} side its title @returns {string} "Allied victory", "German victory" */
export const victoryOf = (side) => `${side === 'Allies' ? 'Allied' : side} victory`;

/** The player of a seat now: its stand-in, while that one plays. @param {SeatJson|null} seat */
export const playerOf = (seat) => (seat?.stands_in ? seat.stand_in : seat?.name) ?? null;

/**
 * The name of whoever plays a seat now; at one screen, and where someone is missing, what they play.
 *
 * @param {Match|null} match @param {GameClient} game @param {string} seat @returns {string} "Dora", "German left wing"
 */
export const personOf = (match, game, seat) => (match?.hotseat ? null : playerOf(seatOf(match, seat))) ?? seatName(match, game, seat);

/**
 * Whom the table waits for: the people, where each seat has its own; at one screen, and where someone is missing, what they play.
 *
 * @param {Match|null} match @param {GameClient} game @param {string[]} seats @returns {{named: boolean, who: string[]}}
 */
export function awaited(match, game, seats) {
  const names = match?.hotseat ? [] : seats.map((seat) => playerOf(seatOf(match, seat))).filter((name) => name !== null);
  if (names.length && names.length === seats.length) return { named: true, who: [...new Set(names)] };
  return { named: false, who: seats.map((seat) => seatName(match, game, seat)) };
}

/** @param {Match|null} match @param {string} side @returns {string[]} the names of those who play for it */
export function playersOf(match, side) {
  const names = (match?.seats ?? []).filter((s) => s.side === side).map((s) => s.name);
  return [...new Set(names)].filter((name) => name !== null);
}
