/**
 * A question of the Great War: its orders by the general form, movement and trains by hand; above them what each theatre
 * waits for, since both sides may move at the same time in different ones.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {WarView} from './types.js'
 */

import { h } from '../../core/dom.js';
import { March } from '../../orders/march.js';
import { GeneralMode } from '../../orders/mode.js';
import { Assault } from './assault.js';
import { war } from './index-of.js';
import { roster } from './roster.js';

/** Orders that have a hand of their own. */
const HANDS = { move: March, rail: March, sail: March, attack: Assault };
const THEATRES = { west: 'West and Italy', east: 'East' };
const SIDES = { central: 'Central Powers', allied: 'Allies' };

export class FrontMode extends GeneralMode {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, roster, HANDS);
  }

  /** @override @returns {Child} */
  body() {
    return [fronts(war(this.view), this.desk.seat ? this.view.viewer : null), super.body()];
  }
}

/** @param {WarView} view @param {string|null} mine @returns {Child} who moves or attacks in each theatre */
function fronts({ step }, mine) {
  if (!step.fronts.length || step.round !== 'operational') return null;
  const what = step.part.endsWith('movement') ? { now: 'moving', done: 'done moving', todo: 'moves next' } : { now: 'attacking', done: 'done attacking', todo: 'attacks next' };
  return h(
    'ul',
    { class: 'fronts', 'aria-label': 'What the theaters wait for' },
    step.fronts.map(({ theatre, side, state }) =>
      h('li', { class: state }, h('span', {}, THEATRES[theatre]), h('b', {}, h('i', { class: `swatch ${side}` }), ' ', side === mine ? 'You' : SIDES[side]), h('span', {}, what[state])),
    ),
  );
}
