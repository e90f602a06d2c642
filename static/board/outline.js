/**
 * One outline round a set of hexes, so that a band of reach is one path and not a polygon a hex.
 *
 * @import {Lattice, Point} from './lattice.js'
 */

const f = (/** @type {number} */ n) => String(Math.round(n * 10) / 10);

/** @param {readonly Point[]} points */
export const polygon = (points) => `M${points.map(([x, y]) => `${f(x)} ${f(y)}`).join('L')}z`;

/** @param {readonly Point[]} points */
export const polyline = (points) => `M${points.map(([x, y]) => `${f(x)} ${f(y)}`).join('L')}`;

/**
 * The hexsides that only one hex of the set has, chained into loops, each moved inwards.
 *
 * @param {Lattice} lattice
 * @param {Iterable<string>} hexes
 * @param {number} inset units of the board
 * @returns {string} the `d` of a path, to be filled by the even-odd or the non-zero rule alike
 */
export function outline(lattice, hexes, inset) {
  const set = new Set(hexes);
  // Corners lie at whole numbers of half widths and half radii, so neighbours agree on them whatever the rounding.
  const key = (/** @type {Point} */ p) => `${Math.round(((p[0] - lattice.x0) * 2) / lattice.w)}:${Math.round(((p[1] - lattice.y0) * 2) / lattice.r)}`;
  /** @type {Map<string, {from: Point, to: Point}[]>} */
  const edges = new Map();
  for (const id of set) {
    const corners = lattice.corners(id);
    for (let i = 0; i < 6; i += 1) {
      // Corner i is clockwise from the top; the side from i to i+1 looks towards 30° + 60° i from north.
      const other = lattice.neighbour(id, (i + 5) % 6);
      if (other && set.has(other)) continue;
      const from = /** @type {Point} */ (corners[i]);
      const to = /** @type {Point} */ (corners[(i + 1) % 6]);
      const list = edges.get(key(from));
      if (list) list.push({ from, to });
      else edges.set(key(from), [{ from, to }]);
    }
  }
  let d = '';
  for (const [start, list] of edges) {
    while (list.length) {
      /** @type {Point[]} */
      const loop = [];
      let at = start;
      for (;;) {
        const edge = edges.get(at)?.pop();
        if (!edge) break;
        loop.push(edge.from);
        at = key(edge.to);
      }
      if (loop.length > 2) d += polygon(shrink(loop, inset));
    }
  }
  return d;
}

/** @param {Point[]} loop clockwise on the screen, the inside to the right of the way @param {number} by @returns {Point[]} */
function shrink(loop, by) {
  const n = loop.length;
  return loop.map((p, i) => {
    const before = /** @type {Point} */ (loop[(i + n - 1) % n]);
    const after = /** @type {Point} */ (loop[(i + 1) % n]);
    const [ux, uy] = unit(before, p);
    const [vx, vy] = unit(p, after);
    // Inward normals of a clockwise way (y grows downwards) are (-uy, ux) and (-vy, vx).
    const k = by / (1 + ux * vx + uy * vy);
    return /** @type {Point} */ ([p[0] - (uy + vy) * k, p[1] + (ux + vx) * k]);
  });
}

/** @param {Point} a @param {Point} b @returns {Point} */
function unit(a, b) {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length = Math.hypot(dx, dy) || 1;
  return [dx / length, dy / length];
}
