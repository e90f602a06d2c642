/**
 * One question at a time: whose decision, the prompt, what belongs to it.
 *
 * @import {Mode} from './mode.js'
 * @import {Table} from '../core/table.js'
 * @import {GameTable} from './game.js'
 */

import { api } from '../core/api.js';
import { chip, join } from '../core/bits.js';
import { h, render } from '../core/dom.js';
import { HOME } from '../core/links.js';
import { awaited, playersOf, seatName, sideOf } from './people.js';

/**
 * @param {Element} place
 * @param {object} o
 * @param {Table} o.table
 * @param {Mode} o.mode
 * @param {GameTable} o.game
 */
export function prompt(place, { table, mode, game }) {
  const { view, legal } = table;
  if (!view || !legal) return;
  if (view.outcome) return verdict(place, table, game);
  const { deciders, title, section } = view.step;
  const others = legal.yours || mode.apart ? null : awaited(table.match, game, deciders);
  const who = legal.yours ? 'Your move' : deciders.length ? 'Waiting' : 'Nobody';
  const theirs = others?.named ? deciders.map((seat) => seatName(table.match, game, seat)).join('; ') : '';
  const list = mode.list();
  render(
    place,
    h('div', { class: 'eye' }, h('span', { class: `dot ${legal.yours ? 'yours' : ''}` }), `${who} · ${title}`, chip(section)),
    h('h2', {}, others?.who.length ? `Waiting for ${join(others.who)}` : mode.title()),
    h('p', {}, theirs && table.seat ? `${theirs}.` : mode.detail()),
    mode.body(),
    mode.caution(),
    list &&
      list.items.length > 0 &&
      h(
        'details',
        { class: 'list', open: openLists.has(list.label), ontoggle: (/** @type {Event} */ e) => remember(list.label, /** @type {HTMLDetailsElement} */ (e.target).open) },
        h('summary', { 'data-key': 'list' }, list.label),
        h(
          'div',
          { class: 'list-items' },
          list.items.map((item) => h('button', { type: 'button', class: 'b', 'data-key': item.key, onclick: () => keep(place, item.act) }, item.label)),
        ),
      ),
  );
}

/**
 * The chosen item is often gone with the question: who goes by keys finds himself at the next list, at its answer, or on the map.
 *
 * @param {Element} place @param {() => void} act
 */
function keep(place, act) {
  act();
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const next = place.querySelector('[data-key="list"]') ?? document.querySelector('.dock [data-key="confirm"]') ?? document.querySelector('#map');
    if (next instanceof HTMLElement) next.focus();
  });
}

/** @type {Set<string>} */
const openLists = new Set();

/** @param {string} label @param {boolean} open */
function remember(label, open) {
  const kind = label.replace(/^\d+ /, '');
  for (const known of openLists) if (known.replace(/^\d+ /, '') === kind) openLists.delete(known);
  if (open) openLists.add(label);
}

/** @param {Element} place @param {Table} table @param {GameTable} game */
function verdict(place, table, game) {
  const outcome = table.view?.outcome;
  if (!outcome) return;
  const winner = outcome.winner ? (game.sides[outcome.winner] ?? outcome.winner) : null;
  const mine = outcome.winner !== null && outcome.winner === sideOf(table.match, table.seat);
  const winners = outcome.winner ? playersOf(table.match, outcome.winner) : [];
  render(
    place,
    h(
      'div',
      { class: 'verdict' },
      h('div', { class: 'eye' }, h('span', { class: 'dot yours' }), 'The match is over', chip(outcome.section)),
      h('h2', {}, winner ? `${winner} victory` : 'A draw'),
      h('p', {}, outcome.reason),
      h('p', { class: 'row' }, winner && (mine ? 'The victory is yours.' : `${join(winners) || winner} ${winners.length > 1 ? 'have' : 'has'} won.`)),
      h('div', { class: 'row' }, h('a', { class: 'b primary', href: HOME }, 'All matches'), h('a', { class: 'b', href: exportLink(table), download: '' }, 'Download the match')),
    ),
  );
}

/** @param {Table} table */
export const exportLink = (table) => api.exportUrl(table.id, table.who);
