/**
 * Two sides as faces: attackers left, defenders right.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Figure, PowersView} from './types.js'
 */

import { h } from '../../core/dom.js';
import { army } from './army.js';
import { pieceFace, spoken } from './pieces.js';
import { figure, groups } from './units.js';

const FACE_PX = 38;

/** @param {PowersView} view @param {readonly Figure[]} attackers @param {readonly Figure[]} defenders @returns {Child} */
export function armies(view, attackers, defenders) {
  const column = (/** @type {string} */ title, /** @type {readonly Figure[]} */ units) =>
    h(
      'div',
      { class: 'army-left' },
      h('h4', {}, title),
      units.length
        ? h('div', { class: 'faces', role: 'img', 'aria-label': army(view, units) }, groups(units.map((unit) => ({ ...unit, spent: false }))).map((group) => face(figure(group), group.ids.length)))
        : h('p', { class: 'quiet' }, 'none left'),
    );
  return h('div', { class: 'armies units' }, column('Attackers', attackers), column('Defenders', defenders));
}

/** @param {Figure} unit @param {number} count */
const face = (unit, count) => h('span', { class: 'face-count', title: spoken(unit, count) }, pieceFace(unit, FACE_PX, { count, silent: true }));
