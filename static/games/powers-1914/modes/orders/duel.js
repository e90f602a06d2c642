/**
 * §3.3.14 A ship and a gun on neighbouring fields: one challenges, the other may decline unless it guards a shipyard.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Chosen} from './filled.js'
 */

import { count } from '../../../../core/bits.js';
import { addsOf, oddsBar } from '../../fight.js';
import { oddsOf } from '../../matter.js';
import { Aimed } from './aimed.js';
import { oneOf, slot } from './filled.js';

export class Duel extends Aimed {
  /** @override */ kind = 'challenge';
  /** @override */ verb = 'Challenge';
  /** @override */ again = true;
  /** @override */ help = 'Both roll once; a tie destroys both. The other side may decline, unless its gun guards a shipyard.';

  /** @returns {Record<string, string[]>} */
  get #pairs() {
    return this.offer?.pairs ?? {};
  }

  /** @override */
  small() {
    return `${count(Object.keys(this.#pairs).length, 'unit')} could challenge`;
  }

  /** @override */
  slots() {
    return [slot('unit', 'unit', 'Which unit challenges?'), slot('target', 'unit', 'Challenge whom?')];
  }

  /** @override @param {string} name @param {Chosen} chosen */
  options(name, { unit = '' }) {
    return oneOf(name === 'unit' ? Object.keys(this.#pairs) : (this.#pairs[unit] ?? []));
  }

  /** @override */
  get goal() {
    return this.mode.areaOf(this.chosen.target ?? '');
  }

  /** @override @returns {Child} */
  body() {
    const { unit, target } = this.chosen;
    const plan = unit && target ? oddsOf(this.mode, unit, target) : null;
    return [super.body(), plan && [oddsBar(plan.chances), addsOf(plan, { attacker: 'You', defender: 'They' })]];
  }
}
