/**
 * A planned attack drawn out: who fights whom, the odds column, every shift and modifier with its section, the six dice.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {AttackPlan, Counter, Drm, PlanCase, Shift} from './types.js'
 */

import { button, die, inWords } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { columnTrack } from '../../panels/questions/columns.js';
import { chipFace, nationShown, spoken } from './counter.js';

const FACE_PX = 44;

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** @param {number} columns */
const shiftWords = (columns) => `${Math.abs(columns)} ${columns < 0 ? 'left' : 'right'}`;

/** @param {Shift[]} shifts @returns {Child[]} cells of the `shifts` grid */
export const shiftRows = (shifts) => shifts.map(({ text, section, columns }) => [h('span', {}, text), h('b', { class: columns < 0 ? 'left' : 'right' }, shiftWords(columns)), chip(section) ?? h('span', {})]);

/** @param {Drm[]} drms @returns {Child[]} the same for what is added to the die */
export const drmRows = (drms) => drms.map(({ text, section, drm }) => [h('span', {}, text), h('b', { class: drm < 0 ? 'left' : 'right' }, `${signed(drm)} on the die`), chip(section) ?? h('span', {})]);

/** @param {string} column @param {string} [head] @returns {Child[]} the last of the `shifts` */
export const finalRow = (column, head = 'Column') => [h('b', { class: 'total' }, head), h('b', { class: 'total' }, column), h('span', {})];

/**
 * @param {object} o
 * @param {string} o.title
 * @param {Counter[]} o.attackers those that could attack
 * @param {Set<string>} o.picked those that do
 * @param {Counter[]} o.defenders
 * @param {AttackPlan|null} o.plan
 * @param {string} o.hq the headquarters counted on, empty for none
 * @param {(id: string) => void} o.toggle
 * @param {{hq: (id: string) => void, event: (id: string) => void, air: () => void}} o.count what else is counted in
 * @returns {Child}
 */
export function oddsPlan({ title, attackers, picked, defenders, plan, hq, toggle, count }) {
  const [first] = plan?.cases ?? [];
  return [
    h('div', { class: 'hd' }, h('h3', {}, title), h('small', {}, `${picked.size} of ${attackers.length}`)),
    h(
      'div',
      { class: 'vs' },
      h('div', { class: 'party' }, attackers.map((c) => h('button', { type: 'button', 'aria-pressed': String(picked.has(c.id)), title: spoken(c), 'data-key': `attacker-${c.id}`, onclick: () => toggle(c.id) }, h('span', { class: 'offstage' }, spoken(c)), chipFace(c, FACE_PX, { silent: true })))),
      h('div', { class: 'between-sides' }, plan?.legal && first ? [`${span(plan.cases.map((one) => one.attack))} : ${span(plan.cases.map(({ defence }) => defence))}`, h('small', {}, 'attack')] : null),
      h('div', { class: 'party' }, defenders.length ? defenders.map((c) => chipFace(c, FACE_PX, { nation: nationShown(defenders) })) : h('span', { class: 'quiet' }, 'the fort alone')),
    ),
    plan?.refusal && h('p', { class: 'bad', role: 'alert' }, plan.refusal.text, ' ', chip(plan.refusal.section)),
    plan?.legal && [
      plan.headquarters.length > 0 &&
        h('div', { class: 'row count-in', role: 'group', 'aria-label': 'Headquarters' }, plan.headquarters.map(({ id, name, columns }) => button([`With ${name}`, h('small', {}, shiftWords(columns))], () => count.hq(hq === id ? '' : id), { pressed: hq === id, key: `hq-${id}` }))),
      inHand(plan, count),
      numbers(plan),
    ],
  ];
}

/** @param {number[]} range */
function span(range) {
  const [low, high] = [Math.min(...range), Math.max(...range)];
  return low === high ? String(low) : `${low}–${high}`;
}

/** @param {AttackPlan} plan @returns {Child} */
function numbers(plan) {
  const shown = likely(plan);
  if (!shown) return null;
  const [low, high] = [Math.min(...plan.cases.map(({ at }) => at)), Math.max(...plan.cases.map(({ at }) => at))];
  return [
    columnTrack(plan.columns, { shown: shown.at, low, high }, `Column ${shown.column}`, 'six'),
    h('div', { class: 'shifts' }, h('span', {}, `${plan.attack} against ${shown.defence}`), h('b', {}, shown.odds), chip('10.31'), shiftRows(plan.shifts), finalRow(shown.column), drmRows([...plan.drms, ...shown.beyond])),
    results(plan.cases),
    plan.air.own + plan.air.enemy > 0 && h('p', { class: 'quiet' }, `Aircraft: you can send ${plan.air.own || 'none'}, they ${plan.air.enemy || 'none'}. `, chip('15.13')),
    plan.concealed > 0 && h('p', { class: 'quiet' }, `Likely: ${plan.concealed === 1 ? 'the concealed unit is' : `the ${inWords(plan.concealed)} concealed units are`} an average of those of that nation that you cannot see.`),
    !plan.concealed && plan.cases.length > 1 && h('p', { class: 'quiet' }, 'Likely: untried units count as the average of the strengths that are left. ', chip('15.82')),
    h('p', { class: 'quiet' }, 'The enemy may still add a headquarters or an event.'),
  ];
}

