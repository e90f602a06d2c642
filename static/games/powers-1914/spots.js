/**
 * Where pieces stand in an area, in units of the board. One side takes the places that the board has for it; two sides
 * stand apart about the middle.
 *
 * @import {Area} from '../../board/areas.js'
 * @import {Point} from '../../board/lattice.js'
 */

/** Pieces of the smallest areas are no smaller, and stand out where the board has room for them. */
const MIN_PIECE = 26;
const MAX_PIECE = 38;
/** In a battle they are larger: it is what everyone looks at. */
const MIN_FIGHTING_PIECE = 30;
/** Places of a side in front of an enemy. */
export const RANKS = 6;
/** The place of works and flags: as near as may be without moving the pieces of a small army. */
const MARGIN = 3;

/** @param {Area} area @returns {number} the width of a piece */
export const size = (area) => Math.min(MAX_PIECE, Math.max(MIN_PIECE, area.slot));

/** @param {Area} area @param {boolean} fought @returns {number} the width of a piece that faces an enemy */
export const facingSize = (area, fought) => Math.max(size(area), fought ? MIN_FIGHTING_PIECE : 0);

/** @param {Area} area @returns {Point[]} all places, the nearest to the middle first */
function all(area) {
  return area.stands ?? area.slots ?? [[area.x, area.y]];
}

/** @param {Area} area @param {boolean} marked whether works or a flag take one of the places @returns {number} tiles that find room */
export const room = (area, marked) => Math.max(1, all(area).length - Number(marked));

/** @param {Area} area @returns {Point} where works and flags are marked */
export const margin = (area) => all(area)[MARGIN] ?? [area.x, area.y];

/** @param {Area} area @param {number} n @param {boolean} marked @returns {Point[]} places of one side's tiles, in the order of reading */
export const alone = (area, n, marked) =>
  all(area)
    .filter((_, i) => !marked || i !== MARGIN)
    .slice(0, n)
    .sort(([ax, ay], [bx, by]) => ay - by || ax - bx);

/** Half of a piece from the line between two sides, in widths of a piece. */
const LINE = 0.74;

/**
 * @param {Point} middle between both sides
 * @param {number} n
 * @param {-1|1} way to the left or to the right of it
 * @param {number} w the width of a piece
 * @returns {Point[]} two ranks, the first nearest to the enemy
 */
export function facing([x, y], n, way, w) {
  const ranks = n > 1 ? 2 : 1;
  return Array.from({ length: n }, (_, i) => [x + way * (w * LINE + Math.floor(i / ranks) * w), y + (ranks === 1 ? 0 : (i % 2) - 0.5) * w]);
}

/** @param {number} n of the larger side @returns {number} how far it stands out from the middle, in widths of a piece */
export const extent = (n) => LINE + Math.floor((n - 1) / 2) + 0.5;
