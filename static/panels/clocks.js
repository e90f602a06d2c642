/**
 * The clocks beside the table: a line that counts, and what you may do when someone is out of time.
 *
 * @import {MatchClient} from '../core/match-client.js'
 * @import {ClockOut} from '../core/wire.js'
 * @import {GameClient} from './game.js'
 * @import {Child} from '../core/dom.js'
 */

import { button, join } from '../core/bits.js';
import { agreed, isLittle, left, spell, stands } from '../core/clocks.js';
import { h, render } from '../core/dom.js';
import { exactly } from '../core/when.js';
import { seatOf, seatName, sideOf } from './people.js';
import { sure } from './questions/sure.js';

const TICK_MS = 1000;
/** With more seats only the clocks that run, and your own, stand in the line. */
const MAX_CLOCKS = 2;

/** @param {MatchClient} client @param {ClockOut} clock */
function standing(client, clock) {
  const { clocks } = client;
  if (!clocks) return { time: '', note: '' };
  const time = left(clock, clocks);
  if (clock.out) return { time: 'out of time', note: '' };
  if (clocks.told.paused) return { time: spell(time), note: 'paused' };
  if (clock.running && stands(clock, clocks)) return { time: spell(time), note: 'stands still' };
  return { time: spell(time), note: clock.running && isLittle(time, clocks.told.terms) ? 'low' : '' };
}

/** When it will have run out, or run again. @param {MatchClient} client @param {ClockOut} clock */
function until(client, clock) {
  if (client.clocks && clock.running && stands(clock, client.clocks) && clock.resumes) return `Stands still until ${exactly(clock.resumes)}`;
  return clock.zero ? `Time is up on ${exactly(clock.zero)}` : '';
}

/** What a seat has left, as in the list of players. @param {MatchClient} client @param {string} seat @returns {Child} */
export function clockOf(client, seat) {
  const clock = client.clocks?.told.seats[seat];
  if (!clock) return null;
  const { time, note } = standing(client, clock);
  return h('span', { class: `clock ${clock.running ? 'running' : ''} ${note === 'low' || clock.out ? 'low' : ''}`, title: until(client, clock), 'data-clock': seat }, h('b', {}, time), note && h('small', {}, note));
}

/** Your own time when there is little of it and you are asked: for the title of the page. @param {MatchClient} client @returns {string} */
export function pressing(client) {
  const clock = client.seat ? client.clocks?.told.seats[client.seat] : null;
  if (!clock || !client.clocks) return '';
  const { time, note } = standing(client, clock);
  return note === 'low' || clock.out ? `${time} · ` : '';
}

/** The line of clocks. */
export class ClockLine {
  #shown = '';

  /** @param {HTMLElement} place @param {MatchClient} client @param {GameClient} game @param {() => void} changed your own time has become little */
  constructor(place, client, game, changed) {
    this.place = place;
    this.client = client;
    this.game = game;
    let title = '';
    setInterval(() => {
      if (!this.client.clocks) return;
      this.draw();
      const now = pressing(this.client);
      if (now !== title) changed();
      title = now;
    }, TICK_MS);
  }

