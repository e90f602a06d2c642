/**
 * The page before a match begins: who is missing, whose seal is still closed, and what this browser can do about it.
 *
 * @import {Match, SeatJson} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 */

import { api } from '../core/api.js';
import { button, join } from '../core/bits.js';
import { copyLine } from '../core/copy-line.js';
import { h } from '../core/dom.js';
import { ACCOUNT, HOME, inviteLink, watchLink } from '../core/links.js';
import { undrawn } from './people.js';

/** In a tab of its own: this page stays open, for it opens the word of its player. @param {Match} match @returns {Child} */
const mapLink = ({ boards: [first] }) => first && h('p', {}, h('a', { href: `/boards.html?board=${first.id}`, target: '_blank', 'data-key': 'see-map' }, 'Look at the map meanwhile'), ' (opens a new tab).');

const HOW = 'The dice come from a secret word of every player and one of the server. All words are sealed before any is opened, so nobody can choose a word to get better dice.';

/** @param {SeatJson} seat @param {Match} match */
function standing(seat, match) {
  if (!seat.taken) return seat.kept_for ? `kept for ${seat.kept_for}` : 'free';
  const name = seat.you ? 'you' : (seat.name ?? '');
  if (match.status === 'opening') return seat.opened ? `${name}, seal opened` : `${name}, seal still closed`;
  return seat.seal ? `${name}, sealed` : name;
}

/** @param {SeatJson[]} seats */
const people = (seats) => [...new Set(seats.map((s) => (s.you ? 'you' : (s.name ?? s.title))))];

/**
 * @param {Match} match
 * @param {{lost: SeatJson[], again: (() => void)|null}} own seats whose word this browser does not have; how to seal another
 * @returns {{title: string, content: Child[]}}
 */
export function waitingPage(match, { lost, again }) {
  const free = match.seats.filter((s) => !s.taken);
  const closed = match.seats.filter((s) => (match.status === 'opening' ? !s.opened : !s.seal));
  const note = h('p', { class: 'quiet', role: 'status' });
  const say = (/** @type {string} */ text) => { note.textContent = text; };
  const many = match.seats.length > 2;
  const chairs = h('ul', { class: 'chairs' }, match.seats.map((s, n) => h('li', {}, undrawn(match) ? `Seat ${n + 1}` : [h('i', { class: `swatch ${s.side}` }), ' ', s.title], ': ', h('b', {}, standing(s, match)))));
  const lots = undrawn(match) && h('p', {}, 'Sides are drawn by lot when everybody has sat down and sealed a word for the dice. Nobody can influence the draw, and it can be checked afterwards.');
  const ways = wayOut(match, say);
  const kept = free.length > 0 && free.every((s) => s.kept_for);
  if (lost.length) return { title: 'Your seal cannot be opened here', content: [chairs, ...lostWord(again), ways, note] };
  if (!free.length) {
    const others = closed.filter((s) => !s.you);
    return {
      title: others.length ? `Waiting for ${join(people(others))}` : 'Opening the seals…',
      content: [
        chairs,
        lots,
        others.length > 0 && h('p', {}, match.status === 'opening' ? 'The match starts when every word is open. A browser opens its word as soon as its player comes back to this page.' : 'The match starts when everybody has sealed and opened a word for the dice. Your browser does that on this page; you need do nothing.'),
        h('p', { class: 'quiet' }, HOW),
        mapLink(match),
        ways,
        note,
      ],
    };
  }
  return {
    title: many ? 'Waiting for the others' : 'Waiting for your opponent',
    content: [
      (many || kept) && chairs,
      kept && h('p', {}, 'The rematch stands beside the finished match in the list of each player. If somebody does not want one, call it off here.'),
      lots,
      match.listing === 'public' && h('p', {}, 'This table is listed on the first page: anyone can take a free seat.'),
      match.invite && !kept && h('p', { class: 'quiet' }, many ? 'Send this link to the others. Whoever opens it chooses a free seat.' : 'Send this link to your opponent. Anyone with it can take the other seat.'),
      match.invite && !kept && copyLine('Invitation', inviteLink(match), say, 'invite'),
      match.spectate && h('p', { class: 'quiet' }, 'Spectators can use this link.'),
      match.spectate && copyLine('Spectator link', watchLink(match), say, 'watch'),
      h('p', { class: 'quiet' }, 'Come back here when all have taken their seats: your browser has sealed a word for the dice, and the match starts when it has opened it. ', h('a', { href: `${ACCOUNT}#notices`, 'data-key': 'tell-me' }, 'Tell me by mail or in this browser')),
      mapLink(match),
      ways,
      note,
    ],
  };
}

/** @param {(() => void)|null} again @returns {Child[]} */
function lostWord(again) {
  if (again) {
    return [
      h('p', {}, 'Your word for the dice was sealed in another browser, or this one has forgotten it. No seal is open yet, so you can seal another word.'),
      button('Seal another word', again, { tone: 'primary', key: 'seal-again' }),
    ];
  }
  return [h('p', {}, 'Your word for the dice was sealed in another browser, or this one has forgotten it. Open this page in that browser. If the word is gone, this match cannot begin, because others have opened theirs: make a new one.')];
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
  return button('Call off this match', () => { if (!others || confirm('Call off the match for everybody?')) go(api.callOff(match.id)); }, { key: 'call-off' });
}
