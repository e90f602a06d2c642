/**
 * The calendar of the war: every turn in its year with the weather that the track prints and the strategic turn after it;
 * of the one that is chosen who comes, which chits enter, and what was won and lost. All of it is printed or was told.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Calendar} from '../../panels/cards/calendar.js'
 * @import {WarView} from './types.js'
 */

import { button, count, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h, s } from '../../core/dom.js';
import { ORDER, nationName, nationOf } from './nations.js';

/** Which lines tell of what a turn brought. @type {import('../../panels/cards/calendar.js').Yearbook} */
export const YEARBOOK = { kinds: ['taken', 'entry', 'collapsed', 'surrendered', 'treaty', 'revolution', 'events', 'morale'], word: 'Turn', section: '4.1' };

const SIDES = { central: 'Central Powers', allied: 'Allies' };
/** How the charts call the sides. @type {Record<string, "central"|"allied">} */
const SIDE_OF = { 'Central Powers': 'central', Allies: 'allied' };
const NONE = '—';
/** The columns of the printed track before and after those of the zones. */
const COLUMNS_BEFORE_ZONES = 2;
const YEAR_COLUMN = 4;

/** @typedef {{number: number, month: string, year: string, weather: [string, string][], then: string}} Turn weather: zone and sky */
/** @typedef {{side: string, code: string, nation: string, units: string}} Coming */

/** @param {WarView} view @param {Calendar} calendar @returns {Child} */
export function calendar(view, calendar) {
  const turns = turnsOf(calendar);
  if (!turns.length) return h('p', { class: 'quiet' }, 'Reading the turn track…');
  const chosen = turns.find(({ number }) => number === (calendar.chosen ?? view.turn)) ?? turns[0];
  if (!chosen) return null;
  const years = [...new Set(turns.map(({ year }) => year))];
  return h(
    'section',
    { class: 'calendar', 'aria-label': 'Turn track' },
    h('div', { class: 'years', role: 'group', 'aria-label': 'Years', onkeydown: walk }, years.map((year) => ofYear(view, calendar, turns, chosen, year))),
    h('div', { class: 'year', role: 'group', 'aria-label': `Turns of ${chosen.year}`, onkeydown: walk }, turns.filter(({ year }) => year === chosen.year).map((turn) => cell(view, calendar, turn, turn === chosen))),
    page(view, calendar, chosen, turns.find(({ number, then }) => number > chosen.number && then)),
  );
}

/** The printed track, once it is known. @param {Calendar} calendar @returns {Turn[]} */
function turnsOf(calendar) {
  const track = calendar.chart('turns');
  if (!track) return [];
  const zones = track.columns.slice(COLUMNS_BEFORE_ZONES, -1);
  return track.rows.map((row) => {
    const date = row[1] ?? '';
    const then = row.at(-1) ?? NONE;
    const weather = zones.map((zone, i) => /** @type {[string, string]} */ ([zone, row[COLUMNS_BEFORE_ZONES + i] ?? NONE]));
    return { number: Number(row[0]), month: date.slice(0, -YEAR_COLUMN - 1), year: date.slice(-YEAR_COLUMN), weather: weather.filter(([, sky]) => sky !== NONE), then: then === NONE ? '' : then };
  });
}

/** A year, filled as far as it is over. @param {WarView} view @param {Calendar} calendar @param {Turn[]} turns @param {Turn} chosen @param {string} year @returns {Child} */
function ofYear(view, calendar, turns, chosen, year) {
  const mine = turns.filter((turn) => turn.year === year);
  const over = mine.filter(({ number }) => number < view.turn).length;
  const now = mine.find(({ number }) => number === view.turn);
  const open = year === chosen.year;
  const choose = () => calendar.choose((now ?? mine[0])?.number ?? null);
  const course = h('i', { class: 'course' });
  course.style.setProperty('--over', `${Math.round((100 * over) / mine.length)}%`);
  return h('button', { type: 'button', class: `year-of${now ? ' now' : ''}`, 'data-key': `year-${year}`, 'aria-pressed': String(open), tabindex: open ? '0' : '-1', onclick: choose }, year, course);
}

