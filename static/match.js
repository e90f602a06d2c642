/** The page of one match: who am I here, sit down or watch, then open the table. */

import { ApiError, api } from './core/api.js';
import { button, join } from './core/bits.js';
import { quoted, rulesPage } from './core/citing.js';
import { agreed } from './core/clocks.js';
import { $, h, painted, render } from './core/dom.js';
import { HOME, joinPage, logInFirst, matchHere, matchPage } from './core/links.js';
import { canReplaceWord, hasStarted, lostWords, sealAgain, sealOrOpen, waitForMe, wishWithoutMe } from './core/dice-words.js';
import { MatchClient } from './core/match-client.js';
import { titleOf } from './core/variants.js';
import { Board } from './board/board.js';
import { cover } from './panels/curtain.js';
import { LESSONS } from './lessons/start.js';
import { beginAgain } from './panels/agreements/rematch.js';
import { Screen } from './panels/screen.js';
import { underConstruction } from './lobby/under-construction.js';
import { isDelayed } from './panels/agreements/watching.js';
import { askedPage, waitingFor, waitingStandIn } from './panels/agreements/stand-in.js';
import { beginWhatIf, whenceItCame } from './panels/past/what-if.js';
import { openTo, takeButtons, takeOverPage } from './panels/agreements/take-over.js';

/** @import {Child} from './core/dom.js' */
/** @import {GameInfo, Match, SeatJson} from './core/types.js' */
/** @import {BoardEvents, Surface} from './board/board.js' */
/** @import {GameClient} from './panels/game.js' */

const params = new URLSearchParams(location.search);
const id = matchHere();

/** @param {string} title @param {...Child} rest */
function full(title, ...rest) {
  const place = cover(true);
  delete place.dataset.title;
  render(place, h('div', {}, h('h1', {}, title), ...rest));
}

/**
 * A page that stays until its reader has done what it asks for. What the server refuses is said on it.
 *
 * @param {(problem: HTMLElement, attempt: (act: Promise<unknown>) => Promise<boolean>, done: () => void) => void} show draws the page with the
 * line for what goes wrong. ``attempt`` is done if ``act`` comes off, and says otherwise why not: whether it did.
 * @returns {Promise<void>}
 */
function untilDone(show) {
  return new Promise((resolve) => {
    const problem = h('p', { class: 'bad', role: 'alert' });
    const attempt = (/** @type {Promise<unknown>} */ act) => act.then(() => { resolve(); return true; }, (error) => { problem.textContent = error.message; return false; });
    show(problem, attempt, resolve);
  });
}

const home = () => h('a', { class: 'b', href: HOME }, 'All matches');

const NOT_FOUND = new ApiError(404, 'no_match', '', '');
const STALE = new ApiError(403, 'bad_invitation', '', 'This invitation is no longer valid');

/** Why someone may not look who has no seat. */
const STRANGER = ['no_session', 'not_seated', 'not_invited'];

const CALLED_OFF = new ApiError(409, 'called_off', '', 'This match was called off');

/** What someone may want to see before saying yes, in tabs of their own. @param {Match} match @returns {Child} */
function lookFirst({ game, plan, scenario, boards: [board] }) {
  const there = (/** @type {string} */ href, /** @type {string} */ key, /** @type {string} */ text) => h('a', { href, target: '_blank', 'data-key': key }, text);
  return h('nav', { class: 'meanwhile', 'aria-label': 'Look first' }, there(`${rulesPage(game, plan, scenario)}#minute`, 'see-minute', 'The game in one minute'), there(rulesPage(game, plan, scenario), 'see-rules', 'Rules'), board && there(`/boards.html?board=${board.id}`, 'see-map', 'Map'));
}

