/**
 * How a finished match went, turn by turn and in figures of the game: asked for, since it takes the whole log and the
 * position at each turn. All of it is what this player, or the spectator, was told.
 *
 * @import {Child} from '../core/dom.js'
 * @import {LogLine} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 * @import {Desk} from './desk.js'
 * @import {Stand} from './figures.js'
 * @import {GameTable} from './game.js'
 */

import { api } from '../core/api.js';
import { button } from '../core/bits.js';
import { h } from '../core/dom.js';
import { takenBack } from '../core/taken-back.js';
import { chart, signed } from './chart.js';
import { EXPECTED, luck, standing, starts, summed } from './figures.js';

/** Tables whose past is being fetched, or their positions at each turn. @type {WeakMap<Table, "fetched"|Stand[]>} */
const known = new WeakMap();

/** @param {Table} table @returns {LogLine[]} */
function lasting(table) {
  const back = takenBack(table.log);
  return table.log.filter(({ seq }) => !back.has(seq));
}

/** @param {Table} table @param {GameTable} game @param {Desk} desk @returns {Child} */
export function review(table, game, desk) {
  const { gauge } = game;
  if (!gauge || !table.view) return null;
  const stands = known.get(table);
  if (!stands) return h('div', { class: 'row' }, button('How it went', () => void fetchAll(table, game, desk), { key: 'review' }));
  if (stands === 'fetched') return h('p', { class: 'quiet' }, 'Reading the log…');
  const lines = lasting(table);
  const turns = starts(lines, gauge);
  return h(
    'section',
    { class: 'review', 'aria-label': 'How it went' },
    h('h3', {}, 'How it went'),
    game.review?.(desk, lines),
    standing(gauge, stands, table.view).map((figure) => chart(figure, game.sides)),
    chart(summed(gauge.losses.title, gauge.losses.section, lines, turns, gauge.lost), game.sides),
    dice(lines, game.sides),
    chart(summed('Pips above or below what dice show on average', undefined, lines, turns, luck), game.sides, (n) => signed(Math.round(n))),
  );
}

/** @param {LogLine[]} lines @param {Record<string, string>} sides @returns {Child} */
function dice(lines, sides) {
  const keys = Object.keys(sides);
  const thrown = keys.map((side) => lines.filter((line) => line.side === side).flatMap((line) => (line.dice ?? []).map(({ die }) => die)));
  const sum = (/** @type {number[]} */ all) => all.reduce((n, die) => n + die, 0);
  /** @param {string} name @param {(all: number[]) => string|number} cell */
  const row = (name, cell) => h('tr', {}, h('th', { scope: 'row' }, name), thrown.map((all) => h('td', { class: 'n' }, cell(all))));
  return h(
    'table',
    { class: 'ledger' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Dice'), keys.map((side) => h('th', { scope: 'col', class: 'n' }, sides[side])))),
    h(
      'tbody',
      {},
      row('Thrown', (all) => all.length),
      row(`Average (${EXPECTED} expected)`, (all) => (all.length ? (sum(all) / all.length).toFixed(2) : '–')),
      row('Pips above or below', (all) => signed(Math.round(sum(all) - EXPECTED * all.length))),
    ),
  );
}

/** @param {Table} table @param {GameTable} game @param {Desk} desk */
async function fetchAll(table, game, desk) {
  known.set(table, 'fetched');
  desk.refresh();
  try {
    while (await table.older());
    /** @type {Stand[]} */
    const stands = [];
    for (const { turn, number } of game.gauge ? starts(lasting(table), game.gauge) : []) {
      const { view } = await api.history(table.id, { ...table.who, number });
      stands.push({ turn, view });
    }
    known.set(table, stands);
  } catch (error) {
    known.delete(table);
    desk.say(error instanceof Error ? error.message : 'The log could not be read.');
  }
  desk.refresh();
}
