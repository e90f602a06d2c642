/**
 * The attack, aimed by hand, with the aircraft that were sent for it.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {AttackPlan, Unit} from './types.js'
 */

import { Aim } from '../../orders/aim.js';
import { placeTitle } from '../../panels/places.js';
import { find, stacksOf } from './index-of.js';
import { oddsPlan } from './odds.js';

const WITH_AIRCRAFT = 'attack_with_air';

/** @extends {Aim<AttackPlan>} */
export class Assault extends Aim {
  /** @override */
  static gives = [WITH_AIRCRAFT];
  /** the aircraft that support it @type {Set<string>} */ #air = new Set();

  /** @override @param {string[]} units @returns {Promise<AttackPlan|null>} */
  preview(units) {
    return this.desk.consult({ kind: 'attack', hex: this.target, units, air: [...this.#air] });
  }

  /** @override */
  forget() {
    this.#air.clear();
  }

  /** @override */
  go() {
    if (!this.target || !this.plan?.legal) return;
    const given = { hex: this.target, units: this.attackers };
    void this.desk.send(this.#air.size ? { kind: WITH_AIRCRAFT, ...given, air: [...this.#air] } : { kind: this.offer.kind, ...given });
    this.put();
  }

  /** @override @param {string} target @returns {Child} */
  drawn(target) {
    const { view } = this.desk;
    const units = (/** @type {readonly string[]} */ ids) => /** @type {Unit[]} */ (ids.map((id) => find(view, id)?.unit ?? null).filter((unit) => unit !== null));
    return oddsPlan({
      title: `Planned attack: ${placeTitle(this.desk, target)}`,
      able: units(this.able),
      picked: new Set(this.attackers),
      aircraft: units(this.plan?.aircraft ?? []),
      flying: this.#air,
      defenders: stacksOf(view)[target] ?? [],
      plan: this.plan,
      toggle: (id) => this.toggle(id),
      fly: (id) => {
        if (!this.#air.delete(id)) this.#air.add(id);
        void this.replan();
      },
    });
  }

  /** @override */
  get column() {
    return (this.plan?.legal && this.plan.column) || '';
  }
}
