/** The page of one match: who am I here, sit down or watch, then open the table. */

import { ApiError, api } from './core/api.js';
import { button } from './core/bits.js';
import { $, h, render } from './core/dom.js';
import { HOME, matchHere, matchPage } from './core/links.js';
import { begun, lost, replaceable, seal, settle } from './core/seals.js';
import { Table } from './core/table.js';
import { Board } from './board/board.js';
import { Screen } from './panels/screen.js';

/** @import {Child} from './core/dom.js' */
/** @import {Match, SeatJson} from './core/types.js' */
/** @import {BoardEvents, Surface} from './board/board.js' */
/** @import {GameTable} from './panels/game.js' */

const params = new URLSearchParams(location.search);
const id = matchHere();

/** @param {string} title @param {...Child} rest */
function full(title, ...rest) {
  const place = $('#curtain');
  place.hidden = false;
  delete place.dataset.title;
  render(place, h('div', {}, h('h1', {}, title), ...rest));
}

const home = () => h('a', { class: 'b', href: HOME }, 'All matches');

/** A stranger enters a name before taking a seat. @returns {Promise<void>} */
async function introduce() {
  if (await api.me()) return;
  await new Promise((/** @type {(value: void) => void} */ resolve) => {
    const input = h('input', { type: 'text', name: 'name', required: true, maxlength: 40, autocomplete: 'nickname', 'data-key': 'name' });
    const problem = h('p', { class: 'bad', role: 'alert' });
    const form = h(
      'form',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          api.guest(input.value.trim()).then(() => resolve(), (error) => { problem.textContent = error.message; });
        },
      },
      h('label', { class: 'field' }, h('span', {}, 'Your name at the table'), input),
      problem,
      h('button', { type: 'submit', class: 'b primary', 'data-key': 'name-go' }, 'Enter'),
    );
    full('You are invited', form);
    input.focus();
  });
}

/** @param {SeatJson} seat @param {Match} match @returns {string} "the German side", "the Central Powers", "Britain and France" */
const named = (seat, match) => (match.seats.length <= 2 ? `the ${seat.title} side` : seat.seat === seat.side ? `the ${seat.title}` : seat.title);

/** @param {Match} match @param {string} invite @returns {Promise<Match>} */
async function sitDown(match, invite) {
  const free = match.seats.filter((s) => !s.taken);
  if (!free.length) throw new ApiError(409, 'full', '', 'All seats are taken.');
  return new Promise((resolve) => {
    const problem = h('p', { class: 'bad', role: 'alert' });
    const sit = (/** @type {string} */ seat) => api.sit(match.id, seat, invite).then(resolve, (error) => { problem.textContent = error.message; });
    full(
      'Take your seat',
      h('p', { class: 'quiet' }, match.seats.filter((s) => s.taken).map((s) => `${s.name} plays ${named(s, match)}.`).join(' ')),
      ...free.map((s) => button(`Play ${named(s, match)}`, () => void sit(s.seat), { tone: 'primary', key: `sit-${s.seat}` })),
      problem,
    );
  });
}

async function start() {
  const invite = params.get('invite');
  const key = params.get('key');
  if (!key) await introduce();
  /** @type {Screen|null} */
  let screen = null;
  const table = new Table({ id, seat: null, key, invite }, {
    change: () => screen?.changed(),
    lines: (lines, before) => before && screen?.news(lines, before),
    trouble: (error) => screen?.trouble(error),
  });
  let match = await table.loadMatch();
  const mine = () => match.seats.filter((s) => s.you);
  if (invite && !mine().length) {
    match = await sitDown(match, invite);
    table.match = match;
  }
  const wanted = params.get('seat');
  table.seat = mine().find((s) => s.seat === wanted)?.seat ?? (key && !wanted ? null : (mine()[0]?.seat ?? null));
  if (table.seat) history.replaceState(null, '', matchPage(id, { seat: table.seat }));
  else if (!key) throw new ApiError(403, 'not_seated', '', 'You have no seat in this match. Ask for an invitation or for the spectator link.');
  const { game } = /** @type {{game: GameTable}} */ (await import(`./games/${match.game}/index.js`));
  document.body.dataset.game = match.game;
  for (const href of ['sides.css', ...(game.styles ?? [])]) document.head.append(h('link', { rel: 'stylesheet', href: `games/${match.game}/${href}` }));
  await company(table);

  await table.open();
  const on = {
    hex: (/** @type {string} */ hex) => screen?.tapped(hex),
    hover: (/** @type {string|null} */ hex) => screen?.hovered(hex),
    pieces: game.pieces,
  };
  const board = await lay(match.boards, on);
  screen = new Screen(table, board, game);
  $('#curtain').hidden = true;
  screen.changed();
  screen.frame();
  screen.lookBack();
  void document.fonts.ready.then(() => screen?.refresh());
  setInterval(() => void refreshPeople(table, () => screen?.refresh()), 30_000);
}

/** The board of the game, or its boards behind tabs. @param {Match["boards"]} boards @param {BoardEvents} on @returns {Promise<Surface>} */
async function lay(boards, on) {
  const [first] = boards;
  if (!first) throw new Error('The game has no board');
  if (boards.length === 1) return Board.load($('#map'), first.id, on, first.prefix);
  const { Atlas } = await import('./board/atlas.js');
  return Atlas.load($('#map'), boards, on);
}

/** Until all have come and the dice are sealed and opened: whom it waits for, and the link to send. @param {Table} table */
async function company(table) {
  const { waitingPage } = await import('./panels/waiting.js');
  const curtain = $('#curtain');
  while (table.match && !(await dealt(table))) {
    const { match } = table;
    const gone = lost(match);
    const state = JSON.stringify([gone.length, match.seats.map((s) => [s.taken, s.seal, s.opened, s.name])]);
    if (curtain.dataset.waiting !== state) {
      const again = () => void patiently(() => seal(match, gone));
      const { title, content } = waitingPage(match, { lost: gone, again: replaceable(match) ? again : null });
      full(title, ...content, home());
      curtain.dataset.waiting = state;
    }
    await new Promise((resolve) => setTimeout(resolve, match.seats.every((s) => s.taken) ? 500 : 2000));
    await patiently(() => table.loadMatch());
  }
  delete curtain.dataset.waiting;
}

/** Seal or open your words as far as the others let us; whether the match has begun. @param {Table} table */
async function dealt(table) {
  await patiently(async () => {
    if (table.match) table.match = await settle(table.match);
  });
  return table.match !== null && begun(table.match);
}

/** What is asked every so often may fail now and then. @param {() => Promise<unknown>} act */
async function patiently(act) {
  try {
    await act();
  } catch (error) {
    // The server is away or busy for a moment, or somebody was quicker: it is asked again.
    if (!(error instanceof ApiError) || ![0, 409, 429, 503].includes(error.status)) throw error;
  }
}

/** @param {Table} table @param {() => void} done */
async function refreshPeople(table, done) {
  try {
    await table.loadMatch();
    done();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('Could not ask who is here:', error.message);
  }
}

full('Loading the map…');
start().catch((error) => {
  console.error(error);
  full(error instanceof ApiError ? error.message : 'Could not load the match', h('p', { class: 'quiet' }, error instanceof ApiError ? '' : String(error)), home());
});
