/**
 * Room for a figure in a hex whose city keeps its name (LOOK: towns yield to costs, cities do not).
 *
 * @import {Box} from './printed.js'
 */

import { nameBox, placed, shared } from './printed.js';

/** Widths and heights in units of the font size, of the face that costs are set in. */
const COST = { advance: 0.5, above: 0.76, below: 0.08, size: 10.5, halo: 1.3 };
const STOP_BELOW_UNITS = 7.4;
const SYMBOL_UNITS = 6;

/** Baselines of a figure, from the centre of the hex: the middle of it is best. */
const SPOTS = /** @type {[number, number][]} */ ([
  [0, 3.6], [0, 18], [0, -10], [-13, 3.6], [13, 3.6], [-10, 13], [10, 13], [-10, -6], [10, -6],
]);

/** @param {Element} symbol @returns {Box|null} */
function symbolBox(symbol) {
  const at = placed(symbol.parentElement);
  if (!at) return null;
  const [x, y] = at;
  return { x0: x - SYMBOL_UNITS, y0: y - SYMBOL_UNITS, x1: x + SYMBOL_UNITS, y1: y + SYMBOL_UNITS, weight: 1 };
}

export class Gaps {
  /** @param {Element} lines the map's layer of lines and names */
  constructor(lines) {
    const names = [.../** @type {NodeListOf<SVGTextElement>} */ (lines.querySelectorAll('text[data-hex]:not(.town)'))];
    const symbols = [...lines.querySelectorAll('.blk.city')].map(symbolBox).filter((box) => box !== null);
    /** @type {Box[]} */
    this.boxes = [...names.filter((name) => !name.closest('.far')).map(nameBox), ...symbols];
  }

  /**
   * @param {{x: number, y: number}} centre of the hex
   * @param {string} text
   * @param {boolean} stops whether a bar stands under it
   * @returns {[number, number]} the middle of its baseline
   */
  place({ x, y }, text, stops) {
    const half = (text.length * COST.size * COST.advance) / 2 + COST.halo;
    const covers = (/** @type {[number, number]} */ [dx, dy]) => {
      const [cx, cy] = [x + dx, y + dy];
      const box = { x0: cx - half, y0: cy - COST.size * COST.above - COST.halo, x1: cx + half, y1: cy + (stops ? STOP_BELOW_UNITS : COST.size * COST.below + COST.halo), weight: 0 };
      return this.boxes.reduce((sum, other) => sum + other.weight * shared(box, other), 0);
    };
    /** @type {[number, number]} */
    let best = [0, 0];
    let least = Infinity;
    for (const spot of SPOTS) {
      const cost = covers(spot);
      if (cost >= least) continue;
      best = spot;
      least = cost;
    }
    return [x + best[0], y + best[1]];
  }
}
