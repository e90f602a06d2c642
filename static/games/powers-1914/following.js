/**
 * An attack out of several fields is one plan and several commands: the first party begins the battle, the others follow
 * it there one after another. And a battle may be fought on by itself up to a number of losses. Both outlive the mode that
 * began them: every fight is a question of its own.
 *
 * @import {Desk} from '../../panels/desk.js'
 */

/** @typedef {{area: string, parties: string[][]}} Plan units field by field, still to come up */
/** @typedef {{area: string, floor: number}} Run fought on while more attackers than this are left */

/** @type {WeakMap<Desk, Plan>} */
const plans = new WeakMap();
/** @type {WeakMap<Desk, Run>} */
const runs = new WeakMap();

/** @param {Desk} desk @param {string} area @param {string[][]} parties */
export function follow(desk, area, parties) {
  if (parties.length) plans.set(desk, { area, parties });
  else plans.delete(desk);
}

/** @param {Desk} desk @param {string} area of the battle under way @returns {string[]|null} who comes up next */
export function nextParty(desk, area) {
  const plan = plans.get(desk);
  return plan?.area === area ? (plan.parties[0] ?? null) : null;
}

/** They are there, or cannot come. @param {Desk} desk @param {string[]} party */
export function partyDone(desk, party) {
  const plan = plans.get(desk);
  if (!plan) return;
  plan.parties = plan.parties.filter((other) => other !== party);
  if (!plan.parties.length) plans.delete(desk);
}

/** @param {Desk} desk @param {Run|null} run */
export function fightOn(desk, run) {
  if (run) runs.set(desk, run);
  else runs.delete(desk);
}

/** @param {Desk} desk @param {string} area of the battle under way @param {number} left attackers @returns {boolean} whether the next fight is to follow by itself */
export function goesOn(desk, area, left) {
  const run = runs.get(desk);
  if (run?.area === area && left > run.floor) return true;
  runs.delete(desk);
  return false;
}