/** What hands and airfields hold for this attack: each is counted in by a press. @param {AttackPlan} plan @param {{event: (id: string) => void, air: () => void}} count @returns {Child} */
function inHand({ events, air }, count) {
  const flies = air.own + air.enemy > 0;
  if (!events.length && !flies) return null;
  return h(
    'div',
    { class: 'row count-in', role: 'group', 'aria-label': 'What could be added' },
    events.map((event) => {
      const why = wanting(event);
      const face = [h('i', { class: `swatch ${event.side}` }), event.title, h('small', {}, why || `${signed(event.drm)} on the die`)];
      return button(face, () => count.event(event.id), { pressed: event.counted, disabled: Boolean(why), key: `event-${event.id}`, title: `Count it in (§${event.section})` });
    }),
    flies && button(['All aircraft', h('small', {}, air.drm ? `${signed(air.drm)} on the die` : 'no effect')], count.air, { pressed: air.counted, key: 'all-aircraft', title: 'Count them in (§15.13)' }),
  );
}

/** @param {AttackPlan["events"][number]} event @returns {string} why it cannot be counted in now */
const wanting = ({ hq, barred, counted }) => (counted ? '' : barred ? 'not together with the others' : hq ? 'only with a headquarters' : '');

/** @param {AttackPlan} plan @returns {PlanCase|undefined} the middle of three cases, or the only one */
export const likely = ({ cases }) => cases[Math.floor(cases.length / 2)];

/** Where there is but one case, the dice across: it all stays in sight. @param {PlanCase["table"]} table @returns {Child} */
function across(table) {
  const cell = (/** @type {number|null} */ n, /** @type {string} */ strong) => h('span', { class: `cell ${n === null || n > 1 ? strong : n === 0 ? 'none' : ''}`, role: 'cell' }, n ?? 'all');
  const line = (/** @type {string} */ name, /** @type {Child[]} */ cells) => h('div', { class: 'across', role: 'row' }, h('span', { class: 'rowhead', role: 'rowheader' }, name), cells);
  return h(
    'div',
    { class: 'crt', role: 'table', 'aria-label': 'Losses by die' },
    line('Die', table.map((_, i) => h('span', { role: 'columnheader' }, die(i + 1)))),
    line('You lose', table.map(({ attacker }) => cell(attacker, 'hurt'))),
    line('They lose', table.map(({ defender }) => cell(defender, 'hit'))),
  );
}

/** The dice down, the cases across: what you and they would lose. @param {PlanCase[]} cases @returns {Child} */
function results(cases) {
  const rows = Math.max(...cases.map(({ table }) => table.length));
  const [only] = cases.length === 1 ? cases : [];
  if (only && rows > 1) return across(only.table);
  return h(
    'table',
    { class: 'cases' },
    cases.length > 1 && h('thead', {}, h('tr', {}, h('td', {}), cases.map((c) => h('th', { scope: 'col' }, c.case)))),
    h(
      'tbody',
      {},
      cases.length > 1 && [cases.some((c) => c.attack !== cases[0]?.attack) && row('Attack', cases.map((c) => String(c.attack))), row('Defence', cases.map((c) => String(c.defence))), row('Column', cases.map((c) => c.column)), cases.some((c) => c.drm) && row('On the die', cases.map((c) => signed(c.drm)))],
      h('tr', {}, h('th', { scope: 'row', colspan: cases.length + 1, class: 'losses' }, 'You lose / they lose')),
      Array.from({ length: rows }, (_, i) => h('tr', {}, h('th', { scope: 'row' }, rows > 1 ? die(i + 1) : 'No die'), cases.map(({ table }) => diceCell(table, i, rows)))),
    ),
  );
}

/** @param {Child} head @param {Child[]} cells */
const row = (head, cells) => h('tr', {}, h('th', { scope: 'row' }, head), cells.map((cell) => h('td', {}, cell)));

/** What odds that need no die come to stands once, beside all its faces. @param {PlanCase["table"]} table @param {number} at which face @param {number} faces @returns {Child} */
function diceCell(table, at, faces) {
  if (table.length === faces) return h('td', {}, lossCell(table[at]));
  return at ? null : h('td', { rowspan: faces }, lossCell(table[0]), h('small', {}, 'whatever the die'));
}

/** @param {PlanCase["table"][number]|undefined} result @returns {Child} */
function lossCell(result) {
  if (!result) return null;
  const { attacker, defender } = result;
  const better = defender === null || defender > attacker;
  return h('span', { class: better ? 'cell hit' : attacker > (defender ?? 0) ? 'cell hurt' : 'cell' }, `${attacker} / ${defender ?? 'all'}`);
}
