/**
 * What players settle among themselves: the proposals that are open, and the orders that give up, offer or ask.
 *
 * @import {Proposal} from '../core/types.js'
 * @import {Seen} from './draft.js'
 * @import {GameTable} from './game.js'
 */

import { button, join } from '../core/bits.js';
import { h } from '../core/dom.js';
import { takenBack } from '../core/taken-back.js';
import { seatOrders } from './open-seats.js';
import { seatName } from './people.js';
import { sure } from './sure.js';

/** Lines among which you choose what to go back to. */
const LINES = 40;
/** Letters of a line in that list. */
const LINE_LENGTH = 70;

/** Proposals whose lines are laid open; a panel that is drawn again leaves them so. @type {Set<string>} */
const opened = new Set();
/** The line that was chosen to go back to, by match: the card is drawn again whenever something happens. @type {Map<string, string>} */
const chosen = new Map();

/** @param {Proposal} proposal @param {Seen} table @param {GameTable} game */
function words(proposal, table, game) {
  const who = proposal.seat === table.seat ? 'You' : seatName(table.match, game, proposal.seat);
  if (proposal.what === 'draw') return `${who} offered a draw. If all agree, the match ends at once and nobody wins.`;
  if (proposal.what === 'pause') return `${who} proposed to stop the clocks until somebody ends the pause.`;
  if (proposal.what === 'surrender') return `${who} proposed that your side surrenders. If all of you agree, the match ends at once: ${foesOf(table, game)} ${foes(table).length > 1 ? 'win' : 'wins'}, whatever the position is worth.`;
  if (proposal.what === 'open') return `${who} proposed to open the seat of ${seatName(table.match, game, proposal.of ?? '')} to a new player.`;
  return `${who} asked to go back${before(proposal, table)}.`;
}

/** @param {Seen} table */
const foes = ({ match, seat }) => (match?.seats ?? []).filter((s) => s.side !== match?.seats.find((own) => own.seat === seat)?.side);

/** Those who would win if your side gave up. @param {Seen} table @param {GameTable} game */
const foesOf = (table, game) => join(foes(table).map((s) => seatName(table.match, game, s.seat)));

/** The seats that have said yes so far, where several are asked. @param {Proposal} proposal @param {Seen} table @param {GameTable} game @returns {string} */
function votes(proposal, table, game) {
  const others = proposal.agreed.filter((seat) => seat !== proposal.seat);
  if (!others.length) return '';
  return `Agreed so far: ${join(others.map((seat) => (seat === table.seat ? 'you' : seatName(table.match, game, seat))))}. `;
}

/** To before what a proposal goes back, and how much would be undone. @param {Proposal} proposal @param {Seen} table */
function before(proposal, table) {
  const lines = undoes(proposal, table);
  const first = lines[0];
  return first ? ` to before “${short(first.text).replace(/\.$/, '')}”` : '';
}

/** @param {Proposal} proposal @param {Seen} table @returns {import('../core/types.js').LogLine[]} what would be undone, as far as the page knows the log */
function undoes({ back }, table) {
  const gone = takenBack(table.log);
  return back === null ? [] : table.log.filter((line) => line.seq > back && !gone.has(line.seq) && line.kind !== 'house' && line.kind !== 'undone');
}

/** @param {string} text */
const short = (text) => (text.length > LINE_LENGTH ? `${text.slice(0, LINE_LENGTH - 1)}…` : text);

/**
 * The proposals that are open, above the question: they wait while the match goes on.
 *
 * @param {Seen} table @param {GameTable} game @returns {Node[]}
 */
export const proposals = (table, game) => table.proposals.map((proposal) => card(proposal, table, game));

