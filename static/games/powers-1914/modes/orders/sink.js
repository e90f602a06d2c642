/**
 * §3.2.7 Land units at sea without a ship of theirs, before your own ships: sunk or captured without a fight.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 */

import { button, chip, count } from '../../../../core/bits.js';
import { army, capital } from '../../army.js';
import { choices } from '../../../../orders/choices.js';
import { sideOfNation } from '../../units.js';
import { Order } from './order.js';

export class Sink extends Order {
  /** @override */ kind = 'sink';
  /** @type {string|null} */ #sea = null;

  /** @returns {string[]} */
  get #seas() {
    return this.offer?.areas ?? [];
  }

  /** @override */
  small() {
    return count(this.#seas.length, 'sea');
  }

  /** @override */
  sync() {
    if (!this.#sea || !this.#seas.includes(this.#sea)) this.#sea = this.#seas.length === 1 ? (this.#seas[0] ?? null) : null;
  }

  /** @override */
  clear() {
    this.#sea = null;
  }

  /** @override @param {string} area */
  tap(area) {
    this.#sea = this.#seas.includes(area) ? area : null;
  }

  /** @param {string} sea */
  #helpless(sea) {
    const mine = this.mode.me?.side;
    return army(this.view, this.mode.units(sea).filter((unit) => sideOfNation(this.view, unit.nation) !== mine && unit.kind !== 'aircraft'));
  }

  /** @override */
  title() {
    return this.#sea ? `${capital(this.#helpless(this.#sea))} in ${this.mode.the(this.#sea)}` : 'In which sea?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['No ship protects them: you sink or capture all of them. ', chip('3.2.7')];
  }

  /** @override @returns {Child} */
  body() {
    return choices('Seas', this.#seas.map((area) => ({
      key: `sea-${area}`,
      label: this.mode.name(area),
      note: this.#helpless(area),
      chosen: area === this.#sea,
      act: () => {
        this.#sea = area;
        this.refresh();
      },
    })));
  }

  /** @override @returns {Highlights} */
  highlights() {
    return { targets: this.#seas, ...(this.#sea ? { attack: { hex: this.#sea, from: [], odds: null, river: null } } : {}) };
  }

  /** @override */
  buttons() {
    const act = (/** @type {boolean} */ capture) => void this.mode.send({ kind: 'sink', area: this.#sea, capture });
    const barred = { disabled: !this.#sea, title: this.#sea ? undefined : 'Choose a sea first' };
    return [
      button('Sink them', () => act(false), { tone: 'danger', key: 'sink', ...barred }),
      button('Capture them', () => act(true), { tone: 'primary', key: 'sink-capture', ...barred }),
    ];
  }

  /** @override */
  escape() {
    if (!this.#sea || this.#seas.length < 2) return false;
    this.#sea = null;
    return true;
  }
}
