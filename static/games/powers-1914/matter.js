/**
 * What a question is about that interrupts a step: the card that asks, with the purse it may cost; the two who would
 * fight, with the odds. `roster.js` hands it to the general form.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {FightPlan, Pending, PowersView} from './types.js'
 * @import {Position} from './position.js'
 */

import { h } from '../../core/dom.js';
import { addsOf, oddsBar } from './fight.js';
import { cardFace } from './hand.js';
import { pieceFace } from './pieces.js';
import { purse } from './shop/purse.js';

const FACE_PX = 48;

/** Odds that were asked for, by position and pair. @type {WeakMap<PowersView, Map<string, FightPlan|null>>} */
const plans = new WeakMap();

/** @param {Position} position @returns {Child} */
export function matter(position) {
  const { pending } = position.view;
  if (!pending || !position.desk.legal.yours) return null;
  if (pending.kind === 'challenge') return duel(position, pending);
  if (!pending.card) return null;
  const price = pending.kind === 'colonies' && position.me ? purse(position.me) : null;
  return h('div', { class: 'roomy units' }, cardFace(pending.card, { section: position.desk.legal.offers[0]?.section }), price);
}

/** @param {Position} position @param {Pending} pending @returns {Child} */
function duel(position, pending) {
  const { view } = position;
  const { attacker = '', target = '' } = pending;
  const [theirs, ours] = [position.unit(attacker), position.unit(target)];
  const plan = oddsOf(position, attacker, target);
  return h(
    'div',
    { class: 'roomy units' },
    theirs && ours ? h('div', { class: 'vs' }, pieceFace(theirs, FACE_PX), h('span', { class: 'between-sides' }, 'against'), pieceFace(ours, FACE_PX)) : null,
    plan && [oddsBar(mirrored(plan)), addsOf(plan, { attacker: 'They', defender: 'You' })],
  );
}

/** The odds of a duel; asked for when they are first wanted. @param {Position} position @param {string} unit @param {string} target @returns {FightPlan|null} null as long as they are not known */
export function oddsOf(position, unit, target) {
  const { view } = position;
  const known = plans.get(view) ?? new Map();
  plans.set(view, known);
  const pair = `${unit} ${target}`;
  if (!known.has(pair)) {
    known.set(pair, null);
    void position.desk.consult({ kind: 'fight', unit, target, capture: false }).then((plan) => {
      known.set(pair, plan);
      position.desk.refresh();
    });
  }
  return known.get(pair) ?? null;
}

/** As the one who is asked sees it. @param {FightPlan} plan */
const mirrored = ({ chances: { win, tie, lose, of } }) => ({ win: lose, tie, lose: win, of });

/** @param {Position} position @returns {Highlights} who asks whom, as an arrow */
export function shows(position) {
  const { pending } = position.view;
  if (pending?.kind !== 'challenge') return {};
  const [from, at] = [position.areaOf(pending.attacker ?? ''), position.areaOf(pending.target ?? '')];
  return at ? { attack: { hex: at, from: from ? [from] : [], odds: null, river: null } } : {};
}
