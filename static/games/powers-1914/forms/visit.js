/**
 * At one screen: another seat may want to use gas while this one decides (§3.15.2). It gets the screen, and gives it back.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {AnyOffer, PowersView} from '../types.js'
 */

import { choices } from '../../../orders/choices.js';
import { Asked } from './asked.js';

/** @param {Desk} desk @returns {string[]} the other seats whose side has a card left */
function seatsWithGas({ visits, legal, view, seat: own }) {
  const { seats, sides } = /** @type {PowersView} */ (view);
  if (!visits || !legal.yours) return [];
  return Object.keys(seats).filter((seat) => seat !== own && (sides[seats[seat]?.side ?? '']?.gas ?? 0) > 0);
}

export class Visit extends Asked {
  static kind = 'visit';

  /** @override */
  title() {
    return 'Who wants to use gas?';
  }

  /** @override @returns {Child} */
  body() {
    return choices('Players', seatsWithGas(this.desk).map((seat) => ({
      key: `visit-${seat}`,
      label: this.position.view.seats[seat]?.title ?? seat,
      chosen: false,
      act: () => this.desk.visits?.to(seat),
    })));
  }

  /** @override */
  buttons() {
    return [];
  }
}

/** It is the page's own: the rules know no seats at one screen. @param {Desk} desk @returns {AnyOffer|null} */
export function visit(desk) {
  if (!seatsWithGas(desk).length) return null;
  return { kind: Visit.kind, label: 'Gas by another player', section: '3.15.2', note: 'Hand the screen over', refusal: null, help: 'Gas may be used at any time. The map is covered until that player is at the screen.' };
}
