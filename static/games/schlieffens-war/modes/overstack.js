/**
 * Too many in a hex: move one out, or give it up.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {ListItem} from '../../../panels/questions/mode.js'
 */

import { button } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { StackMode } from '../mode.js';
import { placeTitle } from '../../../panels/places.js';
import { unitButton } from '../units.js';

export class Overstack extends StackMode {
  /** @type {string|null} */
  unit = null;

  /** @returns {Record<string, string[]>} */
  get choices() {
    return this.offer('displace')?.choices ?? {};
  }

  /** @returns {string[]} */
  get units() {
    return [...new Set([...Object.keys(this.choices), ...(this.offer('eliminate')?.units ?? [])])];
  }

  /** @override */
  sync() {
    if (this.unit && !this.units.includes(this.unit)) this.unit = null;
  }

  /** @override @returns {Child} */
  body() {
    const { unit } = this;
    return [
      h(
        'div',
        { class: 'units' },
        this.units.map((id) => {
          const counter = this.counter(id);
          return counter && unitButton(counter, { picked: unit === id, prefix: 'surplus', note: this.choices[id]?.length ? '' : 'no way out', act: () => this.#pick(id) });
        }),
      ),
      unit && h('p', { class: 'quiet row' }, this.choices[unit]?.length ? 'Choose one of the gold hexes.' : 'It has no hex to move to. ', chip(this.legal.section)),
    ];
  }

  /** @param {string} id */
  #pick(id) {
    this.unit = this.unit === id ? null : id;
    this.desk.refresh();
  }

  /** @param {string} hex */
  #put(hex) {
    const { unit } = this;
    void this.send({ kind: 'displace', unit, hex });
  }

  /** @override @param {string} hex */
  hex(hex) {
    // The server says why a hex is refused.
    if (this.unit && hex !== this.hexOf(this.unit)) return this.#put(hex);
    super.hex(hex);
  }

  /** @override @returns {Highlights} */
  highlights() {
    const here = this.units.map((id) => this.hexOf(id)).find((hex) => hex !== null);
    return { selected: here ? [here] : [], bands: { free: this.unit ? (this.choices[this.unit] ?? []) : [] } };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    const hexes = this.unit ? (this.choices[this.unit] ?? []) : [];
    return hexes.length ? { label: 'Open hexes as a list', items: hexes.map((hex) => ({ label: placeTitle(this.desk, hex), key: `to-${hex}`, act: () => this.#put(hex) })) } : null;
  }

  /** @override */
  dock() {
    const { unit } = this;
    if (!unit || !this.offer('eliminate')?.units?.includes(unit)) return super.dock();
    return [button('Give it up', () => this.send({ kind: 'eliminate', unit }), { tone: 'danger', key: 'eliminate' })];
  }
}
