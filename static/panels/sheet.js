/** The bottom sheet of phones: tabs, and a handle that drags it up to three fifths of the screen. */

import { h, render, toHead } from '../core/dom.js';
import { size } from '../core/window-size.js';

/** @typedef {"orders"|"attack"|"log"|"chat"} Tab */

/** As in table.css. */
const PHONE = matchMedia('(max-width:700px)');
const LOW_PX = 238;
const HIGH_SHARE = 0.6;
const ROOMY_SHARE = 0.42;
const SLOP_PX = 6;

export class Sheet {
  /** @type {Tab} */
  tab = 'orders';
  /** the player's own choice of a height stands */
  #dragged = false;
  #planned = false;

  /** what comes below the orders where there is room for both @type {"log"|"chat"} */
  below = 'log';

  /** @param {HTMLElement} side @param {HTMLElement} tabs @param {HTMLElement} reads the tabs of what comes below @param {() => void} chosen */
  constructor(side, tabs, reads, chosen) {
    this.side = side;
    this.tabs = tabs;
    this.reads = reads;
    this.chosen = chosen;
    side.dataset.tab = this.tab;
    side.dataset.below = this.below;
    // What a phone does not show it has not drawn.
    PHONE.addEventListener('change', chosen);
    tabs.addEventListener('pointerdown', (e) => this.#drag(e));
  }

  /** Whether the log is in sight, on a phone or beside the map. */
  get tells() {
    return !PHONE.matches || this.tab === 'log';
  }

  /** Whether the chat is laid open, on a phone or beside the map. */
  get talks() {
    return (PHONE.matches ? this.tab : this.below) === 'chat';
  }

  /**
   * @param {object} content
   * @param {string|null} content.plan an attack is planned: its tab's name
   * @param {boolean} content.battle there is something to see of an attack
   * @param {boolean} content.units the orders show counters or warnings, and need room
   * @param {number|null} content.unread messages that nobody has read yet; null where there is no chat
   * @returns {boolean} whether it opens now over what is planned, on a phone
   */
  show({ plan, battle, units, unread }) {
    const attack = plan ?? (battle ? 'Battle' : null);
    const opens = plan !== null && !this.#planned && PHONE.matches;
    if (plan && !this.#planned) this.choose('attack');
    else if ((!plan && this.#planned) || (!attack && this.tab === 'attack')) this.choose('orders');
    this.#planned = plan !== null;
    const tab = (/** @type {Tab} */ name, /** @type {string} */ label) =>
      h('button', { type: 'button', class: 'b', role: 'tab', 'aria-selected': String(this.tab === name), 'data-key': `tab-${name}`, onclick: () => this.choose(name) }, label);
    const chat = unread ? `Chat (${unread})` : 'Chat';
    if (unread === null && this.below === 'chat') this.choose('log');
    render(this.tabs, tab('orders', 'Orders'), attack ? tab('attack', attack) : null, tab('log', 'Log'), unread === null ? null : tab('chat', chat));
    const read = (/** @type {"log"|"chat"} */ name, /** @type {string} */ label) =>
      h('button', { type: 'button', class: 'b', role: 'tab', 'aria-selected': String(this.below === name), 'data-key': `below-${name}`, onclick: () => this.choose(name) }, label);
    this.reads.hidden = unread === null;
    render(this.reads, unread === null ? null : [read('log', 'Log'), read('chat', chat)]);
    if (!this.#dragged) this.#height(units || this.tab === 'attack' ? size.tall * ROOMY_SHARE : LOW_PX);
    return opens;
  }

  /** @param {Tab} tab */
  choose(tab) {
    if (tab !== this.tab) toHead(this.side.querySelector('.scroll'));
    this.tab = tab;
    this.side.dataset.tab = tab;
    if (tab === 'log' || tab === 'chat') this.below = tab;
    this.side.dataset.below = this.below;
    for (const b of this.tabs.querySelectorAll('[role=tab]')) b.setAttribute('aria-selected', String(b.getAttribute('data-key') === `tab-${tab}`));
    for (const b of this.reads.querySelectorAll('[role=tab]')) b.setAttribute('aria-selected', String(b.getAttribute('data-key') === `below-${this.below}`));
    this.chosen();
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const from = event.clientY;
    const height = this.side.offsetHeight;
    let moved = false;
    const move = (/** @type {PointerEvent} */ e) => {
      if (!moved && Math.abs(e.clientY - from) < SLOP_PX) return;
      moved = true;
      this.side.classList.add('dragging');
      this.#height(height + from - e.clientY);
    };
    const stop = (/** @type {PointerEvent} */ e) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', stop);
      removeEventListener('pointercancel', stop);
      this.side.classList.remove('dragging');
      this.#dragged ||= moved;
      if (moved) this.#height(from - e.clientY > 0 === height < size.tall * 0.45 ? size.tall * HIGH_SHARE : LOW_PX);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', stop);
    addEventListener('pointercancel', stop);
  }

  /** @param {number} px */
  #height(px) {
    this.side.style.setProperty('--sheet', `${Math.round(Math.max(LOW_PX, Math.min(size.tall * HIGH_SHARE, px)))}px`);
  }
}
