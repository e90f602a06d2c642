/**
 * The kinds of units in words, in the order of a price list.
 *
 * @import {Figure, Kind} from './types.js'
 */

/** @type {Kind[]} what money buys and progress betters; generals are neither */
export const BOUGHT = ['infantry', 'artillery', 'aircraft', 'ship'];

/** @type {Record<Kind, string>} heads of columns */
export const KIND_TITLES = { infantry: 'Infantry', artillery: 'Artillery', aircraft: 'Aircraft', ship: 'Ships', general: 'General' };

/** @param {Kind} kind @param {number} n @returns {string} "3 infantry", "a ship" */
export function some(kind, n) {
  const word = n !== 1 && (kind === 'ship' || kind === 'general') ? `${kind}s` : kind;
  return `${n} ${word}`;
}

/** @param {string} nation @param {Kind} kind @returns {Figure} a unit that nobody has yet, to show and to name */
export const sample = (nation, kind) => ({ id: `${nation}.${kind}`, nation, kind, spent: false });
