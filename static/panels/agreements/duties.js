/**
 * Who of a shared side is in chief, and who decides what is nobody's command: that can be handed over.
 *
 * @import {SeatJson} from '../../core/types.js'
 * @import {Child} from '../../core/dom.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {GameClient} from '../game.js'
 */

import { h } from '../../core/dom.js';
import { personOf } from '../people.js';

/** @typedef {{office: string, title: string, seat: string}} Duty */

/** Whether a seat is in chief of several. @param {MatchClient} client @param {SeatJson} seat */
export function inChief({ match }, seat) {
  return seat.chief && (match?.seats ?? []).filter(({ side }) => side === seat.side).length > 1;
}

/** @param {MatchClient} client @param {GameClient} game @returns {Child} */
export function duties(client, game) {
  const { match, view, legal, seat } = client;
  const offices = /** @type {Duty[]} */ (/** @type {any} */ (view)?.team?.offices ?? []);
  if (!match || !seat || !offices.length) return null;
  const offer = legal?.offers.find(({ kind }) => kind === 'appoint');
  const mine = /** @type {{of?: string[]}|undefined} */ (offer?.slots?.[0]?.options)?.of ?? [];
  const side = match.seats.find((s) => s.seat === seat)?.side;
  const seats = match.seats.filter((s) => s.side === side);
  const row = (/** @type {Duty} */ duty) => {
    const name = (/** @type {string} */ id) => personOf(match, game, id);
    if (!mine.includes(duty.office)) return h('p', {}, `${duty.title}: ${name(duty.seat)}`);
    const change = (/** @type {Event} */ e) => void client.send({ kind: 'appoint', office: duty.office, to: /** @type {HTMLSelectElement} */ (e.currentTarget).value });
    return h('label', { class: 'field' }, h('span', {}, duty.title), h('select', { 'data-key': `office-${duty.office}`, onchange: change }, seats.map((s) => h('option', { value: s.seat, selected: s.seat === duty.seat }, name(s.seat)))));
  };
  return [h('h4', {}, 'Who decides for your side'), offices.map(row)];
}
