/**
 * One kind of order: what it asks, what it shows on the map, what a tap means. A mode (`ordering.js`) holds several and
 * has one of them in hand.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {FanContent} from '../../../../board/fan.js'
 * @import {TipContent} from '../../../../board/tip.js'
 * @import {Form} from '../../../../orders/form.js'
 * @import {Desk} from '../../../../panels/desk.js'
 * @import {ListItem} from '../../../../panels/mode.js'
 * @import {AnyOffer, PowersView} from '../../types.js'
 * @import {Ordering} from '../ordering.js'
 */

/** @typedef {Pick<Form, "open"|"title"|"body"|"list"|"highlights"|"hover"|"fan"|"escape">} Inner a form, or a mode */

export class Order {
  /** the offer that it works off, and the command that it sends */
  kind = '';
  /** what you need to know beside the prompt */
  help = '';
  /** what asks in its place @type {Inner|null} */ inner = null;

  /** @param {Ordering} mode */
  constructor(mode) {
    this.mode = mode;
  }

  /** @returns {Desk} */
  get desk() {
    return this.mode.desk;
  }

  /** @returns {PowersView} */
  get view() {
    return this.mode.view;
  }

  /** @returns {AnyOffer|null} */
  get offer() {
    return this.mode.offer(this.kind);
  }

  /** @returns {Child} on its button, below the name */
  small() {
    return null;
  }

  /** Its button was pressed. */
  begin() {
    this.mode.take(this);
  }

  /** It came to hand, or something changed: forget what is no longer offered. */
  sync() {}

  /** Put everything back that was chosen in it. */
  clear() {}

  /** @returns {string} */
  title() {
    return this.inner?.title() ?? this.offer?.label ?? '';
  }

  /** @returns {Child} */
  detail() {
    return this.help;
  }

  /** @returns {Child} */
  body() {
    return this.inner?.body() ?? null;
  }

  /** @returns {Child} beside a question that waits for a yes */
  asking() {
    return null;
  }

  /** @returns {{label: string, items: ListItem[]}|null} */
  list() {
    return this.inner?.list() ?? null;
  }

  /** @returns {Highlights} */
  highlights() {
    return this.inner?.highlights() ?? {};
  }

  /** @param {string} _area tapped */
  tap(_area) {}

  /** @param {string} area @returns {TipContent|null} */
  hover(area) {
    return this.inner?.hover(area) ?? null;
  }

  /** @returns {FanContent|null} */
  fan() {
    return this.inner?.fan() ?? null;
  }

  /** @returns {Node[]} of the dock */
  buttons() {
    return [];
  }

  /** @returns {boolean} whether there was something to put back */
  escape() {
    const was = this.inner?.escape() ?? false;
    this.lay();
    return was;
  }

  /** What it laid open beside its field is what the page takes for open. */
  lay() {
    if (this.inner) this.mode.open = this.inner.open;
  }

  refresh() {
    this.desk.refresh();
  }
}
