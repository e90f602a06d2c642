/**
 * §3.15.2 Gas: a card of the whole game; as many enemy land units of a neighbouring field go as the die shows.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 */

import { button, count } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { army } from '../../army.js';
import { choices } from '../../../../orders/choices.js';
import { sideOfNation } from '../../units.js';
import { Order } from './order.js';

/** @typedef {"infantry"|"artillery"} First */

export class Gas extends Order {
  /** @override */ kind = 'gas';
  /** @type {string|null} */ #area = null;
  /** @type {string|null} */ #unit = null;
  /** @type {First} */ #first = 'infantry';

  /** @override */
  small() {
    return `${count(this.offer?.left ?? 0, 'card')} left in the game`;
  }

  /** @returns {Record<string, string[]>} areas by unit */
  get #units() {
    return /** @type {Record<string, string[]>|undefined} */ (this.offer?.units) ?? {};
  }

  /** @returns {string[]} by name */
  get #areas() {
    return [...new Set(Object.values(this.#units).flat())].sort((a, b) => this.mode.name(a).localeCompare(this.mode.name(b)));
  }

  /** @param {string} area @returns {string[]} who can send it there */
  #from(area) {
    return Object.keys(this.#units).filter((unit) => this.#units[unit]?.includes(area));
  }

  /** @override */
  sync() {
    const areas = this.#areas;
    const fought = this.view.battle?.area;
    this.#choose(this.#area ?? (fought && areas.includes(fought) ? fought : areas.length === 1 ? (areas[0] ?? null) : null));
  }

  /** @param {string|null} area */
  #choose(area) {
    this.#area = area && this.#areas.includes(area) ? area : null;
    const from = this.#area ? this.#from(this.#area) : [];
    if (!this.#unit || !from.includes(this.#unit)) this.#unit = from[0] ?? null;
  }

  /** @override */
  clear() {
    this.#area = this.#unit = null;
    this.#first = 'infantry';
  }

  /** @override @param {string} area */
  tap(area) {
    this.#choose(area);
  }

  /** @override */
  title() {
    return this.#area ? `Gas attack on ${this.mode.the(this.#area)}` : 'Gas attack on which field?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['Roll one die: that many enemy land units are lost, but no ships or aircraft. ', chip('3.15.2')];
  }

  /** @param {string} area */
  #there(area) {
    const side = this.mode.me?.side;
    return this.mode.units(area).filter(({ nation, kind }) => sideOfNation(this.view, nation) !== side && (kind === 'infantry' || kind === 'artillery'));
  }

  /** @override @returns {Child} */
  body() {
    const area = this.#area;
    const arms = new Set(area ? this.#there(area).map(({ kind }) => kind) : []);
    const from = area ? this.#from(area) : [];
    return [
      choices('Fields in reach', this.#areas.map((a) => ({
        key: `over-${a}`,
        label: this.mode.name(a),
        note: army(this.view, this.#there(a)),
        chosen: a === area,
        act: () => {
          this.#choose(a);
          this.desk.point([a]);
        },
      }))),
      arms.size > 1 && choices('Lose first', (/** @type {First[]} */ (['infantry', 'artillery'])).map((first) => ({
        key: `first-${first}`,
        label: first === 'infantry' ? 'Infantry' : 'Artillery',
        chosen: first === this.#first,
        act: () => {
          this.#first = first;
          this.refresh();
        },
      }))),
      from.length > 1 && choices('From', from.map((unit) => ({
        key: `gas-from-${this.mode.areaOf(unit)}`,
        label: this.mode.name(this.mode.areaOf(unit) ?? ''),
        chosen: unit === this.#unit,
        act: () => {
          this.#unit = unit;
          this.refresh();
        },
      }))),
    ];
  }

  /** @override @returns {Highlights} */
  highlights() {
    const from = this.#unit ? this.mode.areaOf(this.#unit) : null;
    return { targets: this.#areas, ...(this.#area ? { attack: { hex: this.#area, from: from ? [from] : [], odds: null, river: null } } : {}) };
  }

  /** @override */
  buttons() {
    const [area, unit] = [this.#area, this.#unit];
    const first = area && !this.#there(area).some(({ kind }) => kind === this.#first) ? (this.#first === 'infantry' ? 'artillery' : 'infantry') : this.#first;
    return [
      button('Use gas', () => {
        if (!area || !unit) return;
        this.mode.take(null);
        void this.mode.send({ kind: 'gas', unit, area, first });
      }, { tone: 'danger', key: 'gas', disabled: !area, title: area ? undefined : 'Choose a field first' }),
    ];
  }

  /** @override */
  escape() {
    if (!this.#area || this.#areas.length < 2) return false;
    this.#area = this.#unit = null;
    return true;
  }
}
