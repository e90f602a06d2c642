/**
 * §3.1.4 Moves and battles: units move from field to field; guns, ships, cards and money are a button away.
 *
 * @import {Offer} from '../../../core/types.js'
 * @import {Desk} from '../../../panels/desk.js'
 */

import { count } from '../../../core/bits.js';
import { Announce } from '../forms/announce.js';
import { Asked } from '../forms/asked.js';
import { Duel } from '../forms/duel.js';
import { March } from '../forms/march.js';
import { Shoot } from '../forms/shoot.js';
import { Acting } from './acting.js';

const HANDS = { move: March, shoot: Shoot, challenge: Duel, raid: Asked, sink: Asked, tactic: Asked, announce: Announce, raze: Asked, give: Asked };

export class Action extends Acting {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, HANDS);
  }

  /** @override */
  get first() {
    return this.legal.yours ? this.offer('move') : null;
  }

  /** @override */
  detail() {
    return this.form || this.confirm ? super.detail() : 'No unit can move any more.';
  }

  /** Ending your moves cannot be taken back, so the button says what is left undone. @override @param {Offer} offer */
  async end(offer) {
    const movers = /** @type {string[]} */ (this.offer('move')?.units ?? []);
    const fields = new Set(movers.map((id) => this.position.areaOf(id)));
    const guns = Object.keys(this.offer('shoot')?.guns ?? {}).length;
    const left = [
      ...(movers.length ? [{ text: `${count(movers.length, 'unit')} in ${count(fields.size, 'field')} ${movers.length === 1 ? 'has' : 'have'} not moved.`, section: '3.2.3' }] : []),
      ...(guns ? [{ text: `${count(guns, 'gun')} could still shoot.`, section: '3.3.12' }] : []),
    ];
    return super.end({ ...offer, warnings: [...(offer.warnings ?? []), ...left] });
  }
}