/** The host, the game and the sides that are free. @param {Match} match @param {GameInfo[]} games @returns {{title: string, about: Child[]}} */
function invitation(match, games) {
  const game = games.find((g) => g.id === match.game);
  const scenario = game?.scenarios.find((s) => s.id === match.scenario);
  const hosts = [...new Set(match.seats.map((s) => s.name))].filter((name) => name !== null);
  const title = game ? titleOf(game, match.scenario) : match.game;
  const free = match.seats.filter((s) => !s.taken);
  return {
    title: hosts.length ? `${join(hosts)} ${hosts.length > 1 ? 'invite' : 'invites'} you to play ${title}` : `You are invited to play ${title}`,
    about: [
      game && h('p', {}, game.summary),
      game && underConstruction(game),
      scenario && h('p', {}, h('b', {}, scenario.title), h('br'), scenario.summary),
      game && lookFirst(match),
      match.clocks && h('p', { 'data-key': 'terms' }, agreed(match.clocks.terms, match.seats.length)),
      match.hints && h('p', {}, 'Players may ask a program for hints; everyone is told who did.'),
      match.dice_stand && h('p', { 'data-key': 'dice-stand' }, 'Dice stand: nobody takes back a die roll.'),
      match.note && h('p', { class: 'quote' }, match.note),
      match.sides === 'drawn' ? h('p', {}, 'Sides are drawn by lot once everyone has sat down.') : h('p', {}, match.seats.filter((s) => s.taken).map((s) => `${s.name} plays ${s.in_text}. `), `You can play ${free.map((s) => s.in_text).join(', or ')}.`),
    ],
  };
}

/** @param {() => void} submit */
function nameForm(submit) {
  const input = h('input', { type: 'text', name: 'name', required: true, maxlength: 40, autocomplete: 'nickname', 'data-key': 'name' });
  const form = h(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        submit();
      },
    },
    h('label', { class: 'field' }, h('span', {}, 'Your name at the table'), input),
  );
  return { form, input };
}

/** A stranger reads what it is about, then enters a name. @param {{title: string, about: Child[]}} to @returns {Promise<void>} */
async function introduce({ title, about }) {
  await untilDone((problem, attempt) => {
    const { form, input } = nameForm(() => void attempt(api.guest(input.value.trim())));
    form.append(problem, h('button', { type: 'submit', class: 'b primary', 'data-key': 'name-go' }, 'Enter'));
    full(title, ...about, form);
    input.focus();
  });
}

/**
 * Of several seats a side, those of one side stand together under its name, with the people there: it shows who would be an ally, and
 * who an enemy.
 *
 * @param {Match} match @param {Record<string, string>} names of the sides @param {(seat: SeatJson) => Child} play @returns {Child}
 */
function bySide(match, names, play) {
  const free = match.seats.filter((s) => !s.taken);
  if (match.seats.length <= 2) return free.map(play);
  const sides = [...new Set(match.seats.map((s) => s.side))];
  return sides.map((side) => {
    const taken = match.seats.filter((s) => s.side === side && s.taken);
    return h(
      'section',
      { class: 'side-seats', 'data-side': side },
      h('h2', {}, names[side] ?? side),
      taken.map((s) => h('p', { class: 'quiet' }, `${s.name} plays ${s.in_text}.`)),
      free.filter((s) => s.side === side).map(play),
    );
  });
}

/** What the invitation is to, and a press for each seat that is free; a stranger gives a name with the same press. @param {Match} match @param {GameInfo[]} games @param {string} invite @param {boolean} known @returns {Promise<void>} */
async function sitDown(match, games, invite, known) {
  const { game } = /** @type {{game: GameClient}} */ (await import(`./games/${match.game}/index.js`));
  await untilDone((problem, attempt) => {
    let named = known;
    let busy = false;
    const take = async (/** @type {string} */ seat) => {
      if (!named) await api.guest(input.value.trim());
      named = true;
      await api.sit(match.id, seat, invite);
    };
    const sit = async (/** @type {string} */ seat) => {
      // A second press on its way would be a second guest, who has not the seat of the first.
      if (busy || (!named && !form.reportValidity())) return;
      busy = true;
      busy = await attempt(take(seat));
    };
    const { title, about } = invitation(match, games);
    const play = (/** @type {SeatJson} */ s) => button(`Play ${s.in_text}`, () => void sit(s.seat), { tone: 'primary', key: `sit-${s.seat}` });
    const free = match.seats.filter((s) => !s.taken);
    const [first] = free;
    // The key of the name's line is the press, where there is only one.
    const { form, input } = nameForm(() => {
      if (first && (free.length === 1 || match.sides === 'drawn')) void sit(first.seat);
      else /** @type {HTMLElement|null} */ (document.querySelector('[data-key^="sit-"]'))?.focus();
    });
    const anywhere = match.sides === 'drawn' && first && button('Sit down', () => void sit(first.seat), { tone: 'primary', key: `sit-${first.seat}` });
    full(title, ...about, !known && form, anywhere || bySide(match, game.sides, play), problem);
    if (!known) input.focus();
  });
}

