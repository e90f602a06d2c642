/**
 * Somebody else decides, or nobody: look round the map, field by field.
 *
 * @import {FanContent} from '../../../board/fan.js'
 */

import { PowersMode } from '../mode.js';
import { pieceFace, spoken } from '../pieces.js';
import { figure } from '../units.js';

export class Waiting extends PowersMode {
  /** @override */
  sync() {
    if (this.open && !this.units(this.open).length) this.open = null;
  }

  /** @override @param {string} area */
  hex(area) {
    this.open = this.open === area || !this.units(area).length ? null : area;
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const area = this.open;
    if (!area || !this.units(area).length) return null;
    return {
      hex: area,
      title: this.name(area),
      items: this.groups(area).map((group) => ({
        id: group.key,
        face: (px) => pieceFace(figure(group), px, { count: group.ids.length, dim: group.spent, silent: true }),
        spoken: spoken(figure(group), group.ids.length),
        note: group.name ?? `${group.ids.length} ${group.kind}${group.spent ? ', moved' : ''}`,
        can: false,
        picked: false,
      })),
      onPick: () => {},
    };
  }

  /** @override */
  dock() {
    return [];
  }
}
