/**
 * Money in hand and what every turn brings.
 *
 * @import {SeatView} from '../types.js'
 */

import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';

/** @param {SeatView} seat */
export const purse = (seat) =>
  h(
    'dl',
    { class: 'purse' },
    h('div', {}, h('dt', {}, 'In hand'), h('dd', { 'data-money': seat.money }, seat.money)),
    h('div', {}, h('dt', {}, 'Every turn ', chip('3.5')), h('dd', {}, `+${seat.income}`)),
  );
