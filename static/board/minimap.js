/**
 * The whole board in a corner of its window: what of it one sees, and where both sides stand. A tap or a drag on it moves
 * the map. On a phone it is there only while the map moves, and in no hand's way. The keyboard has the map itself.
 *
 * @import {Camera} from './camera.js'
 * @import {Lattice} from './lattice.js'
 */

import { button } from '../core/bits.js';
import { h, s } from '../core/dom.js';

/** Where it is noted that someone does without it. */
const STORED = 'overview';
/** Of the board: from here on there is nothing left to look for. */
const ALL = 0.92;
/** ms after the map came to rest. */
const LINGERS = 900;
/** Of a hex: what stands in it as a dot. */
const DOT = 0.78;

export class Minimap {
  #seal = '';
  #here = s('rect', { class: 'here', rx: 6 });
  #dots = s('g');
  /** @type {number|undefined} */ #resting;

  /** @param {Camera} camera @param {Lattice} lattice @param {{width: number, height: number}} size @param {string} base the board's folder */
  constructor(camera, lattice, size, base) {
    this.camera = camera;
    this.lattice = lattice;
    this.size = size;
    this.picture = h('img', { alt: '', draggable: 'false', loading: 'lazy', src: `${base}/small.webp` });
    const sheet = h(
      'div',
      { class: 'minimap-sheet', 'aria-hidden': 'true', onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(event), onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event) },
      this.picture,
      s('svg', { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: 'none' }, this.#dots, this.#here),
    );
    sheet.style.aspectRatio = `${size.width} / ${size.height}`;
    sheet.style.setProperty('--shape', (size.width / size.height).toFixed(3));
    this.sheet = sheet;
    this.toggle = button('', () => this.#fold(localStorage.getItem(STORED) !== 'off'), { key: 'overview', class: 'minimap-fold' });
    this.element = h('div', { class: 'minimap float', hidden: true }, sheet, this.toggle);
    this.#fold(localStorage.getItem(STORED) === 'off');
  }

  /** @param {boolean} away */
  #fold(away) {
    localStorage.setItem(STORED, away ? 'off' : 'on');
    this.element.classList.toggle('folded', away);
    this.toggle.textContent = away ? 'Overview' : '×';
    this.toggle.setAttribute('aria-label', away ? 'Show the overview' : 'Hide the overview');
    this.toggle.title = away ? 'Show the overview' : 'Hide the overview';
  }

  /** The camera has moved, or the window has another size. */
  moved() {
    const { x, y, z, window: { clientWidth, clientHeight } } = this.camera;
    const { width, height } = this.size;
    const left = Math.max(0, -x / z);
    const top = Math.max(0, -y / z);
    const right = Math.min(width, (clientWidth - x) / z);
    const bottom = Math.min(height, (clientHeight - y) / z);
    this.element.hidden = ((right - left) * (bottom - top)) / (width * height) > ALL;
    for (const [name, value] of Object.entries({ x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) })) this.#here.setAttribute(name, value.toFixed(0));
    this.element.classList.add('moving');
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => this.element.classList.remove('moving'), LINGERS);
  }

  /** A dot for each place, in the colour of whoever stands there. @param {Iterable<[string, string]>} sides by place */
  show(sides) {
    /** @type {Record<string, string>} */
    const paths = {};
    for (const [place, side] of sides) {
      if (!this.lattice.has(place)) continue;
      const [x, y] = this.lattice.centre(place);
      paths[side] = `${paths[side] ?? ''}M${x.toFixed(0)} ${y.toFixed(0)}h0`;
    }
    const seal = JSON.stringify(paths);
    if (seal === this.#seal) return;
    this.#seal = seal;
    this.#dots.replaceChildren(...Object.entries(paths).map(([side, d]) => s('path', { class: `dots ${side}`, d, 'stroke-width': this.lattice.w * DOT })));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.sheet.setPointerCapture(event.pointerId);
    this.#go(event);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.sheet.hasPointerCapture(event.pointerId)) this.#go(event);
  }

  /** What lies under the pointer comes to the middle of the window. @param {PointerEvent} event */
  #go(event) {
    const box = this.sheet.getBoundingClientRect();
    this.camera.centre({ x: ((event.clientX - box.left) / box.width) * this.size.width, y: ((event.clientY - box.top) / box.height) * this.size.height });
  }
}
