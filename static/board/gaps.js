/**
 * Room for a figure in a hex whose city keeps its name (LOOK: towns yield to costs, cities do not). The boxes are
 * worked out from the texts' own attributes, since a hidden text has no box to measure.
 */

/** @typedef {{x0: number, y0: number, x1: number, y1: number, weight: number}} Box weight: how bad it is to cover it */

/** Widths and heights in units of the font size, of the two faces that the map is set in. */
const NAME = { advance: 0.52, above: 0.74, below: 0.22 };
const COST = { advance: 0.5, above: 0.76, below: 0.08, size: 10.5, halo: 1.3 };
const STOP_BELOW = 7.4;
const SYMBOL = 6;

/** Baselines of a figure, from the centre of the hex: the middle of it is best. */
const SPOTS = /** @type {[number, number][]} */ ([
  [0, 3.6], [0, 18], [0, -10], [-13, 3.6], [13, 3.6], [-10, 13], [10, 13], [-10, -6], [10, -6],
]);

/** @param {SVGTextElement} text @returns {Box} */
function nameBox(text) {
  const number = (/** @type {string} */ name) => Number(text.getAttribute(name) ?? 0);
  const [x, y, size] = [number('x'), number('y'), number('font-size')];
  const width = (text.textContent ?? '').length * (size * NAME.advance + number('letter-spacing'));
  const anchor = text.getAttribute('text-anchor') ?? 'start';
  const x0 = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  return { x0, y0: y - size * NAME.above, x1: x0 + width, y1: y + size * NAME.below, weight: 3 };
}

/** @param {Element} symbol @returns {Box|null} */
function symbolBox(symbol) {
  const at = /translate\(([\d.]+) ([\d.]+)\)/.exec(symbol.parentElement?.getAttribute('transform') ?? '');
  if (!at) return null;
  const [x, y] = [Number(at[1]), Number(at[2])];
  return { x0: x - SYMBOL, y0: y - SYMBOL, x1: x + SYMBOL, y1: y + SYMBOL, weight: 1 };
}

/** @param {Box} a @param {Box} b @returns {number} the area that both cover */
function shared(a, b) {
  const [w, h] = [Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0), Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)];
  return w > 0 && h > 0 ? w * h : 0;
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
      const box = { x0: cx - half, y0: cy - COST.size * COST.above - COST.halo, x1: cx + half, y1: cy + (stops ? STOP_BELOW : COST.size * COST.below + COST.halo), weight: 0 };
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