/** Show what there is to take over, and take it. @param {Match} match @param {GameInfo[]} games @param {string} invite @param {boolean} known */
async function takeOver(match, games, invite, known) {
  document.body.dataset.game = match.game;
  document.head.append(h('link', { rel: 'stylesheet', href: new URL(`./games/${match.game}/sides.css`, import.meta.url).pathname }));
  const { title, about } = takeOverPage(match, games);
  if (!known) await introduce({ title, about });
  await untilDone((problem, attempt) => {
    const take = (/** @type {string} */ seat) => void attempt(api.takeOver(match.id, seat, invite));
    full(title, ...about, takeButtons(match, (s) => s.in_text, take), problem, home());
  });
}

/** Someone is asked to stand in: what for, and whether they will. @param {string} key */
async function askedToStandIn(key) {
  const me = await api.me();
  const match = await api.match(id, { key }).catch((error) => {
    throw error instanceof ApiError && (error.status === 401 || error.status === 403) ? STALE : error;
  });
  const seat = match.seats.find((s) => s.seat === params.get('seat'));
  if (!seat || seat.you || seat.stand_in_you) return;
  const { title, about } = askedPage(seat, seat.in_text);
  if (!me) await introduce({ title, about });
  await untilDone((problem, attempt) => {
    const agree = () => void attempt(api.agreeToStandIn(match.id, seat.seat, key));
    full(title, ...about, h('div', { class: 'starts' }, button('Stand in', agree, { tone: 'primary', key: 'stand-in-agree' })), problem, home());
  });
}

/** To the list of matches; nothing after it happens on this page. @returns {Promise<never>} */
function leave() {
  location.assign(HOME);
  return new Promise(() => {});
}

/** A stand-in waits until they play; gives up only by leaving the page. @param {Match} match @param {SeatJson} seat @returns {Promise<void>} */
const untilItPlays = (match, seat) =>
  untilDone((problem, attempt, done) => {
    const act = (/** @type {"play"|"step-down"} */ deed) => void attempt(api.standIn(match.id, seat.seat, deed).then(() => (deed === 'play' ? undefined : leave())));
    const { title, about } = waitingStandIn(match, seat, seat.in_text, act);
    full(title, ...about, problem, home());
    const look = setInterval(() => void patiently(async () => {
      // The player may have said that it is time.
      const now = await api.match(match.id);
      if (!now.seats.some((s) => s.you)) return;
      clearInterval(look);
      done();
    }), 5000);
  });

/** Follow the invitation to a seat. Nobody is asked for a name for an invitation that leads nowhere. @param {string} invite @returns {Promise<void>} */
async function invited(invite) {
  const access = { invite };
  const me = await api.me();
  const match = await api.match(id, access).catch((error) => {
    throw error instanceof ApiError && (error.status === 401 || error.status === 403) ? STALE : error;
  });
  if (match.seats.some((s) => s.you)) return;
  const kept = match.seats.find((s) => s.kept_for_you);
  if (kept && me) {
    await sitDown({ ...match, seats: match.seats.filter((s) => s.taken || s === kept) }, await api.games(), invite, true);
    return;
  }
  if (match.status === 'called-off') throw CALLED_OFF;
  if (openTo(match).length) {
    await takeOver(match, await api.games(), invite, me !== null);
    return;
  }
  if (match.seats.every((s) => s.taken)) throw STALE;
  await sitDown(match, await api.games(), invite, me !== null);
}

