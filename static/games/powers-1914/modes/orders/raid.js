/**
 * §3.8 A ship before a shipyard that no gun protects: it is taken over, or destroyed.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {Figure} from '../../types.js'
 */

import { button, chip, count } from '../../../../core/bits.js';
import { choices } from '../../../../orders/choices.js';
import { pieceFace, spoken } from '../../pieces.js';
import { Order } from './order.js';

const FACE = 34;

export class Raid extends Order {
  /** @override */ kind = 'raid';
  /** @type {string|null} */ #yard = null;
  /** @type {string|null} */ #ship = null;

  /** @returns {string[]} shipyards in reach, by name */
  get #yards() {
    return [...new Set(Object.values(this.offer?.ships ?? {}).flat())].sort((a, b) => this.mode.name(a).localeCompare(this.mode.name(b)));
  }

  /** @returns {{id: string, unit: Figure}[]} the ships that reach the yard, one of each nation: what is taken is the ship's nation's */
  get #ships() {
    /** @type {Map<string, {id: string, unit: Figure}>} */
    const found = new Map();
    for (const [id, yards] of Object.entries(this.offer?.ships ?? {})) {
      const unit = this.mode.unit(id);
      if (unit && this.#yard && yards.includes(this.#yard) && !found.has(unit.nation)) found.set(unit.nation, { id, unit });
    }
    return [...found.values()];
  }

  /** @override */
  small() {
    return `${count(this.#yards.length, 'shipyard')} in reach`;
  }

  /** @override */
  sync() {
    const yards = this.#yards;
    this.#choose(this.#yard && yards.includes(this.#yard) ? this.#yard : yards.length === 1 ? (yards[0] ?? null) : null);
  }

  /** @param {string|null} yard */
  #choose(yard) {
    this.#yard = yard;
    if (!this.#ships.some(({ id }) => id === this.#ship)) this.#ship = this.#ships[0]?.id ?? null;
  }

  /** @override */
  clear() {
    this.#yard = this.#ship = null;
  }

  /** @override @param {string} area */
  tap(area) {
    this.#choose(this.#yards.includes(area) ? area : null);
  }

  /** @override */
  title() {
    return this.#yard ? `The shipyard in ${this.mode.name(this.#yard)}` : 'Which shipyard?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['No gun protects it, so no die is rolled. The ship cannot move again this turn. A captured shipyard builds nothing until you hold the field. ', chip('3.8')];
  }

  /** @override @returns {Child} */
  body() {
    const ships = this.#ships;
    return [
      choices('Shipyards', this.#yards.map((area) => ({
        key: `yard-${area}`,
        label: this.mode.name(area),
        chosen: area === this.#yard,
        act: () => {
          this.#choose(area);
          this.refresh();
        },
      }))),
      ships.length > 1 && choices('Which ship', ships.map(({ id, unit }) => ({
        key: `ship-${id}`,
        face: pieceFace(unit, FACE, { silent: true }),
        label: spoken(unit),
        chosen: id === this.#ship,
        act: () => {
          this.#ship = id;
          this.refresh();
        },
      }))),
    ];
  }

  /** @override @returns {Highlights} */
  highlights() {
    const from = this.#ship ? this.mode.areaOf(this.#ship) : null;
    return { targets: this.#yards, ...(this.#yard ? { attack: { hex: this.#yard, from: from ? [from] : [], odds: null, river: null } } : {}) };
  }

  /** @override */
  buttons() {
    const act = (/** @type {boolean} */ take) => void this.mode.send({ kind: 'raid', unit: this.#ship, area: this.#yard, take });
    const barred = { disabled: !this.#yard || !this.#ship, title: this.#yard ? undefined : 'Choose a shipyard first' };
    return [
      button('Destroy it', () => act(false), { key: 'raid-destroy', ...barred }),
      button('Capture it', () => act(true), { tone: 'primary', key: 'raid-take', ...barred }),
    ];
  }

  /** @override */
  escape() {
    if (!this.#yard || this.#yards.length < 2) return false;
    this.clear();
    return true;
  }
}
