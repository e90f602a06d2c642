/**
 * How the war stands: the points of the Central Powers with all that they come from.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Ledger, WarView} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';

/** @param {number} n */
const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** @param {[string, Child, string][]} rows head, value, section @returns {Child} */
const table = (rows) => h('table', { class: 'facts' }, h('tbody', {}, rows.map(([head, value, section]) => h('tr', {}, h('th', { scope: 'row' }, head), h('td', {}, value), h('td', {}, chip(section))))));

/** What the points are, as the bar and the card say it. @param {NonNullable<Ledger["score"]>} score */
export const total = ({ points, needs }) => (needs === null ? String(points) : `${points} of ${needs}`);

/** Nothing where hexes decide, as in the Near East alone. @param {WarView} view @returns {Child} */
export function points({ ledger: { score } }) {
  if (!score) return false;
  return [
    h('h4', {}, score.towns ? 'Towns held by the Central Powers ' : 'Points of the Central Powers ', chip('18.1')),
    h('p', {}, score.rule),
    table([
      ['Now', total(score), '18.11'],
      ...score.parts.map(({ text, points: n, section }) => /** @type {[string, Child, string]} */ ([text, signed(n), section])),
    ]),
    score.parts.map(({ text, places }) => places.length > 0 && h('p', { class: 'quiet' }, `${text}: ${places.join(', ')}.`)),
  ];
}
