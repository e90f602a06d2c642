/** Somebody else decides, or nobody: look round the map, field by field. */

import { lookFan } from '../look.js';
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

  /** @override */
  dock() {
    return [];
  }
}
