/**
 * The drafted orders one by one: what came of each, how to change them, and what came back when they were sent.
 *
 * @import {DraftTried} from '../../core/wire.js'
 * @import {Child} from '../../core/dom.js'
 * @import {Legal, View} from '../../core/types.js'
 * @import {Surface} from '../../board/board.js'
 * @import {Drafting} from './draft.js'
 * @import {GameClient} from '../game.js'
 */

import { button, count, icon, join } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { questions } from '../../core/lanes.js';
import { grip } from './drag-list.js';
import { namesIn } from '../names.js';
import { seatName } from '../people.js';
import { placeTitle } from '../places.js';

/** Units that are called by name; of more it is said how many. */
const MAX_NAMED = 3;

/** What orders are called, as their offers have told. @type {Map<string, string>} */
const labels = new Map();

/** What questions are called, by what they are about. @type {Map<string, string>} */
const titles = new Map();

/** What a question is about, of its name: without the numbers that count turns and answers. @param {string} ask */
const matterOf = (ask) => ask.split('.').filter((word) => !/^\d+$/.test(word)).join('.');

/** @param {Drafting} drafting */
function learn({ client, draft }) {
  learnLabels(client.legal);
  learnLabels(draft?.legal);
}

/** Note what the orders of a question are called. @param {object|null|undefined} legal */
export function learnLabels(legal) {
  for (const { ask, title, offers } of questions(/** @type {Legal|null} */ (legal ?? null))) {
    titles.set(matterOf(ask), title);
    for (const { kind, label } of offers) labels.set(kind, label);
  }
}

/**
 * An order in words: what the log would say, else what it asks.
 *
 * @param {Pick<DraftTried, "command"> & {lines: {text: string}[], ask?: string}} order @param {Map<string, string>} names of units @param {Surface} board @param {(ids: string[]) => string} [called] units without names @returns {string}
 */
export function orderInWords({ ask = '', command, lines }, names, board, called = () => '') {
  if (lines.length) return lines.map((line) => line.text).join(' ');
  const { kind, ...parts } = command;
  const plain = String(kind).replaceAll('_', ' ');
  const step = titles.get(matterOf(ask));
  const label = kind === 'end_phase' ? (step ? `${step}: done` : 'End the phase') : labels.get(String(kind)) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
  const values = Object.values(parts).map((value) => ({ said: part(value, names, board, called), goal: isWay(value, board) })).filter(({ said }) => said);
  const told = values.filter(({ goal }) => !goal).map(({ said }) => said).join(', ');
  const to = values.filter(({ goal }) => goal).map(({ said }) => `to ${said}`).join(' ');
  return told || to ? `${label}: ${[told, to].filter(Boolean).join(' ')}` : label;
}

/** Of several boards a place may lie on one that is not shown. @param {Surface} board @param {unknown} id */
const isPlace = (board, id) => board.lattice.has(String(id)) || Boolean(board.hexOf?.(String(id)));

/** Whether it leads somewhere, place by place. @param {unknown} value @param {Surface} board */
const isWay = (value, board) => Array.isArray(value) && value.length > 0 && isPlace(board, value.at(-1));

/** @param {GameClient} game @param {View|null} view @returns {(ids: string[]) => string} */
export const unitsOf = (game, view) => (ids) => (view && game.units?.(view, ids)) || '';

/** What an id looks like that nobody would read. */
const BARE = /[.\d]/;

/** @param {unknown} value @param {Map<string, string>} names @param {Surface} board @param {(ids: string[]) => string} called @returns {string} a word for it, where there is one */
function part(value, names, board, called) {
  const together = called((Array.isArray(value) ? value : [value]).map(String));
  if (together) return together;
  const word = (/** @type {unknown} */ one) => {
    const id = String(one);
    const name = names.get(id) ?? (isPlace(board, id) ? placeTitle({ board }, id) : id);
    return name === id && !isPlace(board, id) && BARE.test(id) ? '' : name;
  };
  if (!Array.isArray(value)) return typeof value === 'boolean' ? '' : word(value);
  if (isWay(value, board)) return word(value.at(-1));
  const named = value.map(word).filter(Boolean);
  return value.length > MAX_NAMED || (value.length && !named.length) ? count(value.length, 'unit') : join(named);
}

