/**
 * A single fight drawn out: odds before it, both dice with all that changed them after it.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Fight, Figure, FightPlan, Modifier, PowersView, Throw} from './types.js'
 */

import { die } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { army } from './army.js';
import { pieceFace, spoken } from './pieces.js';

const FACE_PX = 40;

/** @param {number} n @returns {string} "+1", "−5" */
export const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** @param {readonly Modifier[]} modifiers @returns {Child} one line each */
export function modifierRows(modifiers) {
  if (!modifiers.length) return h('li', { class: 'quiet' }, 'No modifiers');
  return modifiers.map(({ text, section, value }) =>
    h('li', {}, h('b', { class: value < 0 ? 'bad' : 'good' }, signed(value)), h('span', {}, text), chip(section)),
  );
}

/** Throws of two dice, few enough to list. */
const THROWS = 36;

/** @param {number} n @param {number} of @returns {[number, number]} what happens and what does not, in whole per cent that come to 100 */
export function shares(n, of) {
  const share = Math.round((100 * n) / of);
  return [share, 100 - share];
}

/** @param {number} share in whole per cent @param {number} n @param {number} of @returns {string} "8 %"; what is possible is not nothing, and not everything */
function percent(share, n, of) {
  if (share === 0 && n > 0) return 'under 1 %';
  return share === 100 && n < of ? 'over 99 %' : `${share} %`;
}

/**
 * @param {{win: number, tie: number, lose: number, of: number}} chances
 * @param {{win: string, lose: string}} [words]
 * @returns {Child}
 */
export function oddsBar({ win, tie, lose, of }, words = { win: 'win', lose: 'lose' }) {
  const thrown = of === THROWS;
  const part = (/** @type {string} */ cls, /** @type {number} */ n) => {
    const span = h('span', { class: cls }, thrown ? n : '');
    span.style.setProperty('flex-grow', String(n));
    return n ? span : null;
  };
  const rounded = (/** @type {number} */ n) => Math.round((100 * n) / of);
  // Of two dice the throws stand in the bar, and as many of them are as many per cent.
  const whole = thrown ? [win, tie, lose].map(rounded) : [shares(win, of)[0], 0, shares(win, of)[1]];
  const share = (/** @type {string} */ cls, /** @type {number} */ nth, /** @type {number} */ n, /** @type {string} */ what) => h('span', { class: cls }, h('b', {}, percent(whole[nth] ?? 0, n, of)), ` ${what}`);
  return h(
    'div',
    { class: 'odds-of' },
    h('div', { class: 'odds-bar', 'aria-hidden': 'true' }, part('win', win), part('tie', tie), part('lose', lose)),
    h('div', { class: 'odds-words' }, share('win', 0, win, words.win), thrown && share('tie', 1, tie, 'both lost'), share('lose', 2, lose, words.lose), thrown && h('span', { class: 'quiet' }, `in ${of}`)),
  );
}

/** @param {FightPlan} plan @param {{attacker: string, defender: string}} heads @returns {Child} what each side adds to its die */
export function addsOf(plan, heads) {
  const column = (/** @type {string} */ head, /** @type {Modifier[]} */ modifiers, /** @type {number} */ total) =>
    h('div', { class: 'adds' }, h('h4', {}, head, h('b', {}, total ? `die ${signed(total)}` : 'die')), h('ul', {}, modifierRows(modifiers)));
  return h('div', { class: 'adds-of-both' }, column(heads.attacker, plan.attacker, plan.totals[0] ?? 0), column(heads.defender, plan.defender, plan.totals[1] ?? 0));
}

/** @param {Throw} throw_ @returns {Figure} */
const thrower = ({ unit, nation, kind }) => ({ id: unit, nation, kind, spent: false });

/** @param {PowersView} view @param {Fight} fight @returns {string} who fell */
export function verdict(view, { attacker, defender, result, lost }) {
  const fallen = [attacker, defender].filter(({ unit }) => lost.includes(unit)).map(thrower);
  if (result === 'both') return `A tie: ${army(view, fallen)} are lost.`;
  return `The ${result} wins; ${army(view, fallen)} ${fallen.length === 1 ? 'is' : 'are'} out.`;
}

/**
 * The last single fight: both dice, what was added to each, the totals, and who fell.
 *
 * @param {PowersView} view
 * @param {Fight} fight
 * @param {string} [words] what came of it, as the log tells it
 * @returns {Child}
 */
export function fightCard(view, fight, words) {
  const side = (/** @type {"attacker"|"defender"} */ role) => {
    const roll = fight[role];
    const lost = fight.lost.includes(roll.unit);
    return h(
      'div',
      { class: `throw ${role}${lost ? ' fell' : ''}` },
      h('div', { class: 'throw-head' }, pieceFace(thrower(roll), FACE_PX, { dim: lost }), die(roll.die, `${spoken(thrower(roll))} rolls ${roll.die}`), h('b', { class: 'total' }, roll.total)),
      h('ul', { class: 'throw-adds' }, h('li', {}, h('b', {}, roll.die), h('span', {}, 'die')), modifierRows(roll.modifiers)),
    );
  };
  return h(
    'div',
    { class: 'fight' },
    h('div', { class: 'throws' }, side('attacker'), h('span', { class: 'against' }, compare(fight)), side('defender')),
    h('p', { class: 'fight-verdict' }, words || verdict(view, fight)),
  );
}

/** @param {Fight} fight */
const compare = ({ attacker, defender }) => (attacker.total > defender.total ? '>' : attacker.total < defender.total ? '<' : '=');

/** One line of it, where there is no room for more. @param {PowersView} view @param {Fight} fight @returns {Child} */
export function fightBrief(view, fight) {
  return h('p', { class: 'fight-brief' }, die(fight.attacker.die), h('b', {}, fight.attacker.total), compare(fight), h('b', {}, fight.defender.total), die(fight.defender.die), h('span', {}, verdict(view, fight)));
}
