/**
 * The names of cities among the counters (LOOK: a name never lies under one). That of a city on which a counter stands moves
 * below it; one that a neighbour's counter or count would cover goes round its sign to where there is room, and is not shown
 * where there is none: half a name is worse than none, and the tip has it.
 *
 * @import {Lattice} from './lattice.js'
 * @import {Box} from './printed.js'
 */

import { s } from '../core/dom.js';
import { nameBox, shared } from './printed.js';

/** @typedef {Pick<Box, "x0"|"y0"|"x1"|"y1">} Rect */
/** @typedef {{hex: string, text: SVGTextElement, box: Rect, town: boolean, far: boolean}} Name as it is printed */
/** @typedef {"nothing"|"counter"|"count"} Below what stands on one side in the row below: a counter, or one with a count */

/** Of a counter, from the centre of its hex; its slips and its count stand out of it. */
const HALF_UNITS = 17.3;
const SLIPS_UNITS = 2.8;
const COUNT = { x0: 9.6, y0: -21.8, x1: 20.4, y1: -12.2 };
/** The size of letters below a counter, as `board.css` has it, and about how wide they are. */
const LETTER = { size: 8.6, advance: 0.52 };
const BASELINE = 24.6;
/** How far below the centre of a hex its name goes. */
const FOOT_UNITS = BASELINE + 2;
/** Between the counts of two neighbours in the row below. */
const BETWEEN = { from: -2.6, to: 33 };
/** Beside one that has none. */
const BESIDE = { counter: 6, count: 2.6 };
/** How much of a name may be covered without anyone missing a letter. */
const MOST_COVERED = 0.04;
/** Round the sign of a city, in units and in parts of the size of its letters: above, below, right, left, corners. */
const ROUND = /** @type {[number, number, number, "middle"|"start"|"end"][]} */ ([
  [0, -8, 0, 'middle'], [0, 8, 0.74, 'middle'], [8.5, 0, 0.28, 'start'], [-8.5, 0, 0.28, 'end'],
  [6.5, -6, 0, 'start'], [-6.5, -6, 0, 'end'], [6.5, 6, 0.7, 'start'], [-6.5, 6, 0.7, 'end'],
]);

/** What a stack covers. @param {number} x @param {number} y @param {boolean} counted @returns {Rect[]} */
export const covered = (x, y, counted) => {
  const more = counted ? SLIPS_UNITS : 0;
  const body = { x0: x - HALF_UNITS, y0: y - HALF_UNITS, x1: x + HALF_UNITS + more, y1: y + HALF_UNITS + more };
  return counted ? [body, { x0: x + COUNT.x0, y0: y + COUNT.y0, x1: x + COUNT.x1, y1: y + COUNT.y1 }] : [body];
};

/**
 * Whether a stack, or the name below it, lies in a part of the window.
 *
 * @param {{x: number, y: number}} at its centre @param {number} half of its counter, in px @param {number|null} z the scale of a board whose names stand below counters; null where none does
 * @param {{left: number, right: number, top: number, bottom: number}} part
 */
export function liesIn({ x, y }, half, z, part) {
  const foot = z === null ? half : FOOT_UNITS * z;
  return x + half > part.left && x - half < part.right && y + foot > part.top && y - half < part.bottom;
}

/**
 * Where a name stands below a counter: it keeps off the counts of the row below.
 *
 * @param {string} name @param {Below} left @param {Below} right
 * @returns {{dx: number, anchor: "start"|"middle"|"end", length?: number}} from the middle of the hex; `length` where it has to be narrower
 */
export function below(name, left, right) {
  const width = name.length * LETTER.size * LETTER.advance;
  if (left === 'nothing' && right === 'nothing') return { dx: 0, anchor: 'middle' };
  if (left === 'nothing') return { dx: BESIDE.counter, anchor: 'end' };
  if (right === 'nothing') return { dx: -(left === 'count' ? BESIDE.count : BESIDE.counter), anchor: 'start' };
  if (left === 'counter') return { dx: 0, anchor: 'middle' };
  const room = BETWEEN.to - BETWEEN.from;
  return { dx: BETWEEN.from, anchor: 'start', ...(right === 'count' && width > room ? { length: room } : {}) };
}

export class CityNames {
  /** @type {Name[]} */ #names = [];
  #seal = '';
  /** towns whose names a neighbour's counter or count would cover, or the name of a city that has made way for one @type {Set<Name>} */ #hidden = new Set();

