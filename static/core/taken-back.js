/**
 * What the log tells of and is no more: a line of kind `undone` takes back the lines after `to`, up to `through`.
 *
 * @import {LogLine} from './types.js'
 *
 * @typedef {LogLine & {to: number, through: number}} UndoneLine
 */

/** @param {LogLine} line @returns {line is UndoneLine} */
const undoes = (line) => line.kind === 'undone';

/** @param {LogLine[]} lines @returns {Set<number>} the numbers of those among them that were taken back */
export function takenBack(lines) {
  const spans = lines.filter(undoes);
  return new Set(lines.filter(({ seq }) => spans.some(({ to, through }) => to < seq && seq <= through)).map((line) => line.seq));
}

/**
 * What was done and taken back while nobody looked is no news. That something read before was taken back is.
 *
 * @param {LogLine[]} lines in order
 * @returns {LogLine[]}
 */
export function lasting(lines) {
  const back = takenBack(lines);
  const first = lines[0]?.seq ?? 0;
  return lines.filter((line) => !back.has(line.seq) && !(undoes(line) && line.to + 1 >= first && line.through > line.to));
}
