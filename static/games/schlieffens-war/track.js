/**
 * The card behind the turn: the turns to come, the tracks, who waits beside the map.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Score} from '../../panels/game.js'
 * @import {WarView} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { chipFace } from './counter.js';

/** @type {Record<string, string>} */
const BOXES = { pool: 'To be placed', 'turn-3': 'Arrive on turn 3', 'turn-7': 'Arrive on turn 7', eliminated: 'Eliminated, may return', removed: 'Removed for good' };

/** @param {WarView} view @param {Score[]} score @returns {Child} */
export function track(view, score) {
  const meter = (/** @type {number} */ value, /** @type {number} */ of, /** @type {number[]} */ marks) => {
    const cells = Math.max(of, value);
    return h('div', { class: 'meter', 'aria-hidden': 'true' }, Array.from({ length: cells }, (_, i) => h('i', { class: `${i < value ? 'on' : ''} ${marks.includes(i + 1) ? 'mark' : ''}` })));
  };
  const marks = [[view.tracks.vp_to_draw, view.tracks.vp_to_win], [view.tracks.plan_xvii_needed]];
  return [
    h(
      'ol',
      { class: 'turns' },
      Array.from({ length: view.turns }, (_, i) => i + 1).map((turn) =>
        h('li', { class: turn === view.turn ? 'now' : '', 'aria-current': turn === view.turn ? 'step' : null }, turn, turnNotes(view, turn).map((note) => h('small', {}, note))),
      ),
    ),
    score.map((item, i) => [
      h('h4', {}, `${item.label} ${item.value} of ${item.of} `, chip(item.section)),
      meter(Number(item.value), Number(item.of), marks[i] ?? []),
      h('p', { class: 'quiet' }, item.note),
    ]),
    h('p', { class: 'row' }, `Paris ${view.tracks.paris_endangered ? 'has been endangered' : 'has not been endangered yet'} `, chip('4.1')),
    h('p', { class: 'row' }, `Coup de main: ${view.markers.coup}. Heavy artillery: ${view.markers.artillery.join(', ')} `, chip('11.23')),
    Object.entries(view.boxes)
      .filter(([, counters]) => counters.length)
      .map(([box, counters]) => [h('h4', {}, `${BOXES[box] ?? box} (${counters.length})`), h('div', { class: 'units' }, counters.map((c) => chipFace(c, 40)))]),
  ];
}

/** What the turn track says of a turn. @param {WarView} view @param {number} turn @returns {string[]} */
function turnNotes(view, turn) {
  const notes = [];
  if (view.boxes['turn-3']?.length && turn === 3) notes.push('BEF');
  if (view.boxes['turn-7']?.length && turn === 7) notes.push('6th Army');
  if (turn === 7) notes.push('Plan XVII, two corps east');
  if (turn === 9 || turn === 10) notes.push('Final effort');
  const guns = view.markers.artillery.filter((m) => m === `turn ${turn}`).length;
  if (guns) notes.push(`Artillery ×${guns}`);
  return notes;
}
