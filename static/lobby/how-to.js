/**
 * A game in one minute, on one screen: its goal, a turn, and first advice.
 *
 * @import {HowTo} from '../core/minutes.js'
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';

/** @type {[keyof HowTo, string][]} */
const PARTS = [['goal', 'The goal'], ['turn', 'A turn'], ['advice', 'To begin with']];

/** @param {HowTo} how @returns {Child} */
export const howToBox = (how) =>
  h('section', { id: 'minute', class: 'minute', 'aria-label': 'In one minute' }, h('h2', {}, 'In one minute'), h('div', {}, PARTS.map(([key, title]) => h('div', {}, h('h3', {}, title), h('ul', {}, how[key].map((line) => h('li', {}, line)))))));
