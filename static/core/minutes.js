/**
 * Each game in one minute, and how long its scenarios take: for whoever chooses one.
 *
 * @import {ScenarioInfo} from './types.js'
 */

/**
 * @typedef {{goal: string[], turn: string[], advice: string[]}} HowTo
 * @typedef {{turns: number, length: string, first?: boolean}} Length `first`: made for a first match
 * @typedef {HowTo & {weight: string, length: string, pictures?: string, variants?: Record<string, Partial<HowTo>>, scenarios: Record<string, Length>}} Minute
 */

/** @type {Promise<Record<string, Minute>>|null} */
let asked = null;

/** By game; games that have none are left out. @returns {Promise<Record<string, Minute>>} */
export function minutes() {
  asked ??= fetch('/games/minutes.json').then((response) => (response.ok ? response.json() : {}), () => ({}));
  return asked;
}

/** What is said of a scenario of a variant. @param {Minute} minute @param {string} variant its title @returns {HowTo} */
export const howTo = (minute, variant) => ({ ...minute, ...minute.variants?.[variant] });

/** One that is shared out among more people takes as long. @param {Minute|undefined} minute @param {ScenarioInfo} scenario @returns {Length|null} */
const lengthOf = (minute, { id, shares }) => minute?.scenarios[shares || id] ?? null;

/** @param {Minute|undefined} minute @param {ScenarioInfo} scenario @returns {string} "10 turns: two evenings" */
export function lengthInWords(minute, scenario) {
  const length = lengthOf(minute, scenario);
  return length ? `${length.turns} turns: ${length.length}` : '';
}

/** A first match before all others, then the longest, which is the campaign; those of one length as the game has them. @param {Minute|undefined} minute @param {ScenarioInfo[]} scenarios @returns {ScenarioInfo[]} */
export const byLength = (minute, scenarios) => {
  const rank = (/** @type {ScenarioInfo} */ scenario) => (isFirst(minute, scenario) ? Infinity : (lengthOf(minute, scenario)?.turns ?? 0));
  return scenarios.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
};

/** Whether a scenario is made for a first match. @param {Minute|undefined} minute @param {ScenarioInfo} scenario */
export const isFirst = (minute, scenario) => lengthOf(minute, scenario)?.first === true;

/** Of a game as a whole. @param {Minute} minute @returns {string} "Heavy · a campaign of 51 turns, or 10 to 42" */
export const inBrief = ({ weight, length }) => `${weight} · ${length}`;
