/**
 * §3.1.4 Moves and battles: units move from field to field; guns, ships, cards and money are a button away.
 *
 * @import {Offer} from '../../../core/types.js'
 * @import {Desk} from '../../../panels/desk.js'
 */

import { count } from '../../../core/bits.js';
import { Ordering } from './ordering.js';
import { Announce } from './orders/announce.js';
import { Duel } from './orders/duel.js';
import { Give, Raid, Raze, Sink, Tactic } from './orders/filled.js';
import { Gas } from './orders/gas.js';
import { March } from './orders/march.js';
import { Shoot } from './orders/shoot.js';
import { Stance } from './orders/stance.js';
import { Visit } from './orders/visit.js';

export class Action extends Ordering {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, March, [Shoot, Duel, Raid, Sink, Tactic, Gas, Announce, Raze, Give, Stance, Visit]);
  }

  /** Ending your moves cannot be taken back, so the button says what is left undone. @override @param {Offer} offer */
  async end(offer) {
    const march = /** @type {March} */ (this.main);
    const [units, stacks] = [march.movers.size, march.fields.length];
    const guns = Object.keys(this.offer('shoot')?.guns ?? {}).length;
    const left = [
      ...(units ? [{ text: `${count(units, 'unit')} in ${count(stacks, 'field')} ${units === 1 ? 'has' : 'have'} not moved.`, section: '3.2.3' }] : []),
      ...(guns ? [{ text: `${count(guns, 'gun')} could still shoot.`, section: '3.3.12' }] : []),
    ];
    return super.end({ ...offer, warnings: [...(offer.warnings ?? []), ...left] });
  }
}
