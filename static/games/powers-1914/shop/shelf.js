/**
 * A part of the shop with a price list: what can be bought, and of the rest why not. It is no form of slots: what is chosen is
 * bought by a tap.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {FanContent} from '../../../board/fan.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {ListItem} from '../../../panels/questions/mode.js'
 * @import {AnyOffer, Closed, Kind} from '../types.js'
 */

import { Form } from '../../../orders/form.js';
import { warningRow } from '../../../panels/questions/warning.js';
import { byNation } from '../nations.js';
import { Position } from '../position.js';

/** @typedef {{nation: string, unit: Kind}} Good */

/** @param {Good|null} a @param {Good} b */
export const same = (a, b) => a?.nation === b.nation && a.unit === b.unit;

export class Shelf extends Form {
  /** its tab's key */
  static title = '';
  /** what cannot be bought, and was asked about @type {Good|null} */
  asked = null;

  /** @param {Desk} _desk @returns {string} on its tab */
  static tab(_desk) {
    return '';
  }

  /** @override @param {Offer} offer */
  static laid(offer) {
    return { ...offer, slots: [] };
  }

  /** @returns {Position} */
  get position() {
    return new Position(this.desk);
  }

  /** @override @returns {AnyOffer} */
  get offer() {
    return super.offer;
  }

  /** whether something is chosen that you may put back */
  get busy() {
    return false;
  }

  /** @returns {string[]} */
  get nations() {
    return [...(this.position.me?.nations ?? [])].sort(byNation);
  }

  /** @returns {Closed[]} */
  get closed() {
    return this.offer.closed ?? [];
  }

  /** @param {Good} good @returns {boolean} whether it cannot be bought: then the reason is shown, or put away again */
  ask(good) {
    const shut = this.closed.some((item) => item.nation === good.nation && item.unit === good.unit);
    this.asked = shut && !same(this.asked, good) ? good : null;
    this.desk.refresh();
    return shut;
  }

  /** @returns {Child} why what was asked about cannot be bought */
  why() {
    const { asked } = this;
    const shut = asked && this.closed.find((item) => item.nation === asked.nation && item.unit === asked.unit);
    return shut ? warningRow(this.desk, shut.refusal) : null;
  }

  /** @override */
  title() {
    return this.desk.legal.prompt;
  }

  /** @override @param {string} _area */
  tap(_area) {}

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    return null;
  }

  /** @override @returns {Highlights} */
  highlights() {
    return {};
  }

  /** @override @param {string|null} _area @returns {TipContent|null} */
  hover(_area) {
    return null;
  }

  /** @override @returns {FanContent|null} */
  fan() {
    return null;
  }

  /** @override @returns {Node[]} */
  buttons() {
    return [];
  }

  /** @override @returns {boolean} */
  escape() {
    return false;
  }
}
