/**
 * What a question is about that interrupts a step: the card that asks, with the purse it may cost; the two who would
 * fight, with the odds. `roster.js` hands it to the general form.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {FightPlan, Pending, PowersView} from './types.js'
 * @import {PowersMode} from './mode.js'
 */

import { h } from '../../core/dom.js';
import { addsOf, oddsBar } from './fight.js';
import { cardFace } from './hand.js';
import { pieceFace } from './pieces.js';
import { purse } from './shop/purse.js';

const FACE_PX = 48;

/** Odds that were asked for, by position and pair. @type {WeakMap<PowersView, Map<string, FightPlan|null>>} */
const plans = new WeakMap();

/** @param {PowersMode} mode @returns {Child} */
export function matter(mode) {
  const { pending } = mode.view;
  if (!pending || !mode.legal.yours) return null;
  if (pending.kind === 'challenge') return duel(mode, pending);
  if (!pending.card) return null;
  const price = pending.kind === 'colonies' && mode.me ? purse(mode.me) : null;
  return h('div', { class: 'roomy units' }, cardFace(pending.card, { section: mode.legal.offers[0]?.section }), price);
}

/** @param {PowersMode} mode @param {Pending} pending @returns {Child} */
function duel(mode, pending) {
  const { view } = mode;
  const { attacker = '', target = '' } = pending;
  const [theirs, ours] = [mode.unit(attacker), mode.unit(target)];
  const plan = oddsOf(mode, attacker, target);
  return h(
    'div',
    { class: 'roomy units' },
    theirs && ours ? h('div', { class: 'vs' }, pieceFace(theirs, FACE_PX), h('span', { class: 'between-sides' }, 'against'), pieceFace(ours, FACE_PX)) : null,
    plan && [oddsBar(mirrored(plan)), addsOf(plan, { attacker: 'They', defender: 'You' })],
  );
}

/** The odds of a duel; asked for when they are first wanted. @param {PowersMode} mode @param {string} unit @param {string} target @returns {FightPlan|null} null as long as they are not known */
export function oddsOf(mode, unit, target) {
  const { view } = mode;
  const known = plans.get(view) ?? new Map();
  plans.set(view, known);
  const pair = `${unit} ${target}`;
  if (!known.has(pair)) {
    known.set(pair, null);
    void mode.desk.consult({ kind: 'fight', unit, target, capture: false }).then((plan) => {
      known.set(pair, plan);
      mode.desk.refresh();
    });
  }
  return known.get(pair) ?? null;
}

/** As the one who is asked sees it. @param {FightPlan} plan */
const mirrored = ({ chances: { win, tie, lose, of } }) => ({ win: lose, tie, lose: win, of });

/** @param {PowersMode} mode @returns {Highlights} who asks whom, as an arrow */
export function shows(mode) {
  const { pending } = mode.view;
  if (pending?.kind !== 'challenge') return {};
  const [from, at] = [mode.areaOf(pending.attacker ?? ''), mode.areaOf(pending.target ?? '')];
  return at ? { attack: { hex: at, from: from ? [from] : [], odds: null, river: null } } : {};
}