/** Why the match cannot be shown, and what to do about it. @param {ApiError} error @returns {{title: string, hint: string}} */
function explained(error) {
  if (error.code === NOT_FOUND.code) return { title: 'Match not found', hint: 'The link may be incomplete, or the match may have been removed after a long time without a move.' };
  if (error.code === CALLED_OFF.code) return { title: CALLED_OFF.message, hint: 'It had not begun. You can start another.' };
  if (error.code === STALE.code) return { title: STALE.message, hint: 'All seats are taken, or the link is incomplete. Ask your host for a new link, or for the spectator link.' };
  if (STRANGER.includes(error.code)) return { title: 'You have no seat in this match', hint: 'Seats belong to the browser in which they were taken. To join, ask for an invitation; to watch, ask for the spectator link.' };
  return { title: error.message, hint: '' };
}

async function start() {
  // A public table is open to anyone, without an invitation.
  const invite = params.get('invite') ?? (params.has('join') ? '' : null);
  const key = params.get('key');
  if (!id) throw NOT_FOUND;
  if (await beginWhatIf(id, params, full)) return;
  if (invite !== null) await invited(invite);
  const asked = params.get('stand-in');
  if (asked) await askedToStandIn(asked);
  /** @type {Screen|null} */
  let screen = null;
  const client = new MatchClient({ id, seat: null, key, invite }, {
    change: () => {
      screen?.arrivals.changed();
      if (client.status === 'closed') void lookForSeat(client, screen);
    },
    lines: (lines, before) => {
      if (before) screen?.arrivals.news(lines, before);
      // A seat may be open or in other hands.
      if (lines.some((line) => line.kind === 'house')) void refreshPeople(client, () => screen?.refresh());
    },
    said: (room, message) => screen?.arrivals.said(room, message),
    marked: (marks) => screen?.marks.hear(marks),
    ordered: (orders) => screen?.openCard.standing.take(orders),
    trouble: (error) => screen?.trouble(error),
    dice: (lines) => screen?.arrivals.roll(lines) ?? null,
  });
  let match = await client.loadMatch().catch(async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'needs_name') throw error;
    await introduce({ title: 'You are invited to watch', about: [h('p', {}, 'The players of one side let you see what they see. They and their opponents are told how many people watch.')] });
    return client.loadMatch();
  });
  const waiting = key ? null : waitingFor(match);
  if (waiting) {
    await untilItPlays(match, waiting);
    match = await client.loadMatch();
  }
  const mine = () => match.seats.filter((s) => s.you);
  const wanted = params.get('seat');
  client.seat = mine().find((s) => s.seat === wanted)?.seat ?? (key && !wanted ? null : (mine()[0]?.seat ?? null));
  const taught = client.seat !== null && match.hotseat && params.get('guide') !== null;
  if (client.seat) history.replaceState(null, '', matchPage(id, { seat: client.seat, ...(taught ? LESSONS : {}) }));
  else if (!key) throw new ApiError(403, 'not_seated', '', '');
  const arriving = /** @type {Promise<{game: GameClient}>} */ (import(`./games/${match.game}/index.js`));
  document.body.dataset.game = match.game;
  Object.assign(quoted, { game: match.game, plan: match.plan, scenario: match.scenario });
  const dress = (/** @type {string} */ href) => document.head.append(h('link', { rel: 'stylesheet', href: new URL(`./games/${match.game}/${href}`, import.meta.url).pathname }));
  dress('sides.css');
  await untilStarted(client);
  const now = client.match?.seats.filter((s) => s.you) ?? [];
  if (client.seat && now[0] && !now.some((s) => s.seat === client.seat)) {
    // The sides were drawn.
    client.seat = now[0].seat;
    history.replaceState(null, '', matchPage(id, { seat: now[0].seat }));
  }
  // Side by side: on a phone each of them takes as long as the server is away.
  const [{ game }] = await Promise.all([arriving, client.open()]);
  game.styles?.forEach(dress);
  const on = {
    hex: (/** @type {string} */ hex) => screen?.gestures.tapped(hex),
    hover: (/** @type {string|null} */ hex) => screen?.gestures.hovered(hex),
    grab: (/** @type {string} */ hex) => screen?.gestures.grabbed(hex) ?? null,
    ping: (/** @type {string} */ hex) => screen?.marks.ping(hex),
    pieces: game.pieces,
    part: client.view && game.part ? new Set(game.part(client.view)) : null,
  };
  // The first picture of the map before the rest of it.
  if (window.pictured) await window.pictured.then(painted);
  const board = await loadBoard(match.boards, on);
  await painted();
  const made = new Screen(client, board, game);
  await painted();
  // Before it hears of the table: without its lessons it would hand the screen over to the other seat.
  if (taught) await made.teaching.teach(match.game);
  screen = made;
  screen.begin();
  await painted();
  if (client.view) {
    await board.prepare(client.view);
    board.show(client.view);
  }
  await painted();
  // Names and lines come with this picture (Board), the panels when all counters in sight are there.
  await painted();
  await board.settled();
  screen.arrivals.changed();
  // Drawn now, and laid out with the next picture: both in one go take longer than a hand waits.
  screen.picture.flush();
  screen.picture.hold();
  // When the panels are filled: in sight none of them grows.
  await painted();
  screen.refresh();
  screen.picture.flush();
  board.seen();
  // At one screen it may be another player's turn, who is waited for behind the curtain.
  if (!screen.handOver.waits) cover(false);
  screen.arrivals.lookBack();
  screen.arrive(params.get('at'));
  void screen.draft.load();
  void import('./rulebook/card.js').then(({ RuleCard }) => new RuleCard());
  // To ask for the fonts has the page laid out: not again in one go with all that was just laid open, nor where all are there.
  if (document.fonts.status !== 'loaded') void painted().then(() => document.fonts.ready).then(() => screen?.refresh());
  setInterval(() => {
    if (isDelayed(client)) screen?.chat.renew();
    void refreshPeople(client, () => screen?.refresh());
  }, 30_000);
}

