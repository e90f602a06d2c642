/**
 * The page of a match that is over, for players and for whoever is sent its address: who won and how, the curves over the turns,
 * the ways to the board, the dice and a rematch.
 *
 * @import {Child} from './core/dom.js'
 * @import {GameClient} from './panels/game.js'
 * @import {ResultOut, ResultSeat} from './core/wire.js'
 */

import { ApiError, api } from './core/api.js';
import { button, icon, join } from './core/bits.js';
import { chip, quoted } from './core/citing.js';
import { copyLine } from './core/copy-line.js';
import { $, h, render } from './core/dom.js';
import { missingIn, notedLinks } from './core/noted.js';
import { HOME, absolute, matchHere, matchPage, resultPage } from './core/links.js';
import { cycleTheme, themeName } from './core/theme.js';
import { exactly } from './core/when.js';
import { figures } from './panels/charts/charts.js';
import { victoryOf } from './panels/people.js';
import { rematch } from './panels/agreements/rematch.js';
import { ThoughtsPanel } from './panels/charts/thoughts.js';
import { playOnLink } from './panels/past/what-if.js';

const page = $('#page');
const key = new URLSearchParams(location.search).get('key');

const status = h('p', { role: 'status', class: 'quiet' });

/** @param {string} text */
const say = (text) => {
  status.textContent = text;
};

function head() {
  const theme = button(`Theme: ${themeName()}`, () => {
    cycleTheme();
    theme.textContent = `Theme: ${themeName()}`;
  }, { key: 'theme' });
  return h('header', { class: 'head' }, h('a', { href: HOME, 'data-key': 'home' }, 'Great War Online'), theme);
}

/** How the match itself is opened from here. @param {ResultOut} result @returns {Record<string, string>} */
function accessOf(result) {
  const opens = result.key ?? key;
  return opens ? { key: opens } : {};
}

/** @param {ResultSeat} seat @param {string|null} winner */
const player = (seat, winner) => [
  h('dt', {}, h('i', { class: `swatch ${seat.side}` }), seat.title),
  h('dd', { class: seat.side === winner ? 'won' : '' }, seat.name ?? 'A former player', seat.you && ' (you)'),
];

/** @param {ResultOut} result @param {GameClient} game */
function verdict(result, game) {
  const { outcome, seats } = result;
  const winner = outcome.winner ? (game.sides[outcome.winner] ?? outcome.winner) : null;
  const names = [...new Set(seats.filter((s) => s.side === outcome.winner).map((s) => s.name ?? 'A former player'))];
  const access = accessOf(result);
  const address = absolute(resultPage(result.id, result.public ? {} : access));
  return h(
    'section',
    { class: 'box verdict', 'aria-label': 'Result' },
    h('h1', {}, winner ? victoryOf(winner) : 'A draw'),
    h('p', { class: 'lead' }, outcome.reason, ' ', chip(outcome.section)),
    winner && !result.hotseat && h('p', {}, `${join(names)} ${names.length > 1 ? 'have' : 'has'} won.`),
    h(
      'dl',
      {},
      h('dt', {}, 'Game'),
      h('dd', {}, `${game.title}: ${result.title}`),
      seats.map((seat) => player(seat, outcome.winner)),
      h('dt', {}, 'Played'),
      h('dd', {}, h('time', { datetime: result.began }, exactly(result.began)), ' to ', h('time', { datetime: result.ended }, exactly(result.ended))),
      h('dt', {}, 'Last turn'),
      h('dd', {}, result.turn),
    ),
    h(
      'div',
      { class: 'ways' },
      h('a', { class: 'b primary', href: matchPage(result.id, { ...access, at: '0' }), 'data-key': 'step' }, icon('past'), 'Step through the match'),
      h('a', { class: 'b', href: api.exportUrl(result.id, access), download: '', 'data-key': 'download' }, 'Download with its dice'),
      rematch({ ...result, seats }),
      (access.key || seats.some((s) => s.you)) && playOnLink(result.id, access),
    ),
    copyLine('Link to this page', address, say, 'share'),
    status,
  );
}

/** The way to the board at a line. @param {ResultOut} result @param {number} number @param {string} text */
const wayTo = (result, number, text) => h('a', { class: 'b ghost then', href: matchPage(result.id, { ...accessOf(result), at: String(number) }), 'aria-label': text, title: text, 'data-key': `chart-${number}` }, icon('past'));

/** @param {ResultOut} result @param {GameClient} game */
const review = (result, game) =>
  h(
    'section',
    { class: 'box review', 'aria-label': 'How it went' },
    h('h2', {}, 'How it went'),
    figures(result.charts, game.sides, { last: 'end', then: (number, text) => wayTo(result, number, text) }),
  );

/** What this browser noted while the match was played, held against its file. @param {ResultOut} result */
function noted(result) {
  const links = notedLinks(result.id);
  if (!links.length) return null;
  const access = accessOf(result);
  const found = h('p', { role: 'status', 'data-key': 'noted' });
  const compare = async () => {
    try {
      const missing = missingIn(await api.file(result.id, access), links);
      found.className = missing.length ? 'bad' : '';
      found.textContent = missing.length
        ? 'This is NOT the match that this browser was told of: moves were changed or left out, or the server lost some.'
        : 'All that this browser noted is in the file. The program “greatwar verify” checks the rest of it: dice and moves.';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      found.textContent = error.message;
    }
  };
  return h(
    'section',
    { class: 'box noted', 'aria-label': 'Proof' },
    h('h2', {}, 'Proof'),
    h('p', {}, 'While the match was played this browser noted the newest link of its chain. A link covers every move before it, so a file without it is of another match.'),
    h('div', { class: 'ways' }, button('Compare with the file', () => void compare(), { key: 'compare' })),
    found,
    copyLine('Check it all with this line', `greatwar verify match-${result.id}.json ${links.map((link) => `--link ${link}`).join(' ')}`, say, 'verify'),
  );
}

/** @param {string} title @param {Child} hint @param {Child} [way] on from here */
const problem = (title, hint, way = null) => render(page, head(), h('section', { class: 'box verdict' }, h('h1', {}, title), hint && h('p', {}, hint), h('div', { class: 'ways' }, way, h('a', { class: 'b', href: HOME }, 'All matches'))));

async function start() {
  const id = matchHere();
  try {
    const result = await api.result(id, { key });
    document.body.dataset.game = result.game;
    Object.assign(quoted, { game: result.game, plan: result.plan });
    document.head.append(h('link', { rel: 'stylesheet', href: new URL(`./games/${result.game}/sides.css`, import.meta.url).pathname }));
    const { game } = /** @type {{game: GameClient}} */ (await import(`./games/${result.game}/index.js`));
    document.title = `${game.title}: result · Great War Online`;
    render(page, head(), verdict(result, game), review(result, game), new ThoughtsPanel(result, key ? { key } : {}, (number, text) => wayTo(result, number, text)).element, noted(result));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not_over') problem('The match is not over', '', h('a', { class: 'b primary', href: matchPage(id, key ? { key } : {}) }, 'To the match'));
    else if (error.status === 401 || error.status === 403) problem('This result is for its players', 'Ask one of them for the address of this page.');
    else problem(error.status === 404 ? 'Match not found' : error.message, '');
  }
}

void start();
