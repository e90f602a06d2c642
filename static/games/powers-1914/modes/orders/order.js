/**
 * One kind of order: what it asks, what it shows on the map, what a tap means. A mode (`ordering.js`) holds several and
 * has one of them in hand.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {FanContent} from '../../../../board/fan.js'
 * @import {TipContent} from '../../../../board/tip.js'
 * @import {Desk} from '../../../../panels/desk.js'
 * @import {ListItem} from '../../../../panels/mode.js'
 * @import {AnyOffer, PowersView} from '../../types.js'
 * @import {Ordering} from '../ordering.js'
 */

export class Order {
  /** the offer that it works off, and the command that it sends */
  kind = '';
  /** what you need to know beside the prompt */
  help = '';

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
    return this.offer?.label ?? '';
  }

  /** @returns {Child} */
  detail() {
    return this.help;
  }

  /** @returns {Child} */
  body() {
    return null;
  }

  /** @returns {Child} beside a question that waits for a yes */
  asking() {
    return null;
  }

  /** @returns {{label: string, items: ListItem[]}|null} */
  list() {
    return null;
  }

  /** @returns {Highlights} */
  highlights() {
    return {};
  }

  /** @param {string} _area tapped */
  tap(_area) {}

  /** @param {string} _area @returns {TipContent|null} */
  hover(_area) {
    return null;
  }

  /** @returns {FanContent|null} */
  fan() {
    return null;
  }

  /** @returns {Node[]} of the dock */
  buttons() {
    return [];
  }

  /** @returns {boolean} whether there was something to put back */
  escape() {
    return false;
  }

  refresh() {
    this.desk.refresh();
  }
}
