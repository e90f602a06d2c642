/**
 * §3.15.2 Gas: a card of the whole game; as many enemy land units of a neighbouring field go as the die shows.
 *
 * @import {Chosen} from './filled.js'
 */

import { count } from '../../../../core/bits.js';
import { sideOfNation } from '../../units.js';
import { Aimed } from './aimed.js';
import { oneOf, slot } from './filled.js';

const KINDS = { infantry: 'Infantry', artillery: 'Artillery' };

export class Gas extends Aimed {
  /** @override */ kind = 'gas';
  /** @override */ verb = 'Use gas';
  /** @override their armies are compared */ few = 20;
  /** @override */ help = 'Roll one die: that many enemy land units are lost, but no ships or aircraft.';

  /** @override */
  small() {
    return `${count(this.offer?.left ?? 0, 'card')} left in the game`;
  }

  /** @returns {Record<string, string[]>} areas by unit */
  get #units() {
    return /** @type {Record<string, string[]>|undefined} */ (this.offer?.units) ?? {};
  }

  /** @param {string} area @returns {string[]} who can send it there */
  #from(area) {
    return Object.keys(this.#units).filter((unit) => this.#units[unit]?.includes(area));
  }

  /** @param {string} area @returns {string[]} what there is to lose */
  #kinds(area) {
    const side = this.mode.me?.side;
    const there = new Set(this.mode.units(area).filter(({ nation }) => sideOfNation(this.view, nation) !== side).map(({ kind }) => kind));
    return Object.keys(KINDS).filter((kind) => there.has(/** @type {import('../../types.js').Kind} */ (kind)));
  }

  /** @override */
  title() {
    const { area } = this.chosen;
    return area && this.#kinds(area).length < 2 ? `Gas attack on ${this.mode.the(area)}` : super.title();
  }

  /** @override the field comes first: which neighbour sends the gas matters little */
  slots() {
    return [slot('area', 'hex', 'Gas attack on which field?'), slot('unit', 'unit', 'From where?'), slot('first', 'choice', 'Which are lost first?')];
  }

  /** @override @param {string} name @param {Chosen} chosen */
  options(name, { area = '' }) {
    if (name === 'area') return oneOf(new Set(Object.values(this.#units).flat()));
    return name === 'unit' ? oneOf(this.#from(area)) : oneOf(this.#kinds(area), { labels: KINDS });
  }

  /** @override @param {string} name @param {Chosen} chosen */
  first(name, { area = '' }) {
    if (name === 'area') return this.view.battle?.area ?? null;
    return (name === 'unit' ? this.#from(area) : this.#kinds(area))[0] ?? null;
  }
}
