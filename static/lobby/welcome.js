/**
 * The first page of a newcomer: what this is, the games with their boards, and a name, which is all it takes to start.
 *
 * @import {GameInfo} from '../core/types.js'
 * @import {Minute} from '../core/minutes.js'
 */

import { api } from '../core/api.js';
import { count } from '../core/bits.js';
import { rulesPage } from '../core/citing.js';
import { h } from '../core/dom.js';
import { matchPage } from '../core/links.js';
import { byLength, inBrief, isFirst } from '../core/minutes.js';
import { scenariosOf, variantsOf } from '../core/variants.js';
import { learn, taught } from '../lessons/start.js';
import { atOnce, playNow, rivals } from './against.js';
import { InviteLine } from './invite-line.js';
import { underConstruction } from './under-construction.js';

/** @typedef {{id: string, title: string}} BoardEntry */

/** What someone is called who plays against a program without giving a name. */
const NOBODY = 'Guest';

/** How many people can play a game. @param {GameInfo} game @returns {string} "2 players", "1 to 6 players" */
function players(game) {
  const numbers = game.scenarios.map((s) => s.seats.length);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? count(most, 'player') : `${least} to ${most} players`;
}

/** A board in small; it is loaded when it comes into view. @param {string} board @param {string} alt */
const picture = (board, alt) => h('img', { src: `boards/${board}/small.webp`, alt, width: 420, height: 280, loading: 'lazy', decoding: 'async' });

/** The map with the armies of both sides on it; of a game without such a picture its board. @param {GameInfo} game @param {Minute|undefined} minute */
const armies = (game, minute) => (minute ? h('img', { src: `games/${game.id}/armies.webp`, alt: '', width: 420, height: 280, loading: 'lazy', decoding: 'async' }) : picture(game.boards[0]?.id ?? '', ''));

/** A game, and its first scenario at one press. @param {GameInfo} game @param {Minute|undefined} minute @param {(game: string) => void} invite */
const card = (game, minute, invite) =>
  h(
    'article',
    { class: 'card', 'data-game': game.id },
    armies(game, minute),
    h('h3', {}, game.title),
    h('p', { class: 'quiet' }, game.summary),
    underConstruction(game),
    minute && h('p', { class: 'brief', 'data-key': `brief-${game.id}` }, inBrief(minute)),
    h('p', { class: 'quiet' }, players(game), ' · ', minute && [h('a', { href: `${rulesPage(game.id)}#minute`, 'data-key': `minute-${game.id}` }, 'In one minute'), ' · '], h('a', { href: rulesPage(game.id), 'data-key': `rules-${game.id}` }, 'How to play')),
    h(
      'div',
      { class: 'starts' },
      h('button', { type: 'button', class: 'b primary', 'data-key': `start-${game.id}-invite`, onclick: () => invite(game.id) }, 'Invite an opponent'),
      [['hotseat', 'Play at one screen'], ...(taught(game.id) ? [['learn', `Learn ${game.title}`]] : [])].map(([how, label]) => h('button', { type: 'submit', formnovalidate: how === 'learn', class: 'b plain', value: `${game.id}/${how}`, 'data-key': `start-${game.id}-${how}` }, label)),
    ),
    playNow(game),
  );

/**
 * @param {GameInfo[]} games @param {Record<string, Minute>} minutes @param {BoardEntry[]} boards
 * @param {() => Promise<void>} entered once there is a name and no match was asked for
 * @param {{now: HTMLElement, tables: HTMLElement[]}} others a match to watch; those that anyone may join or watch
 */
export function welcomePage(games, minutes, boards, entered, { now, tables }) {
  const line = new InviteLine(games, minutes);
  const input = h('input', { type: 'text', name: 'name', required: true, maxlength: 40, autocomplete: 'nickname', 'data-key': 'name' });
  const problem = h('p', { class: 'bad', role: 'alert' });
  let known = false;
  /** @param {string} wanted `game/how`; empty for the lobby */
  const go = async (wanted) => {
    if (!known) await api.guest(input.value.trim() || NOBODY);
    // A second press after a match could not be made must not make a second guest.
    known = true;
    if (wanted === 'invite') return line.invite();
    const [id, how, side, strength] = wanted.split('/');
    const game = games.find((g) => g.id === id);
    const scenario = how === 'program' ? (game?.scenarios.find((s) => isFirst(minutes[id ?? ''], s)) ?? game?.scenarios[0]) : game && byLength(minutes[game.id], scenariosOf(game, variantsOf(game)[0] ?? ''))[0];
    if (!game || !scenario) return entered();
    if (how === 'learn') return learn(game.id);
    const seat = side ?? scenario.seats[0]?.id ?? '';
    const programs = how === 'program' ? { programs: rivals(scenario, seat, strength ?? '') } : {};
    const match = await api.create({ game: game.id, scenario: scenario.id, options: {}, seat, hotseat: how === 'hotseat', ...programs });
    location.assign(matchPage(match.id, { seat }));
    return undefined;
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    problem.textContent = '';
    const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
    go(pressed).catch((error) => { problem.textContent = error.message; });
  };
  return [
    h(
      'form',
      { class: 'box welcome', onsubmit: submit },
      h('p', { class: 'lead' }, 'Play board games of the First World War in your browser: against friends, live or over weeks, against a program at once, or both sides by yourself. The server keeps the rules, hides what your enemy may not see, and rolls dice that anyone can check afterwards.'),
      h('div', { class: 'named' }, h('label', { class: 'field' }, h('span', {}, 'Your name'), input), h('button', { type: 'submit', class: 'b', value: '', 'data-key': 'name-go' }, 'Enter')),
      h('p', { class: 'quiet' }, 'You need no account. Your opponent sees your name, and a cookie remembers your seats in this browser.'),
      atOnce(games),
      h('h2', {}, 'Invite an opponent'),
      line.element,
      problem,
      now,
      h('h2', {}, 'The games'),
      h('div', { class: 'cards' }, games.map((game) => card(game, minutes[game.id], (id) => line.choose(id, true)))),
    ),
    ...tables,
    h('section', { class: 'gallery', 'aria-label': 'Boards' }, h('h2', {}, 'The boards'), h('ul', {}, boards.map(({ id, title }) => h('li', {}, h('a', { href: `boards.html?board=${id}` }, picture(id, ''), title))))),
  ];
}
