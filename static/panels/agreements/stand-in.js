/**
 * Stand-ins: asking someone to play your seat while you are away, the page of whoever is asked, and who plays for whom now.
 *
 * @import {Match, SeatJson} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {Seen} from '../drafts/draft.js'
 * @import {Child} from '../../core/dom.js'
 * @import {GameClient} from '../game.js'
 */

import { ApiError, api } from '../../core/api.js';
import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { matchPage, standInLink } from '../../core/links.js';
import { aProgram } from '../../lobby/against.js';
import { seatName } from '../people.js';
import { sure } from '../questions/sure.js';

/** The seat for which someone has agreed to stand in, and does not play now. @param {Match} match @returns {SeatJson|null} */
export const waitingFor = (match) => (match.status === 'active' && !match.seats.some((s) => s.you) ? (match.seats.find((s) => s.stand_in_you) ?? null) : null);

/** @param {Seen} client @param {GameClient} game @returns {Node[]} who plays for whom now, above the question */
export function standsIn(client, game) {
  const { match } = client;
  if (!match || match.status !== 'active') return [];
  return match.seats.filter((s) => s.stands_in).map((seat) => {
    const here = seat.seat === client.seat;
    const back = (/** @type {string} */ label) => h('div', { class: 'row' }, button(label, () => void client.settle({ kind: 'take_back' }), { key: 'take-back', class: 'primary' }));
    const of = `${seat.name} (${seatName(match, game, seat.seat)})`;
    return h(
      'div',
      { class: 'proposal', role: 'group', 'aria-label': 'Stand-in', 'data-key': `stands-in-${seat.seat}` },
      h('p', {}, !here ? `${seat.stand_in} plays for ${of}.` : seat.stand_in_you ? `You play for ${of}. You can move, but you cannot end the match or give the seat away.` : `${seat.stand_in} plays for you. You can watch. Take your seat back to move.`),
      here && back(seat.stand_in_you ? 'Give the seat back' : 'Take my seat back'),
    );
  });
}

/**
 * Your stand-in, in the card of the players.
 *
 * @param {MatchClient} client @param {() => void} close @param {() => void} changed
 * @param {(label: string, url: string, key: string) => Child} copyLine
 * @returns {Child}
 */
export function standInOrders(client, close, changed, copyLine) {
  const { match, seat } = client;
  const own = match?.seats.find((s) => s.seat === seat);
  if (!match || !own || own.stand_in_you || match.hotseat || match.status !== 'active') return null;
  const give = (/** @type {object} */ order) => {
    close();
    void client.settle(order);
  };
  const problem = h('p', { class: 'bad', role: 'alert' });
  const ask = async (/** @type {Promise<Match>} */ asked) => {
    try {
      client.match = await asked;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem.textContent = error.message;
      return;
    }
    changed();
  };
  return [
    h('h4', {}, 'Stand-in'),
    !own.stand_in && [
      h('p', { class: 'quiet' }, 'A stand-in sees what you see and plays for you when you are away, out of time, or ask for it. You can take your seat back at any time.'),
      own.stand_in_key && copyLine('Send this link to one person', standInLink(match, own), 'stand-in-link'),
      h(
        'div',
        { class: 'row' },
        button(own.stand_in_key ? 'Make a new link' : 'Ask someone', () => void ask(api.askStandIn(match.id, own.seat)), { key: 'ask-stand-in' }),
        own.programs.map((strength) => button(`Ask ${aProgram(strength)}`, () => void ask(api.haveProgramStandIn(match.id, own.seat, strength)), { key: `stand-in-${strength}` })),
      ),
      own.programs.length > 0 && h('p', { class: 'quiet' }, 'A program comes in by itself while you are away or out of time, and gives the seat back when your days away are over. The match is not rated once it has played.'),
      problem,
    ],
    own.stand_in && [
      h('p', {}, own.stands_in ? `${own.stand_in} plays for you now.` : `${own.stand_in} plays for you when you are away or out of time.`),
      h('div', { class: 'row' }, own.stands_in ? button('Take my seat back', () => give({ kind: 'take_back' }), { key: 'take-back-card' }) : button(`Let ${own.stand_in} play now`, () => give({ kind: 'stand_in' }), { key: 'stand-in-now' }), sure(match.id, { key: 'dismiss', label: 'No stand-in…', about: `${own.stand_in} can no longer play for you.`, yes: 'End it', act: () => give({ kind: 'dismiss' }) })),
    ],
  ];
}

/** What someone reads who is asked to stand in. @param {SeatJson} seat @param {string} named @returns {{title: string, about: Child[]}} */
export const askedPage = (seat, named) => ({
  title: `${seat.name} asks you to stand in`,
  about: [
    h('p', {}, `${seat.name} plays ${named}. While ${seat.name} is away or out of time, you can play that seat, and you then see what it sees.`),
    h('p', { class: 'quiet' }, 'Everyone at the table is told that there is a stand-in, and when you play. Afterwards you cannot play against this side.'),
  ],
});

/**
 * The page of a stand-in who does not play now.
 *
 * @param {Match} match @param {SeatJson} seat @param {string} named @param {(deed: "play"|"step-down") => void} act @returns {{title: string, about: Child[]}}
 */
export const waitingStandIn = (match, seat, named, act) => ({
  title: `You stand in for ${seat.name}`,
  about: [
    h('p', {}, `${seat.name} plays ${named}. You can play when ${seat.name} is away or out of time, or asks you to.`),
    match.spectate && h('p', {}, h('a', { class: 'b', href: matchPage(match.id, { key: match.spectate }), 'data-key': 'look' }, 'Look at the board'), h('br'), h('small', { class: 'quiet' }, 'As spectators see it, without what the sides hide.')),
    h('div', { class: 'starts' }, button(`Play for ${seat.name}`, () => act('play'), { tone: 'primary', key: 'stand-in-play' }), button('Stop standing in', () => act('step-down'), { key: 'step-down' })),
  ],
});
