/**
 * The drawing of a way from place to place.
 *
 * @import {Point} from './lattice.js'
 */

import { polyline } from './outline.js';

/** @typedef {{d: string, end: Point, turn: number, stages: Point[]}} Route `turn`: where its head looks, in degrees; `stages`: halts between the ends */

/** How far a bent way leaves the straight line, as a share of its length. */
const BEND_SHARE = 0.12;
/** A bent way keeps off the middles of its first and last areas, where pieces stand. */
const ENDS_SHORT_UNITS = 24;

const f = (/** @type {number} */ n) => String(Math.round(n * 10) / 10);

/** @param {Point} from @param {Point} to @returns {number} degrees */
const towards = ([ax, ay], [bx, by]) => (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;

/** @param {Point[]} points two or more @returns {Route} */
export function straight(points) {
  const end = points.at(-1) ?? [0, 0];
  return { d: polyline(points), end, turn: towards(points.at(-2) ?? end, end), stages: [] };
}

/** Between areas: bent, to keep off the pieces on both sides and apart from the way back. @param {Point[]} points two or more @returns {Route} */
export function bent(points) {
  const [middle = [0, 0], ...rest] = points;
  const first = shortened(rest[0] ?? middle, middle);
  let d = `M${f(first[0])} ${f(first[1])}`;
  /** @type {Point} */
  let from = first;
  /** @type {Point} */
  let by = first;
  rest.forEach((to, i) => {
    by = [(from[0] + to[0]) / 2 + (to[1] - from[1]) * BEND_SHARE, (from[1] + to[1]) / 2 - (to[0] - from[0]) * BEND_SHARE];
    from = i === rest.length - 1 ? shortened(by, to) : to;
    d += `Q${f(by[0])} ${f(by[1])} ${f(from[0])} ${f(from[1])}`;
  });
  return { d, end: from, turn: towards(by, from), stages: rest.slice(0, -1) };
}

/** @param {Point} from @param {Point} to @returns {Point} the end, moved back along the way by less than half of it */
function shortened([fx, fy], [tx, ty]) {
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  const k = Math.min(ENDS_SHORT_UNITS, length * 0.42) / length;
  return [tx - (tx - fx) * k, ty - (ty - fy) * k];
}
