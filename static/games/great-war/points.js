/**
 * How the war stands: the points of the Central Powers with all that they come from, and the tracks of the strategic turn.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Ledger, WarView} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { landName } from './nations.js';

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
    h('h4', {}, 'Points of the Central Powers ', chip('18.1')),
    h('p', {}, score.rule),
    table([
      ['Now', total(score), '18.11'],
      ...score.parts.map(({ text, points: n, section }) => /** @type {[string, Child, string]} */ ([text, signed(n), section])),
    ]),
    score.parts.map(({ text, places }) => places.length > 0 && h('p', { class: 'quiet' }, `${text}: ${places.join(', ')}.`)),
  ];
}

/** @param {WarView} view @returns {Child} */
export function nations({ ledger, tracks }) {
  if (!tracks.zones.includes('west')) return false;
  const waiting = Object.values(ledger.resource_hexes);
  return [
    h('h4', {}, 'Nations'),
    table([
      ['United States', ledger.us_since ? `at war since strategic turn ${ledger.us_since}` : `join the Allies on strategic turn ${ledger.us_entry}`, '5.7'],
      ['Russia', russia(ledger), ledger.bolsheviks ? '5.46' : '5.4'],
      ...(ledger.collapsed.length ? [/** @type {[string, Child, string]} */ (['Collapsed', ledger.collapsed.map(landName).join(', '), '16.0'])] : []),
      ...(ledger.surrendered.length ? [/** @type {[string, Child, string]} */ (['Surrendered', ledger.surrendered.map(landName).join(', '), '5.63'])] : []),
      ...(waiting.length ? [/** @type {[string, Child, string]} */ (['Resource hexes of Germany', resources(waiting, tracks.strategic), '5.16'])] : []),
    ]),
  ];
}

/** @param {Ledger} ledger */
function russia({ czar, bolsheviks, treaty }) {
  if (treaty) return `at peace since strategic turn ${treaty}`;
  if (bolsheviks) return `Bolshevik since strategic turn ${bolsheviks}, not yet at peace`;
  return czar ? `without the Czar since strategic turn ${czar}` : 'under the Czar';
}

/** Of hexes that Germany holds the strategic turns from which each gives points. @param {string[]} from @param {string} now */
function resources(from, now) {
  const later = from.filter((letter) => letter > now).sort();
  const giving = from.length - later.length;
  return [giving > 0 && `${giving} ${giving === 1 ? 'gives' : 'give'} points`, ...later.map((letter) => `1 from strategic turn ${letter}`)].filter(Boolean).join(', ');
}
