/**
 * The boxes beside the board that is shown: who lies in them, and the orders that bring units in and out. In games with
 * the Near East; Europe's are in the card of the turn.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Offer} from '../../core/wire.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Mode} from '../../panels/questions/mode.js'
 * @import {Unit, WarView} from './types.js'
 */

import { button, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { GeneralMode } from '../../orders/mode.js';
import { March } from '../../orders/march.js';
import { names } from '../../orders/values.js';
import { war } from './index-of.js';
import { heap } from './heap.js';

const AWAY = 'away';
/** @typedef {{short: string, title: string, both?: string, section: string, from: string[], into: string[]}} Box `both`: what it is called where each map has one of its own; `from`, `into`: orders that take units out of it and bring them in */
/** @type {Record<string, Box>} */
const BOXES = {
  transit: { short: 'Transit', title: 'Transit box', section: '9.13', from: ['from_transit'], into: ['to_transit', 'release_reserve'] },
  transfer: { short: 'Transfer', title: 'Russian transfer box', section: '9.24', from: ['from_transfer'], into: ['to_transfer'] },
  arabia: { short: 'Arabia', title: 'Arabia', section: '9.16', from: ['out_of_arabia'], into: [] },
  reserve: { short: 'Reserve', title: 'Turkish Required Reserve', section: '5.38', from: ['release_reserve'], into: ['fill_reserve'] },
  available: { short: 'Available', title: 'Available units', both: 'Available in Europe', section: '5.11', from: ['place'], into: [] },
  'near-east-available': { short: 'Available', title: 'Available in the Near East', section: '5.11', from: ['place'], into: [] },
  [AWAY]: { short: 'Away', title: 'Away for the Libyan Revolt', section: '6.46', from: [], into: [] },
  dead: { short: 'Dead', title: 'Dead pile', both: 'Dead pile of Europe', section: '5.35', from: ['replace'], into: [] },
  'near-east-dead': { short: 'Dead', title: 'Dead pile of the Near East', section: '5.35', from: ['replace'], into: [] },
};
/** Those of games on six fronts beside the boards of Europe. @type {Record<string, string[]>} */
const EUROPE = { 'great-war-west': ['available', 'dead'], 'great-war-italy': ['available', 'dead'], 'great-war-east': ['transit', 'transfer', 'available', 'dead'] };
/** Those of the Near East alone have one box and one pile for all maps. @type {Record<string, string[]>} */
const NEAR_EAST = {
  'great-war-caucasus': ['reserve', 'transit', 'transfer'],
  'great-war-egypt': ['reserve', 'arabia', 'transit', AWAY],
  'great-war-iraq': ['reserve', 'transit'],
};
const OWN = { both: ['near-east-available', 'near-east-dead'], alone: ['available', 'dead'] };

/** Whether there are boxes for each of two maps. @param {WarView} view */
const isJoined = (view) => 'near-east-dead' in view.boxes;

/** @param {WarView} view @param {string} box @returns {string} */
export const titleOf = (view, box) => (isJoined(view) && BOXES[box]?.both) || (BOXES[box]?.title ?? box);

/** In the order in which the card of the turn lists them. @param {WarView} view */
export const listed = (view) => Object.keys(BOXES).filter((box) => box in view.boxes);

/** @param {WarView} view @param {string} board @returns {string[]} */
function boxesOf(view, board) {
  const there = NEAR_EAST[board];
  const all = there ? [...there, ...OWN[isJoined(view) ? 'both' : 'alone']] : isJoined(view) ? (EUROPE[board] ?? []) : [];
  return all.filter((box) => box in view.boxes || (box === AWAY && view.near_east?.away.length));
}

/** Which box is laid open, and on a phone whether any can be chosen. */
const open = { box: '', list: false };

/** @param {Desk} desk @param {Mode} mode @returns {Child} */
export function beside(desk, mode) {
  const view = war(desk.view);
  const boxes = view.near_east ? boxesOf(view, desk.board.window.dataset.board ?? '') : [];
  if (!boxes.length) return null;
  if (!boxes.includes(open.box)) open.box = '';
  const turn = (/** @type {string} */ box) => () => {
    open.box = open.box === box ? '' : box;
    open.list = Boolean(open.box);
    desk.refresh();
  };
  const all = boxes.reduce((sum, box) => sum + number(view, box), 0);
  const list = () => {
    open.list = !open.list;
    open.box = '';
    desk.refresh();
  };
  return [
    button(['Boxes ', h('b', {}, String(all))], list, { class: 'box-list', key: 'boxes', pressed: open.list }),
    h('div', { class: `boxes${open.list ? ' open' : ''}`, role: 'group', 'aria-label': 'Boxes beside this map' }, boxes.map((box) => boxButton(view, box, offersOf(mode, box).length > 0, turn(box)))),
    open.box ? contents(desk, mode, open.box, turn(open.box)) : null,
  ];
}

/** @param {WarView} view @param {string} box @returns {number} who lie in it */
const number = (view, box) => (box === AWAY ? (view.near_east?.away.length ?? 0) : (view.boxes[box]?.length ?? 0));

/** @param {WarView} view @param {string} box @param {boolean} live whether an order is about it now @param {() => void} act @returns {Child} */
function boxButton(view, box, live, act) {
  const { required = 0 } = (box === 'reserve' && view.near_east?.reserve) || {};
  const n = number(view, box);
  const said = required ? `${n}, needs ${required}` : String(n);
  return button([BOXES[box]?.short ?? box, ' ', h('b', {}, said)], act, { class: `box${live ? ' live' : ''}${n ? '' : ' empty'}`, key: `box-${box}`, label: `${BOXES[box]?.short ?? box} ${said}, ${titleOf(view, box)}`, pressed: open.box === box });
}

/** The orders on offer that take units out of a box or bring them in. @param {Mode} mode @param {string} box @returns {Offer[]} */
function offersOf(mode, box) {
  const { from = [], into = [] } = BOXES[box] ?? {};
  return [...from, ...into].map((kind) => mode.offer(kind)).filter((offer) => offer !== null).filter(({ refusal }) => !refusal);
}

/** @param {Desk} desk @param {Mode} mode @param {string} box @param {() => void} close @returns {Child} */
function contents(desk, mode, box, close) {
  const view = war(desk.view);
  const units = /** @type {Unit[]} */ (view.boxes[box] ?? []);
  const taken = mode instanceof GeneralMode && mode.form instanceof March ? mode.form.going : [];
  const gone = box === AWAY ? (view.near_east?.away ?? []).map(({ name, until }) => h('p', {}, `${name}: until strategic turn ${until}`)) : [];
  return h(
    'section',
    { class: 'box-open', 'aria-label': titleOf(view, box) },
    h('div', { class: 'hd' }, h('h3', {}, titleOf(view, box)), chip(BOXES[box]?.section ?? ''), button(icon('close'), close, { label: 'Close', tone: 'ghost', class: 'close', key: 'box-close' })),
    offersOf(mode, box).map((offer) => order(desk, mode, box, offer, taken)),
    heap('', units, { titled: false }),
    gone,
    !units.length && !gone.length && h('p', { class: 'quiet' }, 'It is empty.'),
  );
}

/** Units that are taken up on the map go into a box by the same press. @param {Desk} desk @param {Mode} mode @param {string} box @param {Offer} offer @param {string[]} taken @returns {Child} */
function order(desk, mode, box, offer, taken) {
  if (!(mode instanceof GeneralMode)) return null;
  const options = offer.slots?.[0]?.options;
  const going = BOXES[box]?.into.includes(offer.kind) && options ? taken.filter((id) => names(options).includes(id)) : [];
  const label = going.length ? `${offer.label}: ${going.map((id) => mode.roster().name(id)).join(', ')}` : offer.label;
  const begin = () => {
    open.box = '';
    open.list = false;
    void mode.begin(offer, going).then(() => desk.refresh());
  };
  return h('p', { class: 'row' }, button(label, begin, { key: `box-order-${offer.kind}` }), chip(offer.section));
}
