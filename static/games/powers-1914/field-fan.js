/**
 * The units of a field laid open, those that have acted apart from the others.
 *
 * @import {FanContent} from '../../board/fan.js'
 * @import {Roster} from '../../orders/types.js'
 * @import {PowersMode} from './mode.js'
 */

import { stackFan } from '../../orders/stack-fan.js';
import { roster } from './roster.js';

/** @param {PowersMode} mode @returns {Roster} */
export const apart = (mode) => ({
  ...roster(mode),
  at: (area) => mode.groups(area).flatMap(({ ids }) => ids),
  alike(id) {
    const unit = mode.unit(id);
    return unit && !unit.name ? `${unit.nation}.${unit.kind}.${unit.spent}` : id;
  },
});

/** With nothing to choose. @param {PowersMode} mode @param {string|null} area @returns {FanContent|null} */
export function lookFan(mode, area) {
  const note = (/** @type {string[]} */ ids) => {
    const unit = mode.unit(ids[0] ?? '');
    return unit && (unit.name ?? `${ids.length} ${unit.kind}${unit.spent ? ', moved' : ''}`);
  };
  return stackFan({ desk: mode.desk, roster: apart(mode), place: area, note: (ids) => note(ids) ?? undefined, dim: ([id = '']) => mode.unit(id)?.spent ?? false });
}
