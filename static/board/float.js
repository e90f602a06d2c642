/**
 * Where a floating thing over the map goes: beside its hex, on the side where it covers the fewest counters.
 *
 * @typedef {{left: number, top: number, side: "above"|"below"|"left"|"right"}} Spot a side, or a corner reached by sliding along it
 * @typedef {{x: number, y: number}} Place
 */

const EDGE = 10;

/**
 * @param {object} o
 * @param {Place} o.at centre of the hex on the screen
 * @param {number} o.half half a hex on the screen
 * @param {{width: number, height: number}} o.size of the floating thing
 * @param {{width: number, height: number}} o.window
 * @param {(Place & {weight: number})[]} o.avoid points that should stay free, and how much it matters
 * @param {Spot["side"][]} o.order the sides tried, best first
 * @returns {Spot}
 */
export function spotFor({ at, half, size, window: w, avoid, order }) {
  const gap = half + 10;
  const raw = {
    above: { left: at.x - size.width / 2, top: at.y - gap - size.height },
    below: { left: at.x - size.width / 2, top: at.y + gap },
    left: { left: at.x - gap - size.width, top: at.y - size.height / 2 },
    right: { left: at.x + gap, top: at.y - size.height / 2 },
  };
  /** @type {Spot|null} */
  let best = null;
  let least = Infinity;
  order.forEach((side, rank) => {
    const across = side === 'above' || side === 'below';
    for (const slide of [0, -1, 1]) {
      const left = clamp(raw[side].left + (across ? (slide * size.width) / 2 : 0), EDGE, w.width - size.width - EDGE);
      const top = clamp(raw[side].top + (across ? 0 : (slide * size.height) / 2), EDGE, w.height - size.height - EDGE);
      const covers = (/** @type {Place} */ p) => p.x > left - half * 0.7 && p.x < left + size.width + half * 0.7 && p.y > top - half * 0.7 && p.y < top + size.height + half * 0.7;
      const covered = avoid.reduce((t, p) => t + (covers(p) ? p.weight : 0), 0);
      const cost = covered + rank + Math.abs(slide) * 1.5 + (covers(at) ? 60 : 0);
      if (cost < least) {
        least = cost;
        best = { left, top, side };
      }
    }
  });
  return best ?? { ...raw.above, side: 'above' };
}

/** @param {number} n @param {number} low @param {number} high */
const clamp = (n, low, high) => Math.max(low, Math.min(high, n));
