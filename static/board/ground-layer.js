/**
 * The ground as a bitmap. All trees are one path and all hachures another: small to load, but a browser that draws in
 * software goes through the whole path for every tile that comes into the window. So the layer that came as SVG is
 * painted once, with the relief below it, and the pictures of it are what is seen from mid zoom on. They are images and no
 * canvases: a canvas is a layer of its own, which the browser hands over again for every frame of a drag. They are
 * painted in the background (ground-painter.js): on a phone a finger would wait a second for them in all.
 *
 * @import {Painting, Shape, Strip} from './ground-painter.js'
 */

import { h } from '../core/dom.js';
import { isNarrow } from '../core/window-size.js';

/** Pixels a unit of the board, at most. */
const MAX_PX_PER_UNIT = 2.4;
/** Pixels in all, at four bytes: some phones refuse more than 16 million. */
const MAX_PIXELS = 24e6;
const MAX_PIXELS_ON_PHONE = 12e6;

/** @param {string} colour @param {string} opacity @returns {string|null} null: nothing is to be seen */
const seen = (colour, opacity) => (colour === 'none' || Number(opacity) === 0 ? null : colour);

/** @param {SVGElement} element @param {CSSStyleDeclaration} style its own, or that of the group from which it has all @param {number} opacity @returns {Shape} */
function shape(element, style, opacity) {
  const fill = seen(style.fill, style.fillOpacity);
  const stroke = seen(style.stroke, style.strokeOpacity);
  return {
    opacity,
    d: element.getAttribute('d') ?? '',
    fill: fill === null ? null : { colour: fill, opacity: Number(style.fillOpacity), rule: style.fillRule === 'evenodd' ? 'evenodd' : 'nonzero' },
    stroke: stroke === null ? null : {
      colour: stroke,
      opacity: Number(style.strokeOpacity),
      width: Number.parseFloat(style.strokeWidth),
      cap: /** @type {CanvasLineCap} */ (style.strokeLinecap),
      join: /** @type {CanvasLineJoin} */ (style.strokeLinejoin),
      dashes: style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[\s,]+/).map(Number.parseFloat),
    },
    of: [],
  };
}

/** What the children of an element look like. A path that was cut from another has no class, and looks like its group. @param {Element} parent @param {CSSStyleDeclaration} of the parent @returns {Shape[]} */
function shapes(parent, of) {
  return /** @type {SVGElement[]} */ ([...parent.children]).flatMap((child) => {
    const style = child.classList.length ? getComputedStyle(child) : null;
    if (style?.display === 'none') return [];
    const opacity = Number(style?.opacity ?? 1);
    if (child.tagName === 'g') return { opacity, d: '', fill: null, stroke: null, of: shapes(child, style ?? of) };
    return shape(child, style ?? of, opacity);
  });
}

export class GroundLayer {
  /** paints at the moment @type {Worker|null} */ #painter = null;

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
    this.#painter?.terminate();
    world.classList.remove('baked');
    // Where no land is drawn there is nothing to paint.
    if (!this.layer.childElementCount) return;
    const painter = new Worker(new URL('./ground-painter.js', import.meta.url), { type: 'module' });
    this.#painter = painter;
    this.bitmap.replaceChildren();
    try {
      await this.#painted(painter);
      if (painter === this.#painter) world.classList.add('baked');
    } catch (error) {
      console.warn('The ground stays as SVG:', error);
    } finally {
      painter.terminate();
    }
  }

  /** All strips have come and stand in their place. @param {Worker} painter @returns {Promise<void>} */
  #painted(painter) {
    return new Promise((resolve, reject) => {
      painter.addEventListener('error', (event) => reject(new Error(event.message || 'The painter cannot be read')));
      painter.addEventListener('message', (/** @type {MessageEvent<Strip|{trouble: string}>} */ { data }) => {
        if ('trouble' in data) reject(new Error(data.trouble));
        else if (painter === this.#painter) this.#lay(data).then(() => data.last && resolve(), reject);
      });
      painter.postMessage(this.#painting());
    });
  }

  /** @param {Strip} strip */
  async #lay({ blob, top, height }) {
    const image = h('img', { class: 'ground-strip', alt: '', src: URL.createObjectURL(blob) });
    Object.assign(image.style, { width: `${this.size.width}px`, height: `${height}px`, top: `${top}px` });
    await image.decode();
    URL.revokeObjectURL(image.src);
    this.bitmap.append(image);
  }

  /** @returns {Painting} */
  #painting() {
    const most = isNarrow() ? MAX_PIXELS_ON_PHONE : MAX_PIXELS;
    const { width, height } = this.size;
    const scale = Math.min(MAX_PX_PER_UNIT, Math.sqrt(most / (width * height)));
    return { relief: this.relief.src, width, height, scale, shapes: shapes(this.layer, getComputedStyle(this.layer)) };
  }
}
