/**
 * How a finished match went, below the verdict: in figures, when the player asks for them.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Table} from '../core/table.js'
 * @import {ChartsPanel} from './charts.js'
 * @import {Desk} from './desk.js'
 * @import {GameTable} from './game.js'
 */

import { button } from '../core/bits.js';
import { h } from '../core/dom.js';

/** Tables of which it was asked for. @type {WeakSet<Table>} */
const wanted = new WeakSet();

/** @param {Table} table @param {GameTable} game @param {Desk} desk @param {ChartsPanel} charts @returns {Child} */
export function review(table, game, desk, charts) {
  const ask = () => {
    wanted.add(table);
    desk.refresh();
  };
  if (!wanted.has(table)) return h('div', { class: 'row' }, button('How it went', ask, { key: 'review' }));
  return h('section', { class: 'review', 'aria-label': 'How it went' }, h('h3', {}, 'How it went'), game.review?.(desk), charts.draw());
}
