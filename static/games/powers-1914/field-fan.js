/**
 * The units of a field laid open, those that have acted apart from the others.
 *
 * @import {FanContent} from '../../board/fan.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Roster} from '../../orders/types.js'
 */

import { stackFan } from '../../orders/stack-fan.js';
import { Position } from './position.js';
import { roster } from './roster.js';

/** @param {Desk} desk @returns {Roster} */
export function apart(desk) {
  const position = new Position(desk);
  return {
    ...roster(desk),
    at: (area) => position.groups(area).flatMap(({ ids }) => ids),
    alike(id) {
      const unit = position.unit(id);
      return unit && !unit.name ? `${unit.nation}.${unit.kind}.${unit.spent}` : id;
    },
  };
}

/** With nothing to choose. @param {Desk} desk @param {string|null} area @returns {FanContent|null} */
export function lookFan(desk, area) {
  const position = new Position(desk);
  const note = (/** @type {string[]} */ ids) => {
    const unit = position.unit(ids[0] ?? '');
    return unit && (unit.name ?? `${ids.length} ${unit.kind}${unit.spent ? ', moved' : ''}`);
  };
  return stackFan({ desk, roster: apart(desk), place: area, note: (ids) => note(ids) ?? undefined, dim: ([id = '']) => position.unit(id)?.spent ?? false });
}
