/**
 * The ladder of a game, and what a player plays how often: from public matches that are over.
 *
 * @import {Child} from './core/dom.js'
 * @import {GameInfo} from './core/types.js'
 * @import {LadderOut, LadderRow, PlayedRow, PlayerOut, PlaysRow} from './core/wire.js'
 */

import { ApiError, api } from './core/api.js';
import { button } from './core/bits.js';
import { $, h, render } from './core/dom.js';
import { HOME, ladderPage, playerPage, resultPage } from './core/links.js';
import { cycleTheme, themeName } from './core/theme.js';
import { exactly } from './core/when.js';

const page = $('#page');
const asked = new URLSearchParams(location.search);

/** @typedef {{rating: number|null, provisional: boolean, played: number, won: number, drawn: number, lost: number}} RatingFigures */

/** @param {string} title @param {...Child} rest */
function show(title, ...rest) {
  const theme = button(`Theme: ${themeName()}`, () => {
    cycleTheme();
    theme.textContent = `Theme: ${themeName()}`;
  }, { tone: 'ghost', key: 'theme' });
  document.title = `${title} · Great War Online`;
  render(page, h('header', { class: 'head' }, h('a', { href: HOME, 'data-key': 'home' }, 'Great War Online'), theme), h('section', { class: 'box ladder-page' }, h('h1', {}, title), ...rest));
}

/** A rating, and whether it may still change much. @param {RatingFigures} row @returns {Child} */
const rating = ({ rating: value, provisional }) => (value === null ? '–' : [value, provisional && h('small', { title: 'Provisional: fewer than five rated matches' }, 'prov.')]);

/** @param {RatingFigures} row @returns {Child[]} */
const figures = (row) => [h('td', {}, rating(row)), h('td', {}, row.played), h('td', { class: 'record' }, `${row.won}–${row.drawn}–${row.lost}`)];

const FIGURES = [h('th', { scope: 'col' }, 'Rating'), h('th', { scope: 'col' }, 'Played'), h('th', { scope: 'col', title: 'Won, drawn, lost' }, 'W–D–L')];

const headings = () => FIGURES.map((each) => each.cloneNode(true));

const HOW = 'A rating comes from public matches among players who can log in, for each side of a game by itself. Everyone begins with 1000. It is provisional until five matches are rated. Private matches are never rated, nor those in which a program took a seat or a seat changed hands.';

/** @param {LadderOut["sides"][number]} side @returns {Child} */
const table = ({ side, title, players }) =>
  h(
    'section',
    { 'aria-label': title, 'data-side': side },
    h('h2', {}, h('i', { class: `swatch ${side}` }), ' ', title),
    players.length
      ? h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, '#'), h('th', { scope: 'col' }, 'Player'), headings())), h('tbody', {}, players.map((/** @type {LadderRow} */ row, /** @type {number} */ n) => h('tr', { class: row.you ? 'you' : '' }, h('td', {}, n + 1), h('td', {}, h('a', { href: playerPage(row.player) }, row.name), row.you && ' (you)'), figures(row)))))
      : h('p', { class: 'quiet' }, 'Nobody yet.'),
  );

/** @param {GameInfo[]} games @param {string} id */
async function ladder(games, id) {
  const { sides } = await api.ladder(id);
  document.head.append(h('link', { rel: 'stylesheet', href: `games/${id}/sides.css` }));
  const title = games.find((g) => g.id === id)?.title ?? id;
  const me = await api.me();
  show(
    `Ladder: ${title}`,
    h('nav', { class: 'ladder-games', 'aria-label': 'Games' }, games.map((g) => h('a', { class: 'b', href: ladderPage(g.id), 'aria-current': g.id === id && 'page' }, g.title)), me && h('a', { class: 'b ghost', href: playerPage('me'), 'data-key': 'my-profile' }, 'What I play')),
    h('p', { class: 'quiet' }, HOW),
    h('div', { class: 'ladder', 'data-game': id }, sides.map(table)),
  );
}

const RESULTS = { won: 'Won', drawn: 'Drawn', lost: 'Lost' };

/** @param {GameInfo[]} games @param {PlayerOut} player */
function profile(games, { name, you, player, plays, matches }) {
  const titled = (/** @type {string} */ id) => games.find((g) => g.id === id)?.title ?? id;
  const scenario = (/** @type {string} */ game, /** @type {string} */ id) => games.find((g) => g.id === game)?.scenarios.find((s) => s.id === id)?.title ?? id;
  show(
    you ? `${name} (you)` : name,
    you && player === null && h('p', { class: 'quiet' }, 'Nobody else finds this page, and your matches are not rated: add a passkey or a mail address under ', h('a', { href: '/account.html' }, 'Account'), ' to be on the ladder.'),
    plays.length
      ? h('table', { class: 'plays' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Game and side'), headings())), h('tbody', {}, plays.map((/** @type {PlaysRow} */ row) => h('tr', {}, h('td', {}, h('a', { href: ladderPage(row.game) }, titled(row.game)), `, ${row.title}`), figures(row)))))
      : h('p', { class: 'quiet' }, 'No public match has been played to its end yet.'),
    matches.length > 0 && [h('h2', {}, 'Last public matches'), h('ul', {}, matches.map((/** @type {PlayedRow} */ m) => h('li', {}, h('a', { href: resultPage(m.id) }, `${titled(m.game)}: ${scenario(m.game, m.scenario)}`), ` · ${RESULTS[/** @type {keyof typeof RESULTS} */ (m.result)]}${m.rated ? '' : ', not rated'} · `, h('time', { datetime: m.ended }, exactly(m.ended)))))],
    h('p', { class: 'quiet' }, HOW),
  );
}

async function open() {
  const games = await api.games();
  const player = asked.get('player');
  if (player !== null) profile(games, await api.player(player));
  else await ladder(games, asked.get('game') ?? games[0]?.id ?? '');
}

open().catch((error) => {
  if (!(error instanceof ApiError)) console.error(error);
  show('Ladder', h('p', { class: 'bad', role: 'alert' }, error instanceof ApiError ? error.message : String(error)));
});
