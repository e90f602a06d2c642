/**
 * Set-up: units army by army, each where its headquarters lets it stand.
 *
 * @import {RefusalJson} from '../../core/wire.js'
 * @import {Army} from '../../orders/muster.js'
 * @import {Unit, WarOffer, WarView} from './types.js'
 */

import { Muster } from '../../orders/muster.js';
import { known } from './counter.js';
import { find } from './index-of.js';
import { byStrength } from './units.js';

/** Where the server says no more of it. */
const NO_PLACE = 'Place its headquarters first.';

export class Levy extends Muster {
  /** @returns {WarView} */
  get #view() {
    return /** @type {WarView} */ (this.desk.view);
  }

  /** @returns {Record<string, string[]>} hexes by unit */
  get #choices() {
    return /** @type {WarOffer} */ (this.given).choices ?? {};
  }

  /** @param {string} id @returns {Unit|null} */
  #unit(id) {
    const counter = find(this.#view, id)?.counter;
    return counter && known(counter) ? counter : null;
  }

  /** @override @returns {Army[]} */
  armies() {
    const strong = (/** @type {string[]} */ units) => units.flatMap((id) => this.#unit(id) ?? []).sort(byStrength).map(({ id }) => id);
    return super.armies().map((army) => ({ ...army, units: strong(army.units) }));
  }

  /** @override */
  get slots() {
    return [{ name: 'unit', shape: /** @type {const} */ ('unit') }, { name: 'hex', shape: /** @type {const} */ ('hex') }];
  }

  /** @override */
  back() {
    return { name: 'unit', shape: /** @type {const} */ ('unit') };
  }

  /** @override @param {string} unit */
  placesOf(unit) {
    return this.#choices[unit] ?? [];
  }

  /** @override @param {string} unit */
  whyNot(unit) {
    const places = this.#choices[unit];
    return super.whyNot(unit) ?? (places && !places.length ? { code: 'hq-first', text: NO_PLACE, section: this.given.section } : undefined);
  }

  /** @override @param {string} id */
  below(id) {
    const unit = this.#unit(id);
    return unit?.kind === 'hq' ? `HQ, radius ${unit.radius ?? ''}` : '';
  }
}
