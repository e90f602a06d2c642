/**
 * An attack drawn out: counters, odds track, shifts with their sections, six dice with both losses, the average.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {RefusalJson} from '../../core/types.js'
 * @import {AttackPlan, Counter, Shift} from './types.js'
 */

import { die, inWords } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { columnTrack } from '../../panels/questions/columns.js';
import { chipFace, nationShown, spoken } from './counter.js';

const FACE_PX = 44;

/** @param {number} columns */
function shiftWords(columns) {
  return columns === 0 ? 'none' : `${Math.abs(columns)} ${columns < 0 ? 'left' : 'right'}`;
}

/** @param {Shift[]} shifts @returns {Child[]} cells of the `shifts` grid */
export function shiftRows(shifts) {
  return shifts.map((shift) => [
    h('span', {}, shift.text),
    h('b', { class: shift.columns < 0 ? 'left' : shift.columns > 0 ? 'right' : '' }, shiftWords(shift.columns)),
    chip(shift.section) ?? h('span', {}),
  ]);
}

/** @param {string} result "2/1", the attacker's losses first @returns {string} */
export function lossWords(result) {
  const [attacker, defender] = result.split('/');
  return `Attacker loses ${attacker}, defender ${defender}`;
}

/** @param {number[]} range */
const span = (range) => (range.length > 1 && range[0] !== range.at(-1) ? `${range[0]}–${range.at(-1)}` : `${range[0] ?? 0}`);

/**
 * @param {object} o
 * @param {string} o.title
 * @param {Counter[]} o.attackers
 * @param {Set<string>} o.picked
 * @param {Counter[]} o.defenders
 * @param {AttackPlan|null} o.plan
 * @param {(id: string) => void} o.toggle
 * @param {(id: string) => RefusalJson|undefined} o.why
 * @param {string} o.mine seat that plans
 * @returns {Child}
 */
export function oddsPlan(o) {
  const { plan } = o;
  return [
    h('div', { class: 'hd' }, h('h3', {}, o.title), h('small', {}, `${o.picked.size} of ${o.attackers.length}`)),
    h(
      'div',
      { class: 'vs' },
      h('div', { class: 'party' }, o.attackers.map((c) =>
        h(
          'button',
          { type: 'button', 'aria-pressed': String(o.picked.has(c.id)), title: o.why(c.id)?.text ?? spoken(c), 'data-key': `attacker-${c.id}`, onclick: () => o.toggle(c.id) },
          h('span', { class: 'offstage' }, spoken(c)),
          chipFace(c, FACE_PX, { silent: true }),
        ),
      )),
      h('div', { class: 'between-sides' }, plan?.legal ? `${plan.attack} : ${span(plan.defence)}` : '–', h('small', {}, 'attack')),
      h('div', { class: 'party' }, o.defenders.map((c) => chipFace(c, FACE_PX, { nation: nationShown(o.defenders) }))),
    ),
    plan?.refusal && h('p', { class: 'bad', role: 'alert' }, plan.refusal.text, ' ', chip(plan.refusal.section)),
    plan?.legal && numbers(plan),
  ];
}

/** @param {AttackPlan} plan @returns {Child} */
function numbers(plan) {
  const [worst, best] = [plan.final[0] ?? 0, plan.final.at(-1) ?? 0];
  const start = plan.base[0] ?? 0;
  const open = worst !== best || plan.base[0] !== plan.base.at(-1);
  const spoken_ = open
    ? `Column ${columnName(plan, worst)} at worst, ${columnName(plan, plan.shown)} likely, ${columnName(plan, best)} at best`
    : `Odds ${plan.odds[0]}, column ${columnName(plan, worst)} after the shifts`;
  return [
    columnTrack(plan.columns, { shown: plan.shown, low: worst, high: best, start: open ? null : start }, spoken_),
    open ? ranged(plan) : certain(plan),
    h(
      'div',
      { class: 'sum' },
      open && h('span', {}, 'Likely:'),
      h('span', {}, 'Average ', h('b', {}, `${(plan.average[0] ?? 0).toFixed(1)} : ${(plan.average[1] ?? 0).toFixed(1)}`)),
      !plan.automatic && h('span', {}, h('b', {}, `${Math.round((plan.table.filter((r) => r.defender >= 2).length / plan.table.length) * 100)} %`), ' chance of two or more losses'),
      plan.plan_xvii && h('span', {}, 'Counts for Plan XVII ', chip('4.4')),
    ),
    plan.fort && h('p', { class: 'quiet' }, `${plan.fort} is there, whatever is on top.`),
    plan.concealed > 0 && h('p', { class: 'quiet' }, `Likely: ${plan.concealed === 1 ? 'the concealed unit is' : `the ${inWords(plan.concealed)} concealed units are`} of average strength among all the units of that nation that you cannot see, at full strength and with normal morale.`),
  ];
}

