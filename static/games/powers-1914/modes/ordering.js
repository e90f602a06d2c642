/**
 * A mode with several orders: one that is at hand, the others a button away.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {FanContent} from '../../../board/fan.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {Confirm, ListItem} from '../../../panels/mode.js'
 * @import {Order} from './orders/order.js'
 */

import { button } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { orderButton } from '../../../orders/order-button.js';
import { PowersMode } from '../mode.js';

/** @typedef {new (mode: Ordering) => Order} OrderKind */

export class Ordering extends PowersMode {
  /** @type {Order|null} */ #inHand = null;

  /**
   * @param {Desk} desk
   * @param {OrderKind} Main
   * @param {readonly OrderKind[]} others
   */
  constructor(desk, Main, others) {
    super(desk);
    this.main = new Main(this);
    this.others = others.map((Kind) => new Kind(this));
  }

  /** @returns {Order} */
  get order() {
    return this.#inHand ?? this.main;
  }

  /** @override whether another order than the main one was taken up */
  get apart() {
    return this.#inHand !== null;
  }

  /** @param {Order|null} order null: the main one again */
  take(order) {
    this.order.clear();
    this.open = null;
    this.confirm = null;
    this.#inHand = order === this.main ? null : order;
    this.order.sync();
    this.#showPrompt();
    this.desk.refresh();
  }

  /** A new question stands at the top of the panel. */
  #showPrompt() {
    document.querySelector('#prompt')?.scrollIntoView({ block: 'start' });
  }

  /** @param {Confirm} confirm */
  ask(confirm) {
    this.confirm = confirm;
    this.#showPrompt();
    this.desk.refresh();
  }

  /** An ally's command is news too: a question that waits for a yes waits on. @override */
  sync() {
    const offer = this.#inHand?.offer;
    if (this.#inHand && (!offer || offer.refusal)) this.take(null);
    else this.order.sync();
  }

  /** @override */
  title() {
    return this.confirm?.title ?? (this.order.title() || this.legal.prompt);
  }

  /** @override @returns {Child} */
  detail() {
    return this.confirm ? null : (this.order.detail() ?? this.legal.detail ?? null);
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return this.order.asking();
    return [this.order.body(), this.#inHand || this.open ? null : this.more(this.others)];
  }

  /** @param {readonly Order[]} orders @returns {Child} a button for each, as many as are offered */
  more(orders) {
    const offered = orders.flatMap((order) => (order.offer ? [{ order, offer: order.offer }] : []));
    if (!offered.length) return null;
    return h(
      'section',
      { class: 'more-orders', 'aria-label': 'More orders' },
      h('h3', {}, 'More orders'),
      h('div', { class: 'order-buttons' }, offered.map(({ order, offer }) => orderButton(offer, { small: order.small(), act: () => order.begin() }))),
    );
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    return this.confirm ? null : this.order.list();
  }

  /** @override @returns {Highlights} */
  highlights() {
    return this.order.highlights();
  }

  /** @override @param {string} area */
  hex(area) {
    this.confirm = null;
    this.order.tap(area);
    this.desk.refresh();
  }

  /** @override @param {string|null} area @returns {TipContent|null} */
  hover(area) {
    this.hovered = area;
    return area ? this.order.hover(area) : null;
  }

  /** @override @returns {FanContent|null} */
  fan() {
    return this.order.fan();
  }

  /** @override @returns {Node[]} */
  dock() {
    const asked = this.confirmButtons();
    if (asked) return asked;
    if (!this.#inHand) return [...this.order.buttons(), ...this.endPhase()];
    return [button('Back', () => this.take(null), { key: 'back' }), ...this.order.buttons()];
  }

  /** @override @returns {boolean} */
  escape() {
    if (this.confirm) this.confirm = null;
    else if (!this.order.escape()) {
      if (!this.#inHand) return super.escape();
      this.take(null);
    }
    this.desk.refresh();
    return true;
  }
}
