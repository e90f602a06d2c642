/**
 * What of the war stays on the ground: land that has changed hands, in the colour of its holder, forts that are no more, the
 * Hindenburg Line, trenches, devastated hexes.
 *
 * @import {View} from '../../core/types.js'
 * @import {Lattice} from '../../board/lattice.js'
 */

import { s } from '../../core/dom.js';
import { outline } from '../../board/outline.js';
import { trenchLines } from '../../board/trenches.js';
import { lines } from './dug-in.js';
import { war } from './index-of.js';

const FORT_UNITS = 13;

/** @param {View} view @param {Lattice} lattice */
export function ground(view, lattice) {
  const { control, events, marks, near_east, tracks } = war(view);
  const dug = near_east?.trenches ?? [];
  const { destroyed, devastated, hindenburg } = marks;
  const dugIn = lines(war(view), lattice);
  const here = (/** @type {string[]} */ hexes) => hexes.filter((hex) => lattice.has(hex));
  return {
    stamp: JSON.stringify([control, destroyed, devastated, hindenburg, dug, tracks.marker, events.foch, near_east?.allenby, dugIn]),
    draw: () => [
      ...Object.entries(control).map(([side, hexes]) => s('path', { class: `held ${side}`, d: outline(lattice, here(hexes), 0) })),
      s('path', { class: 'devastated', d: outline(lattice, here(devastated), 3) }),
      s('path', { class: 'hindenburg', d: outline(lattice, here([...hindenburg, ...dug]), 1.5) }),
      ...trenchLines(dugIn),
      ...here(destroyed).map((hex) => cross(lattice.centre(hex))),
      ...[{ name: tracks.marker?.name ?? '', hex: tracks.marker?.hex }, { name: 'Foch', hex: events.foch }, { name: 'Allenby', hex: near_east?.allenby }].flatMap(({ name, hex }) => (hex && lattice.has(hex) ? [pennant(name, lattice.centre(hex))] : [])),
    ],
  };
}

/** A hq that has units near it attack twice: its name on a pennant above the stack. @param {string} name @param {readonly [number, number]} centre */
const pennant = (name, [x, y]) =>
  s('g', { class: 'pennant' }, s('path', { d: `M${x - 26} ${y - 8}v-38h${name.length * 6 + 14}l-5 7 5 7h-${name.length * 6 + 14}` }), s('text', { x: x - 20, y: y - 37 }, name));

/** A fort struck out. @param {readonly [number, number]} centre */
const cross = ([x, y]) => s('path', { class: 'destroyed', d: `M${x - FORT_UNITS} ${y - FORT_UNITS}l${FORT_UNITS * 2} ${FORT_UNITS * 2}m0 ${-FORT_UNITS * 2}l${-FORT_UNITS * 2} ${FORT_UNITS * 2}` });
