/** The lobby: a name, my matches, a new one. */

import { ApiError, api } from './core/api.js';
import { button, chip, icon, join } from './core/bits.js';
import { $, h, render } from './core/dom.js';
import { matchPage } from './core/links.js';
import { begun, settle } from './core/seals.js';
import { cycleTheme, themeName } from './core/theme.js';
import { distribution, distributionFields, seatNations } from './panels/distribution.js';

/** @import {Child} from './core/dom.js' */
/** @import {GameInfo, Match, SeatInfo} from './core/types.js' */

const page = $('#page');
const oneScreen = new URLSearchParams(location.search).get('new') === 'hotseat';

/** @type {Record<Match["status"], string>} */
const STATUS = { open: 'waiting for players', opening: 'waiting for a seal', active: 'under way', finished: 'finished' };

/** @param {string} name @param {string} value @param {Child} label @param {string} note @param {boolean} checked @param {() => void} act */
const option = (name, value, label, note, checked, act) =>
  h('label', { class: 'option' }, h('input', { type: 'radio', name, value, checked, 'data-key': `${name}-${value}`, onchange: act }), h('span', {}, label, note ? h('small', {}, note) : null));

/** @param {{name: string}|null} me */
function head(me) {
  const theme = button(`Theme: ${themeName()}`, () => {
    cycleTheme();
    theme.textContent = `Theme: ${themeName()}`;
  }, { tone: 'ghost', key: 'theme' });
  return h('header', { class: 'head' }, h('div', {}, h('h1', {}, 'Great War Online'), h('p', { class: 'quiet' }, 'Board games of the First World War against other people.')), h('div', { class: 'me' }, me ? [icon('people'), h('b', {}, me.name)] : null, theme));
}

function welcome() {
  const input = h('input', { type: 'text', name: 'name', required: true, maxlength: 40, autocomplete: 'nickname', 'data-key': 'name' });
  const problem = h('p', { class: 'bad', role: 'alert' });
  render(
    page,
    head(null),
    h(
      'section',
      { class: 'box' },
      h('h2', {}, 'Welcome'),
      h(
        'form',
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            api.guest(input.value.trim()).then(show, (error) => { problem.textContent = error.message; });
          },
        },
        h('p', { class: 'quiet' }, 'You need no account. Your opponent sees your name, and a cookie remembers your seats in this browser.'),
        h('label', { class: 'field' }, h('span', {}, 'Your name'), input),
        problem,
        h('div', {}, h('button', { type: 'submit', class: 'b primary', 'data-key': 'name-go' }, 'Enter')),
      ),
    ),
  );
  input.focus();
}

/** Who won, in a word. @param {Match} match */
function verdict(match) {
  const winner = match.outcome?.winner;
  if (!winner) return 'Draw';
  const winners = match.seats.filter((s) => s.side === winner);
  if (!match.hotseat) return winners.some((s) => s.you) ? 'You won' : 'You lost';
  return `${join(winners.map((s) => s.title)) || winner}: victory`;
}

/** How a match ended, and the file that reveals its dice. @param {Match} match @param {string|null} seat */
const result = (match, seat) =>
  match.outcome &&
  h('p', { class: 'result' }, match.outcome.reason, ' ', chip(match.outcome.section), ' ', h('a', { href: api.exportUrl(match.id, { seat }), download: '', 'data-key': `dice-${match.id}` }, 'Download the match with its dice'));

/** @param {Match} match @param {GameInfo[]} games */
function matchItem(match, games) {
  const game = games.find((g) => g.id === match.game);
  const scenario = game?.scenarios.find((s) => s.id === match.scenario);
  const mine = match.seats.find((s) => s.you);
  const href = matchPage(match.id, mine ? { seat: mine.seat } : {});
  const status = match.status === 'finished' ? verdict(match) : STATUS[match.status];
  return h(
    'li',
    { class: 'match', 'data-game': match.game },
    h('span', { class: 'what' }, `${game?.title ?? match.game}`, ' ', !match.hotseat || match.status === 'finished' ? h('span', { class: 'tag' }, status) : null, match.hotseat ? h('span', { class: 'tag' }, 'one screen') : null),
    h('a', { class: 'b primary', href, 'data-key': `open-${match.id}` }, match.status === 'finished' ? 'Open' : 'Play'),
    h('span', { class: 'who' }, h('span', {}, scenario?.title ?? match.scenario), match.seats.map((s) => h('span', {}, h('i', { class: `swatch ${s.side}` }), s.you ? `${s.title} (you)` : `${s.title}: ${s.name ?? 'free'}`))),
    result(match, mine?.seat ?? null),
  );
}

