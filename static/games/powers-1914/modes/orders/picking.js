/**
 * Orders to units of one field, chosen by the number: a field, how many of its units, and where they can go together, which
 * the server says.
 *
 * @import {FanContent} from '../../../../board/fan.js'
 * @import {ListItem} from '../../../../panels/mode.js'
 * @import {Figure, MovePlan} from '../../types.js'
 * @import {Group} from '../../units.js'
 */

import { count } from '../../../../core/bits.js';
import { Picks, pickFan } from '../../picks.js';
import { groups } from '../../units.js';
import { Order } from './order.js';

export class Picking extends Order {
  picks = new Picks();
  /** where the chosen can go @type {MovePlan|null} */
  plan = null;
  #asked = 0;

  /** @returns {Set<string>} */
  get movers() {
    return new Set(/** @type {string[]|undefined} */ (this.offer?.units) ?? []);
  }

  /** @param {string|null} area @returns {Group[]} the units there that may go */
  able(area) {
    if (!area) return [];
    const movers = this.movers;
    return groups(this.mode.units(area).filter((unit) => movers.has(unit.id)));
  }

  /** @returns {string[]} */
  get chosen() {
    return this.picks.ids(this.able(this.mode.open));
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

  /** Of those in a field the ones that go unless the player says otherwise. @param {Group[]} able @param {string} area @returns {Group[]} */
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
    this.picks.clear();
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
    for (const group of this.usual(this.able(area), area)) this.picks.set(group, group.ids.length);
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
    const { open } = this.mode;
    const units = open ? this.mode.units(open) : [];
    if (!open || !units.length) return null;
    return pickFan({ area: open, title: this.mode.name(open), units, able: this.able(open), picks: this.picks, barred: (unit) => this.barred(unit), changed: () => this.changed() });
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.mode.open) return null;
    const take = (/** @type {string} */ area) => {
      this.select(area);
      this.desk.board.reveal(area);
      this.refresh();
    };
    const many = (/** @type {string} */ area) => this.able(area).reduce((n, group) => n + group.ids.length, 0);
    return { label: 'Fields as a list', items: this.fields.map((area) => ({ label: `${this.mode.name(area)}: ${count(many(area), 'unit')}`, key: `from-${area}`, act: () => take(area) })) };
  }

  /** @override */
  escape() {
    if (!this.mode.open) return false;
    this.put();
    return true;
  }
}
