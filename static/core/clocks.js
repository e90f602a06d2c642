/**
 * Clocks of a match in numbers and words. The server tells what is left at a moment and when a clock stands still; the page counts.
 *
 * @import {ClockOut, ClocksOut, TermsOut} from './wire.js'
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of what a clock held at the beginning: less than that is little. */
const LITTLE_SHARE = 0.1;

/** @typedef {{told: ClocksOut, since: number}} Counted what the server told, and when that was by the page's own clock */

/** @param {ClocksOut|null} told @param {number} [now] @returns {Counted|null} */
export const counted = (told, now = Date.now()) => told && { told, since: now };

/** Whether a clock stands still at a moment, although its seat is asked. @param {ClockOut} clock @param {Counted} clocks @param {number} [now] */
export function stands({ stops, resumes }, { told, since }, now = Date.now()) {
  const there = Date.parse(told.now) + now - since;
  return stops !== null && resumes !== null && Date.parse(stops) <= there && there < Date.parse(resumes);
}

/** Milliseconds that a seat has left. @param {ClockOut} clock @param {Counted} clocks @param {number} [now] @returns {number} */
export function left(clock, { told, since }, now = Date.now()) {
  if (!clock.running || told.paused) return clock.left;
  const begins = Date.parse(told.now);
  const there = begins + now - since;
  const from = clock.stops === null ? Infinity : Date.parse(clock.stops);
  const to = clock.resumes === null ? Infinity : Date.parse(clock.resumes);
  const still = Math.max(0, Math.min(there, to) - Math.max(begins, from));
  return Math.max(0, clock.left - (there - begins - still));
}

/** @param {number} time milliseconds left @param {TermsOut} terms */
export const isLittle = (time, terms) => time < Math.max(MINUTE_MS, terms.bank * SECOND_MS * LITTLE_SHARE);

/** @param {number} time milliseconds @returns {string} "3 d 4 h", "5 h 12 min", "4:09" */
export function spell(time) {
  const whole = (/** @type {number} */ unit) => Math.floor(time / unit);
  if (time >= DAY_MS) return `${whole(DAY_MS)} d ${Math.floor((time % DAY_MS) / HOUR_MS)} h`;
  if (time >= HOUR_MS) return `${whole(HOUR_MS)} h ${Math.floor((time % HOUR_MS) / MINUTE_MS)} min`;
  return `${whole(MINUTE_MS)}:${String(Math.floor((time % MINUTE_MS) / SECOND_MS)).padStart(2, '0')}`;
}

/** @param {number} seconds @returns {string} "3 days", "12 hours", "90 minutes" */
export function duration(seconds) {
  const [unit, name] = /** @type {[number, string]} */ ([[DAY_MS, 'day'], [HOUR_MS, 'hour'], [MINUTE_MS, 'minute'], [SECOND_MS, 'second']].find(([u]) => (seconds * SECOND_MS) % Number(u) === 0 && seconds * SECOND_MS >= Number(u)) ?? [SECOND_MS, 'second']);
  const many = (seconds * SECOND_MS) / unit;
  return `${many} ${name}${many === 1 ? '' : 's'}`;
}

/** @type {Record<TermsOut["at_zero"], string>} */
export const AT_ZERO = {
  remind: 'the opponent may claim the win or give more time',
  open: 'a stand-in plays on, or the seat is open to a new player',
  forfeit: 'the match is lost',
};
/** Where allies would lose with whoever sleeps. */
const REMIND_ALLIES = 'the others may give more time or open the seat to a new player';

/** @param {TermsOut["at_zero"]} at_zero @param {number} seats */
export const atZero = (at_zero, seats) => (at_zero === 'remind' && seats > 2 ? REMIND_ALLIES : AT_ZERO[at_zero]);

/** What was agreed, in a few words. @param {TermsOut} terms @returns {string} "3 days + 12 hours" */
export const brief = ({ bank, increment }) => `${duration(bank)}${increment ? ` + ${duration(increment)}` : ''}`;

/** The same in full. @param {TermsOut} terms @param {number} seats @returns {string} */
export function agreed(terms, seats) {
  const more = terms.increment ? `, and ${duration(terms.increment)} more after each decision, up to ${duration(terms.most)}` : '';
  const weekends = terms.weekends === 'stop' ? ` Weekends do not count (${terms.zone}).` : '';
  return `Each player has ${duration(terms.bank)}${more}.${weekends} When time runs out, ${atZero(terms.at_zero, seats)}.`;
}
