/**
 * Orders to units of one field, chosen by the number: a field, how many of its units, and where they can go together, which
 * the server says.
 *
 * @import {FanContent} from '../../../../board/fan.js'
 * @import {ListItem} from '../../../../panels/mode.js'
 * @import {Figure, MovePlan} from '../../types.js'
 */

import { count } from '../../../../core/bits.js';
import { stackFan } from '../../../../orders/stack-fan.js';
import { apart } from '../../field-fan.js';
import { Order } from './order.js';

export class Picking extends Order {
  /** @type {Set<string>} */ picked = new Set();
  /** where the chosen can go @type {MovePlan|null} */
  plan = null;
  #asked = 0;

  /** @returns {Set<string>} */
  get movers() {
    return new Set(/** @type {string[]|undefined} */ (this.offer?.units) ?? []);
  }

  /** @param {string|null} area @returns {Figure[]} the units there that may go */
  able(area) {
    if (!area) return [];
    const movers = this.movers;
    return this.mode.units(area).filter((unit) => movers.has(unit.id));
  }

  /** @returns {string[]} */
  get chosen() {
    return this.able(this.mode.open).filter(({ id }) => this.picked.has(id)).map(({ id }) => id);
  }

  /** @param {readonly string[]} [ids] @returns {Figure[]} */
  figures(ids = this.chosen) {
    return ids.map((id) => this.mode.unit(id)).filter((unit) => unit !== null);
  }

  /** @returns {string[]} fields with units that may go, by name */
  get fields() {
    const areas = new Set([...this.movers].map((id) => this.mode.areaOf(id)).filter((area) => area !== null));
    return [...areas].sort((a, b) => this.mode.name(a).localeCompare(this.mode.name(b)));
  }

  /** Whether the field that is open stays open. @param {string} area */
  stays(area) {
    return this.able(area).length > 0;
  }

  /** Of those in a field the ones that go unless the player says otherwise. @param {Figure[]} able @param {string} area @returns {Figure[]} */
  usual(able, area) {
    void area;
    return able;
  }

  /** @param {Figure} unit that may not go @returns {{note: string, why: string}} */
  barred(unit) {
    return unit.spent ? { note: 'moved', why: 'It has already moved, shot or fought this turn.' } : { note: 'stays', why: 'It cannot go now.' };
  }

  /** What is asked besides, once it is known where they can go. @param {MovePlan|null} plan @param {string[]} units @param {() => boolean} current whether it is still wanted @returns {Promise<void>} */
  async further(plan, units, current) {
    void [plan, units, current];
  }

  /** Forget what was told of the units chosen before. */
  forget() {
    this.plan = null;
  }

  /** @override */
  sync() {
    if (this.mode.open && !this.stays(this.mode.open)) this.mode.open = null;
    void this.ask();
  }

  /** @override */
  clear() {
    this.picked.clear();
    this.forget();
    this.#asked += 1;
  }

  /** Ask the server where the chosen units can go. */
  async ask() {
    const mine = ++this.#asked;
    const units = this.chosen;
    if (!units.length) return this.forget();
    const plan = /** @type {MovePlan|null} */ (await this.desk.consult({ kind: 'move', units }));
    if (mine !== this.#asked) return;
    this.plan = plan;
    this.refresh();
    await this.further(plan, units, () => mine === this.#asked);
  }

  /** @param {string} area */
  select(area) {
    this.clear();
    this.mode.open = area;
    this.picked = new Set(this.usual(this.able(area), area).map(({ id }) => id));
    void this.ask();
  }

  /** Other units of the field are chosen. */
  changed() {
    this.forget();
    void this.ask();
    this.refresh();
  }

  put() {
    this.clear();
    this.mode.open = null;
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const { movers, picked, mode } = this;
    const barred = (/** @type {string} */ id) => {
      const unit = mode.unit(id);
      return unit && !movers.has(id) ? this.barred(unit) : null;
    };
    const set = (/** @type {string[]} */ ids, /** @type {number} */ n) => {
      for (const [place, id] of ids.entries()) picked[place < n ? 'add' : 'delete'](id);
      this.changed();
    };
    return stackFan({
      desk: this.desk,
      roster: apart(mode),
      place: mode.open,
      may: (id) => movers.has(id),
      picked,
      why: (id) => barred(id)?.why,
      note: ([id = '', ...more], n) => barred(id)?.note ?? (more.length ? undefined : n ? 'goes' : 'stays'),
      dim: (_, n) => n === 0,
      pick: (ids) => set(ids, ids.every((id) => picked.has(id)) ? 0 : ids.length),
      set,
    });
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.mode.open) return null;
    const take = (/** @type {string} */ area) => {
      this.select(area);
      this.desk.board.reveal(area);
      this.refresh();
    };
    const many = (/** @type {string} */ area) => this.able(area).length;
    return { label: 'Fields as a list', items: this.fields.map((area) => ({ label: `${this.mode.name(area)}: ${count(many(area), 'unit')}`, key: `from-${area}`, act: () => take(area) })) };
  }

  /** @override */
  escape() {
    if (!this.mode.open) return false;
    this.put();
    return true;
  }
}