/** @param {GameInfo[]} games */
function newMatch(games) {
  const problem = h('p', { class: 'bad', role: 'alert' });
  const form = h('form', {});
  const chosen = { game: games[0]?.id ?? '', scenario: games[0]?.scenarios[0]?.id ?? '', seat: '', how: oneScreen ? 'hotseat' : 'invite' };
  /** who plays which nation, once somebody has changed it @type {Record<string, string>} */
  let nations = {};

  const draw = () => {
    const game = games.find((g) => g.id === chosen.game);
    const scenario = game?.scenarios.find((s) => s.id === chosen.scenario) ?? game?.scenarios[0];
    if (!game || !scenario) return;
    // Another game has other scenarios: the match that starts must be the one shown.
    chosen.scenario = scenario.id;
    const select = (/** @type {string} */ label, /** @type {{id: string, title: string}[]} */ all, /** @type {string} */ value, /** @type {(id: string) => void} */ act) =>
      all.length > 1 &&
      h('label', { class: 'field' }, h('span', {}, label), h('select', { 'data-key': `choose-${label.toLowerCase()}`, onchange: (/** @type {Event} */ e) => act(/** @type {HTMLSelectElement} */ (e.target).value) }, all.map((o) => h('option', { value: o.id, selected: o.id === value }, o.title))));
    form.dataset.game = game.id;
    const deal = distribution(scenario);
    if (deal && Object.keys(nations).join() !== Object.keys(deal.default).join()) nations = { ...deal.default };
    if (!scenario.seats.some((s) => s.id === chosen.seat)) chosen.seat = scenario.seats[0]?.id ?? '';
    const sideSeats = (/** @type {string} */ side) => scenario.seats.filter((s) => s.side === side);
    const named = (/** @type {SeatInfo} */ s) => (deal && sideSeats(s.side).length > 1 ? seatNations(deal, nations, s.id) : s.title);
    const many = scenario.seats.length > 2;
    render(
      form,
      select('Game', games, game.id, (id) => { chosen.game = id; nations = {}; draw(); }),
      h('div', { class: 'hero' }, h('img', { src: new URL(`boards/${game.boards[0]?.id}/small.webp`, import.meta.url).pathname, alt: '', width: 240, height: 278 }), h('div', {}, h('h2', {}, game.title), h('p', {}, game.summary), h('p', {}, h('b', {}, scenario.title), h('br'), scenario.summary))),
      select('Scenario', game.scenarios, scenario.id, (id) => { chosen.scenario = id; nations = {}; draw(); }),
      h('fieldset', {}, h('legend', {}, many ? 'Your nations' : 'Your side'), h('div', { class: 'options' }, scenario.seats.map((s) => option('seat', s.id, [h('i', { class: `swatch ${s.side}` }), ' ', named(s)], '', s.id === chosen.seat, () => { chosen.seat = s.id; })))),
      deal && distributionFields(scenario, deal, nations, draw),
      h('fieldset', {}, h('legend', {}, many ? 'The others' : 'Opponent'), h('div', { class: 'options' }, option('how', 'invite', 'By a link', 'You send the link to your opponent', chosen.how === 'invite', () => { chosen.how = 'invite'; }), option('how', 'hotseat', 'At this screen', 'You take turns; the map is covered in between', chosen.how === 'hotseat', () => { chosen.how = 'hotseat'; }))),
      problem,
      h('div', {}, h('button', { type: 'submit', class: 'b primary', 'data-key': 'create' }, 'Start match')),
    );
  };
  draw();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const seat = String(data.get('seat') ?? '');
    api
      .create({ game: chosen.game, scenario: chosen.scenario, options: Object.keys(nations).length ? { nations } : {}, seat, hotseat: data.get('how') === 'hotseat' })
      .then((match) => location.assign(matchPage(match.id, { seat })), (error) => { problem.textContent = error.message; });
  });
  return h('section', { class: 'box', 'aria-label': 'New match' }, h('h2', {}, 'New match'), form);
}

/** What can still be played stands above what is over. @param {Match[]} matches */
const unfinishedFirst = (matches) => [...matches].sort((a, b) => Number(a.status === 'finished') - Number(b.status === 'finished'));

async function show() {
  const me = await api.me();
  if (!me) return welcome();
  const [games, matches] = await Promise.all([api.games(), api.matches()]);
  for (const { id } of games) document.head.append(h('link', { rel: 'stylesheet', href: `games/${id}/sides.css` }));
  const list = h('section', { class: 'mine', 'aria-label': 'My matches' });
  const draw = (/** @type {Match[]} */ mine) =>
    render(
      list,
      h('h2', {}, 'My matches'),
      mine.length ? h('ul', { class: 'matches' }, unfinishedFirst(mine).map((m) => matchItem(m, games))) : h('p', { class: 'quiet' }, 'None yet. Start one, and send the link to your opponent.'),
    );
  draw(matches);
  render(page, head(me), h('div', { class: 'columns' }, newMatch(games), list));
  // Only the list is drawn again, so that the form beside it keeps what was chosen in the meantime.
  if (await settleAll(matches)) draw(await api.matches());
}

/**
 * Matches wait for words that only this browser can open: it does so as soon as its player looks in. Whether any went on.
 *
 * @param {Match[]} matches
 */
async function settleAll(matches) {
  const waiting = matches.filter((m) => !begun(m));
  const settled = await Promise.all(waiting.map((match) => settle(match).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    // The match's own page tries again until it succeeds.
    console.warn('A word for the dice could not be sealed or opened:', error.message);
    return match;
  })));
  return settled.some((now, i) => now.status !== waiting[i]?.status);
}

show().catch((error) => {
  console.error(error);
  render(page, head(null), h('section', { class: 'box' }, h('h2', {}, 'Could not load the lobby'), h('p', { class: 'bad' }, error instanceof ApiError ? error.message : String(error)), h('div', {}, button('Try again', () => location.reload(), { tone: 'primary' }))));
});
