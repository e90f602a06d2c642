/**
 * What else is asked of a seat at the same time: a button for each question, of which one is in hand.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Desk} from '../desk.js'
 * @import {Seen} from '../drafts/draft.js'
 */

import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { placeTitle } from '../places.js';

/** @param {Seen} client @param {Desk} desk @returns {Child} */
export function laneChoice({ questions, legal, take }, desk) {
  if (questions.length < 2) return null;
  const one = (/** @type {Seen['questions'][number]} */ question) => {
    const lane = question.lane ?? '';
    const where = lane ? placeTitle(desk, lane) : '';
    return button([question.title, where ? h('small', {}, where) : null], () => take(lane), { key: `lane-${lane}`, pressed: question.ask === legal?.ask });
  };
  return h('div', { class: 'row lanes', role: 'group', 'aria-label': 'Decisions that wait for you' }, questions.map(one));
}