/** @param {Proposal} proposal @param {Seen} table @param {GameTable} game */
function card(proposal, table, game) {
  const asked = table.seat !== null && proposal.asked.includes(table.seat);
  const mine = proposal.seat === table.seat;
  const lines = undoes(proposal, table);
  const dice = lines.reduce((sum, line) => sum + (line.dice?.length ?? 0), 0);
  const give = (/** @type {object} */ order) => () => void table.settle(order);
  return h(
    'div',
    { class: 'proposal', role: 'group', 'aria-label': 'Proposal', 'data-key': `proposal-${proposal.what}` },
    h('p', {}, words(proposal, table, game)),
    lines.length > 0 && h('details', { open: opened.has(proposal.id), ontoggle: (/** @type {Event} */ e) => (/** @type {HTMLDetailsElement} */ (e.currentTarget).open ? opened.add(proposal.id) : opened.delete(proposal.id)) }, h('summary', { 'data-key': 'undoes' }, `${lines.length} ${lines.length === 1 ? 'line' : 'lines'} of the log would be undone${dice ? `, ${dice} ${dice === 1 ? 'die' : 'dice'} among them` : ''}`), h('ol', {}, lines.map((line) => h('li', {}, line.text)))),
    asked && votes(proposal, table, game) && h('p', { class: 'quiet' }, votes(proposal, table, game)),
    asked &&
      h(
        'div',
        { class: 'row' },
        button('Agree', give({ kind: 'answer', proposal: proposal.id, yes: true }), { key: 'agree', class: 'primary' }),
        button('Refuse', give({ kind: 'answer', proposal: proposal.id, yes: false }), { key: 'refuse' }),
      ),
    !asked && h('p', { class: 'quiet' }, votes(proposal, table, game), `Waiting for ${join(proposal.asked.map((seat) => seatName(table.match, game, seat)))}.`),
    mine && button('Withdraw', give({ kind: 'withdraw', proposal: proposal.id }), { key: 'withdraw' }),
  );
}

/**
 * What you may order beside the game, in the card of the players.
 *
 * @param {Seen} table @param {GameTable} game @param {() => void} close @returns {Node|null}
 */
export function houseOrders(table, game, close) {
  const { match, seat, view } = table;
  if (!match || !seat || !view || view.outcome || match.status !== 'active') return null;
  const side = match.seats.find((s) => s.seat === seat)?.side;
  const allies = match.seats.filter((s) => s.side === side && !s.you);
  const foes = match.seats.filter((s) => s.side !== side);
  const alone = match.seats.every((s) => s.you);
  const open = table.proposals.find((p) => p.seat === seat);
  const give = (/** @type {object} */ order) => {
    close();
    void table.settle(order);
  };
  const gone = takenBack(table.log);
  const lines = table.log.filter((line) => !gone.has(line.seq) && !['house', 'undone'].includes(line.kind)).slice(-LINES).reverse();
  const choice = /** @type {HTMLSelectElement} */ (h('select', { 'data-key': 'back-line', 'aria-label': 'Go back to before' }, lines.map((line) => h('option', { value: String(line.seq) }, short(line.text)))));
  choice.value = chosen.get(table.id) ?? choice.value;
  if (choice.selectedIndex < 0) choice.selectedIndex = 0;
  choice.addEventListener('change', () => chosen.set(table.id, choice.value));
  const held = open ? 'Your last proposal is still open. Withdraw it first.' : '';
  const propose = (/** @type {string} */ label, /** @type {() => object} */ order, /** @type {string} */ key) => {
    const pressed = button(label, () => !held && give(order()), { key, title: held });
    pressed.setAttribute('aria-disabled', String(held !== ''));
    return pressed;
  };
  return h(
    'div',
    { class: 'house' },
    h('h4', {}, 'Settle the match'),
    held && h('p', { class: 'quiet' }, held),
    h('div', { class: 'row' }, propose(alone ? 'End it as a draw' : 'Offer a draw', () => ({ kind: 'propose', what: 'draw' }), 'draw'), allies.length > 0 && foes.length > 0 ? propose('Propose to surrender', () => ({ kind: 'propose', what: 'surrender' }), 'surrender') : resign(table, give)),
    seatOrders(table, game, give, held),
    lines.length > 0 && [
      h('p', {}, alone ? 'Go back to before something, over dice too. Later dice are new ones.' : 'Ask to go back to before something, over dice too. Everybody must agree, and later dice are new ones.'),
      h('div', { class: 'row' }, choice, propose(alone ? 'Go back' : 'Ask', () => ({ kind: 'propose', what: 'back', line: Number(choice.value) }), 'ask-back')),
    ],
  );
}

/** It ends the match, so it asks once more. @param {Seen} table @param {(order: object) => void} give */
const resign = (table, give) => sure(table.id, { key: 'resign', label: 'Resign…', about: 'You lose the match.', yes: 'Resign for good', act: () => give({ kind: 'resign' }) });
