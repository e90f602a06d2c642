/**
 * Orders from one field at another: what may be hit is marked as a target, with an arrow to the one that is chosen.
 *
 * @import {Highlights} from '../../../../board/highlights.js'
 */

import { Filled } from './filled.js';

export class Aimed extends Filled {
  /** @override */ tone = /** @type {const} */ ('danger');

  /** @returns {string|null} the field aimed at */
  get goal() {
    return this.chosen.area ?? null;
  }

  /** @returns {string|null} the field of the unit that is chosen */
  get start() {
    return this.mode.areaOf(this.chosen.unit ?? '');
  }

  /** @override @returns {Highlights} */
  highlights() {
    const shown = super.highlights();
    const { goal, start } = this;
    const targets = this.form?.filling.slot?.name === 'area' ? (shown.bands?.free ?? []) : (shown.targets ?? []);
    return {
      ...shown,
      bands: {},
      targets,
      selected: (shown.selected ?? []).filter((area) => area !== goal),
      ...(goal ? { attack: { hex: goal, from: start ? [start] : [], odds: null, river: null } } : {}),
    };
  }
}
