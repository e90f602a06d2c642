/**
 * Entrenchments as a line before the stacks that are dug in against an enemy beside them; heavier where someone is at the
 * second level.
 *
 * @import {Lattice} from '../../board/lattice.js'
 * @import {Line} from '../../board/trenches.js'
 * @import {Unit, WarView} from './types.js'
 */

import { trenches } from '../../board/trenches.js';
import { stacksOf } from './index-of.js';

/** @param {Unit[]} [stack] */
const level = (stack = []) => Math.max(0, ...stack.map(({ trench }) => trench));

/** @param {WarView} view @param {Lattice} lattice @returns {Line[]} */
export function lines(view, lattice) {
  const stacks = stacksOf(view);
  if (!Object.values(stacks).some((stack) => level(stack))) return [];
  const taken = new Map(Object.entries(view.control).flatMap(([side, hexes]) => hexes.map((hex) => /** @type {[string, string]} */ ([hex, side]))));
  const side = (/** @type {string} */ hex) => stacks[hex]?.[0]?.side || undefined;
  const holder = (/** @type {string} */ hex) => taken.get(hex) ?? view.wars[lattice.hex(hex).country ?? '']?.side;
  return ['central', 'allied'].flatMap((mine) => {
    const foe = (/** @type {string} */ hex) => (side(hex) ?? holder(hex) ?? mine) !== mine || (!side(hex) && lattice.neighbours(hex).some((next) => (side(next) ?? mine) !== mine));
    return [false, true].map((deep) => ({ d: trenches(lattice, Object.keys(stacks).filter((hex) => side(hex) === mine && level(stacks[hex]) > 0 && level(stacks[hex]) > 1 === deep), foe), side: mine, deep }));
  }).filter(({ d }) => d);
}
