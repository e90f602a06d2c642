/**
 * What players settle among themselves: the proposals that are open, and the orders that give up, offer or ask.
 *
 * @import {Proposal} from '../../core/types.js'
 * @import {Seen} from '../drafts/draft.js'
 * @import {GameClient} from '../game.js'
 */

import { button, join } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { takenBack } from '../../core/taken-back.js';
import { seatOrders } from './open-seats.js';
import { seatName } from '../people.js';
import { sure } from '../questions/sure.js';

/** Lines among which you choose what to go back to. */
const MAX_LINES = 40;
/** Letters of a line in that list. */
const MAX_LINE_LETTERS = 70;

/** Proposals whose lines are laid open; a panel that is drawn again leaves them so. @type {Set<string>} */
const opened = new Set();
/** The line that was chosen to go back to, by match: the card is drawn again whenever something happens. @type {Map<string, string>} */
const chosen = new Map();

/** @param {Proposal} proposal @param {Seen} client @param {GameClient} game */
function words(proposal, client, game) {
  const who = proposal.seat === client.seat ? 'You' : seatName(client.match, game, proposal.seat);
  if (proposal.what === 'draw') return `${who} offered a draw. If all agree, the match ends at once and nobody wins.`;
  if (proposal.what === 'pause') return `${who} proposed to stop the clocks until someone ends the pause.`;
  if (proposal.what === 'surrender') return `${who} proposed that your side surrenders. If all of you agree, the match ends at once: ${foesOf(client, game)} ${foes(client).length > 1 ? 'win' : 'wins'}, whatever the score.`;
  if (proposal.what === 'demand') return demanded(proposal, client, game);
  if (proposal.what === 'open') return `${who} proposed to open the seat of ${seatName(client.match, game, proposal.of ?? '')} to a new player.`;
  return `${who} asked to rewind${before(proposal, client)}.`;
}

/** That the other side should give up, as each sees it. @param {Proposal} proposal @param {Seen} client @param {GameClient} game */
function demanded(proposal, client, game) {
  const seats = client.match?.seats ?? [];
  const side = seats.find((s) => s.seat === proposal.seat)?.side;
  const named = (/** @type {boolean} */ theirs) => join(seats.filter((s) => (s.side === side) === theirs).map((s) => (s.seat === client.seat ? 'you' : seatName(client.match, game, s.seat))));
  const who = proposal.seat === client.seat ? 'You' : seatName(client.match, game, proposal.seat);
  const winners = named(true);
  const plural = winners === 'you' || seats.filter((s) => s.side === side).length > 1;
  return `${who} asked ${named(false)} to surrender. If all who are asked agree, the match ends at once: ${winners} ${plural ? 'win' : 'wins'}, whatever the score.`;
}

/** @param {Seen} client */
const foes = ({ match, seat }) => (match?.seats ?? []).filter((s) => s.side !== match?.seats.find((own) => own.seat === seat)?.side);

/** Those who would win if your side gave up. @param {Seen} client @param {GameClient} game */
const foesOf = (client, game) => join(foes(client).map((s) => seatName(client.match, game, s.seat)));

/** The seats that have said yes so far, where several are asked. @param {Proposal} proposal @param {Seen} client @param {GameClient} game @returns {string} */
function votes(proposal, client, game) {
  const others = proposal.agreed.filter((seat) => seat !== proposal.seat);
  if (!others.length) return '';
  return `Agreed so far: ${join(others.map((seat) => (seat === client.seat ? 'you' : seatName(client.match, game, seat))))}. `;
}

/** To before what a proposal goes back, and how much would be undone. @param {Proposal} proposal @param {Seen} client */
function before(proposal, client) {
  const lines = undoes(proposal, client);
  const first = lines[0];
  return first ? ` to before “${short(first.text).replace(/\.$/, '')}”` : '';
}

/** @param {Proposal} proposal @param {Seen} client @returns {import('../../core/types.js').LogLine[]} what would be undone, as far as the page knows the log */
function undoes({ back }, client) {
  const gone = takenBack(client.log);
  return back === null ? [] : client.log.filter((line) => line.seq > back && !gone.has(line.seq) && line.kind !== 'house' && line.kind !== 'undone');
}

/** @param {string} text */
const short = (text) => (text.length > MAX_LINE_LETTERS ? `${text.slice(0, MAX_LINE_LETTERS - 1)}…` : text);

/**
 * The proposals that are open, above the question: they wait while the match goes on.
 *
 * @param {Seen} client @param {GameClient} game @returns {Node[]}
 */
export const proposals = (client, game) => client.proposals.map((proposal) => card(proposal, client, game));

