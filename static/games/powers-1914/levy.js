/**
 * Set-up: units by nation and kind, as the offer groups them.
 *
 * @import {AnyOffer, PlaceGroup, PowersView} from './types.js'
 * @import {Army} from '../../orders/muster.js'
 */

import { Muster } from '../../orders/muster.js';
import { BOUGHT, KIND_TITLES, some } from './kinds.js';
import { byNation } from './nations.js';
import { theArea } from './sentence.js';
import { find } from './units.js';

/** Generals come last. @param {PlaceGroup} group */
const rank = ({ unit }) => (unit === 'general' ? BOUGHT.length : BOUGHT.indexOf(unit));

export class Levy extends Muster {
  /** @returns {PowersView} */
  get #view() {
    return /** @type {PowersView} */ (this.desk.view);
  }

  /** @returns {PlaceGroup[]} */
  get #groups() {
    return /** @type {AnyOffer} */ (/** @type {unknown} */ (this.given)).groups ?? [];
  }

  /** @param {string} nation */
  #nation(nation) {
    return this.#view.nations[nation]?.name ?? nation;
  }

  /** @override @returns {Army[]} */
  armies() {
    const all = this.#groups.toSorted((a, b) => byNation(a.nation, b.nation) || rank(a) - rank(b));
    return [...new Set(all.map(({ nation }) => nation))].map((nation) => ({
      title: this.#nation(nation),
      units: all.filter((group) => group.nation === nation).flatMap(({ units }) => units),
    }));
  }

  /** @override */
  get slots() {
    return [{ name: 'units', shape: /** @type {const} */ ('units') }, { name: 'area', shape: /** @type {const} */ ('hex') }];
  }

  /** @override */
  back() {
    return { name: 'units', shape: /** @type {const} */ ('units') };
  }

  /** @override @param {string} unit */
  placesOf(unit) {
    return this.#groups.find(({ units }) => units.includes(unit))?.areas ?? [];
  }

  /** @override @param {string[]} units @returns {string} "Germany: 2 infantry", "Hindenburg" */
  called(units) {
    const unit = find(this.#view, units[0] ?? '')?.unit;
    if (!unit) return super.called(units);
    return unit.name ?? `${this.#nation(unit.nation)}: ${some(unit.kind, units.length)}`;
  }

  /** @override @param {string} id */
  below(id) {
    const unit = find(this.#view, id)?.unit;
    return unit ? (unit.name ?? KIND_TITLES[unit.kind]) : '';
  }

  /** @override @param {string} area */
  the(area) {
    return theArea(this.desk, area);
  }
}
