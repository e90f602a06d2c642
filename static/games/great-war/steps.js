/**
 * The nine steps of an operational turn, and those of a strategic one: how far the round has come.
 *
 * @import {Phase, View} from '../../core/types.js'
 */

import { war } from './index-of.js';

/** Short names, where the printed ones are long. @type {Record<string, string>} */
export const SHORT = {
  lot: 'Lots',
  events: 'Events',
  'new-units': 'New units',
  weather: 'Weather',
  'first-movement': 'Move',
  'first-combat': 'Combat',
  'second-movement': 'Move 2',
  'second-combat': 'Combat 2',
  'strategic-movement': 'Rail',
  return: 'Persia',
  draw: 'Pre-war draw',
  plans: 'Naval plans',
  choice: 'Pre-war choice',
  record: 'Record',
  victory: 'Victory',
  resource: 'Resources',
  warfare: 'U-boats',
  replacement: 'Rebuild',
  arabs: 'Arabs',
  reserve: 'Reserve',
  revolutions: 'Russia',
  surrender: 'Fortresses',
  'turkish-surrender': 'Turkey',
  pipeline: 'Pipeline',
  initiative: 'Initiative',
  'strategic-record': 'Record',
};

/** @param {View} view @returns {Phase[]} the steps of the round, done, now or still to come */
export function steps(view) {
  const { course, step } = war(view);
  const all = course[step.round] ?? [];
  const now = all.findIndex(({ key }) => key === step.part);
  return all.map(({ key, title, section }, at) => ({ key, title, section, side: null, state: at < now ? 'done' : at === now ? 'now' : 'todo' }));
}
