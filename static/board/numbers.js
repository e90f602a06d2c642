/**
 * The numbers of hexes, field by field. A board has up to 2,500, of which a phone shows forty. Only those of fields in and
 * near the window are in the page: what a hidden group has in it Chromium lays out nevertheless, and for that many
 * texts this took longer than all else of the map.
 */

import { s } from '../core/dom.js';
import { shared } from './printed.js';

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Rect */

/** A field's side in units of the board: some hexes of 48. */
const FIELD_UNITS = 256;
/** A number round the point at which it is set, and how wide each of its figures is. */
const FIGURE = { above: 4.6, below: 0.2, half: 1.5 };
/** As far as a number reaches from its point, at most. */
const REACH_UNITS = 12;
/** How much of a number a name may cover. */
const MOST_COVERED = 0.06;

/** @param {number} at on the board @returns {number} */
const nth = (at) => Math.floor(at / FIELD_UNITS);

export class Numbers {
  /** with where its numbers are, once that was needed @type {{column: number, row: number, field: SVGGElement, boxes?: {text: SVGTextElement, box: Rect}[]}[]} */ #fields = [];
  /** which of them are shown, from the first column and row to the last */ #shown = '';
  /** those under a name @type {SVGTextElement[]} */ #under = [];

  /** @param {Element} lines the map's layer of lines and names */
  constructor(lines) {
    this.place = lines.querySelector('.nums');
    /** @type {Map<string, SVGTextElement[]>} */
    const found = new Map();
    for (const text of /** @type {NodeListOf<SVGTextElement>} */ (lines.querySelectorAll('.nums > text'))) {
      const key = `${nth(Number(text.getAttribute('x')))},${nth(Number(text.getAttribute('y')))}`;
      const field = found.get(key);
      if (field) field.push(text);
      else found.set(key, [text]);
    }
    for (const [key, texts] of found) {
      const [column = 0, row = 0] = key.split(',').map(Number);
      this.#fields.push({ column, row, field: s('g', {}, texts) });
    }
    this.place?.replaceChildren();
  }

  /** Those in a part of the board and in the next fields around it: a hand that drags the map meets none that is missing. @param {{left: number, top: number, right: number, bottom: number}} part */
  show({ left, top, right, bottom }) {
    const [west, north, east, south] = [nth(left) - 1, nth(top) - 1, nth(right) + 1, nth(bottom) + 1];
    const shown = [west, north, east, south].join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const { column, row, field } of this.#fields) {
      const near = column >= west && column <= east && row >= north && row <= south;
      if (!near) field.remove();
      else if (!field.parentNode) this.place?.append(field);
    }
  }

  /** Half a number is worse than none, and the tip has it. @param {readonly Rect[]} names set where nothing was printed for them */
  spare(names) {
    for (const text of this.#under) text.classList.remove('yields');
    this.#under = names.flatMap((name) => this.#covered(name));
    for (const text of this.#under) text.classList.add('yields');
  }

  /** @param {Rect} name @returns {SVGTextElement[]} */
  #covered({ x0, y0, x1, y1 }) {
    const [west, north, east, south] = [nth(x0 - REACH_UNITS), nth(y0 - REACH_UNITS), nth(x1 + REACH_UNITS), nth(y1 + REACH_UNITS)];
    const near = this.#fields.filter(({ column, row }) => column >= west && column <= east && row >= north && row <= south);
    return near.flatMap((field) => {
      field.boxes ??= /** @type {SVGTextElement[]} */ ([...field.field.children]).map((text) => ({ text, box: boxOf(text) }));
      return field.boxes.filter(({ box }) => shared(box, { x0, y0, x1, y1 }) > MOST_COVERED * (box.x1 - box.x0) * (box.y1 - box.y0)).map(({ text }) => text);
    });
  }

  /** They cannot be read at this zoom. */
  hide() {
    this.#shown = '';
    this.place?.replaceChildren();
  }
}

/** @param {SVGTextElement} text @returns {Rect} */
function boxOf(text) {
  const [x, y] = [Number(text.getAttribute('x')), Number(text.getAttribute('y'))];
  const half = (text.textContent ?? '').length * FIGURE.half;
  return { x0: x - half, y0: y - FIGURE.above, x1: x + half, y1: y + FIGURE.below };
}
