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

const FACE = 48;

/** Odds that were asked for, by the position in which they were. @type {WeakMap<PowersView, FightPlan|null>} */
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
  if (!plans.has(view)) void ask(mode, view, attacker, target);
  const plan = plans.get(view);
  return h(
    'div',
    { class: 'roomy units' },
    theirs && ours ? h('div', { class: 'vs' }, pieceFace(theirs, FACE), h('span', { class: 'between-sides' }, 'against'), pieceFace(ours, FACE)) : null,
    plan && [oddsBar(mirrored(plan)), addsOf(plan, { attacker: 'They', defender: 'You' })],
  );
}

/** @param {PowersMode} mode @param {PowersView} view @param {string} unit @param {string} target */
async function ask(mode, view, unit, target) {
  plans.set(view, null);
  const plan = await mode.desk.consult({ kind: 'fight', unit, target, capture: false });
  plans.set(view, /** @type {FightPlan|null} */ (plan));
  mode.desk.refresh();
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
