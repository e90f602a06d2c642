/**
 * The card behind the turn: the weather, points city by city, replacement points with what brings and costs them, garrisons,
 * countries at war and neutral, morale, and who stands in boxes, in reserve and in the pool.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Gain, Purse, ScoreRow, Unit, WarView} from './types.js'
 */

import { count, join } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { chipFace, figures } from './counter.js';
import { nationName, ORDER, SIDES } from './nations.js';

const FACE_PX = 40;
/** @type {Record<string, string>} */
const BOXES = { britain: 'Britain', 'french-north-africa': 'French North Africa', caucasus: 'The Caucasus', 'middle-east': 'The Middle East', reserve: 'Reserve', pool: 'Replacement Pool', 'at-sea': 'At sea' };
const KINDS = /** @type {const} */ (['infantry', 'artillery', 'tank']);
const SHORT = { infantry: 'inf', artillery: 'art', tank: 'tank' };
/** @type {Record<string, string>} */
const EFFECTS = { R10: '10 % fewer replacements', R20: '20 % fewer replacements', R30: '30 % fewer replacements', M: 'low morale', D: 'desertions', S: 'peace', NE: 'none' };

/** @param {number} halves */
export const half = (halves) => String(halves / 2).replace('-', '−');

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : `${n}`.replace('-', '−'));

/** @param {WarView} view @returns {Child} */
export function track(view) {
  return [weather(view), points(view), purses(view), garrisons(view), invasion(view), countries(view), morale(view), boxes(view)];
}

/** What is unfolded stays so when the card is drawn again. @type {Set<string>} */
const unfolded = new Set();

/** What only those see who look for it. @param {string} key @param {Child} summary @param {Child} content */
function folded(key, summary, content) {
  const details = h('details', { class: 'list', open: unfolded.has(key), ontoggle: () => (details.open ? unfolded.add(key) : unfolded.delete(key)) }, h('summary', { 'data-key': key }, summary), content);
  return details;
}

/** @param {WarView} view @returns {Child} */
function weather({ weather: { west, east } }) {
  return h(
    'div',
    { class: 'skies', role: 'group', 'aria-label': 'Weather' },
    [['West', west], ['East', east]].map(([zone, sky]) => h('div', { class: `sky ${sky}` }, h('small', {}, zone), h('b', {}, sky))),
    chip('20.2'),
  );
}

/** @param {WarView} view @returns {Child} */
function points({ score }) {
  const of = (/** @type {(row: ScoreRow) => boolean} */ test) => score.rows.filter(test);
  const earning = of((row) => row.halves > 0);
  const costing = of((row) => row.halves < 0);
  const open = of((row) => row.halves === 0);
  return [
    h('h4', {}, `Points of the Central Powers: ${half(score.halves)}, ${score.level.replace('-', ' ')} `, chip(score.section)),
    folded('cities', count(score.rows.length, 'place that counts', 'places that count'), [
      table('Bring points', earning),
      table('Cost points', costing),
      table('Bring or cost nothing now', open),
    ]),
  ];
}

/** @param {string} title @param {ScoreRow[]} rows @returns {Child} */
const table = (title, rows) =>
  rows.length > 0 && [
    h('h4', { class: 'minor' }, title),
    h('table', { class: 'facts' }, h('tbody', {}, rows.map(({ what, holder, halves, supplied }) => h('tr', {}, h('th', { scope: 'row' }, what, !supplied && h('small', {}, ' no supply, half')), h('td', {}, holder && h('i', { class: `swatch ${holder}`, title: SIDES[holder] })), h('td', { class: 'figure' }, halves > 0 ? `+${half(halves)}` : half(halves)))))),
  ];

/** @param {readonly number[]} three */
const amounts = (three) => KINDS.flatMap((kind, i) => (three[i] ? [`${three[i]} ${SHORT[kind]}`] : [])).join(', ') || '0';

/** @param {WarView} view @returns {Child} */
function purses(view) {
  const rows = Object.entries(view.purses).sort(([a], [b]) => rank(a) - rank(b));
  return [
    h('h4', {}, 'Replacement points ', chip('17.2')),
    h('div', { class: 'purses' }, rows.map(([id, purse]) => purseRow(view, id, purse))),
  ];
}

/** @param {string} nation */
const rank = (nation) => (ORDER.indexOf(nation) + ORDER.length + 1) % (ORDER.length + 1);

/** @param {WarView} view @param {string} id @param {Purse} purse @returns {Child} */
function purseRow(view, id, { name, side, limit, gains }) {
  const head = [h('i', { class: `swatch ${side}` }), h('span', {}, name), h('b', {}, amounts(view.points[id] ?? [0, 0, 0]))];
  return folded(`purse-${id}`, head, [
    h('p', { class: 'quiet' }, `At most ${amounts(limit)} are kept.`, gains.length ? ' A turn brings:' : ' Nothing comes this turn.'),
    gains.length > 0 && h('table', { class: 'facts' }, h('tbody', {}, gains.map(gainRow))),
  ]);
}

