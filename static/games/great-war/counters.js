/**
 * What stands on the fronts.
 *
 * @import {Lattice} from '../../board/lattice.js'
 * @import {Counter} from './types.js'
 */

import { Piles } from '../../board/piles.js';
import { faceOf, known } from './counter.js';
import { prepare } from './dug-in.js';
import { ground } from './held.js';
import { stacksOf, war } from './index-of.js';

const MOVING = new Set(['moved']);

/** Whether none of a stack can do anything more. @param {Counter[]} counters */
const spent = (counters) => counters.every((c) => known(c) && c.done === true);

/** @param {Lattice} lattice @returns {Piles<Counter>} */
export const counters = (lattice) => new Piles(lattice, { face: (counter) => faceOf(counter), stacks: stacksOf, spent, moving: MOVING, prepare: (view, on) => prepare(war(view), on), ground });
