/**
 * The pointer and the keyboard's cursor on the map: what lies under them, in a tip and in a sentence for screen readers.
 *
 * @import {Desk} from '../desk.js'
 * @import {GameClient} from '../game.js'
 * @import {Layers} from './layers.js'
 * @import {Mode} from '../questions/mode.js'
 * @import {TipContent} from '../../board/tip.js'
 * @import {Way} from '../../board/lattice.js'
 */

import { Tip } from '../../board/tip.js';
import { $ } from '../../core/dom.js';
import { Cursor } from './cursor.js';

const HOVER_WAIT_MS = 350;

export class Pointer {
  /** @type {number|undefined} */ #timer;
  /** @type {string|null} */ #hovered = null;
  /** What the tip tells of the choice in hand, as text. @type {string|null} */ #told = null;

  /**
   * @param {Desk} desk
   * @param {GameClient} game
   * @param {Layers} layers
   * @param {() => Mode|null} mode null while there is nothing to point at
   * @param {() => void} moved
   */
  constructor(desk, game, layers, mode, moved) {
    this.desk = desk;
    this.game = game;
    this.layers = layers;
    this.mode = mode;
    this.moved = moved;
    this.tip = new Tip(desk.board);
    this.cursor = new Cursor(desk.board);
  }

  /** @param {string|null} hex */
  hover(hex) {
    if (hex === this.#hovered) return;
    this.#hovered = hex;
    clearTimeout(this.#timer);
    const mode = this.mode();
    if (!mode) return;
    const content = mode.hover(hex);
    this.#told = content && JSON.stringify(content);
    this.tip.show(hex, content);
    if (!content && hex) this.#timer = window.setTimeout(() => this.#explain(hex), HOVER_WAIT_MS);
    this.moved();
  }

  /** @param {string} hex */
  #explain(hex) {
    const mode = this.mode();
    if (this.#hovered === hex && mode && mode.open !== hex) this.tip.show(hex, this.#about(hex));
  }

  /** What stands there, and what the layer that is shown says of it. @param {string} hex @returns {TipContent} */
  #about(hex) {
    const [head = hex, ...rest] = this.game.sentence(this.desk, hex).split('; ');
    const at = head.indexOf(',');
    const title = at > 0 ? head.slice(0, at) : head;
    const overlay = this.layers.shown?.data.hexes[hex];
    const lines = [head.slice(title.length + 2), ...rest, overlay].filter((t) => t !== undefined && t !== '').map((text) => ({ text: String(text) }));
    return { head: title, lines };
  }

  /** A tap that did nothing is told what a pointer at rest would be. @param {string} hex */
  answer(hex) {
    const content = this.mode()?.hover(hex) ?? this.#about(hex);
    this.#hovered = hex;
    this.tip.show(hex, content);
    this.#speak(hex, content);
  }

  /** @param {string} hex @param {TipContent|null} content */
  #speak(hex, content) {
    const more = content ? [content.head, ...content.lines.map(({ text }) => text)] : [];
    $('#hex-sentence').textContent = [this.game.sentence(this.desk, hex), ...more].join(' ');
  }

  /** @param {Way} way */
  walk(way) {
    const mode = this.mode();
    if (!mode) return;
    const hex = this.cursor.walk(way, mode.open);
    if (!hex) return;
    this.#hovered = null;
    this.hover(hex);
    this.#speak(hex, mode.hover(hex));
    this.moved();
  }

  /** The choice may have changed, and what the tip told of it be over. What it told of the hex itself stays true. */
  renew() {
    if (!this.#told) return;
    const content = this.mode()?.hover(this.#hovered) ?? null;
    const told = content && JSON.stringify(content);
    if (told === this.#told) return;
    this.#told = told;
    this.tip.show(this.#hovered, content);
  }

  /** The table changed: what the tip tells may be over. */
  stale() {
    clearTimeout(this.#timer);
    this.#hovered = null;
    this.#told = null;
    this.tip.show(null);
  }

  /** A place was chosen: nothing is pointed at until the pointer moves again. */
  leave() {
    this.cursor.hex = null;
    this.#told = null;
    this.tip.show(null);
  }
}
