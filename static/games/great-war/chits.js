/**
 * The event chits of both sides: hands, what is in play, what is left to draw as far as you may know, each as a card with
 * what it does, when, where and how long; and what was drawn and played when.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {LogLine} from '../../core/types.js'
 * @import {Calendar} from '../../panels/cards/calendar.js'
 * @import {Lots} from '../../panels/cards/lots.js'
 * @import {WarView} from './types.js'
 */

import { button, count, icon } from '../../core/bits.js';
import { chip, linked } from '../../core/citing.js';
import { h } from '../../core/dom.js';

const SIDES = { central: 'Central Powers', allied: 'Allies' };
/** The section of the line that begins a turn, and a word of it. */
const TURN = '4.1';
/** @type {import('../../panels/cards/lots.js').Telling} */
export const TOLD = { kinds: ['events'], turn: { word: 'Turn', section: TURN }, moving: ['emergency', 'u-boats', 'entry', 'revolution', 'treaty'] };
const MAX_SHOWN = 12;

/** @param {string} title @param {number} n */
const times = (title, n) => `${title}${n > 1 ? ` (${n})` : ''}`;

/** Those of one title together: a chit may be in several pools. @param {WarView} view @param {Record<string, number>} chits @returns {string[]} */
export function named({ titles }, chits) {
  /** @type {Map<string, number>} */
  const by = new Map();
  for (const [id, n] of Object.entries(chits)) if (n > 0) by.set(titles[id] ?? id, (by.get(titles[id] ?? id) ?? 0) + n);
  return [...by].map(([title, n]) => times(title, n));
}

/** @param {WarView} view @param {Lots|null} known null while it is asked for @param {Calendar|null} calendar with what is printed on them @returns {Child} */
export function chits(view, known, calendar) {
  return [
    h('h4', {}, 'Event chits ', chip('6.1')),
    (/** @type {const} */ (['central', 'allied'])).map((side) => ofSide(view, side, known, calendar)),
    known && drawn(known),
  ];
}

/** @param {WarView} view @param {"central"|"allied"} side @param {Lots|null} known @param {Calendar|null} calendar @returns {Child} */
function ofSide(view, side, known, calendar) {
  const { pools, hands, held, play, hidden } = view.events;
  const pool = Object.fromEntries((known?.lots ?? []).filter((lot) => lot.pool === side && lot.place === 'pool').map(({ chit, number }) => [chit, number]));
  const left = named(view, pool);
  const hand = named(view, hands[side] ?? {});
  const unseen = (held[side] ?? 0) - Object.values(hands[side] ?? {}).reduce((sum, n) => sum + n, 0);
  return h(
    'section',
    { class: 'chits', 'aria-label': `Event chits of the ${SIDES[side]}` },
    h('p', {}, h('i', { class: `swatch ${side}` }), ' ', h('b', {}, SIDES[side])),
    row('In hand', hand.length ? null : unseen ? `${count(unseen, 'chit')} that you cannot see` : 'none'),
    hand.length > 0 && cards(view, side, hands[side] ?? {}, calendar, 'hand'),
    row('In play', named(view, play[side] ?? {}).length ? null : 'none'),
    cards(view, side, play[side] ?? {}, calendar, 'play'),
    row('To draw', `${count(pools[side] ?? 0, 'chit')}${left.length ? `: ${left.join(', ')}` : hidden && known && pools[side] ? '. Which ones is hidden' : ''}`),
    calendar && entered(view, side, left.length ? pool : null, calendar),
  );
}

/** What the chart of the chits prints, by title and side. @typedef {{title: string, pool: string, n: number, short: string, when: string, where: string, long: string, section: string}} Printed */

const SECTIONS_OF_MANY = new Set(['6.3', '6.4']);
const UNSAID = '—';

/** @param {Calendar} calendar @param {string} side @returns {Printed[]} */
const printed = (calendar, side) =>
  (calendar.chart('chits')?.rows ?? [])
    .filter(([, of]) => of === SIDES[/** @type {"central"|"allied"} */ (side)])
    .map(([title = '', , pool = '', n = '', short = '', when = '', where = '', long = '', section = '']) => ({ title, pool, n: Number(n), short, when, where, long, section }));

