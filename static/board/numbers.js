/**
 * The numbers of hexes, field by field. A board has up to 2,500, of which a phone shows forty. Only those of fields in and
 * near the window are in the page: what a hidden group has in it Chromium lays out nevertheless, and for that many
 * texts this took longer than all else of the map. They are made when their field is first shown.
 */

import { s } from '../core/dom.js';
import { shared } from './printed.js';

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Rect */
/** @typedef {{x: number, y: number, word: string, box: Rect, text: SVGTextElement|null, under: boolean}} Num `under`: a name covers it */
/** @typedef {{column: number, row: number, nums: Num[], group: SVGGElement|null}} Field */

/** A field's side in units of the board: some hexes of 48. */
const FIELD_UNITS = 256;
/** A number round the point at which it is set, and how wide each of its figures is. */
const FIGURE = { above: 4.6, below: 0.2, half: 1.5 };
/** As far as a number reaches from its point, at most. */
const REACH_UNITS = 12;
/** How much of a number a name may cover. */
const MOST_COVERED = 0.06;
/** A number in the board's file. */
const NUMBER = /<text x="([\d.]+)" y="([\d.]+)">([^<]*)</g;

/** @param {number} at on the board @returns {number} */
const nth = (at) => Math.floor(at / FIELD_UNITS);

export class Numbers {
  /** @type {Field[]} */ #fields = [];
  /** which of them are shown, from the first column and row to the last */ #shown = '';
  /** those under a name @type {Num[]} */ #under = [];

  /** @param {Element|null} place where they stand on the map @param {string} source all of them, as the board's file has them */
  constructor(place, source) {
    this.place = place;
    /** @type {Map<string, Num[]>} */
    const found = new Map();
    for (const [, left, foot, word = ''] of source.matchAll(NUMBER)) {
      const [x, y] = [Number(left), Number(foot)];
      const half = word.length * FIGURE.half;
      const num = { x, y, word, box: { x0: x - half, y0: y - FIGURE.above, x1: x + half, y1: y + FIGURE.below }, text: null, under: false };
      const key = `${nth(x)},${nth(y)}`;
      const field = found.get(key);
      if (field) field.push(num);
      else found.set(key, [num]);
    }
    for (const [key, nums] of found) {
      const [column = 0, row = 0] = key.split(',').map(Number);
      this.#fields.push({ column, row, nums, group: null });
    }
  }

  /** Those in a part of the board and in the next fields around it: a hand that drags the map meets none that is missing. @param {{left: number, top: number, right: number, bottom: number}} part */
  show({ left, top, right, bottom }) {
    const [west, north, east, south] = [nth(left) - 1, nth(top) - 1, nth(right) + 1, nth(bottom) + 1];
    const shown = [west, north, east, south].join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const field of this.#fields) {
      const { column, row } = field;
      const near = column >= west && column <= east && row >= north && row <= south;
      if (!near) field.group?.remove();
      else if (!field.group?.parentNode) this.place?.append((field.group ??= drawn(field)));
    }
  }

  /** Half a number is worse than none, and the tip has it. @param {readonly Rect[]} names set where nothing was printed for them */
  spare(names) {
    for (const num of this.#under) cover(num, false);
    this.#under = names.flatMap((name) => this.#covered(name));
    for (const num of this.#under) cover(num, true);
  }

  /** @param {Rect} name @returns {Num[]} */
  #covered({ x0, y0, x1, y1 }) {
    const [west, north, east, south] = [nth(x0 - REACH_UNITS), nth(y0 - REACH_UNITS), nth(x1 + REACH_UNITS), nth(y1 + REACH_UNITS)];
    const near = this.#fields.filter(({ column, row }) => column >= west && column <= east && row >= north && row <= south);
    return near.flatMap(({ nums }) => nums.filter(({ box }) => shared(box, { x0, y0, x1, y1 }) > MOST_COVERED * (box.x1 - box.x0) * (box.y1 - box.y0)));
  }

  /** They cannot be read at this zoom. */
  hide() {
    this.#shown = '';
    this.place?.replaceChildren();
  }
}

/** @param {Field} field */
function drawn({ nums }) {
  for (const num of nums) num.text = s('text', { x: num.x, y: num.y, class: num.under && 'yields' }, num.word);
  return s('g', {}, nums.map(({ text }) => text));
}

/** @param {Num} num @param {boolean} under a name */
function cover(num, under) {
  num.under = under;
  num.text?.classList.toggle('yields', under);
}
