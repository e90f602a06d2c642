/**
 * At one screen: another seat may want to use gas while this one decides (§3.15.2). It gets the screen, and gives it back.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {AnyOffer} from '../../types.js'
 */

import { chip } from '../../../../core/citing.js';
import { choices } from '../../../../orders/choices.js';
import { Order } from './order.js';

export class Visit extends Order {
  /** @override */ kind = 'visit';

  /** @returns {string[]} the other seats whose side has a card left */
  get #seats() {
    const { view, desk } = this;
    if (!desk.visits || !desk.legal.yours) return [];
    return Object.keys(view.seats).filter((seat) => seat !== desk.seat && (view.sides[view.seats[seat]?.side ?? '']?.gas ?? 0) > 0);
  }

  /** It is the page's own: the rules know no seats at one screen. @override @returns {AnyOffer|null} */
  get offer() {
    return this.#seats.length ? { kind: this.kind, label: 'Gas by another player', section: '3.15.2' } : null;
  }

  /** @override */
  small() {
    return 'Hand the screen over';
  }

  /** @override */
  title() {
    return 'Who wants to use gas?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['Gas may be used at any time. The map is covered until that player is at the screen. ', chip('3.15.2')];
  }

  /** @override @returns {Child} */
  body() {
    return choices('Players', this.#seats.map((seat) => ({
      key: `visit-${seat}`,
      label: this.view.seats[seat]?.title ?? seat,
      chosen: false,
      act: () => this.desk.visits?.to(seat),
    })));
  }
}
