/**
 * What is measured of a match turn by turn: conquests, units on the map, units lost.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {Gauge} from '../../panels/game.js'
 * @import {PowersView} from './types.js'
 */

import { sideOf } from './nations.js';

/** @typedef {LogLine & {lost?: Record<string, Record<string, number>>, turn?: number}} Told */

/** @type {Gauge} */
export const gauge = {
  turn: (line) => /** @type {Told} */ (line).turn ?? null,
  losses: { title: 'Units lost', section: '3.3' },
  lost(line) {
    /** @type {Record<string, number>} */
    const sum = {};
    for (const [nation, kinds] of Object.entries(/** @type {Told} */ (line).lost ?? {})) {
      const side = sideOf(nation);
      sum[side] = (sum[side] ?? 0) + Object.values(kinds).reduce((n, lost) => n + lost, 0);
    }
    return sum;
  },
  standing(view) {
    const { areas, sides } = /** @type {PowersView} */ (view);
    const units = Object.values(areas).flatMap((area) => area.units ?? []);
    const of = (/** @type {(side: string) => number} */ count) => Object.fromEntries(Object.keys(sides).map((side) => [side, count(side)]));
    return [
      { title: 'Conquests', section: '3.13.3', values: of((side) => sides[side]?.conquests ?? 0) },
      { title: 'Units on the map', values: of((side) => units.filter(({ nation }) => sideOf(nation) === side).length) },
    ];
  },
};