/** One column only. @param {AttackPlan} plan @returns {Child} */
function certain(plan) {
  return [
    h(
      'div',
      { class: 'shifts' },
      h('span', {}, `${plan.attack} against ${span(plan.defence)}`),
      h('b', {}, plan.odds[0]),
      chip('11.8'),
      shiftRows(plan.shifts),
      finalRow(columnName(plan, plan.shown)),
    ),
    plan.automatic ? h('p', {}, `${capital(columnName(plan, plan.shown))}, automatic: `, h('b', {}, plan.automatic), ' ', chip('11.9')) : table(plan),
  ];
}

/** @param {string} column @returns {Child} the last of the `shifts` */
export function finalRow(column) {
  return [h('b', { class: 'total' }, 'Column'), h('b', { class: 'total' }, column), h('span', {})];
}

/** Worst, likely and best beside each other, from the odds to the losses. @param {AttackPlan} plan @returns {Child} */
function ranged(plan) {
  const { cases } = plan;
  const row = (/** @type {Child} */ head, /** @type {Child[]} */ cells, klass = '') => h('tr', { class: klass }, h('th', { scope: 'row' }, head), cells.map((cell) => h('td', {}, cell)));
  const step = (/** @type {number} */ n) => h('b', { class: n < 0 ? 'left' : n > 0 ? 'right' : '', title: n ? shiftWords(n) : 'no shift' }, n < 0 ? `−${-n}` : n > 0 ? `+${n}` : '0');
  const shifts = [...plan.shifts];
  if (plan.concentric?.applies) shifts.push({ text: 'Concentric attack, half a die', section: plan.concentric.section, columns: 0, cases: plan.concentric.cases });
  return h(
    'table',
    { class: 'cases' },
    h('thead', {}, h('tr', {}, h('td', {}), cases.map((c) => h('th', { scope: 'col' }, capital(c.case))))),
    h(
      'tbody',
      {},
      row('Defence', cases.map((c) => String(c.defence))),
      row([`Odds for ${plan.attack} `, chip('11.8')], cases.map((c) => c.odds)),
      shifts.map((shift) => row([`${shift.text} `, chip(shift.section)], cases.map((_, i) => step(shift.cases?.[i] ?? shift.columns)))),
      row('Column', cases.map((c) => columnName(plan, c.column)), 'total'),
      h('tr', {}, h('th', { scope: 'row', colspan: 4, class: 'losses' }, 'You lose / they lose')),
      cases[0]?.table.map((_, die_) => row(die(die_ + 1), cases.map((c) => (c.automatic ? (die_ ? '' : c.automatic) : lossCell(c.table[die_]))))),
    ),
  );
}

/** @param {{attacker: number, defender: number}|undefined} result @returns {Child} */
const lossCell = (result) => result && h('span', { class: result.defender > result.attacker ? 'cell hit' : result.attacker > result.defender ? 'cell hurt' : 'cell' }, `${result.attacker} / ${result.defender}`);

/** @param {AttackPlan} plan @param {number} column @returns {string} "3:1", or on which side the odds lie beyond the table */
function columnName(plan, column) {
  return plan.columns[column] ?? (column < 0 ? `less than ${plan.columns[0]}` : `more than ${plan.columns.at(-1)}`);
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {AttackPlan} plan */
function table(plan) {
  const cell = (/** @type {number} */ n, /** @type {string} */ strong) => h('span', { class: `cell ${n > 1 ? strong : n === 0 ? 'none' : ''}`, role: 'cell' }, n);
  const row = (/** @type {string} */ name, /** @type {Child[]} */ cells) => [h('span', { class: 'rowhead', role: 'rowheader' }, name), cells];
  return h(
    'div',
    { class: 'crt', role: 'table', 'aria-label': 'Losses by die' },
    row('Die', plan.table.map((r) => h('span', { role: 'columnheader' }, die(r.die)))),
    row('You lose', plan.table.map((r) => cell(r.attacker, 'hurt'))),
    row('They lose', plan.table.map((r) => cell(r.defender, 'hit'))),
  );
}
