/**
 * The list of the lobby: of each match whose move it is, how far it has come, when something last happened, who plays.
 *
 * The server puts them in order: what waits for the player first, what is over last.
 *
 * @import {Child} from '../core/dom.js'
 * @import {GameInfo, Match} from '../core/types.js'
 */

import { api } from '../core/api.js';
import { join } from '../core/bits.js';
import { counted, isLittle, left, spell } from '../core/clocks.js';
import { chip } from '../core/citing.js';
import { h } from '../core/dom.js';
import { joinPage, matchPage, resultPage } from '../core/links.js';
import { titleOf } from '../core/variants.js';
import { ago, exactly } from '../core/when.js';
import { drawnSeats, playerOf, undrawn } from '../panels/people.js';
import { rematch } from '../panels/agreements/rematch.js';

/** Whether a match stands still until the player moves; at one screen it always does, so that it says nothing. @param {Match} match */
export const waitsForMe = (match) => match.status === 'active' && !match.hotseat && match.seats.some((s) => s.you && s.stands_in === s.stand_in_you && match.glance?.deciders.includes(s.seat));

/** Who won, in a word. @param {Match} match */
function verdict(match) {
  const winner = match.outcome?.winner;
  if (!winner) return 'Draw';
  const winners = match.seats.filter((s) => s.side === winner);
  if (!match.hotseat) return winners.some((s) => s.you) ? 'You won' : 'You lost';
  return `${join(winners.map((s) => s.title)) || winner}: victory`;
}

/** Whose move it is: the people, or at one screen and where someone is missing what they play. @param {Match} match */
function whoseMove(match) {
  if (waitsForMe(match)) return 'Your move';
  const asked = match.seats.filter((s) => match.glance?.deciders.includes(s.seat));
  const names = asked.map((s) => (match.hotseat ? s.title : (playerOf(s) ?? s.title)));
  return names.length ? `${join([...new Set(names)])} to move` : 'Under way';
}

/** Whose word for the dice is missing, so that the match cannot begin. @param {Match} match */
function waitedFor(match) {
  const missing = match.seats.filter((s) => (match.status === 'opening' ? !s.opened : !s.seal));
  if (missing.some((s) => s.you)) return 'Waiting for you to begin';
  return `Waiting for ${join([...new Set(missing.map((s) => s.name ?? s.title))])} to begin`;
}

/** @param {Match} match @returns {string} */
function status(match) {
  if (match.status === 'open' && match.seats.some((s) => !s.taken)) return 'Waiting for players';
  if (match.status === 'open' || match.status === 'opening') return waitedFor(match);
  if (match.status === 'called-off') return 'Called off';
  return match.status === 'finished' ? verdict(match) : whoseMove(match);
}

/** Until when it must go on: your own clock, or whose runs. @param {Match} match @returns {Child} */
function deadline(match) {
  if (match.status !== 'active' || !match.clocks) return null;
  const clocks = counted(match.clocks);
  const running = Object.entries(match.clocks.seats).filter(([, clock]) => clock.zero !== null || clock.out);
  const [own] = running.filter(([seat]) => match.seats.some((s) => s.seat === seat && s.you));
  const clock = (own ?? running[0])?.[1];
  if (!clock || !clocks) return match.clocks.paused ? h('span', { class: 'clock' }, 'clocks paused · ') : null;
  const time = left(clock, clocks);
  const little = clock.out || isLittle(time, match.clocks.terms);
  // To the minute: the list is drawn again only when something in it has changed.
  const words = clock.out ? 'out of time' : time < 60_000 ? 'less than a minute left' : `${spell(time).replace(/^(\d+):\d+$/, '$1 min')} left`;
  return h('span', { class: `clock ${little ? 'low' : ''}`, title: clock.zero ? `Time is up on ${exactly(clock.zero)}` : null }, h('b', {}, words), little && !clock.out && h('small', {}, 'low'), ' · ');
}

/** How far it has come, and when something was last told to everyone. @param {Match} match @returns {Child[]} */
function progress(match) {
  const { glance } = match;
  const where = match.status === 'active' && glance ? `Turn ${glance.turn} · ${glance.title} · ` : '';
  return [deadline(match), where, h('time', { datetime: match.at, title: exactly(match.at) }, ago(match.at))];
}

/** How a match ended, and the file that reveals its dice. @param {Match} match @param {string|null} seat */
const result = (match, seat) =>
  match.outcome &&
  h('div', { class: 'result' }, h('p', {}, match.outcome.reason, ' ', chip(match.outcome.section)), h('p', { class: 'links' }, h('a', { href: resultPage(match.id), 'data-key': `result-${match.id}` }, 'Result page'), h('a', { href: api.exportUrl(match.id, { seat }), download: '', 'data-key': `dice-${match.id}` }, 'Download the match with its dice'), rematch(match)));

/** Where a match that was called off goes on. @param {Match} match */
const begunAgain = (match) => match.status === 'called-off' && match.rematch && h('p', { class: 'result' }, 'It had not begun. A seat is kept for you. ', h('a', { class: 'b primary', href: joinPage(match.rematch), 'data-key': `again-${match.id}` }, 'To the match begun again'));

/** @param {Match} match @param {GameInfo[]} games */
function row(match, games) {
  const game = games.find((g) => g.id === match.game);
  const scenario = game?.scenarios.find((s) => s.id === match.scenario);
  const mine = match.seats.find((s) => s.you);
  const over = match.status === 'finished';
  const title = game ? titleOf(game, match.scenario) : match.game;
  const seats = undrawn(match) ? drawnSeats(match.seats.map((s) => ({ ...s, free: !s.taken }))) : match.seats.map((s) => h('span', {}, h('i', { class: `swatch ${s.side}` }), s.you ? `${s.title} (you)` : `${s.title}: ${s.name ?? 'free'}`));
  return h(
    'li',
    { class: `match ${waitsForMe(match) ? 'waits' : ''}`, 'data-game': match.game },
    h('span', { class: 'what' }, h('b', { class: 'whose' }, status(match)), match.hotseat ? h('span', { class: 'tag' }, 'one screen') : match.listing === 'public' && match.status === 'open' && h('span', { class: 'tag' }, 'open to all')),
    h('a', { class: `b ${waitsForMe(match) ? 'primary' : ''}`, href: matchPage(match.id, mine ? { seat: mine.seat } : {}), 'data-key': `open-${match.id}`, 'aria-label': `${over ? 'Open' : 'Play'} ${title}: ${status(match)}` }, over ? 'Open' : 'Play'),
    h('span', { class: 'where' }, progress(match)),
    h('span', { class: 'title' }, scenario ? `${title}: ${scenario.title}` : title),
    h('span', { class: 'who' }, seats),
    result(match, mine?.seat ?? null),
    begunAgain(match),
  );
}

/** @param {Match[]} matches @param {GameInfo[]} games */
export const matchList = (matches, games) => h('ul', { class: 'matches' }, matches.map((match) => row(match, games)));
