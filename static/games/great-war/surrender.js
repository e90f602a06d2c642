/**
 * The Near East beside its maps: the Turkish reserve, Arabia, the die for Turkey's surrender, victory hexes, and what lies behind the lines.
 * @import { Child } from '../../core/dom.js'
 * @import { NearEast, WarView } from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { rear } from './rear.js';

/** Nothing in Europe, which has none of it. @param {WarView} view @returns {Child} */
export function surrender({ near_east: there, tracks }) {
  if (!there) return false;
  const alone = !tracks.zones.includes('west');
  const rows = [
    ...turkey(there),
    ...(alone ? [['Victory hexes, if in supply', `${there.victory.hexes.length} of ${there.victory.needed}`, '18.4']] : []),
    ...rear(there),
    ...(there.settled ? [['Initiative', 'settled by the Allies for good', '5.87']] : []),
    ...(there.civil_war ? [['Russia', 'in civil war: no two units together', '6.48']] : []),
    ...there.away.map(({ name, until }) => [name, `away until strategic turn ${until}`, '6.46']),
    ...(alone && there.victory.effort ? [['Major effort', 'begun: three victory hexes, or the Allies win', '18.4']] : []),
  ];
  return [
    h('h4', {}, 'The Near East'),
    h('table', { class: 'facts' }, h('tbody', {}, rows.map(([head, value, section]) => h('tr', {}, h('th', { scope: 'row' }, head), h('td', {}, value), h('td', {}, chip(section ?? '')))))),
  ];
}

/** The reserve, Arabia, and the die with what is added to it, while Turkey fights. @param {NearEast} there @returns {string[][]} */
function turkey({ home, reserve, surrender: die }) {
  if (!die) return [['Turkey', 'has surrendered', '16.62'], ['Germans in the Near East', home ? 'can go home while the Central Powers hold Constantinople' : 'have no way home', '16.62']];
  return [
    ['Turkish Required Reserve', `${reserve.held} of ${reserve.required}`, '5.38'],
    ['Turks in Arabia', `${die.arabia.held} of ${die.arabia.required}`, '5.62'],
    ['Turkey surrenders', `on ${die.total}; added to the die: ${die.modifiers.reduce((sum, { drm }) => sum + drm, 0)}`, '5.61'],
    ...die.modifiers.map(({ text, section, drm }) => [text, `+${drm}`, section]),
  ];
}
