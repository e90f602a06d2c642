/**
 * Units of a box by side; those that are alike together.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Unit} from './types.js'
 */

import { h } from '../../core/dom.js';
import { chipFace, figures } from './counter.js';

const SIDES = { central: 'Central Powers', allied: 'Allies' };
const FACE_PX = 40;

/** @param {string} title @param {Unit[]} units @param {{titled?: boolean}} [how] `titled`: whether the title stands before the sides @returns {Child} */
export function heap(title, units, { titled = true } = {}) {
  return (/** @type {const} */ (['central', 'allied'])).map((side) => {
    const mine = units.filter((unit) => unit.side === side);
    /** @type {Map<string, Unit[]>} */
    const alike = new Map();
    for (const unit of mine) {
      const key = unit.kind === 'hq' ? unit.id : [unit.nation, unit.kind, unit.size, unit.turned, figures(unit)].join(' ');
      alike.set(key, [...(alike.get(key) ?? []), unit]);
    }
    return mine.length > 0 && [h('h4', {}, `${titled ? `${title}, ` : ''}${SIDES[side]} (${mine.length})`), h('div', { class: 'units' }, [...alike.values()].map((group) => group[0] && chipFace(group[0], FACE_PX, { stack: group.length })))];
  });
}