/** @param {Gain} gain @returns {Child} */
const gainRow = (gain) => h('tr', {}, h('th', { scope: 'row' }, gain.text), h('td', { class: 'figure' }, KINDS.filter((kind) => gain[kind]).map((kind) => `${signed(gain[kind])} ${SHORT[kind]}`).join(', ')), h('td', {}, chip(gain.section)));

/** @param {WarView} view @returns {Child} */
function garrisons(view) {
  const short = Object.entries(view.garrisons).filter(([, cities]) => cities.length);
  return short.length > 0 && [h('h4', {}, 'Cities without a garrison ', chip('18.3')), short.map(([side, cities]) => h('p', { class: 'row' }, h('i', { class: `swatch ${side}` }), ` ${join(cities)}`))];
}

/** @param {WarView} view @returns {Child} */
function invasion({ invasion: { hexes, navy, again } }) {
  const before = Object.keys(hexes);
  if (!before.length && !navy && !again) return null;
  return [
    h('h4', {}, 'Invasions ', chip('11.7')),
    before.length > 0 && h('p', { class: 'row' }, `Units at sea before ${join(before)}.`),
    navy && h('p', { class: 'row' }, `The Royal Navy is off ${navy}.`),
    again && h('p', { class: 'row' }, `The Allies may invade again in ${again}. `, chip('2.68')),
  ];
}

/** @param {WarView} view @returns {Child} */
function countries({ wars, neutral }) {
  const at = (/** @type {string} */ side) => ORDER.filter((nation) => wars[nation]?.side === side && !wars[nation]?.conquered);
  const fallen = ORDER.filter((nation) => wars[nation]?.conquered);
  const line = (/** @type {Child} */ who, /** @type {string[]} */ nations) => nations.length > 0 && h('p', { class: 'row who' }, who, h('span', {}, join(nations.map(nationName))));
  return [
    h('h4', {}, 'Countries ', chip('18.0')),
    Object.keys(SIDES).map((side) => line(h('i', { class: `swatch ${side}`, title: SIDES[side] }), at(side))),
    line('Conquered: ', fallen),
    line('Neutral: ', ORDER.filter((nation) => neutral.includes(nation))),
  ];
}

/** @param {WarView} view @returns {Child} */
function morale(view) {
  const rows = ORDER.filter((nation) => view.morale[nation]);
  const [checked, spared] = [rows.filter((nation) => view.morale[nation]?.checks), rows.filter((nation) => !view.morale[nation]?.checks)];
  return [
    h('h4', {}, 'Morale ', chip('21.0')),
    checked.map((nation) => moraleRow(view, nation)),
    spared.length > 0 && h('p', { class: 'quiet' }, `${checked.length ? 'No check yet' : 'Nobody checks yet: at war for less than a year'}${checked.length ? `: ${join(spared.map(nationName))}` : ''}.`),
  ];
}

/** @param {WarView} view @param {string} nation @returns {Child} */
function moraleRow(view, nation) {
  const row = view.morale[nation];
  if (!row) return null;
  const sum = row.drm.reduce((all, { drm }) => all + drm, 0);
  return folded(`morale-${nation}`, [h('span', {}, nationName(nation)), h('b', {}, `die ${signed(sum)}`), row.effect && h('small', {}, `${EFFECTS[row.effect] ?? row.effect} until turn ${row.until}`)], [
    row.drm.length ? h('table', { class: 'facts' }, h('tbody', {}, row.drm.map(({ text, drm, section }) => h('tr', {}, h('th', { scope: 'row' }, text), h('td', { class: 'figure' }, signed(drm)), h('td', {}, chip(section)))))) : h('p', { class: 'quiet' }, 'No modifiers.'),
  ]);
}

/** @param {WarView} view @returns {Child} */
function boxes(view) {
  return Object.entries(BOXES).map(([box, title]) => {
    const units = view.boxes[box] ?? [];
    return units.length > 0 && [h('h4', {}, `${title} (${units.length})`), h('div', { class: 'units' }, heaps(units).map(([first, n]) => chipFace(first, FACE_PX, { stack: n })))];
  });
}

/** Those that are alike together. @param {Unit[]} units @returns {[Unit, number][]} */
function heaps(units) {
  /** @type {Map<string, [Unit, number]>} */
  const alike = new Map();
  for (const unit of units) {
    const key = [unit.side, unit.nation, unit.kind, unit.size, figures(unit), unit.unsupplied].join(' ');
    const found = alike.get(key);
    if (found) found[1] += 1;
    else alike.set(key, [unit, 1]);
  }
  return [...alike.values()];
}
