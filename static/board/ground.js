/**
 * The ground as one bitmap. All trees are one path and all hachures another: small to load, but a browser that draws in
 * software goes through the whole path for every tile that comes into the window. So the layer that came as SVG is
 * painted once to a canvas, with the relief below it, and the canvas is what is seen from mid zoom on.
 */

import { h } from '../core/dom.js';

/** Pixels a unit of the board, at most. */
const SCALE = 2.4;
/** Pixels in all, at four bytes: some phones refuse a canvas of more than 16 million. */
const MOST = 24e6;
const MOST_ON_PHONE = 12e6;
/** Rows of pixels that are painted at a time: all at once would hold up a hand on a phone for a second. */
const STRIP = 128;
/** In milliseconds: a page that is never idle still gets its bitmap. */
const LONGEST = 250;
const PAINTED = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity', 'display'];

/** Until the page has nothing better to do. @returns {Promise<void>} */
const breath = () => new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: LONGEST }) : setTimeout(resolve)));

export class Ground {
  #attempt = 0;

  /**
   * @param {SVGSVGElement} layer in the page, styled by its style sheet
   * @param {HTMLImageElement|null} relief
   * @param {{width: number, height: number}} size
   */
  constructor(layer, relief, size) {
    this.layer = layer;
    this.relief = relief;
    this.size = size;
    this.canvas = h('canvas', { class: 'ground-bitmap' });
    this.canvas.style.width = `${size.width}px`;
    this.canvas.style.height = `${size.height}px`;
  }

  /** Paint it in the colours of now; until then, and when that fails, the SVG is shown. @param {HTMLElement} world */
  async bake(world) {
    const mine = ++this.#attempt;
    world.classList.remove('baked');
    try {
      await this.relief?.decode();
      const picture = new Image();
      picture.src = URL.createObjectURL(new Blob([this.#source()], { type: 'image/svg+xml' }));
      await picture.decode();
      if (mine !== this.#attempt) return;
      const most = innerWidth <= 700 ? MOST_ON_PHONE : MOST;
      const scale = Math.min(SCALE, Math.sqrt(most / (this.size.width * this.size.height)));
      this.canvas.width = Math.round(this.size.width * scale);
      this.canvas.height = Math.round(this.size.height * scale);
      const context = this.canvas.getContext('2d', { alpha: false });
      if (!context) return;
      context.imageSmoothingQuality = 'high';
      for (let y = 0; y < this.canvas.height; y += STRIP) {
        this.#strip(context, picture, y);
        await breath();
        if (mine !== this.#attempt) return;
      }
      URL.revokeObjectURL(picture.src);
      world.classList.add('baked');
    } catch (error) {
      console.warn('The ground stays as SVG:', error);
    }
  }

  /** Some rows. The whole is drawn through a slit, so that no seam shows. @param {CanvasRenderingContext2D} context @param {HTMLImageElement} picture @param {number} y */
  #strip(context, picture, y) {
    const { width, height } = this.canvas;
    context.save();
    context.beginPath();
    context.rect(0, y, width, STRIP);
    context.clip();
    if (this.relief) context.drawImage(this.relief, 0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    context.restore();
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
