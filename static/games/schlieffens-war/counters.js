/**
 * What stands on the map of Schlieffen's War.
 *
 * @import {Lattice} from '../../board/lattice.js'
 * @import {Counter, WarView} from './types.js'
 */

import { Piles } from '../../board/piles.js';
import { faceOf, known } from './counter.js';

const MOVING = new Set(['moved', 'retreated', 'advanced', 'probed', 'displaced']);

/** Whether a stack looks spent: those of it that could ever move have nothing left to do; a fort by itself never does. @param {Counter[]} counters */
function spent(counters) {
  const mobile = counters.filter((c) => !known(c) || c.kind !== 'fort');
  return mobile.length > 0 && mobile.every((c) => known(c) && c.done === true);
}

/** @param {Lattice} lattice @returns {Piles<Counter>} */
export const counters = (lattice) =>
  new Piles(lattice, { face: (counter) => faceOf(counter), stacks: (view) => /** @type {WarView} */ (view).stacks, spent, moving: MOVING });
