/**
 * §3.3 A battle: its leader fights it pair by pair; reinforcements and cards are a button away. An ally may bring up
 * units, use gas, or leave the battle to the leader.
 *
 * @import {Desk} from '../../../panels/desk.js'
 */

import { button } from '../../../core/bits.js';
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
    this.leads = leads;
  }

  /** @override An ally is asked for help, and nobody waits for the answer. */
  get yours() {
    return this.leads ? super.yours : 'An ally’s battle';
  }

  /** @override */
  dock() {
    const buttons = super.dock();
    const leave = this.offer('leave');
    if (!leave || this.apart || this.open || this.confirm) return buttons;
    return [button(leave.label, () => void this.send({ kind: leave.kind }), { key: 'leave' }), ...buttons];
  }
}
