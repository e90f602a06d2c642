/**
 * The buttons of the decision: over the map, and at the foot of the sheet on a phone.
 *
 * @import {Table} from '../core/table.js'
 * @import {Mode} from './mode.js'
 */

import { button, icon } from '../core/bits.js';
import { h, render } from '../core/dom.js';

export class Dock {
  /** @param {HTMLElement} map @param {HTMLElement} foot of the sheet @param {() => void} undo */
  constructor(map, foot, undo) {
    this.map = map;
    this.foot = foot;
    this.undo = undo;
    this.element = h('div', { class: 'dock float', role: 'toolbar', 'aria-label': 'Decision' });
  }

  /** @param {Table} table @param {Mode} mode */
  draw(table, mode) {
    const walkedTo = this.element.querySelector(':focus-visible') !== null;
    render(this.element, ...this.#buttons(table, mode));
    // Whoever pressed a button by the keyboard goes on from those that take its place.
    if (walkedTo && !this.element.contains(document.activeElement)) (this.element.querySelector('button') ?? this.map).focus({ preventScroll: true });
    render(this.foot, ...this.#buttons(table, mode));
  }

  clear() {
    this.element.replaceChildren();
    this.foot.replaceChildren();
  }

  /** @param {Table} table @param {Mode} mode @returns {Node[]} */
  #buttons({ view, seat, undo, legal }, mode) {
    if (view?.outcome || !seat) return [];
    if (!legal?.yours && !undo.allowed) return mode.dock();
    const back = button([icon('undo'), h('span', { class: 'word' }, 'Undo')], this.undo, { key: 'undo', label: 'Undo', title: undo.allowed ? 'Take back the last command (u)' : undo.text, class: undo.allowed ? '' : 'barred' });
    // It stays pressable, to say why it is barred.
    back.setAttribute('aria-disabled', String(!undo.allowed));
    return [back, ...mode.dock()];
  }
}
