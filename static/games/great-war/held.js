/**
 * What of the war stays on the ground: land that has changed hands, in the colour of its holder, forts that are no more, the
 * Hindenburg Line, devastated hexes.
 *
 * @import {View} from '../../core/types.js'
 * @import {Lattice} from '../../board/lattice.js'
 */

import { s } from '../../core/dom.js';
import { outline } from '../../board/outline.js';
import { war } from './index-of.js';

const FORT = 13;

/** @param {View} view @param {Lattice} lattice */
export function ground(view, lattice) {
  const { control, marks } = war(view);
  const { destroyed, devastated, hindenburg } = marks;
  const here = (/** @type {string[]} */ hexes) => hexes.filter((hex) => lattice.has(hex));
  return {
    stamp: JSON.stringify([control, destroyed, devastated, hindenburg]),
    draw: () => [
      ...Object.entries(control).map(([side, hexes]) => s('path', { class: `held ${side}`, d: outline(lattice, here(hexes), 0) })),
      s('path', { class: 'devastated', d: outline(lattice, here(devastated), 3) }),
      s('path', { class: 'hindenburg', d: outline(lattice, here(hindenburg), 1.5) }),
      ...here(destroyed).map((hex) => cross(lattice.centre(hex))),
    ],
  };
}

/** A fort struck out. @param {readonly [number, number]} centre */
const cross = ([x, y]) => s('path', { class: 'destroyed', d: `M${x - FORT} ${y - FORT}l${FORT * 2} ${FORT * 2}m0 ${-FORT * 2}l${-FORT * 2} ${FORT * 2}` });