/** @param {Proposal} proposal @param {Seen} client @param {GameClient} game */
function card(proposal, client, game) {
  const asked = client.seat !== null && proposal.asked.includes(client.seat);
  const mine = proposal.seat === client.seat;
  const lines = undoes(proposal, client);
  const dice = lines.reduce((sum, line) => sum + (line.dice?.length ?? 0), 0);
  const give = (/** @type {object} */ order) => () => void client.settle(order);
  return h(
    'div',
    { class: 'proposal', role: 'group', 'aria-label': 'Proposal', 'data-key': `proposal-${proposal.what}` },
    h('p', {}, words(proposal, client, game)),
    lines.length > 0 && h('details', { open: opened.has(proposal.id), ontoggle: (/** @type {Event} */ e) => (/** @type {HTMLDetailsElement} */ (e.currentTarget).open ? opened.add(proposal.id) : opened.delete(proposal.id)) }, h('summary', { 'data-key': 'undoes' }, `${lines.length} ${lines.length === 1 ? 'line' : 'lines'} of the log would be undone${dice ? `, ${dice} ${dice === 1 ? 'die' : 'dice'} among them` : ''}`), h('ol', {}, lines.map((line) => h('li', {}, line.text)))),
    asked && votes(proposal, client, game) && h('p', { class: 'quiet' }, votes(proposal, client, game)),
    asked &&
      h(
        'div',
        { class: 'row' },
        button('Agree', give({ kind: 'answer', proposal: proposal.id, yes: true }), { key: 'agree', class: proposal.what === 'demand' ? '' : 'primary' }),
        button('Refuse', give({ kind: 'answer', proposal: proposal.id, yes: false }), { key: 'refuse' }),
      ),
    !asked && h('p', { class: 'quiet' }, votes(proposal, client, game), `Waiting for ${join(proposal.asked.map((seat) => seatName(client.match, game, seat)))}.`),
    mine && button('Withdraw', give({ kind: 'withdraw', proposal: proposal.id }), { key: 'withdraw' }),
  );
}

/** Whether every seat is this player's. @param {Seen} client */
export const isAlone = ({ match }) => match?.seats.every((s) => s.you) ?? false;

/** What there is to go back to, newest first. @param {Seen} client */
function linesBack({ log, match }) {
  const gone = takenBack(log);
  const stands = match?.dice_stand ? log.findLast((line) => line.dice?.length)?.seq ?? 0 : 0;
  return log.filter((line) => line.seq > stands && !gone.has(line.seq) && !['house', 'undone'].includes(line.kind)).slice(-MAX_LINES).reverse();
}

/** Whether going back can be asked for, in the card of the players. @param {Seen} client */
export const canRewind = (client) => settles(client) && linesBack(client).length > 0;

/** Whether there is a match to settle. @param {Seen} client */
const settles = ({ match, seat, view }) => Boolean(match && seat && view && !view.outcome && match.status === 'active');

/**
 * What you may order beside the game, in the card of the players.
 *
 * @param {Seen} client @param {GameClient} game @param {() => void} close @returns {Node|null}
 */
export function agreementOrders(client, game, close) {
  const { match, seat, view } = client;
  if (!match || !seat || !view || !settles(client)) return null;
  const side = match.seats.find((s) => s.seat === seat)?.side;
  const allies = match.seats.filter((s) => s.side === side && !s.you);
  const foes = match.seats.filter((s) => s.side !== side);
  const alone = isAlone(client);
  const open = client.proposals.find((p) => p.seat === seat);
  const give = (/** @type {object} */ order) => {
    close();
    void client.settle(order);
  };
  const lines = linesBack(client);
  const choice = /** @type {HTMLSelectElement} */ (h('select', { 'data-key': 'back-line', 'aria-label': 'Rewind to before' }, lines.map((line) => h('option', { value: String(line.seq) }, short(line.text)))));
  choice.value = chosen.get(client.id) ?? choice.value;
  if (choice.selectedIndex < 0) choice.selectedIndex = 0;
  choice.addEventListener('change', () => chosen.set(client.id, choice.value));
  const held = open ? 'Your last proposal is still open. Withdraw it first.' : '';
  const propose = (/** @type {string} */ label, /** @type {() => object} */ order, /** @type {string} */ key) => {
    const pressed = button(label, () => !held && give(order()), { key, title: held });
    pressed.setAttribute('aria-disabled', String(held !== ''));
    return pressed;
  };
  return h(
    'div',
    { class: 'agreements' },
    h('h4', {}, 'Settle the match'),
    held && h('p', { class: 'quiet' }, held),
    h('div', { class: 'row' }, propose(alone ? 'End it as a draw' : 'Offer a draw', () => ({ kind: 'propose', what: 'draw' }), 'draw'), foes.length > 0 && new Set(foes.map((s) => s.side)).size === 1 && !foes.some((s) => s.you) && propose('Ask them to surrender', () => ({ kind: 'propose', what: 'demand' }), 'demand'), allies.length > 0 && foes.length > 0 ? propose('Propose to surrender', () => ({ kind: 'propose', what: 'surrender' }), 'surrender') : resign(client, give)),
    seatOrders(client, game, give, held),
    lines.length > 0 && [
      h('p', {}, match.dice_stand ? `${alone ? 'Rewind to before a line of the log' : 'Ask to take back moves; everyone must agree'}. Dice stand at this table: nothing goes back past the last die roll.` : alone ? 'Rewind to before a line of the log, even past dice. New dice will be rolled.' : 'Ask to take back moves, even past a die roll. Everyone must agree; dice are rolled again.'),
      h('div', { class: 'row' }, choice, propose(alone ? 'Rewind' : 'Ask', () => ({ kind: 'propose', what: 'back', line: Number(choice.value) }), 'ask-back')),
    ],
  );
}

/** It ends the match, so it asks once more. @param {Seen} client @param {(order: object) => void} give */
const resign = (client, give) => sure(client.id, { key: 'resign', label: 'Resign…', about: 'You lose the match.', yes: 'Resign for good', act: () => give({ kind: 'resign' }) });
