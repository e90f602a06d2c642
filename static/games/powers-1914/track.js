/**
 * The card behind the turn: how long the match lasts, who would win now, everyone's money, nations and cards.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {PowersView} from './types.js'
 */

import { count, whichTurn } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { cardFace, handPanel } from './hand.js';
import { nationLedger, seatLedger } from './treasury.js';

/** @type {Record<string, string>} */
const MARKS = { done: '✓', now: '▸', todo: '' };

/** @param {PowersView} view @returns {Child} */
const phases = (view) =>
  h(
    'ol',
    { class: 'phase-list' },
    view.phases.map((phase) =>
      h(
        'li',
        { class: phase.state, 'aria-current': phase.state === 'now' ? 'step' : null },
        h('span', { class: 'mark' }, MARKS[phase.state] ?? ''),
        h('span', {}, phase.side ? `${view.sides[phase.side]?.name ?? phase.side}: ${phase.title.toLowerCase()}` : phase.title),
        chip(phase.section),
      ),
    ),
  );

/** @param {PowersView} view @returns {Child} */
function balance(view) {
  const sides = Object.values(view.sides);
  const attacker = sides.find((side) => side.attacks);
  const defender = sides.find((side) => !side.attacks);
  if (!attacker || !defender) return null;
  const [a, d] = [attacker.conquests, defender.conquests];
  const ahead = a > d ? attacker : defender;
  return [
    h('h4', {}, 'Conquests ', chip('3.13.3')),
    h('div', { class: 'balance' }, sides.map((side) => h('div', { class: side === ahead ? 'ahead' : '' }, h('b', {}, side.conquests), h('span', {}, side.name)))),
    h('p', { class: 'quiet' }, a === d ? `A tie: if the match ended now, the ${defender.name} would win as the defenders.` : `If the match ended now, the ${ahead.name} would win.`),
  ];
}

/** @param {PowersView} view @returns {Child} */
function burdens(view) {
  const sides = Object.values(view.sides);
  return [
    view.revolution ? h('p', { class: 'row' }, `Revolution in Russia until the end of turn ${view.revolution}: no income, and its units fight at −1. `, chip('3.14.3')) : null,
    sides.map((side) => (side.levy ? h('p', { class: 'row' }, `${side.name}: ${side.levy} less income every turn for the colonies. `, chip('3.14.8')) : null)),
    sides.some((side) => side.captured) ? h('p', { class: 'quiet either' }, `Infantry captured: ${sides.map((side) => `${side.name} ${side.captured}`).join(', ')}. `, chip('3.3.11')) : null,
  ];
}

/** @param {PowersView} view @returns {{title: string, content: Child}} */
export function track(view) {
  return {
    title: whichTurn(view),
    content: h(
      'div',
      { class: 'powers-track' },
      h('p', { class: 'quiet' }, view.deck ? `${count(view.deck, 'event card')} left. The turn in which the last one is drawn is the last turn. ` : 'The event deck is empty: this is the last turn. ', chip('3.13.1')),
      phases(view),
      balance(view),
      burdens(view),
      h('h4', {}, 'Money ', chip('3.5')),
      seatLedger(view),
      nationLedger(view),
      handPanel(view, view.viewer),
      view.discard.length > 0 && h('details', { class: 'pile' }, h('summary', {}, `Event cards played (${view.discard.length})`), view.discard.map((card) => cardFace(card))),
    ),
  };
}
