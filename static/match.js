/** The page of one match: who am I here, sit down or watch, then open the table. */

import { ApiError, api } from './core/api.js';
import { button } from './core/bits.js';
import { $, h, render } from './core/dom.js';
import { HOME, inviteLink, matchHere, matchPage, watchLink } from './core/links.js';
import { Table } from './core/table.js';
import { Board } from './board/board.js';
import { Screen } from './panels/screen.js';

/** @import {Match, SeatJson} from './core/types.js' */
/** @import {GameTable} from './panels/game.js' */

const params = new URLSearchParams(location.search);
const id = matchHere();

/** @param {string} title @param {...(Node|string|null)} rest */
function full(title, ...rest) {
  const place = $('#curtain');
  place.hidden = false;
  delete place.dataset.title;
  render(place, h('div', {}, h('h1', {}, title), ...rest));
}

const home = () => h('a', { class: 'b', href: HOME }, 'All matches');

/** A stranger gives a name before he sits down. @returns {Promise<void>} */
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
      h('button', { type: 'submit', class: 'b primary', 'data-key': 'name-go' }, 'Come in'),
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
  else if (!key) throw new ApiError(403, 'not_seated', '', 'You do not sit at this table. Ask for an invitation or a link to watch.');
  if (match.status === 'open' && match.seats.some((s) => !s.taken)) await company(table);

  const { game } = /** @type {{game: GameTable}} */ (await import(`./games/${match.game}/index.js`));
  for (const href of game.styles ?? []) document.head.append(h('link', { rel: 'stylesheet', href: `games/${match.game}/${href}` }));
  await table.open();
  const board = await Board.load($('#map'), table.view?.board ?? match.game, {
    hex: (hex) => screen?.tapped(hex),
    hover: (hex) => screen?.hovered(hex),
    pieces: game.pieces,
  });
  screen = new Screen(table, board, game);
  $('#curtain').hidden = true;
  screen.changed();
  screen.frame();
  screen.lookBack();
  void document.fonts.ready.then(() => screen?.refresh());
  setInterval(() => void refreshPeople(table, () => screen?.refresh()), 30_000);
}

/** Until all have come: the link to send them. @param {Table} table */
async function company(table) {
  const { copyLine } = await import('./panels/cards.js');
  while (table.match?.seats.some((s) => !s.taken)) {
    const match = table.match;
    const many = match.seats.length > 2;
    const sitting = match.seats.filter((s) => s.taken).map((s) => s.seat).join();
    if ($('#curtain').dataset.waiting !== sitting) {
      const note = h('p', { class: 'quiet', role: 'status' });
      const say = (/** @type {string} */ text) => { note.textContent = text; };
      full(
        many ? 'Waiting for the others' : 'Waiting for your opponent',
        many ? h('ul', { class: 'chairs' }, match.seats.map((s) => h('li', {}, h('i', { class: `swatch ${s.side}` }), ' ', s.title, ': ', h('b', {}, s.taken ? (s.you ? 'you' : s.name) : 'free')))) : null,
        match.invite ? h('p', { class: 'quiet' }, many ? 'Send this link to the others. Whoever opens it chooses a free seat.' : 'Send this link. Whoever opens it takes the other seat.') : null,
        match.invite ? copyLine('Invitation', inviteLink(match), say, 'invite') : null,
        match.spectate ? h('p', { class: 'quiet' }, 'And this one to those who only watch.') : null,
        match.spectate ? copyLine('Link to watch', watchLink(match), say, 'watch') : null,
        note,
        home(),
      );
      $('#curtain').dataset.waiting = sitting;
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
    try {
      await table.loadMatch();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
      // The server is away for a moment; it is asked again.
    }
  }
  delete $('#curtain').dataset.waiting;
}

/** @param {Table} table @param {() => void} done */
async function refreshPeople(table, done) {
  try {
    await table.loadMatch();
    done();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('Could not ask who is at the table:', error.message);
  }
}

full('Laying the map…');
start().catch((error) => {
  console.error(error);
  full(error instanceof ApiError ? error.message : 'The table could not be laid', h('p', { class: 'quiet' }, error instanceof ApiError ? '' : String(error)), home());
});
