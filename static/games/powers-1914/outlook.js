/**
 * An attack before it is made: who would fight, what would be added to each die, and how often the field would be won.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Figure, Kind, Modifier, PowersView, Stake} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { modifierRows, oddsBar, signed } from './fight.js';
import { pieceFace, spoken } from './pieces.js';

const FACE_PX = 38;

/** @typedef {{unit: string, nation: string, kind: Kind, modifiers: Modifier[], total: number}} Fighter */
/** @typedef {{area: string, units: string[], raid: boolean, attackers: Fighter[], defenders: Fighter[], forecast: {win: number, lose: number, of: number}|null, stakes: Stake[]}} Outlook the answer to `consult {kind: "attack"}` */

/** @param {readonly Fighter[]} fighters @returns {{unit: Figure, modifiers: Modifier[], total: number, count: number}[]} alike when what is added to them is alike */
function alike(fighters) {
  /** @type {Map<string, {unit: Figure, modifiers: Modifier[], total: number, count: number}>} */
  const found = new Map();
  for (const { unit: id, nation, kind, modifiers, total } of fighters) {
    const key = JSON.stringify([nation, kind, modifiers]);
    const group = found.get(key) ?? { unit: { id, nation, kind, spent: false }, modifiers, total, count: 0 };
    group.count += 1;
    found.set(key, group);
  }
  return [...found.values()];
}

/** @param {Outlook} outlook @returns {Child} */
export function outlookCard({ attackers, defenders, forecast, raid }) {
  const column = (/** @type {string} */ title, /** @type {Fighter[]} */ fighters) =>
    h(
      'div',
      { class: 'army-left' },
      h('h3', {}, title),
      alike(fighters).map(({ unit, modifiers, total, count }) =>
        h(
          'div',
          { class: 'fighter' },
          h('div', { class: 'fighter-head' }, pieceFace(unit, FACE_PX, { count, silent: true }), h('b', {}, total ? `die ${signed(total)}` : 'die'), h('span', { class: 'offstage' }, spoken(unit, count))),
          h('ul', { class: 'throw-adds' }, modifierRows(modifiers)),
        ),
      ),
    );
  return h(
    'div',
    { class: 'outlook' },
    h('div', { class: 'armies units' }, column('Attackers', attackers), column('Defenders', defenders)),
    forecastBar('Fought to the end', forecast),
    raid && h('p', { class: 'quiet' }, 'An air raid: no one takes the field. Aircraft with no enemy left to fight are lost: end the attack earlier to save them. ', chip('3.3.13')),
  );
}

/** @param {string} head @param {Outlook["forecast"]} forecast @returns {Child} how often the field would be won */
export const forecastBar = (head, forecast) => forecast && h('div', { class: 'forecast' }, h('h3', {}, head), oddsBar({ ...forecast, tie: 0 }, { win: 'take the field', lose: 'do not' }));
