/**
 * §3.6 Demolishing a factory or a shipyard, your own or a conquered one.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 */

import { button, chip, count } from '../../../../core/bits.js';
import { choices } from '../../../../orders/choices.js';
import { Order } from './order.js';

/** @typedef {{works: "factory"|"shipyard", area: string}} Razeable */

export class Raze extends Order {
  /** @override */ kind = 'raze';
  /** @type {string|null} */ #key = null;

  /** @returns {(Razeable & {key: string})[]} */
  get #items() {
    const items = /** @type {Razeable[]|undefined} */ (this.offer?.items) ?? [];
    return items.map((item) => ({ ...item, key: `${item.works}-${item.area}` }));
  }

  get #chosen() {
    return this.#items.find(({ key }) => key === this.#key) ?? null;
  }

  /** @override */
  small() {
    return count(this.#items.length, 'work');
  }

  /** @override */
  sync() {
    if (!this.#chosen) this.#key = null;
  }

  /** @override */
  clear() {
    this.#key = null;
  }

  /** @override @param {string} area */
  tap(area) {
    const here = this.#items.filter((item) => item.area === area);
    const at = here.findIndex(({ key }) => key === this.#key);
    this.#key = here[(at + 1) % here.length]?.key ?? null;
  }

  /** @override */
  title() {
    const item = this.#chosen;
    return item ? `Demolish the ${item.works} in ${this.mode.name(item.area)}?` : 'Demolish which building?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['It is lost for good, and you get no money for it. ', chip('3.6')];
  }

  /** @override @returns {Child} */
  body() {
    return choices('Buildings', this.#items.map(({ key, works, area }) => ({
      key: `works-${key}`,
      label: this.mode.name(area),
      note: works,
      chosen: key === this.#key,
      act: () => {
        this.#key = key;
        this.desk.point([area]);
      },
    })));
  }

  /** @override @returns {Highlights} */
  highlights() {
    const item = this.#chosen;
    return { bands: { free: this.#items.map(({ area }) => area) }, selected: item ? [item.area] : [] };
  }

  /** @override */
  buttons() {
    const item = this.#chosen;
    return [
      button('Demolish it', () => {
        if (!item) return;
        this.mode.take(null);
        void this.mode.send({ kind: 'raze', works: item.works, area: item.area });
      }, { tone: 'danger', key: 'raze', disabled: !item, title: item ? undefined : 'Choose a building first' }),
    ];
  }

  /** @override */
  escape() {
    if (!this.#key) return false;
    this.#key = null;
    return true;
  }
}
