/**
 * Each game in one minute, and how long its scenarios take: for whoever chooses one.
 *
 * @import {ScenarioInfo} from './types.js'
 */

/**
 * @typedef {{goal: string[], turn: string[], advice: string[]}} HowTo
 * @typedef {{turns: number, length: string}} Length
 * @typedef {HowTo & {weight: string, length: string, variants?: Record<string, Partial<HowTo>>, scenarios: Record<string, Length>}} Minute
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
export const lengthOf = (minute, { id, shares }) => minute?.scenarios[shares || id] ?? null;

/** @param {Minute|undefined} minute @param {ScenarioInfo} scenario @returns {string} "10 turns: two evenings" */
export function lengthInWords(minute, scenario) {
  const length = lengthOf(minute, scenario);
  return length ? `${length.turns} turns: ${length.length}` : '';
}

/** The longest first, which is the campaign; those of one length as the game has them. @param {Minute|undefined} minute @param {ScenarioInfo[]} scenarios @returns {ScenarioInfo[]} */
export const byLength = (minute, scenarios) => scenarios.toSorted((a, b) => (lengthOf(minute, b)?.turns ?? 0) - (lengthOf(minute, a)?.turns ?? 0));

/** Of a game as a whole. @param {Minute} minute @returns {string} "Heavy · a campaign of 51 turns, or 10 to 42 of it" */
export const inBrief = ({ weight, length }) => `${weight} · ${length}`;
