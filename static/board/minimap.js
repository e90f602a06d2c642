/**
 * The whole board in a corner of its window: what of it one sees, and where both sides stand. A tap or a drag on it moves
 * the map. Where it would lie over counters it is there only while the map moves, unless someone has asked for it; on a phone
 * always, and in no hand's way. The keyboard has the map itself.
 *
 * @import {Camera} from './camera.js'
 * @import {Lattice} from './lattice.js'
 */

import { button } from '../core/bits.js';
import { h, s } from '../core/dom.js';

/** Where it is noted that someone does without it. */
const STORED = 'overview';
/** Of the board: from here on there is nothing left to look for. */
const WHOLE_SHARE = 0.92;
/** ms after the map came to rest. */
const LINGERS_MS = 900;
/** Of a hex: what stands in it as a dot. */
const DOT_SHARE = 0.78;

/** Those of all boards: each has its own, and they are put away together. @type {Set<Minimap>} */
const overviews = new Set();
/** Someone pressed the button that shows them: then they stay, over counters too. */
let wanted = false;
const away = () => localStorage.getItem(STORED) === 'off';

export class Minimap {
  #seal = '';
  #here = s('rect', { class: 'here', rx: 6 });
  #dots = s('g');
  /** @type {number|undefined} */ #resting;
  /** it has made way for counters */
  #aside = false;
  /** where a hand holds it: its place on the page, and the frame in which the map follows @type {{box: DOMRect, at: {x: number, y: number}, frame: number}|null} */ #held = null;

  /** @param {Camera} camera @param {Lattice} lattice @param {{width: number, height: number}} size @param {string} base the board's folder @param {(box: DOMRect) => boolean} covers whether counters lie in a part of the page */
  constructor(camera, lattice, size, base, covers) {
    this.covers = covers;
    this.camera = camera;
    this.lattice = lattice;
    this.size = size;
    this.picture = h('img', { alt: '', draggable: 'false', loading: 'lazy', src: `${base}/small.webp` });
    const sheet = h(
      'div',
      { class: 'minimap-sheet', 'aria-hidden': 'true', onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(event), onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event), onlostpointercapture: () => this.#let() },
      this.picture,
      s('svg', { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: 'none' }, this.#dots, this.#here),
    );
    sheet.style.aspectRatio = `${size.width} / ${size.height}`;
    sheet.style.setProperty('--shape', (size.width / size.height).toFixed(3));
    this.sheet = sheet;
    this.toggle = button('', () => this.#fold(), { key: 'overview', class: 'minimap-fold' });
    this.element = h('div', { class: 'minimap float', hidden: true }, sheet, this.toggle);
    overviews.add(this);
    this.#folded();
  }

  /** Put all of them away, or bring them back; it is noted for the next time. */
  #fold() {
    wanted = away() || this.#aside;
    localStorage.setItem(STORED, wanted ? 'on' : 'off');
    for (const overview of overviews) overview.#makeWay();
  }

  #folded() {
    const folded = away() || this.#aside;
    const does = folded ? 'Show the overview' : 'Hide the overview';
    this.element.classList.toggle('folded', folded);
    this.toggle.textContent = folded ? 'Overview' : '×';
    this.toggle.setAttribute('aria-label', does);
    this.toggle.title = does;
  }

  /** The camera has moved, or the window has another size. */
  moved() {
    const { x, y, z, window: { clientWidth, clientHeight } } = this.camera;
    const { width, height } = this.size;
    const left = Math.max(0, -x / z);
    const top = Math.max(0, -y / z);
    const right = Math.min(width, (clientWidth - x) / z);
    const bottom = Math.min(height, (clientHeight - y) / z);
    this.element.hidden = ((right - left) * (bottom - top)) / (width * height) > WHOLE_SHARE;
    if (this.element.hidden) return;
    for (const [name, value] of Object.entries({ x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) })) this.#here.setAttribute(name, value.toFixed(0));
    this.element.classList.add('moving');
    clearTimeout(this.#resting);
    this.#aside = false;
    this.#folded();
    this.#resting = window.setTimeout(() => this.#rests(), LINGERS_MS);
  }

  #rests() {
    this.element.classList.remove('moving');
    this.#makeWay();
  }

  /** For the counters below it, once the map rests. */
  #makeWay() {
    this.#aside = false;
    this.#folded();
    if (wanted || this.#held || away() || this.element.hidden) return;
    this.#aside = this.covers(this.sheet.getBoundingClientRect());
    this.#folded();
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
    if (!this.element.classList.contains('moving')) this.#makeWay();
    this.#dots.replaceChildren(...Object.entries(paths).map(([side, d]) => s('path', { class: `dots ${side}`, d, 'stroke-width': this.lattice.w * DOT_SHARE })));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button) return;
    this.sheet.setPointerCapture(event.pointerId);
    this.#held = { box: this.sheet.getBoundingClientRect(), at: { x: event.clientX, y: event.clientY }, frame: 0 };
    this.#go();
  }

  /** A hand tells of itself more often than a screen is drawn. @param {PointerEvent} event */
  #drag(event) {
    if (!this.#held) return;
    this.#held.at = { x: event.clientX, y: event.clientY };
    this.#held.frame ||= requestAnimationFrame(() => this.#go());
  }

  /** The map stays where the hand left it. */
  #let() {
    if (this.#held?.frame) {
      cancelAnimationFrame(this.#held.frame);
      this.#go();
    }
    this.#held = null;
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => this.#rests(), LINGERS_MS);
  }

  /** What lies under the hand comes to the middle of the window. */
  #go() {
    if (!this.#held) return;
    const { box, at } = this.#held;
    this.#held.frame = 0;
    this.camera.centre({ x: ((at.x - box.left) / box.width) * this.size.width, y: ((at.y - box.top) / box.height) * this.size.height });
  }
}
