/** Variants of a game: its scenarios grouped by the title of each, the game's own first. */

/** @import {GameInfo, ScenarioInfo} from './types.js' */

/** What a scenario is called a game of. @param {GameInfo} game @param {string} scenario @returns {string} */
export const titleOf = (game, scenario) => game.scenarios.find(({ id }) => id === scenario)?.variant || game.title;

/** The titles of a game's variants, in the order of its scenarios. @param {GameInfo} game @returns {string[]} */
export const variantsOf = (game) => [...new Set(game.scenarios.map(({ variant }) => variant || game.title))];

/** The scenarios of one of them. @param {GameInfo} game @param {string} variant @returns {ScenarioInfo[]} */
export const scenariosOf = (game, variant) => game.scenarios.filter((s) => (s.variant || game.title) === variant);
