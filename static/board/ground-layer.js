/**
 * The ground as a bitmap. All trees are one path and all hachures another: small to load, but a browser that draws in
 * software goes through the whole path for every tile that comes into the window. So the layer that came as SVG is
 * painted once, with the relief below it, and the pictures of it are what is seen from mid zoom on. They are images and no
 * canvases: a canvas is a layer of its own, which the browser hands over again for every frame of a drag.
 */

import { h } from '../core/dom.js';

/** Pixels a unit of the board, at most. */
const SCALE = 2.4;
/** Pixels in all, at four bytes: some phones refuse a canvas of more than 16 million. */
const MOST = 24e6;
const MOST_ON_PHONE = 12e6;
/** Rows of pixels of one picture: to have memory for all of them, and to paint it, would hold up a hand on a phone. */
const STRIP = 128;
/** Rows that a picture has in common with the next: no seam is seen where the map is scaled. */
const OVERLAP = 2;
/** In milliseconds: a page that is never idle still gets its bitmap. */
const LONGEST = 250;
/** There is nothing to be seen through, and no line as sharp as those of the layers above. */
const FORMAT = 'image/jpeg';
const QUALITY = 0.92;
const PAINTED = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity', 'display'];

/** Until the page has nothing better to do. @returns {Promise<void>} */
const breath = () => new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: LONGEST }) : setTimeout(resolve)));

export class GroundLayer {
  #attempt = 0;

  /**
   * @param {SVGSVGElement} layer in the page, styled by its style sheet
   * @param {HTMLImageElement} relief
   * @param {{width: number, height: number}} size
   */
  constructor(layer, relief, size) {
    this.layer = layer;
    this.relief = relief;
    this.size = size;
    this.bitmap = h('div', { class: 'ground-bitmap' });
  }

  /** Paint it in the current colours; until then, and when that fails, the SVG is shown. @param {HTMLElement} world */
  async bake(world) {
    const mine = ++this.#attempt;
    world.classList.remove('baked');
    try {
      await this.relief.decode();
      const picture = new Image();
      picture.src = URL.createObjectURL(new Blob([this.#source()], { type: 'image/svg+xml' }));
      await picture.decode();
      if (mine !== this.#attempt) return;
      const most = innerWidth <= 700 ? MOST_ON_PHONE : MOST;
      const scale = Math.min(SCALE, Math.sqrt(most / (this.size.width * this.size.height)));
      const [width, height] = [Math.round(this.size.width * scale), Math.round(this.size.height * scale)];
      this.bitmap.replaceChildren();
      for (let top = 0; top < height; top += STRIP) {
        const strip = await this.#strip(picture, { width, height, top });
        if (!strip || mine !== this.#attempt) return;
        this.bitmap.append(strip);
        await breath();
        if (mine !== this.#attempt) return;
      }
      URL.revokeObjectURL(picture.src);
      world.classList.add('baked');
    } catch (error) {
      console.warn('The ground stays as SVG:', error);
    }
  }

  /** Some rows of the whole, painted at once. @param {HTMLImageElement} picture @param {{width: number, height: number, top: number}} where in pixels @returns {Promise<HTMLImageElement|null>} */
  async #strip(picture, { width, height, top }) {
    const rows = Math.min(STRIP + OVERLAP, height - top);
    const canvas = h('canvas', { class: 'ground-strip', width, height: rows });
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.relief, 0, -top, width, height);
    context.drawImage(picture, 0, -top, width, height);
    const blob = await new Promise((/** @type {(blob: Blob|null) => void} */ resolve) => canvas.toBlob(resolve, FORMAT, QUALITY));
    if (!blob) return null;
    const image = h('img', { class: 'ground-strip', alt: '', src: URL.createObjectURL(blob) });
    Object.assign(image.style, { width: `${this.size.width}px`, height: `${(rows / height) * this.size.height}px`, top: `${(top / height) * this.size.height}px` });
    await image.decode();
    URL.revokeObjectURL(image.src);
    return image;
  }

  /** The layer by itself, its colours as attributes, since a picture does not see the page's style sheet. */
  #source() {
    const copy = /** @type {SVGSVGElement} */ (this.layer.cloneNode(true));
    const originals = this.layer.querySelectorAll('*');
    copy.querySelectorAll('*').forEach((element, i) => {
      const original = originals[i];
      if (!original) return;
      const style = getComputedStyle(original);
      for (const name of PAINTED) {
        const value = style.getPropertyValue(name);
        if (value) element.setAttribute(name, value);
      }
      element.removeAttribute('class');
    });
    return new XMLSerializer().serializeToString(copy);
  }
}
