/**
 * A planned attack drawn out: who fights whom, the column of odds, each modifier with its section, the ten results.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {AttackPlan, Unit} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { chipFace, spoken } from './counter.js';

const FACE_PX = 44;
/** What is better for the attacker, and what is worse. */
const GOOD = new Set(['DE', 'HX', 'EX', 'DD']);
const BAD = new Set(['AE', 'AX', 'AD']);

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** @param {{text: string, section: string, drm: number}[]} modifiers @returns {Child[]} cells of the `shifts` grid */
export const drmRows = (modifiers) => modifiers.map(({ text, section, drm }) => [h('span', {}, text), h('b', { class: drm < 0 ? 'left' : 'right' }, signed(drm)), chip(section) ?? h('span', {})]);

/**
 * @param {object} o
 * @param {string} o.title
 * @param {Unit[]} o.able those that could attack
 * @param {ReadonlySet<string>} o.picked those that do
 * @param {Unit[]} o.aircraft those that could support it
 * @param {ReadonlySet<string>} o.flying those that do
 * @param {Unit[]} o.defenders
 * @param {AttackPlan|null} o.plan
 * @param {(id: string) => void} o.toggle
 * @param {(id: string) => void} o.fly
 * @returns {Child}
 */
export function oddsPlan({ title, able, picked, aircraft, flying, defenders, plan, toggle, fly }) {
  const chosen = (/** @type {Unit} */ unit, /** @type {ReadonlySet<string>} */ now, /** @type {(id: string) => void} */ act) =>
    h('button', { type: 'button', 'aria-pressed': String(now.has(unit.id)), title: spoken(unit), 'data-key': `attacker-${unit.id}`, onclick: () => act(unit.id) }, h('span', { class: 'offstage' }, spoken(unit)), chipFace(unit, FACE_PX, { silent: true }));
  return [
    h('div', { class: 'hd' }, h('h3', {}, title), h('small', {}, `${picked.size} of ${able.length}`)),
    h(
      'div',
      { class: 'vs' },
      h('div', { class: 'party' }, able.map((unit) => chosen(unit, picked, toggle)), aircraft.map((unit) => chosen(unit, flying, fly))),
      h('div', { class: 'between-sides' }, plan?.attack ? [`${plan.attack} : ${plan.defence}`, h('small', {}, 'attack')] : null),
      h('div', { class: 'party' }, defenders.length ? defenders.map((unit) => chipFace(unit, FACE_PX)) : h('span', { class: 'quiet' }, 'the fort alone')),
    ),
    plan?.refusal && h('p', { class: 'bad', role: 'alert' }, plan.refusal.text, ' ', chip(plan.refusal.section)),
    plan?.column && numbers(plan),
    plan?.results && outcomes(plan),
    plan?.column && defenders.length > 1 && h('p', { class: 'quiet' }, 'These are the odds if all fight as one. The defender may let artillery and tanks join other units; you then divide the attack. ', chip('13.62')),
  ];
}

/** @param {AttackPlan} plan @returns {Child} */
function numbers({ columns, column, attack, defence, weakened = [], modifiers = [], drm = 0, most }) {
  const better = (/** @type {"attack"|"defence"} */ side, /** @type {string} */ factors) => (side === 'attack') === factors.startsWith('+');
  return [
    h('div', { class: 'track eleven', role: 'img', 'aria-label': `Column ${column}` }, columns.map((name) => h('div', { class: name === column ? 'final' : '' }, name))),
    h(
      'div',
      { class: 'shifts' },
      weakened.map(({ side, text, section, factors }) => [h('span', {}, text), h('b', { class: better(side, factors) ? 'right' : 'left' }, factors), chip(section)]),
      h('span', {}, `${attack} against ${defence}`),
      h('b', {}, column),
      chip('13.64'),
      drmRows(modifiers),
      h('b', { class: 'total' }, 'On the die'),
      h('b', { class: 'total' }, signed(drm)),
      Math.abs(modifiers.reduce((sum, { drm: by }) => sum + by, 0)) > most ? h('small', { class: 'quiet' }, `at most ${most}`) : h('span', {}),
    ),
  ];
}

/** The ten faces of the die with what each comes to. @param {AttackPlan} plan @returns {Child} */
function outcomes({ results = [], says = {} }) {
  const tone = (/** @type {string} */ result) => (GOOD.has(result) ? 'cell hit' : BAD.has(result) ? 'cell hurt' : 'cell');
  return [
    h(
      'table',
      { class: 'cases ten' },
      h('caption', { class: 'offstage' }, 'What each roll comes to'),
      h('thead', {}, h('tr', {}, results.map((_, n) => h('th', { scope: 'col' }, String(n + 1))))),
      h('tbody', {}, h('tr', {}, results.map((result) => h('td', {}, h('span', { class: tone(result), title: says[result] ?? '' }, result))))),
    ),
    h('dl', { class: 'says' }, Object.entries(says).map(([result, words]) => [h('dt', {}, result), h('dd', {}, words)])),
  ];
}
