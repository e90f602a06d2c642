/**
 * The units of a field laid open to look at, with nothing to choose.
 *
 * @import {FanContent} from '../../board/fan.js'
 * @import {PowersMode} from './mode.js'
 */

import { pieceFace, spoken } from './pieces.js';
import { figure } from './units.js';

/** @param {PowersMode} mode @param {string|null} area @returns {FanContent|null} */
export function lookFan(mode, area) {
  if (!area || !mode.units(area).length) return null;
  return {
    hex: area,
    title: mode.name(area),
    items: mode.groups(area).map((group) => ({
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
