/**
 * A part of the shop with a price list: what can be bought, and of the rest why not.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Closed, Kind} from '../types.js'
 */

import { Order } from '../modes/orders/order.js';
import { byNation } from '../nations.js';

/** @typedef {{nation: string, unit: Kind}} Good */

/** @param {Good|null} a @param {Good} b */
export const same = (a, b) => a?.nation === b.nation && a.unit === b.unit;

export class Shelf extends Order {
  /** its tab */
  name = '';
  /** what cannot be bought, and was asked about @type {Good|null} */
  asked = null;

  /** @override @returns {string} */
  title() {
    return '';
  }

  /** @override @returns {Child} */
  detail() {
    return null;
  }

  /** @override */
  clear() {
    this.asked = null;
  }

  /** @returns {string} on the tab */
  label() {
    return this.name;
  }

  /** whether something is chosen that you may put back */
  get busy() {
    return false;
  }

  /** @returns {string[]} */
  get nations() {
    return [...(this.mode.me?.nations ?? [])].sort(byNation);
  }

  /** @returns {Closed[]} */
  get closed() {
    return this.offer?.closed ?? [];
  }

  /** @param {Good} good @returns {boolean} whether it cannot be bought: then the reason is shown, or put away again */
  ask(good) {
    const shut = this.closed.some((item) => item.nation === good.nation && item.unit === good.unit);
    this.asked = shut && !same(this.asked, good) ? good : null;
    this.refresh();
    return shut;
  }

  /** @returns {Child} why what was asked about cannot be bought */
  why() {
    const { asked } = this;
    const shut = asked && this.closed.find((item) => item.nation === asked.nation && item.unit === asked.unit);
    return shut ? this.mode.warning({ text: shut.refusal.text, section: shut.refusal.section }) : null;
  }
}
