/** §3.3.11 Whether your defenders try to capture: it stays so until you change it. */

import { Order } from './order.js';

export class Stance extends Order {
  /** @override */ kind = 'stance';

  /** @override */
  small() {
    return this.offer?.now ? 'yes: −1 on their dice' : 'no';
  }

  /** @override */
  begin() {
    void this.mode.send({ kind: 'stance', capture: !this.offer?.now });
  }
}
