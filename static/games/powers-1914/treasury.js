/**
 * The ledgers of the table: every seat with its money, every nation with its state, income and progress.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Kind, NationView, PowersView} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { BOUGHT, KIND_TITLES } from './kinds.js';

/** @type {Record<string, string>} what the table says of a nation; the usual, at war with its own army, is left out */
const STATUS = { war: '', joined: 'joined the war', attacked: 'attacked', risen: 'risen', neutral: 'neutral', closed: 'out of the war', fallen: 'conquered' };
/** nations that do not matter here */
const ASIDE = new Set(['neutral', 'closed']);

/** @param {number} level @param {Kind} kind @returns {HTMLElement} */
export const stars = (level, kind) => h('span', { class: 'stars', role: 'img', 'aria-label': `${KIND_TITLES[kind]} modernised ${level} times` }, '★'.repeat(level));

/** @param {PowersView} view @returns {Child} */
export function seatLedger(view) {
  const on = new Set(view.step.deciders);
  return h(
    'table',
    { class: 'ledger' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Players'), h('th', { scope: 'col', class: 'n' }, 'Money'), h('th', { scope: 'col', class: 'n' }, 'Income'))),
    h(
      'tbody',
      {},
      Object.entries(view.seats).map(([id, seat]) =>
        h(
          'tr',
          { class: on.has(id) ? 'now' : '', 'data-seat': id },
          h(
            'th',
            { scope: 'row' },
            h('i', { class: `swatch ${seat.side}` }),
            ' ',
            seat.title,
            id === view.viewer ? ' (you)' : '',
            h('small', {}, on.has(id) ? 'decides now' : seat.done ? '✓ done' : ''),
          ),
          h('td', { class: 'n' }, h('b', {}, seat.money)),
          h('td', { class: 'n' }, `+${seat.income}`),
        ),
      ),
    ),
  );
}

/** @param {NationView} nation @returns {Child} "Infantry ★★, ships ★" */
function progress(nation) {
  const done = BOUGHT.filter((kind) => nation.modern?.[kind]);
  return done.map((kind, i) => [i ? ', ' : '', i ? KIND_TITLES[kind].toLowerCase() : KIND_TITLES[kind], ' ', stars(nation.modern?.[kind] ?? 0, kind)]);
}

/** @param {PowersView} view @returns {Child} */
export function nationLedger(view) {
  const all = Object.values(view.nations);
  const shown = all.filter((nation) => !ASIDE.has(nation.status));
  const neutral = all.filter((nation) => nation.status === 'neutral').map((nation) => nation.name);
  return [
    h(
      'table',
      { class: 'ledger' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Nations'), h('th', { scope: 'col' }, 'Modernised ', chip('3.9')), h('th', { scope: 'col', class: 'n' }, 'Income'))),
      h(
        'tbody',
        {},
        Object.keys(view.sides).flatMap((side) =>
          shown
            .filter((nation) => nation.side === side)
            .map((nation) =>
              h(
                'tr',
                { class: nation.status === 'fallen' ? 'fallen' : '' },
                h('th', { scope: 'row' }, h('i', { class: `swatch ${nation.side}` }), ' ', nation.name, h('small', {}, STATUS[nation.status] ?? nation.status)),
                h('td', { class: 'progress' }, progress(nation)),
                h('td', { class: 'n' }, `+${nation.income}`),
              ),
            ),
        ),
      ),
    ),
    neutral.length > 0 && h('p', { class: 'quiet' }, `Neutral: ${neutral.join(', ')}. `, chip('3.12')),
  ];
}
