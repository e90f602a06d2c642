/**
 * One question at a time: whose decision, the prompt, what belongs to it.
 *
 * @import {Mode} from './mode.js'
 * @import {Child} from '../../core/dom.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {ChartsPanel} from '../charts/charts.js'
 * @import {Seen} from '../drafts/draft.js'
 * @import {GameClient} from '../game.js'
 */

import { queuePlace, silentProgram } from '../../lobby/against.js';
import { api } from '../../core/api.js';
import { join } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h, render } from '../../core/dom.js';
import { HOME, resultPage } from '../../core/links.js';
import { outOfTime } from '../clocks.js';
import { proposals } from '../agreements/agreements.js';
import { laneChoice } from './lanes.js';
import { openSeats } from '../agreements/open-seats.js';
import { review } from '../charts/review.js';
import { standsIn } from '../agreements/stand-in.js';
import { team } from '../team/team.js';
import { awaited, playersOf, seatName, sideOf, victoryOf } from '../people.js';
import { rematch } from '../agreements/rematch.js';
import { watchedFrom } from '../agreements/watching.js';
import { canTry, playOnLink } from '../past/what-if.js';

/**
 * @param {Element} place
 * @param {object} o
 * @param {Seen} o.client
 * @param {MatchClient} o.whole of which `client` shows a position
 * @param {Mode} o.mode
 * @param {GameClient} o.game
 * @param {Child} o.sent what came of a draft
 * @param {Child} o.draft the orders of the draft that is open
 * @param {Child} o.standing the ways to a hint and to the standing orders
 * @param {Child} o.hint what a program would do
 * @param {ChartsPanel} o.charts
 */
export function prompt(place, { client, whole, mode, game, sent, draft, standing, hint, charts }) {
  const { view, legal } = client;
  if (!view || !legal) return;
  if (view.outcome) return verdict(place, whole, game, mode, charts);
  const { deciders, title, section } = view.step;
  const others = legal.yours || mode.apart ? null : awaited(client.match, game, deciders);
  const who = legal.yours ? mode.yours : deciders.length ? 'Waiting' : 'Nobody';
  const theirs = others?.named ? deciders.map((seat) => seatName(client.match, game, seat)).join('; ') : '';
  const list = mode.list();
  render(
    place,
    ...watchedFrom(whole),
    ...openSeats(client, game),
    ...standsIn(client, game),
    ...outOfTime(whole, game),
    ...proposals(client, game),
    sent,
    h('div', { class: 'eye' }, h('span', { class: `dot ${legal.yours ? 'yours' : ''}` }), `${who} · ${title}`, chip(section)),
    laneChoice(client, mode.desk),
    h('h2', {}, others?.who.length ? waitingFor(join(others.who), theirs && client.seat ? theirs : '') : mode.title()),
    // What waits for a yes has words of its own.
    (theirs && client.seat) || mode.confirm ? null : h('p', {}, mode.detail()),
    !legal.yours && [queuePlace(whole, view, deciders), silentProgram(client.match, view, deciders)],
    mode.body(),
    mode.caution(),
    hint,
    team(client, game, mode.desk.send.bind(mode.desk), mode.highlights().selected ?? []),
    draft,
    list &&
      list.items.length > 0 &&
      h(
        'details',
        { class: 'list', open: isOpen(list.label) },
        // Noted at once: the event of the change itself may come after the next drawing, which would close it again.
        h('summary', { 'data-key': 'list', onclick: (/** @type {Event} */ e) => remember(list.label, !(/** @type {HTMLElement} */ (e.currentTarget).parentElement?.hasAttribute('open'))) }, list.label),
        h(
          'div',
          { class: 'list-items' },
          list.items.map(({ label, key, why, act }) => h('button', { type: 'button', class: 'b', 'data-key': key, title: why, 'aria-disabled': why ? 'true' : null, onclick: () => !why && keep(place, act) }, label, why ? h('small', {}, why) : null)),
        ),
      ),
    standing,
  );
}

/** @param {string} who @param {string} seats what they play @returns {string} without two brackets in a row: a program's name ends with one */
const waitingFor = (who, seats) => `Waiting for ${!seats ? who : who.endsWith(')') ? `${who}, ${seats}` : `${who} (${seats})`}`;

/**
 * The chosen item is often gone with the question: keyboard users then land at the next list, at its answer, or on the map.
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

/** Lists that were opened stay so, however many they hold. @type {Set<string>} */
const openLists = new Set();

/** @param {string} label @returns {string} */
const kindOf = (label) => label.replace(/^\d+ (\w+?)s? /, '$1 ');

/** @param {string} label */
const isOpen = (label) => openLists.has(kindOf(label));

/** @param {string} label @param {boolean} open */
function remember(label, open) {
  if (open) openLists.add(kindOf(label));
  else openLists.delete(kindOf(label));
}

/** @param {Element} place @param {MatchClient} client @param {GameClient} game @param {Mode} mode @param {ChartsPanel} charts */
function verdict(place, client, game, mode, charts) {
  const outcome = client.view?.outcome;
  if (!outcome) return;
  const winner = outcome.winner ? (game.sides[outcome.winner] ?? outcome.winner) : null;
  const mine = outcome.winner !== null && outcome.winner === sideOf(client.match, client.seat);
  const winners = outcome.winner ? playersOf(client.match, outcome.winner) : [];
  render(
    place,
    h(
      'div',
      { class: 'verdict' },
      h('div', { class: 'eye' }, h('span', { class: 'dot yours' }), 'The match is over', chip(outcome.section)),
      h('h2', {}, winner ? victoryOf(winner) : 'A draw'),
      h('p', {}, outcome.reason),
      h('p', { class: 'row' }, winner && (mine ? 'The victory is yours.' : `${join(winners) || winner} ${winners.length > 1 ? 'have' : 'has'} won.`)),
      h('div', { class: 'row' }, h('a', { class: 'b primary', href: HOME }, 'All matches'), h('a', { class: 'b', href: resultPage(client.id, client.who.key ? { key: client.who.key } : {}), 'data-key': 'result' }, 'Result page'), h('a', { class: 'b', href: exportLink(client), download: '' }, 'Download the match'), client.seat && client.match ? rematch(client.match) : null, canTry(client) && playOnLink(client.id, client.seat ? { seat: client.seat } : { key: client.key ?? '' })),
      review(client, game, mode.desk, charts),
    ),
  );
}

/** @param {MatchClient} client */
export const exportLink = (client) => api.exportUrl(client.id, client.who);
