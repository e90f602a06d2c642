/**
 * §3.3.14 A ship and a gun on neighbouring fields: one challenges, the other may decline unless it guards a shipyard.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {AnyOffer} from '../types.js'
 */

import { count } from '../../../core/bits.js';
import { addsOf, oddsBar } from '../fight.js';
import { oddsOf } from '../matter.js';
import { Aimed, oneOf, slotted } from './asked.js';

const HELP = 'Both roll once; a tie destroys both. The other side may decline, unless its gun guards a shipyard.';

export class Duel extends Aimed {
  /** @override @param {AnyOffer} offer */
  static small({ pairs = {} }) {
    return `${count(Object.keys(pairs).length, 'unit')} could challenge`;
  }

  /** @override @param {AnyOffer} offer */
  static laid(offer) {
    const units = oneOf(Object.keys(offer.pairs ?? {}));
    return slotted(offer, 'Challenge', [{ name: 'unit', shape: 'unit', prompt: 'Which unit challenges?', options: units }, { name: 'target', shape: 'unit', prompt: 'Challenge whom?' }], HELP);
  }

  /** @override @returns {Child} */
  body() {
    const { unit, target } = this.chosen;
    const plan = unit && target ? oddsOf(this.position, unit, target) : null;
    return [super.body(), plan && [oddsBar(plan.chances), addsOf(plan, { attacker: 'You', defender: 'They' })]];
  }
}
