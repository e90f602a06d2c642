/**
 * What the lines of a log and the views of a viewpoint give in figures, turn by turn: nothing but what it was told.
 *
 * @import {LogLine, View} from '../core/types.js'
 * @import {Figure, Point} from './chart.js'
 * @import {Gauge} from './game.js'
 */

/** What a die shows in the middle of many. */
export const EXPECTED = 3.5;

/** @typedef {{turn: number, number: number}} Start of a turn, and the number of the line that opens it */
/** @typedef {{turn: number, view: View}} Stand the view at the start of a turn */

/** @param {LogLine[]} lines in order, none of them taken back @param {Gauge} gauge @returns {Start[]} */
export function starts(lines, gauge) {
  /** @type {Start[]} */
  const found = [];
  for (const line of lines) {
    const turn = gauge.turn(line);
    if (turn !== null && turn > (found.at(-1)?.turn ?? 0)) found.push({ turn, number: line.seq });
  }
  return found;
}

/** What adds up from turn to turn. @param {string} title @param {string|undefined} section @param {LogLine[]} lines @param {Start[]} turns @param {(line: LogLine) => Record<string, number>} counted @returns {Figure} */
export function summed(title, section, lines, turns, counted) {
  /** @type {Record<string, number>} */
  const sum = {};
  /** @type {Point[]} */
  const points = [];
  let next = 0;
  for (const line of lines) {
    for (let turn = turns[next]; turn && line.seq >= turn.number; turn = turns[next]) {
      points.push({ label: String(turn.turn), values: { ...sum } });
      next += 1;
    }
    for (const [side, n] of Object.entries(counted(line))) sum[side] = (sum[side] ?? 0) + n;
  }
  points.push({ label: 'end', values: sum });
  return { title, section, points };
}

/** Pips above what is to be expected. @param {LogLine} line @returns {Record<string, number>} */
export const luck = ({ side, dice }) => (side && dice?.length ? { [side]: dice.reduce((n, { die }) => n + die - EXPECTED, 0) } : {});

/** What stood at the start of each turn, and at the end. @param {Gauge} gauge @param {Stand[]} stands @param {View} end @returns {Figure[]} */
export function standing(gauge, stands, end) {
  const points = [...stands.map(({ turn, view }) => ({ label: String(turn), told: gauge.standing(view) })), { label: 'end', told: gauge.standing(end) }];
  return gauge.standing(end).map(({ title, section, values }, i) => ({ title, section, only: Object.keys(values), points: points.map(({ label, told }) => ({ label, values: told[i]?.values ?? {} })) }));
}
