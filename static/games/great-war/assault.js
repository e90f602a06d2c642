/**
 * The attack of the Great War, aimed by hand: headquarters, events and aircraft are counted in, as far as you can see them.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {AttackPlan, Counter} from './types.js'
 */

import { Aim } from '../../orders/aim.js';
import { placeTitle } from '../../panels/places.js';
import { find, stacksOf } from './index-of.js';
import { likely, oddsPlan } from './odds.js';

/** @extends {Aim<AttackPlan>} */
export class Assault extends Aim {
  /** the headquarters counted on */ hq = '';
  /** events that are counted as used @type {Set<string>} */ #events = new Set();
  /** whether all aircraft are counted as flying */ #air = false;

  /** @override @param {string[]} units @returns {Promise<AttackPlan|null>} */
  preview(units) {
    return this.desk.consult({ kind: 'attack', target: this.target, units, hq: this.hq, events: [...this.#events], air: this.#air });
  }

  /** @override @param {AttackPlan} plan */
  heard(plan) {
    if (!plan.legal) return;
    if (!plan.headquarters.some(({ id }) => id === this.hq)) this.hq = '';
    this.#events = new Set(plan.events.filter(({ counted }) => counted).map(({ id }) => id));
  }

  /** @override */
  forget() {
    this.hq = '';
    this.#events.clear();
    this.#air = false;
  }

  /** @override @param {string} target @returns {Child} */
  drawn(target) {
    const { view } = this.desk;
    const counters = /** @type {Counter[]} */ (this.able.map((id) => find(view, id)?.counter ?? null).filter((c) => c !== null));
    return oddsPlan({
      title: `Planned attack: ${placeTitle(this.desk, target)}`,
      attackers: counters,
      picked: new Set(this.attackers),
      defenders: stacksOf(view)[target] ?? [],
      plan: this.plan,
      hq: this.hq,
      toggle: (id) => this.toggle(id),
      count: {
        hq: (id) => {
          this.hq = id;
          void this.replan();
        },
        event: (id) => {
          if (!this.#events.delete(id)) this.#events.add(id);
          void this.replan();
        },
        air: () => {
          this.#air = !this.#air;
          void this.replan();
        },
      },
    });
  }

  /** @override @returns {string} the column that is likely */
  get column() {
    return (this.plan?.legal && likely(this.plan)?.column) || '';
  }
}
