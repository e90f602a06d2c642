/**
 * How a finished match went, in figures of the game: asked for, since it takes the whole log.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Table} from '../core/table.js'
 * @import {Desk} from './desk.js'
 * @import {GameTable} from './game.js'
 */

import { button } from '../core/bits.js';
import { h } from '../core/dom.js';
import { takenBack } from '../core/taken-back.js';

/** Tables whose log is being fetched, or is all there. @type {WeakMap<Table, "fetched"|"there">} */
const logs = new WeakMap();

/** @param {Table} table @param {GameTable} game @param {Desk} desk @returns {Child} */
export function review(table, game, desk) {
  if (!game.review) return null;
  const log = logs.get(table);
  if (!log) return h('div', { class: 'row' }, button('How it went', () => void fetchAll(table, desk), { key: 'review' }));
  if (log === 'fetched') return h('p', { class: 'quiet' }, 'Reading the log…');
  const back = takenBack(table.log);
  return h('section', { class: 'review', 'aria-label': 'How it went' }, game.review(desk, table.log.filter(({ seq }) => !back.has(seq))));
}

/** @param {Table} table @param {Desk} desk */
async function fetchAll(table, desk) {
  logs.set(table, 'fetched');
  desk.refresh();
  try {
    while (await table.older());
    logs.set(table, 'there');
  } catch (error) {
    logs.delete(table);
    desk.say(error instanceof Error ? error.message : 'The log could not be read.');
  }
  desk.refresh();
}
