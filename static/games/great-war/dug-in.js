/**
 * §14.4: whose trenches count now, drawn as a line before the stacks that stand against the enemy. It follows what this
 * viewer sees: of a stack the faces that are shown, so that it tells nothing more.
 *
 * @import {Lattice} from '../../board/lattice.js'
 * @import {Line} from '../../board/trenches.js'
 * @import {Counter, WarView} from './types.js'
 */

import { trenches } from '../../board/trenches.js';
import { known } from './counter.js';
import { stacksOf } from './index-of.js';

/** @type {WeakMap<Lattice, {view: WarView, lines: Line[]}>} */
const before = new WeakMap();

/** @param {WarView} view @param {Lattice} lattice @returns {Line[]} */
export function lines(view, lattice) {
  const found = before.get(lattice);
  if (found?.view === view) return found.lines;
  const work = prepare(view, lattice);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same line by line; they are kept for this view. @param {WarView} view @param {Lattice} lattice @returns {Generator<void, Line[]>} */
export function* prepare(view, lattice) {
  const { control, tracks } = view;
  if (!Object.keys(tracks.trenches).length) return [];
  const stacks = stacksOf(view);
  const taken = new Map(Object.entries(control).flatMap(([side, hexes]) => hexes.map((hex) => /** @type {[string, string]} */ ([hex, side]))));
  const side = (/** @type {string} */ hex) => stacks[hex]?.[0]?.side;
  const holder = (/** @type {string} */ hex) => taken.get(hex) ?? tracks.sides[lattice.hex(hex).country ?? ''];
  const dug = new Map(Object.keys(stacks).filter((hex) => lattice.has(hex)).map((hex) => [hex, depth(view, stacks[hex] ?? [])]));
  /** @type {Line[]} */
  const found = [];
  for (const mine of ['central', 'allied']) {
    const foe = (/** @type {string} */ hex) => {
      const there = side(hex);
      // No man's land, too: an empty hex with an enemy beyond it.
      return there ? there !== mine : (holder(hex) ?? mine) !== mine || lattice.neighbours(hex).some((next) => (side(next) ?? mine) !== mine);
    };
    for (const deep of [false, true]) {
      yield;
      const hexes = [...dug].filter(([hex, by]) => by < 0 && by < -1 === deep && side(hex) === mine).map(([hex]) => hex);
      const d = trenches(lattice, hexes, foe);
      if (d) found.push({ d, side: mine, deep });
    }
  }
  before.set(lattice, { view, lines: found });
  return found;
}

/** The modifier of the trenches in a hex, the worse of its nations'; 0 with cavalry that does not dig. @param {WarView} view @param {Counter[]} stack @returns {number} */
function depth({ tracks }, stack) {
  const shown = stack.filter(known).filter(({ kind }) => kind !== 'hq');
  if (!shown.length) return 0;
  if (shown.some(({ kind, nation, turned }) => kind === 'cavalry' && turned !== 'infantry' && !tracks.digging_cavalry.includes(nation))) return 0;
  return Math.max(...shown.map(({ nation }) => tracks.trenches[nation] ?? 0));
}