/** @param {Drafting} drafting @param {Surface} board @param {GameClient} game @returns {Child} the orders, in the draft */
export function draftList(drafting, board, game) {
  const { draft, open } = drafting;
  if (!open || !draft) return null;
  learn(drafting);
  const names = namesIn(drafting.view);
  const called = unitsOf(game, drafting.view);
  const all = draft.commands.map((_, n) => n);
  const swap = (/** @type {number} */ n, /** @type {number} */ by) => {
    const places = [...all];
    [places[n], places[n + by]] = [n + by, n];
    const way = by < 0 ? 'up' : 'down';
    void drafting.arrange(places).then((done) => done && requestAnimationFrame(() => focus(`draft-${way}-${n + by}`)));
  };
  const row = (/** @type {DraftTried} */ order, /** @type {number} */ n) => {
    const text = orderInWords(order, names, board, called);
    const waits = draft.sending !== null;
    // What holds back one order after the other is said once.
    const why = order.status === 'not_tried' && order.why === draft.commands[n - 1]?.why ? '' : order.why;
    const tool = (/** @type {Child} */ face, /** @type {string} */ key, /** @type {string} */ label, /** @type {boolean} */ barred, /** @type {() => void} */ act) => button(face, act, { key: `draft-${key}-${n}`, label: `${label}: ${text}`, title: label, disabled: barred || waits });
    return h(
      'li',
      { 'data-status': order.status, 'data-key': `draft-order-${n}` },
      h('div', { class: 'draft-row' }, h('div', {}, text, demand(drafting, order, n), why && h('small', {}, order.status === 'refused' ? 'No longer possible. ' : 'Not checked. ', why, ' ', order.refusal ? chip(order.refusal.section) : null)), h('span', { class: 'draft-tools' }, tool(icon('top'), 'up', 'Earlier', n === 0, () => swap(n, -1)), tool(icon('down'), 'down', 'Later', n === all.length - 1, () => swap(n, 1)), tool(icon('close'), 'remove', 'Remove', false, () => void drafting.arrange(all.filter((m) => m !== n)))), all.length > 1 && !waits && grip(n, (places) => void drafting.arrange(places))),
    );
  };
  return h(
    'div',
    { class: 'draft', role: 'group', 'aria-label': 'Draft' },
    h('h3', {}, draft.commands.length ? `Draft: ${count(draft.commands.length, 'order')}` : 'Draft'),
    draft.ahead && h('p', { class: 'quiet' }, 'Your next turn, as if it began now. What your opponents do until then may rule some of it out. Send it now, and it is played when your turn comes.'),
    draft.sending !== null && h('p', { class: 'quiet' }, 'Not all orders were sent. Send again to continue, or discard the rest.'),
    draft.commands.length ? h('ol', {}, draft.commands.map(row)) : h('p', { class: 'quiet' }, 'Orders that you give now are only noted. Your opponents see none of them until you send them.'),
    drafting.allies.map((seat) => theirs(drafting, seat, seatName(drafting.client.match, game, seat), names, board)),
  );
}

/**
 * The odds below which an attack is left out, where the game tells them.
 *
 * @param {Drafting} drafting @param {DraftTried} order @param {number} n @returns {Child}
 */
function demand(drafting, { command, least }, n) {
  const { draft } = drafting;
  if (command['kind'] !== 'attack' || !draft?.odds.length) return null;
  const field = h('select', { 'data-key': `draft-odds-${n}`, 'aria-label': 'Odds', disabled: draft.sending !== null, onchange: () => void drafting.demand(n, field.value) }, h('option', { value: '', selected: !least }, 'at any odds'), draft.odds.map((odds) => h('option', { value: odds, selected: odds === least }, `only at ${odds} or better`)));
  return field;
}

/**
 * The draft of another commander of the side, to read.
 *
 * @param {Drafting} drafting @param {string} seat @param {string} name @param {Map<string, string>} names @param {Surface} board
 */
function theirs(drafting, seat, name, names, board) {
  const draft = drafting.theirs.get(seat);
  if (!draft) return button(`Draft of ${name}`, () => void drafting.read(seat), { key: `draft-of-${seat}` });
  return h(
    'div',
    { 'data-key': `draft-of-${seat}` },
    h('h4', {}, `${name}: ${draft.commands.length ? count(draft.commands.length, 'order') : 'nothing drafted'}`),
    draft.commands.length > 0 && h('ol', {}, draft.commands.map((order) => h('li', { 'data-status': order.status }, orderInWords(order, names, board)))),
  );
}

/** @param {string} key */
function focus(key) {
  const found = document.querySelector(`#prompt [data-key="${key}"]`);
  if (found instanceof HTMLElement) found.focus();
}

/** @param {Drafting} drafting @param {Surface} board @param {GameClient} game @returns {Child} what came of sending, until it is read */
export function draftSent(drafting, board, game) {
  const { draft, open } = drafting;
  const { sent } = drafting;
  const told = sent ?? draft?.notice;
  if (!told || open) return null;
  learn(drafting);
  const names = namesIn(drafting.client.view);
  const called = unitsOf(game, drafting.client.view);
  const read = () => {
    drafting.sent = null;
    // What the server keeps for whoever was away is dropped once it was read.
    if (!sent) void drafting.stay();
    drafting.on.changed();
  };
  const waits = !sent && draft?.goes;
  return h(
    'div',
    { class: 'draft proposal', role: 'group', 'aria-label': 'Your draft was sent', 'data-key': 'draft-sent' },
    h('p', {}, told.played.length ? `${count(told.played.length, 'order was', 'orders were')} given.` : 'No order was given.'),
    told.played.length > 0 && h('ol', {}, told.played.map((order) => h('li', {}, orderInWords(order, names, board, called)))),
    told.left_out.map((order) => h('p', {}, `Left out: ${orderInWords({ ...order, lines: [] }, names, board, called)}. ${order.text}`)),
    waits ? h('p', {}, `${count(told.rest, 'order')} more will go when your turn comes again.`) : told.rest > 0 && h('p', {}, `${count(told.rest, 'order')} came back: `, back(told.stopped?.code, told.stopped?.text ?? ''), ' ', told.stopped?.section ? chip(told.stopped.section) : null),
    h('div', { class: 'row' }, !waits && button('OK', read, { key: 'draft-read' }), told.rest > 0 && button('Open the draft', () => void drafting.enter(), { key: 'draft-reopen' })),
  );
}

/** @param {string|undefined} code @param {string} text */
const back = (code, text) => (code === 'settled' ? 'the last order given cannot be taken back, so look at the position first.' : text);
