/**
 * The event chits of both sides: hands, what is in play, what is left to draw as far as you may know, and what was drawn
 * and played when.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {LogLine} from '../../core/types.js'
 * @import {Lots} from '../../panels/lots.js'
 * @import {WarView} from './types.js'
 */

import { button, count, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';

const SIDES = { central: 'Central Powers', allied: 'Allies' };
/** The section of the line that begins a turn, and a word of it. */
const TURN = '4.1';
/** @type {import('../../panels/lots.js').Telling} */
export const TOLD = { kinds: ['events'], turn: { word: 'Turn', section: TURN }, moving: ['emergency', 'u-boats', 'entry', 'revolution', 'treaty'] };
const SHOWN = 12;

/** @param {string} title @param {number} n */
const times = (title, n) => `${title}${n > 1 ? ` (${n})` : ''}`;

/** Those of one title together: a chit may be in several pools. @param {WarView} view @param {Record<string, number>} chits @returns {string[]} */
export function named({ titles }, chits) {
  /** @type {Map<string, number>} */
  const by = new Map();
  for (const [id, n] of Object.entries(chits)) if (n > 0) by.set(titles[id] ?? id, (by.get(titles[id] ?? id) ?? 0) + n);
  return [...by].map(([title, n]) => times(title, n));
}

/** @param {WarView} view @param {Lots|null} known null while it is asked for @returns {Child} */
export function chits(view, known) {
  return [
    h('h4', {}, 'Event chits ', chip('6.1')),
    (/** @type {const} */ (['central', 'allied'])).map((side) => ofSide(view, side, known)),
    known && drawn(known),
  ];
}

/** @param {WarView} view @param {"central"|"allied"} side @param {Lots|null} known @returns {Child} */
function ofSide(view, side, known) {
  const { pools, hands, held, play, hidden } = view.events;
  const pool = Object.fromEntries((known?.lots ?? []).filter((lot) => lot.pool === side && lot.place === 'pool').map(({ chit, number }) => [chit, number]));
  const left = named(view, pool);
  const hand = named(view, hands[side] ?? {});
  const unseen = (held[side] ?? 0) - Object.values(hands[side] ?? {}).reduce((sum, n) => sum + n, 0);
  return h(
    'section',
    { class: 'chits', 'aria-label': `Event chits of the ${SIDES[side]}` },
    h('p', {}, h('i', { class: `swatch ${side}` }), ' ', h('b', {}, SIDES[side])),
    row('In hand', hand.length ? each(view, hands[side] ?? {}) : unseen ? `${count(unseen, 'chit')} that you cannot see` : 'none'),
    row('In play', named(view, play[side] ?? {}).length ? each(view, play[side] ?? {}) : 'none'),
    row('To draw', `${count(pools[side] ?? 0, 'chit')}${left.length ? `: ${left.join(', ')}` : hidden && known && pools[side] ? '. Which ones is hidden' : ''}`),
  );
}

/** Each with the section that tells what it does, which a press opens. @param {WarView} view @param {Record<string, number>} chits @returns {Child} */
function each({ titles, events }, chits) {
  /** @type {Map<string, {n: number, section: string}>} */
  const by = new Map();
  for (const [id, n] of Object.entries(chits)) {
    const title = titles[id] ?? id;
    if (n > 0) by.set(title, { n: (by.get(title)?.n ?? 0) + n, section: events.sections[id] ?? '' });
  }
  return [...by].map(([title, { n, section }], i) => [i > 0 && ', ', times(title, n), ' ', chip(section)]);
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
  const shown = turns.filter(({ lines }) => lines.length).slice(0, SHOWN);
  if (!shown.length) return null;
  const then = (/** @type {number} */ seq) => button(icon('past'), () => look(seq), { key: `chit-then-${seq}`, class: 'then', tone: 'ghost', label: 'Show the board then', title: 'Show the board then' });
  return [
    h('h4', {}, 'Drawn and played'),
    shown.map(({ turn, lines }) => [h('p', { class: 'quiet' }, turn || 'Since the match began'), h('ul', { class: 'drawn' }, lines.map((line) => h('li', {}, h('span', {}, line.side && [h('i', { class: `swatch ${line.side}` }), ' '], line.text), then(line.seq))))]),
  ];
}