/** The board of the game, or its boards behind tabs. @param {Match["boards"]} boards @param {BoardEvents} on @returns {Promise<Surface>} */
async function loadBoard(boards, on) {
  const [first] = boards;
  if (!first) throw new Error('The game has no board');
  if (boards.length === 1) return Board.load($('#map'), first.folder, on, first.prefix, first.read);
  const { Atlas } = await import('./board/atlas.js');
  return Atlas.load($('#map'), boards, on);
}

/** Until all have come and the dice are sealed and opened: whom it waits for, and the link to send. @param {MatchClient} client */
async function untilStarted(client) {
  const curtain = $('#curtain');
  /** @type {GameInfo[]} */
  let games = [];
  while (client.match && !(await sealOrOpenNow(client))) {
    if (client.match.status === 'called-off') {
      await calledOff(client.match);
      await patiently(() => client.loadMatch());
      continue;
    }
    if (client.seat && !client.match.seats.some((s) => s.you)) throw new ApiError(403, 'not_seated', '', '');
    const { waitingPage } = await import('./panels/waiting.js');
    if (!games.length) await patiently(async () => { games = await api.games(); });
    const { match } = client;
    const gone = lostWords(match);
    const state = JSON.stringify([gone.length, match.can_seal_again, match.voided.length, match.seats.map((s) => [s.taken, s.seal, s.opened, s.ahead, s.name])]);
    if (curtain.dataset.waiting !== state) {
      const again = () => void patiently(() => sealAgain(match, gone));
      const wish = (/** @type {boolean} */ yes) => void (yes ? Promise.resolve(wishWithoutMe(match.id, true)) : patiently(() => waitForMe(match)));
      const { title, content } = waitingPage(match, { lost: gone, again: canReplaceWord(match) || match.can_seal_again ? again : null, wish }, games);
      full(title, ...content, home());
      curtain.dataset.waiting = state;
    }
    await new Promise((resolve) => setTimeout(resolve, match.seats.every((s) => s.taken) ? 500 : 2000));
    await patiently(() => client.loadMatch());
  }
  delete curtain.dataset.waiting;
}

