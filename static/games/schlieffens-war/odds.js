/**
 * An attack drawn out: counters, odds track, shifts with their sections, six dice with both losses, the average.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {RefusalJson} from '../../core/types.js'
 * @import {AttackPlan, Counter, Shift} from './types.js'
 */

import { chip, count, die } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { chipFace, nationShown, spoken } from './counter.js';

const FACE = 44;

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
      o.attackers.map((c) =>
        h(
          'button',
          { type: 'button', 'aria-pressed': String(o.picked.has(c.id)), 'aria-label': spoken(c), title: o.why(c.id)?.text ?? spoken(c), 'data-key': `attacker-${c.id}`, onclick: () => o.toggle(c.id) },
          chipFace(c, FACE, { silent: true }),
        ),
      ),
      h('div', { class: 'between-sides' }, plan?.legal ? `${plan.attack} : ${span(plan.defence)}` : '–', h('small', {}, 'attack')),
      o.defenders.map((c) => chipFace(c, FACE, { nation: nationShown(o.defenders) })),
    ),
    plan?.refusal && h('p', { class: 'bad', role: 'alert' }, plan.refusal.text, ' ', chip(plan.refusal.section)),
    plan?.legal && numbers(plan),
  ];
}

/** @param {AttackPlan} plan @returns {Child} */
function numbers(plan) {
  const [worst, best] = [plan.final[0] ?? 0, plan.final.at(-1) ?? 0];
  const start = plan.base[0] ?? 0;
  const conceal = plan.concealed ? `, ${count(plan.concealed, 'unit')} concealed` : '';
  const spoken_ = `Odds ${plan.odds.join(' to ')}, after shifts ${columnName(plan, worst)}${best !== worst ? ` up to ${columnName(plan, best)}` : ''}`;
  return [
    h(
      'div',
      { class: 'track', role: 'img', 'aria-label': spoken_ },
      plan.columns.map((name, i) => h('div', { class: i === worst ? 'final' : i > worst && i <= best ? 'best' : i === start ? 'start' : '' }, name)),
    ),
    h(
      'div',
      { class: 'shifts' },
      h('span', {}, `${plan.attack} against ${span(plan.defence)}${conceal}`),
      h('b', {}, plan.odds.length > 1 && plan.odds[0] !== plan.odds.at(-1) ? `${plan.odds[0]}–${plan.odds.at(-1)}` : plan.odds[0]),
      chip('11.8'),
      shiftRows(plan.shifts),
      plan.concentric?.applies && [h('span', {}, 'Concentric attack, half a die'), h('b', { class: 'right' }, `${span(plan.concentric.columns)} right`), chip(plan.concentric.section)],
    ),
    plan.automatic ? h('p', {}, `${capital(columnName(plan, plan.shown))}, automatic: `, h('b', {}, plan.automatic), ' ', chip('11.9')) : table(plan),
    h(
      'div',
      { class: 'sum' },
      h('span', {}, 'Average ', h('b', {}, `${(plan.average[0] ?? 0).toFixed(1)} : ${(plan.average[1] ?? 0).toFixed(1)}`)),
      plan.table.length > 0 && h('span', {}, h('b', {}, `${Math.round((plan.table.filter((r) => r.defender >= 2).length / plan.table.length) * 100)} %`), ' chance of two or more losses'),
      plan.plan_xvii && h('span', {}, 'Counts for Plan XVII ', chip('4.4')),
    ),
  ];
}

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
