/**
 * §3.3 A battle: its leader fights it pair by pair; reinforcements and cards are a button away. An ally may bring up
 * units, use gas, or leave the battle to the leader.
 *
 * @import {Desk} from '../../../panels/desk.js'
 */

import { Asked } from '../forms/asked.js';
import { Pair } from '../forms/pair.js';
import { Reinforce } from '../forms/reinforce.js';
import { Acting } from './acting.js';

export class Battle extends Acting {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, { fight: Pair, reinforce: Reinforce, tactic: Asked });
  }

  /** @override */
  get first() {
    return this.offer('fight') ?? this.offer('reinforce');
  }

  /** @override An ally is asked for help, and nobody waits for the answer. */
  get yours() {
    return this.offer('fight') ? super.yours : 'An ally’s battle';
  }
}