  /** @param {Element} lines the map's layer of lines and names @param {Lattice} lattice @param {string} prefix of its places */
  constructor(lines, lattice, prefix) {
    this.lattice = lattice;
    this.group = s('g', { class: 'lab' });
    for (const text of /** @type {NodeListOf<SVGTextElement>} */ (lines.querySelectorAll('text[data-hex]'))) {
      const hex = `${prefix}${text.dataset.hex ?? ''}`;
      this.#names.push({ hex, text, box: nameBox(text), town: text.classList.contains('town'), far: Boolean(text.closest('.far')) });
    }
  }

  /** @param {ReadonlyMap<string, boolean>} stacks where something stands, and whether with a count @param {Record<string, unknown>} costs places that show what it costs to go there @returns {boolean} whether names have gone elsewhere */
  show(stacks, costs) {
    const seal = [...stacks].join();
    const moves = seal !== this.#seal;
    if (moves) {
      this.#seal = seal;
      const rects = [...stacks].flatMap(([hex, counted]) => (this.lattice.has(hex) ? covered(...this.lattice.centre(hex), counted) : []));
      const cities = this.#names.filter(({ town, far }) => !town || far);
      this.group.replaceChildren(...cities.flatMap((name) => this.#moved(name, stacks, rects)));
      const taken = [...rects, ...this.elsewhere];
      this.#hidden = new Set(this.#names.filter(({ town, far, box }) => town && !far && hides(box, taken)));
    }
    // Costs change as the pointer moves; what stands does not.
    for (const name of this.#names) if (name.town && !name.far) name.text.classList.toggle('yields', stacks.has(name.hex) || name.hex in costs || this.#hidden.has(name));
    return moves;
  }

  /** @returns {Rect[]} what the names cover that are not where they are printed */
  get elsewhere() {
    return /** @type {SVGTextElement[]} */ ([...this.group.children]).map(nameBox);
  }

  /** @param {Name} name @param {ReadonlyMap<string, boolean>} stacks @param {Rect[]} rects @returns {SVGElement[]} */
  #moved({ hex, text, box, far }, stacks, rects) {
    const stands = stacks.has(hex);
    const hidden = !stands && hides(box, rects);
    text.classList.toggle('yields', stands || hidden);
    if (!this.lattice.has(hex)) return [];
    const [x, y] = this.lattice.centre(hex);
    if (stands) return far ? [] : [this.#under(hex, x, y, text.textContent ?? '', stacks)];
    return hidden ? round(text, x, y, far, rects) : [];
  }

  /** @param {string} hex @param {number} x @param {number} y @param {string} name @param {ReadonlyMap<string, boolean>} stacks */
  #under(hex, x, y, name, stacks) {
    const { lattice } = this;
    const lower = lattice.numbered ? lattice.neighbours(hex).filter((other) => lattice.has(other) && lattice.hex(other).y > y + lattice.w * 0.3 && stacks.has(other)) : [];
    const on = (/** @type {(other: string) => boolean} */ side) => {
      const there = lower.filter(side);
      return there.some((other) => stacks.get(other)) ? 'count' : there.length ? 'counter' : 'nothing';
    };
    const { dx, anchor, length } = below(name, on((other) => lattice.hex(other).x <= x), on((other) => lattice.hex(other).x >= x));
    const narrow = length === undefined ? {} : { textLength: length, lengthAdjust: 'spacingAndGlyphs' };
    return s('text', { class: 'under-counter', x: x + dx, y: y + BASELINE, 'text-anchor': anchor, 'font-size': LETTER.size, ...narrow }, name);
  }
}

/** @param {Rect} box @param {Rect[]} rects */
const share = (box, rects) => rects.reduce((sum, rect) => sum + shared(box, rect), 0) / ((box.x1 - box.x0) * (box.y1 - box.y0));

/** @param {Rect} box of a name @param {Rect[]} rects */
const hides = (box, rects) => share(box, rects) > MOST_COVERED;

/** A name beside its sign where nothing covers it, if there is such a place. @param {SVGTextElement} text @param {number} x @param {number} y @param {boolean} far @param {Rect[]} rects @returns {SVGElement[]} */
function round(text, x, y, far, rects) {
  const size = Number(text.getAttribute('font-size'));
  for (const [dx, dy, part, anchor] of ROUND) {
    const spacing = text.getAttribute('letter-spacing');
    const at = { x: x + dx, y: y + dy + part * size, 'text-anchor': anchor, 'font-size': size, ...(spacing ? { 'letter-spacing': spacing } : {}) };
    const there = s('text', { class: `beside-counter${far ? ' from-afar' : ''}`, ...at }, text.textContent ?? '');
    if (!hides(nameBox(/** @type {SVGTextElement} */ (there)), rects)) return [there];
  }
  return [];
}
