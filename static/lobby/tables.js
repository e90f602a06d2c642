/**
 * Public tables: those with a free seat, where anyone may sit down, those in play with a seat that its player has left, and those in
 * play, which anyone may watch.
 *
 * @import {GameInfo} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 * @import {TableOut} from '../core/wire.js'
 */

import { api } from '../core/api.js';
import { button, join } from '../core/bits.js';
import { brief } from '../core/clocks.js';
import { h, render } from '../core/dom.js';
import { joinPage, matchPage } from '../core/links.js';
import { titleOf } from '../core/variants.js';
import { ago, exactly } from '../core/when.js';
import { drawnSeats } from '../panels/people.js';

/** How a pace is called. @type {Record<string, string>} */
export const PACES = { '': 'Any pace', live: 'Live, in one sitting', days: 'Over days or weeks' };

/** @param {TableOut} table */
const people = (table) => [...new Set(table.seats.map((s) => s.name))].filter((name) => name !== null);

/** How far a match in play has come, or since when a table waits. @param {TableOut} table @returns {Child[]} */
function standing(table) {
  const { glance, made_at: at } = table;
  if (table.key !== null) return [glance ? `Turn ${glance.turn} · ${glance.title}` : 'Under way', table.hints && ' · hints allowed'];
  return [table.clock ? `${brief(table.clock)} · ` : table.pace && `${PACES[table.pace]} · `, h('time', { datetime: at, title: exactly(at) }, ago(at)), table.hints && ' · hints allowed'];
}

/** @typedef {"free"|"left"|"running"} Kind */

/** Where a row leads, and what is done there. @param {TableOut} table @param {Kind} kind @returns {[key: string, word: string, address: string]} */
function entry(table, kind) {
  if (kind === 'running') return ['watch', 'Watch', matchPage(table.id, { key: table.key ?? '' })];
  return kind === 'left' ? ['take', 'Take over', joinPage(table.id)] : ['join', 'Join', joinPage(table.id)];
}

/** @param {TableOut["seats"][number]} seat */
const sits = (seat) => (seat.free ? 'free' : seat.open ? `open (${seat.name} has left it)` : seat.name);

/** @param {TableOut} table @param {GameInfo[]} games @param {Kind} kind */
function row(table, games, kind) {
  const game = games.find((g) => g.id === table.game);
  const scenario = game?.scenarios.find((s) => s.id === table.scenario);
  const title = game ? titleOf(game, table.scenario) : table.game;
  const begun = table.key !== null;
  const [key, word, address] = entry(table, kind);
  return h(
    'li',
    { class: 'match', 'data-game': table.game, 'data-table': table.id },
    h('span', { class: 'what' }, h('b', {}, scenario ? `${title}: ${scenario.title}` : title)),
    h('a', { class: 'b', href: address, 'data-key': `${key}-${table.id}`, 'aria-label': `${word} ${title}, ${join(people(table))}` }, word),
    h('span', { class: 'where' }, standing(table)),
    table.dice_stand && h('span', { class: 'note' }, 'Dice stand: nobody takes back a die roll.'),
    table.note && h('span', { class: 'note' }, table.note),
    h('span', { class: 'who' }, table.sides === 'drawn' && !begun ? drawnSeats(table.seats) : table.seats.map((s) => h('span', {}, h('i', { class: `swatch ${s.side}` }), `${s.title}: ${sits(s)}`))),
  );
}

/** Those at which you do not sit: yours stand in your own list. @param {TableOut[]} tables */
const others = (tables) => tables.filter((table) => !table.seats.some((s) => s.you));

/**
 * A section of the page that fills itself, page by page; it is not there while there is nothing to show.
 *
 * @param {string} title @param {Kind} kind @param {GameInfo[]} games @param {(first: TableOut|undefined) => void} [found] hears of the newest
 * @returns {{section: HTMLElement, look: () => Promise<void>}} `look` asks for the list again
 */
export function tablesSection(title, kind, games, found) {
  const section = h('section', { class: 'tables', 'aria-label': title, hidden: true });
  /** @type {TableOut[]} */
  let shown = [];
  let turned = false;
  const asked = { running: kind === 'running' ? 1 : null, left: kind === 'left' ? 1 : null };
  const draw = (/** @type {string|null} */ after) => {
    section.hidden = shown.length === 0;
    const rows = h('ul', { class: 'matches' }, shown.map((table) => row(table, games, kind)));
    render(section, h('h2', {}, title), rows, after && button('More tables', () => void more(after).catch((error) => console.warn('No more tables:', error)), { key: `more-${kind}` }));
  };
  /** @param {string} from */
  const more = async (from) => {
    turned = true;
    const { tables, after } = await api.tables({ ...asked, after: from });
    shown = [...shown, ...others(tables)];
    draw(after);
  };
  const look = async () => {
    const page = await api.tables(asked);
    const tables = others(page.tables);
    // Whoever has turned pages keeps them; and nothing is drawn again when nothing is new.
    if (turned || (section.childElementCount && JSON.stringify(tables) === JSON.stringify(shown))) return;
    shown = tables;
    found?.(tables[0]);
    draw(page.after);
  };
  return { section, look };
}

/** A match that is in play now, in one line, with a way to watch it; empty while there is none. @param {GameInfo[]} games @returns {{element: HTMLElement, show: (table: TableOut|undefined) => void}} */
export function watchLine(games) {
  const element = h('p', { class: 'now-playing', hidden: true });
  const show = (/** @type {TableOut|undefined} */ table) => {
    element.hidden = !table;
    if (!table) return;
    const game = games.find((g) => g.id === table.game);
    const [, , address] = entry(table, 'running');
    render(element, h('b', {}, 'In play now: '), `${game ? titleOf(game, table.scenario) : table.game}, ${join(people(table))}. `, ...standing(table), ' ', h('a', { class: 'b', href: address, 'data-key': 'watch-now' }, 'Watch'));
  };
  return { element, show };
}
