/**
 * What of the war stays on the ground: land that has changed hands, forts that stand with their level, forts that fell,
 * railheads in the colour of their side, entrenchments; an anchor where the Royal Navy lies or units at sea invade.
 *
 * @import {View} from '../../core/types.js'
 * @import {Lattice, Point} from '../../board/lattice.js'
 */

import { s } from '../../core/dom.js';
import { outline } from '../../board/outline.js';
import { trenchLines } from '../../board/trenches.js';
import { lines } from './dug-in.js';
import { war } from './index-of.js';

/** Where a badge lies in its hex: near the upper corners, clear of the counters' figures. Shares of the radius. */
const ASIDE = 0.76;
const UP = 0.68;
const LOW = 0.62;
const BADGE = 5.2;
const CROSS = 2.6;

/** @param {View} view @param {Lattice} lattice */
export function ground(view, lattice) {
  const { control, forts, fallen, invasion, railheads } = war(view);
  const ships = [...new Set([...Object.keys(invasion.hexes), invasion.navy])].filter(Boolean);
  const dugIn = lines(war(view), lattice);
  return {
    stamp: JSON.stringify([control, forts, fallen, railheads, ships, dugIn]),
    draw: () => [
      ...Object.entries(control).map(([side, hexes]) => s('path', { class: `held ${side}`, d: outline(lattice, hexes, 1.2) })),
      ...trenchLines(dugIn),
      ...fallen.map((hex) => cross(beside(lattice, hex, -1))),
      ...Object.entries(forts).map(([hex, level]) => fort(beside(lattice, hex, -1), level)),
      ...Object.entries(railheads).flatMap(([side, hexes]) => hexes.map((hex) => railhead(beside(lattice, hex, 1), side))),
      ...ships.map((hex) => anchor(lattice.centre(hex), lattice.r)),
    ],
  };
}

/** @param {Lattice} lattice @param {string} hex @param {number} way -1 for the left, 1 for the right @returns {Point} */
function beside(lattice, hex, way) {
  const [x, y] = lattice.centre(hex);
  return [x + way * lattice.r * ASIDE, y - lattice.r * UP];
}

/** The level of a fort in a red badge. @param {Point} at @param {number} level */
const fort = ([x, y], level) => s('g', { class: 'fort-level', transform: `translate(${x} ${y})` }, s('circle', { r: BADGE }), s('text', { y: 2.9 }, level));

/** The badge of a fort, struck out. @param {Point} at */
const cross = ([x, y]) => s('g', { class: 'fort-fallen', transform: `translate(${x} ${y})` }, s('circle', { r: BADGE }), s('path', { d: `M${-CROSS} ${-CROSS}L${CROSS} ${CROSS}M${CROSS} ${-CROSS}L${-CROSS} ${CROSS}` }));

/** The end of a line: a buffer stop. @param {Point} at @param {string} side */
const railhead = ([x, y], side) => s('g', { class: `railhead ${side}`, transform: `translate(${x} ${y})` }, s('rect', { x: -5, y: -4, width: 10, height: 8, rx: 1.6 }), s('path', { d: 'M-2.6-2.2v4.4M2.600-2.200v4.400M-2.600 0h5.200' }));

/** An anchor at the lower edge of an invaded hex. @param {Point} at @param {number} r */
const anchor = ([x, y], r) => s('g', { class: 'anchor', transform: `translate(${x} ${y + r * LOW})` }, s('circle', { r: BADGE }), s('path', { d: 'M0-3.400v6.600M-1.500-2h3M-3 .8c.4 1.600 1.500 2.400 3 2.400s2.600-.8 3-2.400' }));