/** Arrow keys go along a row. @param {KeyboardEvent} event */
function walk(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  const here = document.activeElement;
  const all = /** @type {HTMLElement[]} */ ([...(here?.parentElement?.children ?? [])]);
  const place = all.findIndex((each) => each === here);
  if (by === undefined || place < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const next = all[Math.max(0, Math.min(all.length - 1, place + by))];
  next?.focus();
  next?.click();
}

/** @param {WarView} view @param {Turn} turn */
const when = (view, { number }) => (number < view.turn ? 'over' : number === view.turn ? 'now' : 'to-come');

/** @param {WarView} view @param {Calendar} calendar @param {Turn} turn @param {boolean} chosen @returns {Child} */
function cell(view, calendar, turn, chosen) {
  const { number, month, then, weather } = turn;
  const skies = [...new Set(weather.map(([, sky]) => sky))];
  const points = pointsAfter(view, calendar, number);
  const at = when(view, turn);
  const unseen = (/** @type {string} */ words) => h('span', { class: 'offstage' }, words);
  return h(
    'button',
    {
      type: 'button',
      class: `turn ${at}`,
      'data-key': `turn-${number}`,
      'aria-pressed': String(chosen),
      'aria-current': at === 'now' ? 'date' : null,
      tabindex: chosen ? '0' : '-1',
      onclick: () => calendar.choose(number),
    },
    h('small', {}, unseen('Turn '), number),
    h('b', {}, month),
    h('span', { class: 'skies' }, points ? h('i', { class: 'won' }, points.short) : [skies.map(sky), unseen(skies.join(' and '))]),
    then && h('span', { class: 'then-turn' }, unseen('then strategic turn '), then),
  );
}

/** Signs of the weather, drawn for this project. @type {Record<string, string>} */
const SKIES = {
  fair: 'M6 3.600a2.400 2.400 0 1 0 0 4.800 2.400 2.400 0 1 0 0-4.800zM6 .6v1.400M6 10v1.400M.6 6H2M10 6h1.400M2.200 2.200l1 1M8.800 8.800l1 1M9.800 2.200l-1 1M3.200 8.800l-1 1',
  wet: 'M6 1.200C8 4 9.400 5.600 9.400 7.600a3.400 3.400 0 0 1-6.800 0C2.600 5.600 4 4 6 1.200z',
  snow: 'M6 .8v10.400M1.500 3.400l9 5.200M10.500 3.400l-9 5.200',
  hot: 'M6 2.800a3.200 3.200 0 1 0 0 6.400 3.200 3.200 0 1 0 0-6.400zM6 .2v1M6 10.800v1M.2 6h1M10.800 6h1',
  variable: 'M4 2.200a2 2 0 0 0-1 3.800M4 .4v.8M1.200 3.200H.4M8 5C9.300 6.800 10.200 7.900 10.200 9.100a2.200 2.200 0 0 1-4.400 0C5.800 7.900 6.700 6.800 8 5z',
};

/** @param {string} name */
const sky = (name) => s('svg', { class: `sky-sign ${name}`, width: 12, height: 12, viewBox: '0 0 12 12', 'aria-hidden': 'true' }, s('path', { d: SKIES[name] ?? SKIES.fair }));

/** By what the Central Powers win: the first figure, and its unit: one, several. @type {Record<string, [string, string]>} */
const COUNTED = { 'Victory points': ['pt', 'pts'], 'Victory hexes': ['hex', 'hexes'] };

/** What they had of it when the next turn began; null while it has not, and where towns decide. @param {WarView} view @param {Calendar} calendar @param {number} turn */
function pointsAfter({ ledger }, { figures }, turn) {
  const next = figures?.turns.indexOf(turn + 1) ?? -1;
  const [first] = figures?.figures ?? [];
  const had = first?.values.central?.[next];
  const units = first && COUNTED[first.title];
  if (!units || had === undefined || ledger.score?.towns) return null;
  return { title: first.title, short: count(had, ...units), had };
}

/** What is lost in a turn, of a figure that grows. @param {Calendar} calendar @param {number} turn @returns {Record<string, number>} */
function lostIn({ figures }, turn) {
  const [from, to] = [figures?.turns.indexOf(turn) ?? -1, figures?.turns.indexOf(turn + 1) ?? -1];
  const lost = figures?.figures.find(({ section }) => section === LOST);
  if (!lost || to < 0) return {};
  return Object.fromEntries(Object.entries(lost.values).map(([side, values]) => [side, (values[to] ?? 0) - (from < 0 ? 0 : (values[from] ?? 0))]));
}

/** The section of the figure of steps lost. */
const LOST = '10.6';

/** More about one turn. @param {WarView} view @param {Calendar} calendar @param {Turn} turn @param {Turn|undefined} next the turn that the next strategic turn follows @returns {Child} */
function page(view, calendar, turn, next) {
  const at = when(view, turn);
  const { began, deeds, look } = calendar;
  return h(
    'div',
    { class: 'turn-page', 'aria-live': 'polite' },
    h('h4', {}, `Turn ${turn.number}, ${turn.month} ${turn.year}`, at === 'now' ? ', now' : '', began !== null && at === 'over' ? button(icon('past'), () => look(began), { key: 'turn-then', class: 'then', tone: 'ghost', label: 'Show the board then', title: 'Show the board then' }) : null),
    h('p', {}, skies(view, turn, at), ' ', chip('12.1')),
    turn.then ? [h('p', {}, `Strategic turn ${turn.then} follows. `, chip('4.3')), newUnits(view, calendar, turn.then), entering(calendar, turn.then)] : next ? h('p', {}, `Strategic turn ${next.then} follows turn ${next.number}. `, button(`${next.month} ${next.year}`, () => calendar.choose(next.number), { key: 'turn-next', tone: 'ghost', class: 'then' })) : null,
    at !== 'to-come' && balance(view, calendar, turn.number),
    at !== 'to-come' && calendar.chosen !== null && [h('p', { class: 'quiet' }, 'What it brought'), deeds === null ? h('p', { class: 'quiet' }, 'Reading the log…') : told(deeds, look)],
  );
}

/** @param {WarView} view @param {Turn} turn @param {string} at */
function skies({ tracks }, { weather }, at) {
  const known = at === 'now' ? tracks.zones.map((zone) => tracks.weather[zone]) : [];
  const said = weather.map(([zone, printed], i) => `${zone}: ${known[i] ?? (printed === 'variable' ? 'fair or wet, by a die' : printed)}`);
  return said.length ? `${said.join('. ')}.` : '';
}

/** @param {WarView} view @param {Calendar} calendar @param {string} letter @returns {Child} */
function newUnits({ tracks }, calendar, letter) {
  /** @type {Coming[]} */
  const coming = (calendar.chart('arrivals')?.rows ?? [])
    .filter(([turn]) => turn === letter)
    .map(([, nation = '', units = '']) => {
      const code = ORDER.find((each) => nationName(each) === nation) ?? nation;
      return { side: tracks.sides[code] ?? '', code, nation, units };
    });
  if (!coming.length) return null;
  return [
    h('p', { class: 'quiet' }, 'New units ', chip('5.11')),
    h('ul', { class: 'coming' }, coming.map(({ code, side, nation, units }) => h('li', {}, flag(code, side), h('span', {}, h('b', {}, nation), ` ${units}`, !side && h('i', {}, ' not at war yet'))))),
  ];
}

/** The strip at the edge of a nation's counters. @param {string} code @param {string} side */
function flag(code, side) {
  const { ribbon, colour } = nationOf(code, side);
  return s('svg', { class: `flag ${colour}`, width: 20, height: 14, viewBox: '0 0 20 14', 'aria-hidden': 'true' }, s('rect', { class: 'cloth', width: 20, height: 14, rx: 2 }), ribbon.map((fill, i) => s('rect', { x: 2, y: 2 + (10 / 3) * i, width: 5, height: 10 / 3, fill })));
}

/** @param {Calendar} calendar @param {string} letter @returns {Child} */
function entering(calendar, letter) {
  const rows = (calendar.chart('chits')?.rows ?? []).filter(([, , pool]) => pool === letter);
  if (!rows.length) return null;
  return [
    h('p', { class: 'quiet' }, 'Event chits that enter the pools ', chip('6.1')),
    Object.entries(SIDES).map(([side, name]) => {
      const mine = rows.filter(([, of = '']) => SIDE_OF[of] === side);
      const all = mine.reduce((sum, row) => sum + Number(row[3]), 0);
      return all > 0 && h('details', { class: 'list' }, h('summary', { 'data-key': `enter-${letter}-${side}` }, h('i', { class: `swatch ${side}` }), ` ${name}: ${count(all, 'chit')}`), h('p', {}, mine.map(([title, , , n]) => (Number(n) > 1 ? `${title} (${n})` : title)).join(', ')));
    }),
  ];
}

/** Steps lost in a turn that is over. @param {WarView} view @param {Calendar} calendar @param {number} turn @returns {Child} */
function balance(view, calendar, turn) {
  const lost = lostIn(calendar, turn);
  const points = pointsAfter(view, calendar, turn);
  return [
    Object.keys(lost).length > 0 && h('p', { class: 'balance' }, 'Steps lost: ', Object.entries(SIDES).map(([side, name], i) => [i > 0 && ', ', h('i', { class: `swatch ${side}` }), ` ${name} `, h('b', {}, lost[side] ?? 0)]), ' ', chip(LOST)),
    points && h('p', { class: 'balance' }, `${points.title} of the Central Powers: `, h('b', {}, points.had), '. '),
  ];
}

/** @param {import('../../core/types.js').LogLine[]} deeds @param {(number: number) => void} look @returns {Child} */
function told(deeds, look) {
  if (!deeds.length) return h('p', {}, 'No place changed hands, and no event came.');
  return h('ul', { class: 'drawn' }, deeds.map((line) => h('li', {}, h('span', {}, line.side && [h('i', { class: `swatch ${line.side}` }), ' '], line.text), button(icon('past'), () => look(line.seq), { key: `deed-${line.seq}`, class: 'then', tone: 'ghost', label: 'Show the board then', title: 'Show the board then' }))));
}
