/**
 * §3.3 A battle: its leader fights it pair by pair; reinforcements and cards are a button away. An ally may only bring
 * up units, and use gas.
 *
 * @import {Desk} from '../../../panels/desk.js'
 */

import { Ordering } from './ordering.js';
import { Tactic } from './orders/filled.js';
import { Gas } from './orders/gas.js';
import { Pair } from './orders/pair.js';
import { Reinforce } from './orders/reinforce.js';
import { Visit } from './orders/visit.js';

export class Battle extends Ordering {
  /** @param {Desk} desk */
  constructor(desk) {
    const leads = desk.legal.offers.some(({ kind }) => kind === 'fight');
    super(desk, leads ? Pair : Reinforce, leads ? [Reinforce, Tactic, Gas, Visit] : [Gas, Visit]);
  }
}
