/**
 * Trenches as one line along a front: the hexsides that look at the enemy, of neighbouring hexes joined, with the teeth of a
 * trench on their own side. The counters stand behind it and stay free.
 *
 * @import {Lattice, Point} from './lattice.js'
 */

import { s } from '../core/dom.js';
import { polyline } from './outline.js';

/** Inside the hexside, in units of the board: clear of a river that runs along it, and before the counter. */
const LINE_INSET = 2.6;
const TEETH_INSET = 5.6;
/** About as long as a tooth and the gap after it. */
const TOOTH_PITCH = 7;

/** @typedef {{d: string, side: string, deep: boolean}} Line `deep`: of the stronger kind */
/** @typedef {{from: Point, to: Point, start: string, end: string}} Edge */

/**
 * @param {Lattice} lattice
 * @param {Iterable<string>} dug hexes of one side that are dug in
 * @param {(hex: string) => boolean} enemy whether a trench is dug against what lies there
 * @returns {string} the `d` of the line
 */
export function trenches(lattice, dug, enemy) {
  return chains(lattice, [...dug].filter((hex) => lattice.has(hex)), enemy).map((chain) => toothed(lattice, chain)).join('');
}

/** @param {Lattice} lattice @param {string[]} dug @param {(hex: string) => boolean} enemy @returns {Edge[][]} the sides, each going on where the one before it ends */
function chains(lattice, dug, enemy) {
  // Corners lie at whole numbers of half widths and half radii, so neighbours agree on them whatever the rounding.
  const key = (/** @type {Point} */ [x, y]) => `${Math.round(((x - lattice.x0) * 2) / lattice.w)}:${Math.round(((y - lattice.y0) * 2) / lattice.r)}`;
  /** @type {Map<string, Edge[]>} */
  const from = new Map();
  const ends = new Set();
  for (const hex of dug) {
    const corners = lattice.corners(hex);
    for (let i = 0; i < 6; i += 1) {
      // Corner i is clockwise from the top; the side from i to i+1 looks towards 30° + 60° i from north.
      const other = lattice.neighbour(hex, (i + 5) % 6);
      if (!other || !enemy(other)) continue;
      const [a, b] = [/** @type {Point} */ (corners[i]), /** @type {Point} */ (corners[(i + 1) % 6])];
      const edge = { from: a, to: b, start: key(a), end: key(b) };
      from.set(edge.start, [...(from.get(edge.start) ?? []), edge]);
      ends.add(edge.end);
    }
  }
  /** @type {Edge[][]} */
  const found = [];
  const follow = (/** @type {string} */ start) => {
    const chain = [];
    for (let edge = from.get(start)?.pop(); edge; edge = from.get(edge.end)?.pop()) chain.push(edge);
    if (chain.length) found.push(chain);
  };
  // First those that begin somewhere, then the rings.
  for (const start of from.keys()) if (!ends.has(start)) follow(start);
  for (const start of from.keys()) while (from.get(start)?.length) follow(start);
  return found;
}

/** @param {Lattice} lattice @param {Edge[]} chain @returns {string} */
function toothed(lattice, chain) {
  const ring = chain[0]?.start === chain.at(-1)?.end;
  const points = [...chain.map(({ from }) => from), ...chain.slice(-1).map(({ to }) => to)];
  const [line, back] = [inside(points, LINE_INSET, ring), inside(points, TEETH_INSET, ring)];
  /** @type {Point[]} */
  const way = [];
  const teeth = Math.round(lattice.r / TOOTH_PITCH);
  for (let i = 0; i + 1 < points.length; i += 1) {
    for (let n = 0; n < teeth; n += 1) {
      const [a, b] = [(n + 0.25) / teeth, (n + 0.75) / teeth];
      way.push(between(line, i, n / teeth), between(line, i, a), between(back, i, a), between(back, i, b), between(line, i, b));
    }
  }
  return way.length ? polyline([...way, /** @type {Point} */ (line.at(-1))]) : '';
}

/** @param {Point[]} points @param {number} i @param {number} share of the way to the next @returns {Point} */
function between(points, i, share) {
  const [ax, ay] = /** @type {Point} */ (points[i]);
  const [bx, by] = /** @type {Point} */ (points[i + 1]);
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

/** A line moved to its own side, which is to the right of the way. @param {Point[]} points @param {number} by @param {boolean} ring @returns {Point[]} */
function inside(points, by, ring) {
  const last = points.length - 1;
  return points.map((point, i) => {
    const before = i ? points[i - 1] : ring ? points[last - 1] : undefined;
    const after = i < last ? points[i + 1] : ring ? points[1] : undefined;
    const [ux, uy] = unit(before ?? point, before ? point : /** @type {Point} */ (after));
    const [vx, vy] = unit(after ? point : /** @type {Point} */ (before), after ?? point);
    const k = by / (1 + ux * vx + uy * vy);
    return /** @type {Point} */ ([point[0] - (uy + vy) * k, point[1] + (ux + vx) * k]);
  });
}

/** @param {Point} a @param {Point} b @returns {Point} */
function unit([ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(bx - ax) / length, (by - ay) / length];
}

/** @param {Line[]} lines @returns {SVGElement[]} */
export const trenchLines = (lines) => lines.flatMap(({ d, side, deep }) => ['casing', side].map((kind) => s('path', { class: `trench-line ${kind}${deep ? ' deep' : ''}`, d })));
