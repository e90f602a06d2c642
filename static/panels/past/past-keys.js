/**
 * The keys that step through an earlier moment.
 *
 * @import {Past} from './past.js'
 */

/** @type {Record<string, (past: Past) => Promise<void>>} */
const STEPS = {
  ArrowLeft: (past) => past.back(),
  ArrowRight: (past) => past.next(),
  PageUp: (past) => past.phaseBack(),
  PageDown: (past) => past.phaseNext(),
  Home: (past) => past.first(),
  End: (past) => past.last(),
};

/** @param {string} key @param {Past} past @returns {boolean} whether the key is one of those that step */
export function stepped(key, past) {
  const step = STEPS[key];
  if (step) void step(past);
  return step !== undefined;
}
