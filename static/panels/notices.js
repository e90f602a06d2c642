/**
 * Short words over the map: a message that goes by itself, and the state of the connection.
 *
 * @import {Status} from '../core/socket.js'
 */

import { button } from '../core/bits.js';
import { chip } from '../core/citing.js';
import { h, render } from '../core/dom.js';

const TOAST_MS = 5200;
/** A connection that is back this soon was never missed. */
const MISSED_AFTER_MS = 1500;

export class Notices {
  #toast = h('div', { class: 'toast float', role: 'alert' });
  #strip = h('div', { class: 'strip float', role: 'status' });
  /** @type {number|undefined} */ #timer;
  #lostAt = 0;
  /** how many messages there have been */ said = 0;

  /** @param {HTMLElement} map */
  constructor(map) {
    this.map = map;
  }

  /** @param {string} text @param {string} [section] @param {{label: string, key: string, act: () => void}|null} [onward] what can be done about it */
  say(text, section = '', onward = null) {
    this.said += 1;
    const go = onward && button(onward.label, () => { this.#toast.remove(); onward.act(); }, { key: onward.key });
    render(this.#toast, h('span', {}, text), chip(section), go);
    this.map.append(this.#toast);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#toast.remove(), TOAST_MS);
  }

  /** @param {Status} status @param {boolean} shown whether there is a table to lose the connection to */
  connection(status, shown) {
    if (status === 'live') this.#lostAt = 0;
    else if (this.#lostAt === 0) this.#lostAt = performance.now();
    const over = status === 'closed';
    const lost = status === 'waiting' || (status === 'connecting' && performance.now() - this.#lostAt > MISSED_AFTER_MS);
    if (!shown || (!lost && !over)) {
      this.#strip.remove();
      return;
    }
    render(
      this.#strip,
      h('span', { class: 'dot' }),
      over ? 'The server has closed this match.' : 'Connection lost. Trying again…',
      over ? button('Reload', () => location.reload(), { key: 'reload' }) : button('Try now', () => dispatchEvent(new Event('online')), { key: 'reconnect' }),
    );
    this.map.append(this.#strip);
  }
}