/** Chits of one title as one card, with what it says. @param {WarView} view @param {"central"|"allied"} side @param {Record<string, number>} lots @param {Calendar|null} calendar @param {string} place @returns {Child} */
function cards({ titles, events }, side, lots, calendar, place) {
  /** @type {Map<string, {n: number, section: string}>} */
  const by = new Map();
  for (const [id, n] of Object.entries(lots)) {
    const title = titles[id] ?? id;
    if (n > 0) by.set(title, { n: (by.get(title)?.n ?? 0) + n, section: events.sections[id] ?? '' });
  }
  const told = calendar ? printed(calendar, side) : [];
  return by.size > 0 && h('div', { class: 'chit-cards' }, [...by].map(([title, { n, section }]) => card(side, times(title, n), told.find((each) => each.title === title), section, calendar, `chit-${place}-${title}`)));
}

/** What is unfolded stays so when the card is drawn again. @type {Set<string>} */
const unfolded = new Set();

/** @param {string} key @param {string} look @param {Child} summary @param {Child} content */
function folded(key, look, summary, content) {
  const details = h('details', { class: look, open: unfolded.has(key), ontoggle: () => (details.open ? unfolded.add(key) : unfolded.delete(key)) }, h('summary', { 'data-key': key }, summary), content);
  return details;
}

/** @param {string} side @param {string} title @param {Printed|undefined} told @param {string} section @param {Calendar|null} calendar @param {string} key @returns {Child} */
function card(side, title, told, section, calendar, key) {
  const rule = calendar?.rule(told?.section ?? section) ?? null;
  const own = rule && !(SECTIONS_OF_MANY.has(rule.section) && told && told.short !== UNSAID);
  const rows = told ? [['When', told.when], ['Where', told.where], ['How long', told.long]] : [];
  const short = told && told.short !== UNSAID && h('span', { class: 'in-short' }, told.short);
  return folded(key, `chit-card ${side}`, [h('b', {}, title), short && ' ', short], [
    own && rule.text.map((text) => h('p', {}, linked(text))),
    h('dl', {}, rows.map(([head, words]) => [h('dt', {}, head), h('dd', {}, words)])),
    chip(told?.section ?? section),
  ]);
}

/** The chits that have entered a pool so far, each with its card; of those that you may see in it their number. @param {WarView} view @param {"central"|"allied"} side @param {Record<string, number>|null} pool @param {Calendar} calendar @returns {Child} */
function entered({ titles, tracks }, side, pool, calendar) {
  const here = pool && new Set(Object.keys(pool).filter((id) => pool[id]).map((id) => titles[id] ?? id));
  const all = printed(calendar, side).filter((each) => (here ? here.has(each.title) : each.pool <= tracks.strategic));
  if (!all.length) return null;
  /** @type {Map<string, Printed>} */
  const by = new Map();
  for (const each of all) if (!by.has(each.title)) by.set(each.title, each);
  return folded(`pool-of-${side}`, 'list', here ? 'What the chits in the pool do' : 'What has entered the pool so far', h('div', { class: 'chit-cards' }, [...by.values()].map((each) => card(side, each.title, each, each.section, calendar, `chit-pool-${side}-${each.title}`))));
}

/** @param {string} head @param {Child} words */
const row = (head, words) => h('p', {}, h('span', { class: 'quiet' }, `${head}: `), words);

/** The newest first, under the turns in which it was. @param {Lots} known @returns {Child} */
function drawn({ told, look }) {
  /** @type {{turn: string, lines: LogLine[]}[]} */
  const turns = [{ turn: '', lines: [] }];
  // A turn's own line comes after all that was told in it.
  for (const line of told) {
    const last = turns.at(-1);
    if (!last || line.section !== TURN) last?.lines.push(line);
    else {
      last.turn = line.text.replace(/\.$/, '');
      turns.push({ turn: '', lines: [] });
    }
  }
  const shown = turns.filter(({ lines }) => lines.length).slice(0, MAX_SHOWN);
  if (!shown.length) return null;
  const then = (/** @type {number} */ seq) => button(icon('past'), () => look(seq), { key: `chit-then-${seq}`, class: 'then', tone: 'ghost', label: 'Show the board then', title: 'Show the board then' });
  return [
    h('h4', {}, 'Drawn and played'),
    shown.map(({ turn, lines }) => [h('p', { class: 'quiet' }, turn || 'Since the match began'), h('ul', { class: 'drawn' }, lines.map((line) => h('li', {}, h('span', {}, line.side && [h('i', { class: `swatch ${line.side}` }), ' '], line.text), then(line.seq))))]),
  ];
}
