/** Someone else decides, or nobody: look round the map, field by field. */

import { button } from '../../../core/bits.js';
import { lookFan } from '../field-fan.js';
import { PowersMode } from '../mode.js';

export class Waiting extends PowersMode {
  /** @override */
  sync() {
    if (this.open && !this.units(this.open).length) this.open = null;
  }

  /** @override @param {string} area */
  hex(area) {
    this.open = this.open === area || !this.units(area).length ? null : area;
  }

  /** @override */
  fan() {
    return lookFan(this, this.open);
  }

  /** @override who has the screen out of turn gives it back */
  dock() {
    const { visits, seat, view } = this.desk;
    if (!visits || !seat || view.step.deciders.includes(seat) || !view.step.deciders.length) return [];
    return [button('Give the screen back', () => visits.back(), { tone: 'primary', key: 'give-back' })];
  }
}
