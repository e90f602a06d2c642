/**
 * Units in words: "three German infantry, one artillery and Mackensen".
 *
 * @import {Figure, PowersView} from './types.js'
 */

import { inWords, join } from '../../core/bits.js';
import { nation as known } from './nations.js';
import { groups } from './units.js';

/** @param {string} text @returns {string} at the start of a sentence */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {PowersView} view @param {readonly Figure[]} units @returns {string} "nobody" for none */
export function army(view, units) {
  if (!units.length) return 'nobody';
  return join(phrases(view, units));
}

/**
 * A nation is named once, with the first of its units.
 *
 * @param {PowersView} view
 * @param {readonly Figure[]} units
 * @returns {string[]}
 */
export function phrases(view, units) {
  let told = '';
  return groups(units.map((unit) => ({ ...unit, spent: false }))).map((group) => {
    const { kind, nation, name, ids } = group;
    if (name) return name;
    const kin = nation === told;
    told = nation;
    const adjective = kin ? '' : `${known(nation).adjective} `;
    return `${inWords(ids.length)} ${adjective}${kind}${kind === 'ship' && ids.length > 1 ? 's' : ''}`;
  });
}
