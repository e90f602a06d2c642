/**
 * Those who only watch: letting people watch from your side, who watches now, and how late it is told to them.
 *
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {Child} from '../../core/dom.js'
 * @import {GameClient} from '../game.js'
 */

import { ApiError, api } from '../../core/api.js';
import { count, join } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { absolute, matchPage } from '../../core/links.js';
import { seatName, viewpointInText } from '../people.js';

/** How late those who only watch may be told, in seconds or in turns, as the table chooses. @type {{delay: number, delay_turns: number, title: string}[]} */
export const DELAYS = [
  { delay: 0, delay_turns: 0, title: 'At once' },
  { delay: 900, delay_turns: 0, title: '15 minutes later' },
  { delay: 3600, delay_turns: 0, title: 'An hour later' },
  { delay: 86_400, delay_turns: 0, title: 'A day later' },
  { delay: 0, delay_turns: 1, title: 'One turn later' },
  { delay: 0, delay_turns: 3, title: 'Three turns later' },
];

/** Whether this page is told later than the players. @param {MatchClient} client */
export const isDelayed = (client) => !client.seat && client.match?.status === 'active' && (client.match.delay > 0 || client.match.delay_turns > 0);

/** What a watcher has to know about what is shown, above the question. @param {MatchClient} client @returns {Node[]} */
export function watchedFrom(client) {
  const { match, seat, view } = client;
  if (seat || !match || !view) return [];
  const from = view.viewer !== 'spectator';
  const late = isDelayed(client) ? DELAYS.find((d) => d.delay === match.delay && d.delay_turns === match.delay_turns)?.title.toLowerCase() : null;
  if (!from && !late) return [];
  return [h('p', { class: 'watched', 'data-key': 'watched-from' }, from && `You watch from ${viewpointInText(match, view.viewer)}. Please do not pass on what you see here. `, late && `You see everything ${late} than the players.`)];
}

/**
 * What is said of watchers in the card of the players.
 *
 * @param {MatchClient} client @param {GameClient} game @param {() => void} changed
 * @param {(label: string, url: string, key: string) => Child} copyLine
 * @returns {Child}
 */
export function watchOrders(client, game, changed, copyLine) {
  const { match, seat } = client;
  if (!match || match.hotseat || match.status !== 'active') return null;
  const own = match.seats.find((s) => s.seat === seat);
  const now = Object.entries(client.watched).map(([viewpoint, people]) => h('p', {}, `${count(people, 'person watches', 'people watch')} from ${viewpointInText(match, viewpoint)}.`));
  const agreed = [...new Set(match.seats.map((s) => s.side))].filter((side) => match.seats.every((s) => s.side !== side || s.shows));
  const open = agreed.map((side) => game.sides[side] ?? side);
  if (!own) return [...now, open.length > 0 && h('p', { class: 'quiet' }, `${join(open)}: people may watch from there.`)];
  const missing = match.seats.filter((s) => s.side === own.side && !s.shows && s !== own).map((s) => s.name ?? seatName(match, game, s.seat));
  const others = agreed.filter((side) => side !== own.side).map((side) => game.sides[side] ?? side);
  const box = h('input', { type: 'checkbox', checked: own.shows, 'data-key': 'let-watch', onchange: () => void agree() });
  const problem = h('p', { class: 'bad', role: 'alert' });
  const agree = async () => {
    try {
      client.match = await api.letWatch(match.id, own.seat, box.checked);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem.textContent = error.message;
      box.checked = own.shows;
      return;
    }
    changed();
  };
  return [
    h('h4', {}, 'Let people watch from your side'),
    now,
    others.length > 0 && h('p', { class: 'quiet' }, `${join(others)}: people may watch from there.`),
    h('label', { class: 'row' }, box, ' People with our link see all that we see'),
    problem,
    own.shows && missing.length > 0 && h('p', { class: 'quiet' }, `They can when ${join(missing)} ${missing.length > 1 ? 'agree' : 'agrees'} too.`),
    Object.entries(match.watch).map(([viewpoint, key]) => copyLine(`Link to ${viewpointInText(match, viewpoint)}`, absolute(matchPage(match.id, { key })), `watch-${viewpoint}`)),
    h('p', { class: 'quiet' }, 'Everyone is told that you agree, and how many watch. Your opponents cannot use the link. If you withdraw it, the link stops working.'),
  ];
}
