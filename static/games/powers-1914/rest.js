/**
 * What found no room: a slip with a plus and the number of units behind it.
 *
 * @import {Rest} from './tiles.js'
 */

import { s } from '../../core/dom.js';
import { colours } from './face.js';

/** @param {Rest} tile @returns {SVGGElement} in a box of 64 x 64 */
export const rest = ({ nation, more }) =>
  s(
    'g',
    { class: `pw rest ${colours(nation)}` },
    s('rect', { class: 'body', x: 8, y: 14, width: 48, height: 38, rx: 9 }),
    s('rect', { class: 'rim', x: 8.6, y: 14.6, width: 46.8, height: 36.8, rx: 8.4 }),
    s('text', { class: 'more', x: 32, y: 43 }, `+${more}`),
  );
