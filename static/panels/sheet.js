/** The bottom sheet of phones: tabs, and a handle that drags it up to three fifths of the screen. */

import { h, render } from '../core/dom.js';

/** @typedef {"orders"|"attack"|"log"} Tab */

const LOW = 238;
const HIGH_SHARE = 0.6;
const ROOMY_SHARE = 0.42;
const SLOP = 6;

export class Sheet {
  /** @type {Tab} */
  tab = 'orders';
  /** the player's own choice of a height stands */
  #dragged = false;
  #planned = false;

  /** @param {HTMLElement} side @param {HTMLElement} tabs */
  constructor(side, tabs) {
    this.side = side;
    this.tabs = tabs;
    side.dataset.tab = this.tab;
    tabs.addEventListener('pointerdown', (e) => this.#drag(e));
  }

  /**
   * @param {object} content
   * @param {string|null} content.plan an attack is planned: its tab's name
   * @param {boolean} content.battle there is something to see of an attack
   * @param {boolean} content.units the orders show counters and need room
   */
  show({ plan, battle, units }) {
    const attack = plan ?? (battle ? 'Battle' : null);
    if (plan && !this.#planned) this.choose('attack');
    else if ((!plan && this.#planned) || (!attack && this.tab === 'attack')) this.choose('orders');
    this.#planned = plan !== null;
    const tab = (/** @type {Tab} */ name, /** @type {string} */ label) =>
      h('button', { type: 'button', class: 'b', role: 'tab', 'aria-selected': String(this.tab === name), 'data-key': `tab-${name}`, onclick: () => this.choose(name) }, label);
    render(this.tabs, tab('orders', 'Orders'), attack ? tab('attack', attack) : null, tab('log', 'Log'));
    if (!this.#dragged) this.#height(units || this.tab === 'attack' ? innerHeight * ROOMY_SHARE : LOW);
  }

  /** @param {Tab} tab */
  choose(tab) {
    this.tab = tab;
    this.side.dataset.tab = tab;
    for (const b of this.tabs.querySelectorAll('[role=tab]')) b.setAttribute('aria-selected', String(b.getAttribute('data-key') === `tab-${tab}`));
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const from = event.clientY;
    const height = this.side.offsetHeight;
    let moved = false;
    const move = (/** @type {PointerEvent} */ e) => {
      if (!moved && Math.abs(e.clientY - from) < SLOP) return;
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
      if (moved) this.#height(from - e.clientY > 0 === height < innerHeight * 0.45 ? innerHeight * HIGH_SHARE : LOW);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', stop);
    addEventListener('pointercancel', stop);
  }

  /** @param {number} px */
  #height(px) {
    this.side.style.setProperty('--sheet', `${Math.round(Math.max(LOW, Math.min(innerHeight * HIGH_SHARE, px)))}px`);
  }
}
