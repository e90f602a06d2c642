/**
 * Set-up: units army by army, each where its headquarters lets it stand.
 *
 * @import {RefusalJson} from '../../core/wire.js'
 * @import {Army} from '../../orders/muster.js'
 * @import {Unit, WarOffer, WarView} from './types.js'
 */

import { Muster } from '../../orders/muster.js';
import { known, nationName } from './counter.js';
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

  /** @override @returns {Army[]} your own first; of those of another commander of your side, who that is */
  armies() {
    const { boxes, viewer } = this.#view;
    const pool = (boxes.pool ?? []).filter(known).filter(({ side }) => side === viewer);
    const units = new Map([...pool, ...Object.keys(this.#choices).map((id) => this.#unit(id))].flatMap((unit) => (unit ? [[unit.id, unit]] : [])));
    /** @type {Map<string, Unit[]>} */
    const armies = new Map();
    for (const unit of units.values()) armies.set(armyOf(unit), [...(armies.get(armyOf(unit)) ?? []), unit]);
    const all = [...armies].map(([title, of]) => {
      const whose = of.map(({ id }) => this.#whose(id)?.text ?? '').reduce((a, b) => (a === b ? a : ''));
      return { title, units: of.sort(byStrength).map(({ id }) => id), ...(whose ? { whose } : {}) };
    });
    return all.sort((a, b) => Number('whose' in a) - Number('whose' in b) || a.title.localeCompare(b.title, 'en', { numeric: true }));
  }

  /** @param {string} id @returns {RefusalJson|undefined} that a unit of your side obeys another commander of it, and whom */
  #whose(id) {
    const why = super.whyNot(id);
    return why?.code === 'not-your-command' ? why : undefined;
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

/** @param {Unit} unit @returns {string} */
function armyOf({ nation, army }) {
  if (nation === 'BE') return 'Belgian Army';
  if (nation === 'BR') return 'British Expeditionary Force';
  return army ? `${nationName(nation)} ${army}${ordinal(Number(army))} Army` : `${nationName(nation)} reserve`;
}

/** @param {number} n @returns {string} what stands behind it: "st" */
function ordinal(n) {
  const [tens, ones] = [Math.floor(n / 10) % 10, n % 10];
  return (tens !== 1 && ['', 'st', 'nd', 'rd'][ones]) || 'th';
}