  draw() {
    const { client } = this;
    const { clocks, match, view } = client;
    const seats = clocks && match && view && !view.outcome ? Object.entries(clocks.told.seats) : [];
    this.place.hidden = seats.length === 0;
    const listed = seats.length > MAX_CLOCKS ? seats.filter(([seat, clock]) => clock.running || clock.out || seat === client.seat) : seats;
    // Drawn only when a figure changes: a page that stands still costs nothing.
    const key = JSON.stringify(listed.map(([seat, clock]) => [seat, clock.running, clock.zero, standing(client, clock)]));
    if (key === this.#shown) return;
    this.#shown = key;
    render(
      this.place,
      listed.map(([seat]) => h('span', { class: 'of' }, h('i', { class: `swatch ${sideOf(match, seat)}` }), h('span', { class: 'name' }, seat === client.seat ? 'You' : (seatOf(match, seat)?.name ?? seatName(match, this.game, seat))), clockOf(client, seat))),
    );
  }
}

/**
 * Above the question: someone is out of time, and what may be done about it.
 *
 * @param {MatchClient} client @param {GameClient} game @returns {Node[]}
 */
export function outOfTime(client, game) {
  const { clocks, match, seat } = client;
  if (!clocks || !match || !client.view || client.view.outcome) return [];
  const late = Object.keys(clocks.told.seats).filter((s) => clocks.told.seats[s]?.out);
  const foes = late.filter((s) => seat && sideOf(match, s) !== sideOf(match, seat));
  const two = match.seats.length === 2;
  const cards = [];
  if (seat && late.includes(seat)) cards.push(note('Your time is up', two ? 'Your opponent may claim the win or give you more time. Once you have decided, the match goes on.' : 'The others may give you more time, or open your seat to a new player. Once you have decided, the match goes on.'));
  const others = late.filter((s) => s !== seat);
  if (others.length) {
    const names = join(others.map((s) => seatOf(match, s)?.name ?? seatName(match, game, s)));
    const shut = seat ? others.filter((s) => !seatOf(match, s)?.open) : [];
    const words = foes.length && two ? 'You may claim the win, give more time, open the seat to a new player, or wait.' : foes.length ? 'You may give more time, propose to open the seat, or wait.' : seat ? 'You may propose to open the seat to a new player.' : 'The match waits.';
    const of = (/** @type {string} */ s) => (two ? '' : ` of ${seatOf(match, s)?.name ?? seatName(match, game, s)}`);
    const held = client.proposals.some((p) => p.seat === seat);
    cards.push(
      note(
        `${names} ${others.length > 1 ? 'are' : 'is'} out of time`,
        words,
        h(
          'div',
          { class: 'row' },
          foes.length > 0 && two && claim(client),
          foes.map((s) => button(two ? 'Give more time' : `More time for ${seatOf(match, s)?.name ?? seatName(match, game, s)}`, () => void client.settle({ kind: 'give', to: s }), { key: `give-${s}` })),
          shut.map((s) => button(`Open the seat${of(s)}`, () => void client.settle({ kind: 'propose', what: 'open', of: s }), { key: `free-${s}`, disabled: held, title: held ? 'Your last proposal is still open. Withdraw it first.' : '' })),
        ),
      ),
    );
  }
  return cards;
}

/** @param {string} title @param {string} text @param {Child} [acts] */
const note = (title, text, acts = null) => h('div', { class: 'proposal', role: 'group', 'aria-label': title, 'data-key': 'out-of-time' }, h('p', {}, h('b', {}, title)), h('p', {}, text), acts);

/** It ends the match, so it asks once more. @param {MatchClient} client */
const claim = (client) => sure(client.id, { key: 'claim', label: 'Claim the win…', about: 'The match ends, and you win it.', yes: 'Claim it for good', act: () => void client.settle({ kind: 'claim' }) });

/**
 * What was agreed on the clocks, and the pause, in the card of the players.
 *
 * @param {MatchClient} client @param {() => void} close @returns {Child}
 */
export function clockOrders(client, close) {
  const { clocks, match, seat, view } = client;
  if (!clocks || !match) return null;
  const give = (/** @type {object} */ order) => () => {
    close();
    void client.settle(order);
  };
  const playing = seat && view && !view.outcome && match.status === 'active';
  const asked = client.proposals.some((p) => p.seat === seat);
  const wait = clocks.told.terms.bank >= 86_400 ? 'a day' : 'five minutes';
  return h(
    'div',
    { class: 'agreements' },
    h('h4', {}, 'Clocks'),
    h('p', {}, agreed(clocks.told.terms, match.seats.length)),
    clocks.told.paused && h('p', {}, `The clocks stand still. If you end the pause, yours runs at once, and the others' in ${wait}.`),
    playing && (clocks.told.paused ? button('End the pause', give({ kind: 'resume' }), { key: 'resume' }) : button('Propose a pause', asked ? () => {} : give({ kind: 'propose', what: 'pause' }), { key: 'pause', disabled: asked, title: asked ? 'Your last proposal is still open. Withdraw it first.' : 'All clocks stand still if everyone agrees' })),
  );
}
