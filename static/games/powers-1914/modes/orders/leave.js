/**
 * §3.3.2 An ally's battle left to the one who leads it: nobody waits for help. The map is there to be looked at, and the
 * question can be taken up again as long as the battle goes on.
 *
 * @import {FanContent} from '../../../../board/fan.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {AnyOffer} from '../../types.js'
 */

import { lookFan } from '../../look.js';
import { Order } from './order.js';

export class Leave extends Order {
  /** @override */ kind = 'leave';

  /** The page's own: it lasts as long as there is something to leave. @override @returns {AnyOffer|null} */
  get offer() {
    return this.mode.offer('reinforce') && { kind: this.kind, label: 'Leave it to them', section: '3.3.2' };
  }

  /** @override */
  title() {
    return `You stay out of the battle of ${this.mode.the(this.view.battle?.area ?? '')}`;
  }

  /** @override */
  detail() {
    return 'It goes on without you. Look round the map; “Back” lets you bring up units after all.';
  }

  /** @override @param {string} area */
  tap(area) {
    this.mode.open = this.mode.open === area || !this.mode.units(area).length ? null : area;
  }

  /** @override @returns {FanContent|null} */
  fan() {
    return lookFan(this.mode, this.mode.open);
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { open } = this.mode;
    return open ? { selected: [open] } : {};
  }
}