/** It had not begun; those who sat there can begin it again, and whoever looks is led there. @param {Match} match @returns {Promise<void>} */
async function calledOff(match) {
  if (!match.seats.some((s) => s.you)) throw CALLED_OFF;
  if (match.rematch) location.replace(joinPage(match.rematch));
  const curtain = $('#curtain');
  if (curtain.dataset.waiting !== match.status) {
    full(CALLED_OFF.message, h('p', { class: 'quiet' }, 'It had not begun.'), beginAgain(match), home());
    curtain.dataset.waiting = match.status;
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
}

/** Seal or open your words as far as the others let us; whether the match has begun. @param {MatchClient} client */
async function sealOrOpenNow(client) {
  await patiently(async () => {
    if (client.match) client.match = await sealOrOpen(client.match);
  });
  return client.match !== null && hasStarted(client.match);
}

/** What is asked every so often may fail now and then. @param {() => Promise<unknown>} act */
async function patiently(act) {
  try {
    await act();
  } catch (error) {
    // The server is away or busy for a moment, or someone was quicker: it is asked again.
    if (!(error instanceof ApiError) || ![0, 409, 429, 503].includes(error.status)) throw error;
  }
}

/** The server has closed this seat's connection for good: perhaps someone has taken the seat over. @param {MatchClient} client @param {Screen|null} screen */
async function lookForSeat(client, screen) {
  if (screen && !client.seat && client.key) {
    const refused = await api.state(id, client.who).then(() => false, (error) => error instanceof ApiError && error.status === 403);
    if (refused) full('You can no longer watch from here', h('p', {}, 'The players of this side have withdrawn the link, or one of them is new.'), home());
    return;
  }
  if (!screen || !client.seat || !client.match?.seats.some((s) => s.you)) return;
  const now = await api.match(id).catch(() => null);
  const what = client.match?.what_if;
  if (what) {
    // It is in no list of matches: gone is what was closed in another window, or is a day old.
    if (!now) full('This what-if is over', h('a', { class: 'b', href: whenceItCame(id, what) }, 'Back to the match'));
    return;
  }
  const own = now?.seats.find((s) => s.seat === client.seat);
  if (own?.stand_in_you && !own.you) {
    full(`${own.name} plays again`, h('p', {}, `You remain ${own.name}’s stand-in and may be needed again. Thank you for playing.`), home());
    return;
  }
  const gone = await api.matches().then((mine) => !mine.some((m) => m.id === id), () => false);
  if (gone) full('Someone else plays your seat now', h('p', {}, 'You had opened it, or the others had. Thank you for playing. Your account file still has the moves that you made.'), home());
}

/** @param {MatchClient} client @param {() => void} done */
async function refreshPeople(client, done) {
  try {
    await client.loadMatch();
    done();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('Could not ask who is here:', error.message);
  }
}

/** Whether logging in may help: the browser knows no one, or a notice was for another account. @param {string} code */
const mayLogIn = (code) => (params.has('at') ? STRANGER.includes(code) : code === 'no_session' && !params.has('key') && !params.has('invite'));

start().catch((error) => {
  if (error instanceof ApiError && mayLogIn(error.code)) {
    // A notice or a link of the reader's own led here, in a browser that does not know its reader.
    location.replace(logInFirst(`${location.pathname}${location.search}`));
    return;
  }
  // What the server refused is said on the page; anything else is a slip of ours.
  if (!(error instanceof ApiError)) console.error(error);
  const { title, hint } = error instanceof ApiError ? explained(error) : { title: 'Could not load the match', hint: String(error) };
  full(title, h('p', { class: 'quiet' }, hint), home());
});
