/**
 * Cards over the map's corner: the turn track, the people at the table and their links, what happened meanwhile.
 *
 * @import {LogLine, View} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {Chapter, GameClient} from '../game.js'
 * @import {Child} from '../../core/dom.js'
 * @import {Known} from '../game.js'
 */

import { ApiError, api } from '../../core/api.js';
import { button, count, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { copyLine } from '../../core/copy-line.js';
import { h, render } from '../../core/dom.js';
import { ACCOUNT, inviteLink, watchLink } from '../../core/links.js';
import { setSounds, sounds } from '../../core/sound.js';
import { logLine } from '../log/log.js';
import { clockOf, clockOrders } from '../clocks.js';
import { agreementOrders } from '../agreements/agreements.js';
import { duties, inChief } from '../agreements/duties.js';
import { seatName } from '../people.js';
import { placesOf } from '../places.js';
import { proof } from '../log/proof.js';
import { standInOrders } from '../agreements/stand-in.js';
import { watchOrders } from '../agreements/watching.js';

const MAX_LINES = 24;

/** @param {string} title @param {() => void} close @param {Child} content */
export function card(title, close, content) {
  const element = h('section', { class: 'card float', 'aria-label': title });
  render(
    element,
    h('div', { class: 'hd' }, h('h3', {}, title), button(icon('close'), close, { label: 'Close', class: 'close', key: 'card-close' })),
    content,
  );
  return element;
}

/** What is left of a card over a narrow map, to see the map. @param {string} title @param {string} label @param {() => void} back @param {Child} [close] */
export const cardAside = (title, label, back, close) => h('section', { class: 'card float aside', 'aria-label': title }, button(label, back, { key: 'card-back' }), close);

/** @param {View} view @param {GameClient} game @param {() => void} close @param {Known} known */
export function trackCard(view, game, close, known) {
  const { title, content } = game.track(view, known);
  return card(title, close, content);
}

/** How this player hears that it is their turn. @param {string} match @param {(text: string) => void} say */
function told(match, say) {
  const sound = h('input', { type: 'checkbox', checked: sounds(), 'data-key': 'sound', onchange: () => setSounds(sound.checked) });
  const mute = async () => {
    try {
      await api.mute(match, true);
      say('No more notices about this match. Your account page can switch them on again.');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message);
    }
  };
  return [
    h('h4', {}, 'When it is your turn'),
    h('label', { class: 'row' }, sound, ' Play a sound'),
    h('div', { class: 'row' }, h('a', { class: 'b plain', href: `${ACCOUNT}#notices`, 'data-key': 'choose-notices' }, 'Mail and notices…'), button('Mute this match', () => void mute(), { key: 'mute', title: 'Send no notices about it' })),
  ];
}

/** @param {MatchClient} client @param {GameClient} game @param {() => void} close @param {() => void} changed @param {(text: string) => void} say */
export function peopleCard(client, game, close, changed, say) {
  const { match } = client;
  if (!match) return null;
  return card('Players', close, [
    h(
      'div',
      { class: 'people' },
      match.seats.map((seat) =>
        h(
          'div',
          { class: 'person' },
          h('i', { class: `swatch ${seat.side}` }),
          h('span', {}, h('b', {}, seatName(match, game, seat.seat)), ' ', inChief(client, seat) && h('em', { class: 'chief' }, 'in chief '), seat.taken ? `${seat.name ?? ''}${seat.you ? ' (you)' : ''}${seat.stand_in ? `, ${seat.stand_in} ${seat.stands_in ? 'plays for them' : 'stands in'}` : ''}${seat.open ? ', open to a new player' : ''}` : 'free'),
          clockOf(client, seat.seat),
          h('span', { class: `lamp ${client.presence[seat.seat] ? 'on' : ''}`, role: 'img', 'aria-label': client.presence[seat.seat] ? 'at the table' : 'away', title: client.presence[seat.seat] ? 'At the table' : 'Away' }),
        ),
      ),
    ),
    duties(client, game),
    match.invite && match.seats.some((s) => !s.taken) && [h('h4', {}, match.seats.length > 2 ? 'Invite the others' : 'Invite your opponent'), copyLine('Invitation', inviteLink(match), say, 'invite')],
    match.spectate && [h('h4', {}, 'Let others watch'), copyLine('Spectator link', watchLink(match), say, 'watch')],
    watchOrders(client, game, changed, (label, url, key) => copyLine(label, url, say, key)),
    clockOrders(client, close),
    standInOrders(client, close, changed, (label, url, key) => copyLine(label, url, say, key)),
    match.seats.some((s) => s.you) && !match.hotseat && told(match.id, say),
    agreementOrders(client, game, close),
    proof(client, (label, text, key) => copyLine(label, text, say, key)),
  ]);
}

/**
 * What matters most stands first; the whole story, under the phases in which it happened, opens below it.
 *
 * @param {LogLine[]} missed
 * @param {Chapter[]} chapters what the game holds for weighty, if it does
 * @param {(hexes: string[]) => void} point
 * @param {() => void} close
 * @param {() => void} play
 */
export function sinceCard(missed, chapters, point, close, play) {
  const told = storyOf(missed);
  const lines = told.filter((line) => line.kind !== 'phase');
  const shown = told.slice(-MAX_LINES);
  const story = [
    told.length > shown.length && h('p', { class: 'quiet row' }, `These are the last ${shown.length}; the log has the rest.`),
    shown.map((line) => (line.kind === 'phase' ? h('h4', {}, line.text) : logLine(line, point))),
  ];
  const rolls = lines.reduce((n, line) => n + (line.dice?.length ?? 0), 0);
  const places = [...new Set(lines.flatMap(placesOf))];
  return card('Since you last looked', close, [
    h('p', { class: 'quiet' }, `${count(lines.length || told.length, 'event')}${rolls ? `, ${count(rolls, 'die', 'dice')} rolled` : ''}. `),
    h('div', { class: 'row' }, places.length > 0 && button('Show where', () => point(places), { key: 'since-show' }), button('Play it', play, { key: 'since-play', title: 'Watch it step by step on the map' }), button('Got it', close, { tone: 'primary', key: 'since-close' })),
    chapters.map((chapter) => [h('h4', {}, chapter.title), chapter.lines.map((line) => logLine(line, point))]),
    chapters.length ? h('details', { class: 'list' }, h('summary', { 'data-key': 'since-all' }, 'Everything that happened'), story) : story,
  ]);
}

/**
 * Phases in which nothing was done are no news, unless nothing was done in any.
 *
 * @param {LogLine[]} missed
 */
function storyOf(missed) {
  const deeds = missed.filter((line, i) => line.kind !== 'phase' || (missed[i + 1] ?? line).kind !== 'phase');
  return deeds.length ? deeds : missed;
}
