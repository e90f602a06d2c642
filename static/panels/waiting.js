/**
 * The page before a match begins: who is missing, whose seal is still closed, and what this browser can do about it.
 *
 * @import {GameInfo, Match, SeatJson} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 */

import { api } from '../core/api.js';
import { button, join } from '../core/bits.js';
import { rulesPage } from '../core/citing.js';
import { copyLine } from '../core/copy-line.js';
import { aheadHere } from '../core/dice-words.js';
import { h } from '../core/dom.js';
import { ACCOUNT, HOME, inviteLink, lessonPage, watchLink } from '../core/links.js';
import { titleOf } from '../core/variants.js';
import { taught } from '../lessons/start.js';
import { undrawn } from './people.js';
import { beginAgain } from './agreements/rematch.js';
import { sealedAgain } from './agreements/sealed-again.js';

/** In tabs of their own: this page stays open, for it opens the word of its player. @param {Match} match @returns {Child} */
function meanwhile({ game, plan, scenario, boards: [board] }) {
  const there = (/** @type {string} */ href, /** @type {string} */ key, /** @type {string} */ text) => h('a', { href, target: '_blank', 'data-key': key }, text);
  return h(
    'nav',
    { class: 'meanwhile', 'aria-label': 'Meanwhile, in a new tab' },
    h('span', { class: 'quiet' }, 'Meanwhile, in a new tab:'),
    there(rulesPage(game, plan, scenario), 'see-rules', 'Rules'),
    board && there(`/boards.html?board=${board.id}`, 'see-map', 'Map'),
    taught(game) && there(lessonPage(game), 'see-lesson', 'Lesson'),
  );
}

/** What is played, and who plays what: the page may be opened again days later. @param {Match} match @param {GameInfo[]} games @returns {Child} */
function whatItIs(match, games) {
  const game = games.find((g) => g.id === match.game);
  const scenario = game?.scenarios.find((s) => s.id === match.scenario);
  const you = match.seats.find((s) => s.you);
  const hosts = match.seats.filter((s) => s.taken && !s.you);
  return h(
    'div',
    { class: 'what', 'data-key': 'what' },
    h('p', {}, h('b', {}, game ? titleOf(game, match.scenario) : match.game), scenario && `: ${scenario.title}`),
    !undrawn(match) && h('p', {}, [you && `You play ${you.in_text}.`, ...hosts.map((s) => `${s.name} plays ${s.in_text}.`)].filter(Boolean).join(' ')),
  );
}

/**
 * Whether the match begins while its player is away, and a press that changes it.
 *
 * @param {Match} match @param {(yes: boolean) => void} wish @returns {Child}
 */
function withoutMe(match, wish) {
  if (match.hotseat || match.seats.every((s) => s.taken)) return null;
  const many = match.seats.length > 2;
  const come = many ? 'everyone has come' : 'your opponent has come';
  const ahead = aheadHere(match).length > 0;
  return h(
    'div',
    { class: 'without-me' },
    h('p', { 'data-key': 'without-me' }, ahead ? [`The match begins as soon as ${come}, even if you have closed this page. On another device you go on with a code from `, h('a', { href: ACCOUNT }, 'your account'), '.'] : `The match begins when ${come} and this browser has looked in. In another browser, one tap lets you go on there.`),
    h(
      'details',
      {},
      h('summary', {}, ahead ? 'Wait for me instead' : 'Begin without me'),
      h('p', { class: 'quiet' }, ahead
        ? 'Your word for the dice is already with the server. It still cannot know any roll, because the word of whoever comes last is sealed. Only the server and that player together could choose the dice. If you do not trust them that far, keep your word in this browser: then the match waits until you look in.'
        : 'Your word for the dice goes to the server now. It still cannot know any roll, because the word of whoever comes last is sealed. Only the server and that player together could choose the dice.'),
      button(ahead ? 'Wait for me' : 'Begin without me', () => wish(!ahead), { key: ahead ? 'wait-for-me' : 'begin-without-me' }),
    ),
  );
}

const HOW = 'The dice come from a secret word of every player and one of the server. All words are sealed before any is opened, so nobody can choose a word to get better dice.';

/** @param {SeatJson} seat @param {Match} match */
function standing(seat, match) {
  if (!seat.taken) return seat.kept_for ? `kept for ${seat.kept_for}` : 'free';
  const name = seat.you ? 'you' : (seat.name ?? '');
  if (seat.ahead) return `${name}, ready`;
  if (match.status === 'opening') return seat.opened ? `${name}, seal opened` : `${name}, seal still closed`;
  if (seat.seal) return `${name}, sealed`;
  return match.seats.every((s) => s.taken) ? `${name}, not sealed yet` : name;
}

/** @param {SeatJson[]} seats */
const people = (seats) => [...new Set(seats.map((s) => (s.you ? 'you' : (s.name ?? s.title))))];

/**
 * @param {Match} match
 * @param {{lost: SeatJson[], again: (() => void)|null, wish: (yes: boolean) => void}} own seats whose word this browser does not have; how to go on here; whether the match may begin without its player
 * @param {GameInfo[]} games
 * @returns {{title: string, content: Child[]}}
 */
