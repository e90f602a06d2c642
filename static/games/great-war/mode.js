/**
 * A question of the Great War: its orders by the general form, movement and trains by hand; above them what each theatre
 * waits for, since both sides may move at the same time in different ones.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {WarView} from './types.js'
 */

import { count } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { March } from '../../orders/march.js';
import { GeneralMode } from '../../orders/mode.js';
import { Muster } from '../../orders/muster.js';
import { Assault } from './assault.js';
import { named } from './chits.js';
import { war } from './index-of.js';
import { nationName, ORDER } from './nations.js';
import { roster } from './roster.js';
import { Devastation, Landing, Line } from './sites.js';
import { theatresOf } from './theatres.js';

/** Orders that have a hand of their own. */
const HANDS = { move: March, rail: March, sail: March, attack: Assault, devastate: Devastation, build_line: Line, gallipoli: Landing, salonika: Landing };
/** There whole armies are placed; new units come in by the general form. */
const SETTING_UP = 'set-up';
/** What answers the question of §21.24; the whole set-up by one press may stand beside it. */
const LOTS = 'draw_lots';
const SIDES = { central: 'Central Powers', allied: 'Allies' };

export class FrontMode extends GeneralMode {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, roster, desk.legal.step === SETTING_UP ? { ...HANDS, place: Muster } : HANDS);
  }

  /** @override */
  get answer() {
    return LOTS;
  }

  /** @override @returns {Child} */
  body() {
    const mine = this.desk.seat ? this.view.viewer : null;
    return [fronts(war(this.view), this.#called), treasury(war(this.view), mine), trains(war(this.view), mine), drawing(war(this.view), mine), super.body()];
  }

  /** @override What trains and ships can carry stands in a list. */
  detail() {
    const told = super.detail();
    return trains(war(this.view), this.desk.seat ? this.view.viewer : null) && typeof told === 'string' ? told.replace(/^(.*\. )?(?:Left: [^.]*|Trains can carry \d+ more)\.\s*/, '$1') : told;
  }

  /** @type {(side: "central"|"allied", now: boolean) => string} a side as you call it: of two commanders one may act and the other not */
  #called = (side, now) => {
    const { seat } = this.desk;
    if (!seat || side !== this.view.viewer) return SIDES[side];
    if (seat === side || (now && this.legal.yours)) return 'You';
    return now ? 'Your ally' : 'Your side';
  };
}

/** Steps in which points are received, given or spent. */
const SPENDING = new Set(['events', 'resource', 'warfare', 'replacement']);

/** @param {WarView} view @param {string|null} mine @returns {Child} the points of your nations, where they count */
function treasury({ step, tracks: { points, sides } }, mine) {
  if (!mine || !SPENDING.has(step.part)) return null;
  const own = Object.keys(points).filter((nation) => sides[nation] === mine).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return h('ul', { class: 'points treasury', 'aria-label': 'Your resource points' }, own.map((nation) => h('li', {}, h('span', {}, nationName(nation)), h('b', {}, points[nation]))), h('li', {}, chip('5.1')));
}

/** @param {WarView} view @param {string|null} mine @returns {Child} what your trains and ships can still carry on all maps, in the step in which they run */
function trains({ step, capacities }, mine) {
  const own = step.part === 'strategic-movement' ? (capacities ?? []).filter(({ side }) => side === mine) : [];
  if (!own.length) return null;
  return h('ul', { class: 'points treasury trains', 'aria-label': 'What your trains and ships can still carry' }, own.map(({ title, left, most }) => h('li', { class: left ? '' : 'spent' }, h('span', {}, title), h('b', {}, left, h('small', {}, ` of ${most}`)))));
}

/** @param {WarView} view @param {string|null} mine @returns {Child} what there is to draw; the card of the turn has the rest */
function drawing(view, mine) {
  const { step, events } = view;
  if (!mine || step.part !== 'events') return null;
  const hand = named(view, events.hands[mine] ?? {});
  return h('p', { class: 'quiet row' }, `${count(events.pools[mine] ?? 0, 'chit')} left to draw. In hand: ${hand.join(', ') || 'none'}. `, chip('6.1'));
}

/** @param {WarView} view @param {(side: "central"|"allied", now: boolean) => string} called who is meant @returns {Child} who moves or attacks in each theatre */
function fronts({ step, tracks }, called) {
  // With one theatre the question itself says who moves.
  if (step.fronts.length < 2 || step.round !== 'operational') return null;
  const what = step.part.endsWith('movement') ? { now: 'moving', done: 'done moving', todo: 'moves next' } : { now: 'attacking', done: 'done attacking', todo: 'attacks next' };
  const where = theatresOf(tracks);
  return h(
    'ul',
    { class: 'fronts', 'aria-label': 'Who is acting in each theatre' },
    step.fronts.map(({ theatre, side, state }) => {
      const who = called(side, state === 'now');
      // "You attack next", and "The Allies attack next": they are many.
      const does = who === 'You' || who.endsWith('s') ? what[state].replace('s next', ' next') : what[state];
      return h('li', { class: state }, h('span', {}, where[theatre]), h('b', {}, h('i', { class: `swatch ${side}` }), ' ', who), h('span', {}, does));
    }),
  );
}
