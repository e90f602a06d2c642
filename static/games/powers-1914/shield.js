/**
 * A side's strength in an area as one sign, for maps too small for pieces: a shield for the Central Powers, a round
 * for the Entente, in the colours of its two largest nations. In pixels about its middle.
 *
 * @import {Total} from './tiles.js'
 */

import { s } from '../../core/dom.js';
import { colours } from './face.js';

const SHAPES = {
  central: { whole: 'M-11-11H11V1C11 7.500 6 11 0 13.500-6 11-11 7.500-11 1z', half: 'M0-11H11V1C11 7.500 6 11 0 13.500z' },
  entente: { whole: 'M-11.500 0A11.500 11.500 0 1 1 11.500 0 11.500 11.500 0 1 1-11.500 0z', half: 'M0-11.500A11.500 11.500 0 0 1 0 11.500z' },
};

/** More men, a larger sign, within bounds. @param {number} units */
const scale = (units) => Math.min(1.36, 0.86 + 0.055 * units);

/** @param {Total} army @returns {SVGGElement} */
export function shield({ side, units, nations, dim }) {
  const { whole, half } = side === 'central' ? SHAPES.central : SHAPES.entente;
  const [first = '', second] = nations;
  return s(
    'g',
    { class: `shield ${colours(first)}${dim ? ' dim' : ''}`, transform: `scale(${scale(units).toFixed(3)})` },
    s('path', { class: 'shadow', d: whole, transform: 'translate(0 1.6)' }),
    s('path', { class: 'body', d: whole }),
    second && s('g', { class: colours(second) }, s('path', { class: 'body', d: half })),
    s('path', { class: 'edge', d: whole }),
    units > 0 ? s('text', { y: 4.800 }, units) : s('use', { href: '#pw-general', class: 'figure', x: -7, y: -8, width: 14, height: 14 }),
  );
}
