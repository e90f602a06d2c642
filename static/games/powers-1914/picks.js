/**
 * How many of each group of alike units are chosen, and the fan in which one says so.
 *
 * @import {FanContent} from '../../board/fan.js'
 * @import {Figure} from './types.js'
 * @import {Group} from './units.js'
 */

import { button } from '../../core/bits.js';
import { pieceFace, spoken } from './pieces.js';
import { figure, groups } from './units.js';

export class Picks {
  /** @type {Map<string, number>} by the key of a group */
  #counts = new Map();

  /** @param {Group} group */
  of(group) {
    return Math.min(this.#counts.get(group.key) ?? 0, group.ids.length);
  }

  /** @param {Group} group @param {number} n */
  set(group, n) {
    this.#counts.set(group.key, Math.max(0, Math.min(group.ids.length, n)));
  }

  /** All of a group, or none of it. @param {Group} group */
  toggle(group) {
    this.set(group, this.of(group) === group.ids.length ? 0 : group.ids.length);
  }

  clear() {
    this.#counts.clear();
  }

  /** @param {readonly Group[]} all @returns {string[]} the units chosen */
  ids(all) {
    return all.flatMap((group) => group.ids.slice(0, this.of(group)));
  }
}

/**
 * @param {object} o
 * @param {string} o.area
 * @param {string} o.title
 * @param {readonly Figure[]} o.units all that stand there
 * @param {readonly Group[]} o.able those that may be chosen
 * @param {Picks} o.picks
 * @param {(unit: Figure) => {note: string, why: string}} o.barred of one that may not
 * @param {() => void} o.changed
 * @returns {FanContent}
 */
export function pickFan({ area, title, units, able, picks, barred, changed }) {
  const offered = new Set(able.flatMap((group) => group.ids));
  const rest = groups(units.filter((unit) => !offered.has(unit.id)));
  const change = (/** @type {Group} */ group, /** @type {number} */ by) => () => {
    picks.set(group, picks.of(group) + by);
    changed();
  };
  return {
    hex: area,
    title,
    items: [
      ...able.map((group) => {
        const [n, all] = [picks.of(group), group.ids.length];
        const name = spoken(figure(group));
        return {
          id: group.key,
          face: (/** @type {number} */ px) => pieceFace(figure(group), px, { count: all, picked: n > 0, dim: n === 0, silent: true }),
          spoken: `${name}, ${n} of ${all} chosen`,
          note: all > 1 ? `${n} of ${all}` : n ? 'goes' : 'stays',
          can: true,
          picked: n > 0,
          actions:
            all > 1
              ? [
                  button('−', change(group, -1), { key: `group-${group.key}-minus`, label: `One ${name} less`, disabled: n === 0 }),
                  button('+', change(group, 1), { key: `group-${group.key}-plus`, label: `One ${name} more`, disabled: n === all }),
                ]
              : [],
        };
      }),
      ...rest.map((group) => ({
        id: group.key,
        face: (/** @type {number} */ px) => pieceFace(figure(group), px, { count: group.ids.length, dim: true, silent: true }),
        spoken: spoken(figure(group), group.ids.length),
        ...barred(figure(group)),
        can: false,
        picked: false,
      })),
    ],
    onPick: (key) => {
      const group = able.find((g) => g.key === key);
      if (!group) return;
      picks.toggle(group);
      changed();
    },
  };
}