export function waitingPage(match, { lost, again, wish }, games) {
  const free = match.seats.filter((s) => !s.taken);
  const closed = match.seats.filter((s) => (match.status === 'opening' ? !s.opened : !s.seal));
  const note = h('p', { class: 'quiet', role: 'status' });
  const say = (/** @type {string} */ text) => { note.textContent = text; };
  const many = match.seats.length > 2;
  const seatList = h('ul', { class: 'seat-list' }, match.seats.map((s, n) => h('li', {}, undrawn(match) ? `Seat ${n + 1}` : [h('i', { class: `swatch ${s.side}` }), ' ', s.title], ': ', h('b', {}, standing(s, match)))));
  const lots = undrawn(match) && h('p', {}, 'Sides are drawn by lot once everyone has sat down and sealed a word for the dice. Nobody can influence the draw, and anyone can check it afterwards.');
  const ways = wayOut(match, say);
  const kept = free.length > 0 && free.every((s) => s.kept_for);
  const before = sealedAgain(match);
  const told = before && h('p', { class: 'quiet', 'data-key': 'sealed-again' }, before);
  if (lost.length) return { title: again ? 'Go on in this browser?' : 'Your word for the dice is elsewhere', content: [whatItIs(match, games), seatList, told, ...lostWord(match, again), meanwhile(match), ways, note] };
  if (!free.length) {
    const others = closed.filter((s) => !s.you);
    return {
      title: others.length ? `Waiting for ${join(people(others))}` : 'Opening the seals…',
      content: [
        whatItIs(match, games),
        seatList,
        lots,
        told,
        others.length > 0 && h('p', {}, waitedFor(match, people(others))),
        h('p', { class: 'quiet' }, HOW),
        meanwhile(match),
        ways,
        note,
      ],
    };
  }
  return {
    title: many ? 'Waiting for the others' : 'Waiting for your opponent',
    content: [
      whatItIs(match, games),
      (many || kept) && seatList,
      told,
      kept && h('p', {}, 'Each player finds the rematch next to the finished match. If someone does not want it, call it off here.'),
      lots,
      match.listing === 'public' && h('p', {}, 'This table is listed on the first page: anyone can take a free seat.'),
      match.invite && !kept && h('p', { class: 'quiet' }, many ? 'Send this link to the others. Anyone with it can choose a free seat.' : 'Send this link to your opponent. Anyone with it can take the other seat.'),
      match.invite && !kept && copyLine('Invitation', inviteLink(match), say, 'invite'),
      match.spectate && h('p', { class: 'quiet' }, 'Spectators can use this link.'),
      match.spectate && copyLine('Spectator link', watchLink(match), say, 'watch'),
      withoutMe(match, wish),
      h('p', { class: 'quiet' }, h('a', { href: `${ACCOUNT}#notices`, 'data-key': 'tell-me' }, 'Tell me by mail or in this browser'), ` when ${many ? 'someone' : 'my opponent'} comes.`),
      meanwhile(match),
      ways,
      note,
    ],
  };
}

/** What the match waits for, and what someone can do about it. @param {Match} match @param {string[]} who */
function waitedFor(match, who) {
  const [they, are] = who.length > 1 ? ['they', 'are'] : [who[0], 'is'];
  const missing = match.status === 'opening' ? 'opened' : 'sealed';
  const other = match.status === 'opening' ? ` In another browser ${they} may have all words sealed again: yours does it by itself while this page or your list of matches is open.` : '';
  return `${join(who)} ${who.length > 1 ? 'have' : 'has'} not ${missing} a word for the dice yet. That happens by itself as soon as ${they} ${are} on this site, and then the match starts.${other} Players who asked for notices have been told.`;
}

/** @param {Match} match @param {(() => void)|null} again @returns {Child[]} */
function lostWord(match, again) {
  const where = 'Your word for the dice was sealed in another browser, or this one has forgotten it.';
  if (!again) return [h('p', {}, `${where} Open this page in that browser. All words have been sealed again as often as a match allows. If yours is gone, begin again: this match is called off, and everyone keeps their seat in a new one.`), beginAgain(match)];
  if (match.status === 'open') {
    return [
      h('p', {}, `${where} The match can begin from there. If you go on here, you seal another word; nobody else needs to do anything.`),
      button('Go on here', again, { tone: 'primary', key: 'seal-again' }),
    ];
  }
  return [
    h('p', {}, `${where} If that browser is at hand, open this page there, and the match begins.`),
    h('p', {}, 'If you go on here, all words for the dice are sealed again, the others’ too. Their browsers do it on this site without being asked. Everyone is told that you asked for it, and the match file says so.'),
    button('Seal again and go on here', again, { tone: 'primary', key: 'seal-again' }),
  ];
}

/**
 * Out of a match that has not begun: from a seat as long as others hold the table, else off with the match.
 *
 * @param {Match} match @param {(text: string) => void} say @returns {Child}
 */
function wayOut(match, say) {
  const [mine] = match.seats.filter((s) => s.you);
  if (!mine) return null;
  const go = (/** @type {Promise<unknown>} */ asked) => void asked.then(() => location.assign(HOME), (error) => say(error.message));
  const others = match.seats.some((s) => s.taken && !s.you);
  if (match.status === 'open' && others) return button('Leave this table', () => go(api.leave(match.id, mine.seat)), { key: 'leave' });
  return button('Call off this match', () => { if (!others || confirm('Call off the match for everyone?')) go(api.callOff(match.id)); }, { key: 'call-off' });
}
