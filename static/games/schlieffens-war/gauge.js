/**
 * What is measured of a match turn by turn: victory points, counters on the map, steps lost.
 *
 * @import {Gauge} from '../../panels/game.js'
 * @import {WarView} from './types.js'
 */

/** Lines that tell of a roll which may cost a step. */
const ROLLS = new Set(['attrition', 'forced-march']);
/** Lines that each tell of one step, or of an HQ or depot. */
const LOST = new Set(['step-lost', 'lost']);

/** @type {Gauge} */
export const gauge = {
  turn: (line) => (line.kind === 'phase' ? Number(/Turn (\d+)/.exec(line.text)?.[1] ?? 0) || null : null),
  losses: { title: 'Steps lost', section: '11.20' },
  lost: (line) => (line.side && (LOST.has(line.kind) || (ROLLS.has(line.kind) && !line.text.endsWith('no loss.'))) ? { [line.side]: 1 } : {}),
  standing(view) {
    const { tracks, stacks } = /** @type {WarView} */ (view);
    const counters = Object.values(stacks).flat();
    const count = (/** @type {string} */ side) => counters.filter((c) => c.side === side).length;
    /** @type {ReturnType<Gauge["standing"]>} */
    const figures = [
      { title: 'Victory points', section: '4.6', values: { german: tracks.vp } },
      { title: 'Plan XVII attacks', section: '4.4', values: { entente: tracks.plan_xvii } },
      { title: 'Counters on the map', values: { german: count('german'), entente: count('entente') } },
    ];
    return figures;
  },
};
