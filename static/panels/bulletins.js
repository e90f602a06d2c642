/**
 * Cards for everybody at the table: news too great for a line of the log, such as a country that falls. Each stays until
 * it is put away, or the deed behind it is taken back.
 *
 * @import {Bulletin, LogLine} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 */

import { button, icon } from '../core/bits.js';
import { chip } from '../core/citing.js';
import { h } from '../core/dom.js';
import { takenBack } from '../core/taken-back.js';

/** So narrow a window has the map above its sheet, and no room beside it. */
const NARROW = 700;

/** @typedef {LogLine & {bulletin: Bulletin}} Great */

export class Bulletins {
  /** @type {Great[]} */ #open = [];
  /** @type {HTMLElement|null} */ #element = null;

  /** @param {Table} table @param {HTMLElement} map @param {(hexes: string[]) => void} point @param {() => void} refresh */
  constructor(table, map, point, refresh) {
    this.table = table;
    this.map = map;
    this.point = point;
    this.refresh = refresh;
  }

  /** @param {readonly LogLine[]} lines news, or what happened while the player was away */
  take(lines) {
    const known = new Set(this.#open.map(({ seq }) => seq));
    for (const line of lines) if (isGreat(line) && !known.has(line.seq)) this.#open.push(line);
  }

  clear() {
    this.#open = [];
  }

  #close() {
    this.clear();
    this.refresh();
  }

  /** @param {boolean} shown whether there is a table to see */
  draw(shown) {
    const back = this.#open.length ? takenBack(this.table.log) : null;
    this.#open = this.#open.filter(({ seq }) => !back?.has(seq));
    const focused = this.#element?.contains(document.activeElement) ?? false;
    this.#element?.remove();
    this.#element = null;
    if (!shown || !this.#open.length) return;
    const element = this.#card();
    this.#element = element;
    const beside = innerWidth > NARROW ? document.querySelector('#side .scroll') : null;
    if (beside) beside.prepend(element);
    else this.map.append(element);
    if (focused) element.querySelector('button')?.focus({ preventScroll: true });
  }

  #card() {
    const [only] = this.#open;
    const title = this.#open.length === 1 && only ? only.bulletin.title : 'Great news';
    return h(
      'section',
      { class: 'card float bulletin', 'aria-label': title },
      this.#open.map(({ bulletin, section, side }) => [
        h('div', { class: 'hd' }, h('h3', {}, h('i', { class: `swatch ${side ?? ''}` }), ' ', bulletin.title), chip(section)),
        bulletin.lines.map(({ text, areas }) =>
          areas.length ? h('button', { type: 'button', class: 'line', onclick: () => this.point(areas) }, h('span', {}, text)) : h('p', { class: 'quiet' }, text),
        ),
      ]),
      h('div', { class: 'row' }, button([icon('close'), 'Got it'], () => this.#close(), { key: 'bulletin-close' })),
    );
  }
}

/** @param {LogLine} line @returns {line is Great} */
const isGreat = (line) => 'bulletin' in line && line.bulletin !== undefined;
