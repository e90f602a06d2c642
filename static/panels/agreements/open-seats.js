/**
 * Seats that change hands: leaving yours to someone else, coming back, opening the seat of someone who is away.
 *
 * @import {Match, SeatJson} from '../../core/types.js'
 * @import {Seen} from '../drafts/draft.js'
 * @import {Child} from '../../core/dom.js'
 * @import {GameClient} from '../game.js'
 */

import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { inviteLink } from '../../core/links.js';
import { seatName } from '../people.js';
import { sure } from '../questions/sure.js';

/** How long everyone must have waited before the others may open a seat. The server counts for itself. */
const SILENT_DAYS = 7;
const DAY_MS = 86_400_000;

/** @param {Seen} client @param {GameClient} game @returns {Node[]} what there is to say about open seats, above the question */
export const openSeats = (client, game) => {
  const { match } = client;
  if (!match || match.status !== 'active') return [];
  return match.seats.filter((s) => s.open).map((seat) => card(seat, match, client, game));
};

/** @param {SeatJson} seat @param {Match} match @param {Seen} client @param {GameClient} game */
function card(seat, match, client, game) {
  const mine = seat.seat === client.seat;
  const name = seatName(match, game, seat.seat);
  const open = match.listing === 'public';
  return h(
    'div',
    { class: 'proposal', role: 'group', 'aria-label': 'Open seat', 'data-key': `open-seat-${seat.seat}` },
    h('p', {}, mine ? `Your seat is open${open ? ', and listed on the first page' : ''}. You can play on until someone takes it over.` : `The seat of ${seat.name ?? name} (${name}) is open to a new player.`),
    client.seat && !open && match.invite && [h('p', { class: 'quiet' }, 'Send this link to someone who would like to take it over.'), link(inviteLink(match))],
    mine && h('div', { class: 'row' }, button('Keep my seat', () => void client.settle({ kind: 'stay' }), { key: 'stay', class: 'primary' })),
  );
}

/** @param {string} url */
function link(url) {
  const select = (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select();
  return h('input', { class: 'copy', type: 'text', readonly: true, value: url, 'aria-label': 'Link to the open seat', 'data-key': 'open-seat-link', onfocus: select });
}

/**
 * The orders about seats, in the card of the players.
 *
 * @param {Seen} client @param {GameClient} game @param {(order: object) => void} give @param {string} held why nothing can be proposed now
 * @returns {Child}
 */
export function seatOrders(client, game, give, held) {
  const { match, seat } = client;
  if (!match || match.seats.every((s) => s.you)) return null;
  const own = match.seats.find((s) => s.seat === seat);
  const away = longAway(client).map((s) => {
    const pressed = button(`Open the seat of ${seatName(match, game, s.seat)}`, () => !held && give({ kind: 'propose', what: 'open', of: s.seat }), { key: `open-${s.seat}`, title: held });
    pressed.setAttribute('aria-disabled', String(held !== ''));
    return pressed;
  });
  return [own && !own.open && h('div', {}, leave(match.id, give)), away.length > 0 && [h('p', {}, `Nobody has moved for ${SILENT_DAYS} days. If everyone else agrees, another player can take over.`), h('div', { class: 'row' }, away)]];
}

/** The seats of others for which everyone has waited long, as far as the page can tell. @param {Seen} client @returns {SeatJson[]} */
function longAway({ match, view, log }) {
  const last = log.filter((line) => line.kind !== 'house').at(-1);
  if (!match || !view || !last || Date.now() - Date.parse(last.at) < SILENT_DAYS * DAY_MS) return [];
  return match.seats.filter((s) => !s.you && !s.open && view.step.deciders.includes(s.seat));
}

/** It gives away what you know, so it asks once more. @param {string} match @param {(order: object) => void} give */
const leave = (match, give) =>
  sure(match, {
    key: 'leave',
    label: 'I have to stop…',
    about: 'Another player may take over your seat, and will see all that you see. Until then it is still yours: you can play on, or come back.',
    yes: 'Open my seat',
    act: () => give({ kind: 'leave' }),
  });
