/**
 * The numbers of hexes, field by field. A board has up to 2,500, of which a phone shows forty. Only those of fields in and
 * near the window are in the page: what a hidden group has in it Chromium lays out nevertheless, and for that many
 * texts this took longer than all else of the map.
 */

import { s } from '../core/dom.js';

/** A field's side in units of the board: some hexes of 48. */
const FIELD_UNITS = 256;

/** @param {number} at on the board @returns {number} */
const nth = (at) => Math.floor(at / FIELD_UNITS);

export class Numbers {
  /** @type {{column: number, row: number, field: SVGGElement}[]} */ #fields = [];
  /** which of them are shown, from the first column and row to the last */ #shown = '';

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

  /** They cannot be read at this zoom. */
  hide() {
    this.#shown = '';
    this.place?.replaceChildren();
  }
}
