/**
 * How a finished match went, below the verdict: in figures, when the player asks for them.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {ChartsPanel} from './charts.js'
 * @import {Desk} from '../desk.js'
 * @import {GameClient} from '../game.js'
 */

import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';

/** Tables of which it was asked for. @type {WeakSet<MatchClient>} */
const wanted = new WeakSet();

/** @param {MatchClient} client @param {GameClient} game @param {Desk} desk @param {ChartsPanel} charts @returns {Child} */
export function review(client, game, desk, charts) {
  const ask = () => {
    wanted.add(client);
    desk.refresh();
  };
  if (!wanted.has(client)) return h('div', { class: 'row' }, button('How it went', ask, { key: 'review' }));
  return h('section', { class: 'review', 'aria-label': 'How it went' }, h('h3', {}, 'How it went'), game.review?.(desk), charts.draw());
}
