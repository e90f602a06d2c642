/**
 * Where a floating thing goes beside its hex so that it covers as little as possible of what a player looks at or presses.
 *
 * @typedef {{left: number, top: number, side: "above"|"below"|"left"|"right"|"away"}} Spot a side, or a corner reached by sliding along it; `away`: anywhere else
 * @typedef {"above"|"below"|"left"|"right"} Side
 * @typedef {{x: number, y: number}} Place
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 */

const EDGE_PX = 10;
/** What covers more than this beside its hex is worth a place further off. */
const ENOUGH = 5;
/** px between the places tried further off */
const GRID_PX = 44;
/** What is kept off other things that float there: buttons, first of all. */
const BLOCKED_PX = 40;
/** A place further off stays as the map moves, until another is better by this. */
const INERTIA = 4;

/**
 * @param {object} o
 * @param {Place} o.at centre of the hex on the screen
 * @param {number} o.half half a hex on the screen
 * @param {{width: number, height: number}} o.size of the floating thing
 * @param {{width: number, height: number}} o.window
 * @param {(Place & {weight: number})[]} o.avoid points that should stay free, and how much it matters
 * @param {Box[]} [o.blocks] what floats there already
 * @param {Side[]} o.order the sides tried, best first
 * @param {boolean} [o.far] it may also stand away from its hex
 * @param {Place|null} [o.last] where it stood away from its hex, seen from there
 * @returns {Spot}
 */
export function spotFor({ at, half, size, window: w, avoid, blocks = [], order, far = false, last = null }) {
  const gap = half + 10;
  const raw = {
    above: { left: at.x - size.width / 2, top: at.y - gap - size.height },
    below: { left: at.x - size.width / 2, top: at.y + gap },
    left: { left: at.x - gap - size.width, top: at.y - size.height / 2 },
    right: { left: at.x + gap, top: at.y - size.height / 2 },
  };
  /** @type {Spot} */
  let best = { ...raw.above, side: 'above' };
  let least = Infinity;
  const look = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Spot["side"]} */ side, /** @type {number} */ price) => {
    const left = clamp(x, EDGE_PX, w.width - size.width - EDGE_PX);
    const top = clamp(y, EDGE_PX, w.height - size.height - EDGE_PX);
    const right = left + size.width;
    const bottom = top + size.height;
    const room = half * 0.7;
    const covers = (/** @type {Place} */ p) => p.x > left - room && p.x < right + room && p.y > top - room && p.y < bottom + room;
    let cost = price + (covers(at) ? 60 : 0);
    for (const b of blocks) if (b.left < right && b.right > left && b.top < bottom && b.bottom > top) cost += BLOCKED_PX;
    for (const p of avoid) {
      if (cost >= least) return;
      if (covers(p)) cost += p.weight;
    }
    if (cost < least) {
      least = cost;
      best = { left, top, side };
    }
  };
  order.forEach((side, rank) => {
    const across = side === 'above' || side === 'below';
    for (const slide of [0, -1, 1]) look(raw[side].left + (across ? (slide * size.width) / 2 : 0), raw[side].top + (across ? 0 : (slide * size.height) / 2), side, rank + Math.abs(slide) * 1.5);
  });
  if (!far || least <= ENOUGH) return best;
  const distance = (/** @type {number} */ x, /** @type {number} */ y) => Math.hypot(Math.max(x - at.x, 0, at.x - x - size.width), Math.max(y - at.y, 0, at.y - y - size.height)) / GRID_PX / 2;
  if (last) look(at.x + last.x, at.y + last.y, 'away', distance(at.x + last.x, at.y + last.y) - INERTIA);
  for (let y = EDGE_PX; y <= w.height - size.height - EDGE_PX; y += GRID_PX) for (let x = EDGE_PX; x <= w.width - size.width - EDGE_PX; x += GRID_PX) look(x, y, 'away', 1 + distance(x, y));
  return best;
}

/** @param {number} n @param {number} low @param {number} high */
const clamp = (n, low, high) => Math.max(low, Math.min(high, n));
