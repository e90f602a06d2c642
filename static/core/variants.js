/** Variants of a game: its scenarios grouped by the title of each, the game's own first. */

/** @import {GameInfo, ScenarioInfo} from './types.js' */

/** What a scenario is called a game of. @param {GameInfo} game @param {string} scenario @returns {string} */
export const titleOf = (game, scenario) => game.scenarios.find(({ id }) => id === scenario)?.variant || game.title;

/** The titles of a game's variants, in the order of its scenarios. @param {GameInfo} game @returns {string[]} */
export const variantsOf = (game) => [...new Set(game.scenarios.map(({ variant }) => variant || game.title))];

/** The scenarios of one of them, each once. @param {GameInfo} game @param {string} variant @returns {ScenarioInfo[]} */
export const scenariosOf = (game, variant) => game.scenarios.filter((s) => !s.shares && (s.variant || game.title) === variant);

/** A scenario by itself, and those that share out its sides among more people. @param {GameInfo} game @param {ScenarioInfo} scenario @returns {ScenarioInfo[]} */
export const sharedBy = (game, { id, shares }) => game.scenarios.filter((s) => (s.shares || s.id) === (shares || id));

/** Of these the one for as many people as another, the first if there is none. @param {ScenarioInfo[]} all @param {ScenarioInfo} like @returns {ScenarioInfo|undefined} */
export const asMany = (all, like) => all.find(({ seats }) => seats.length === like.seats.length) ?? all[0];

/** How many command on a side. @param {ScenarioInfo} scenario @param {ScenarioInfo|undefined} alone the same with one commander a side, whose seats are called as the sides are @returns {string} */
export function commanders({ seats, title: whole }, alone) {
  const sides = [...new Set(seats.map(({ side }) => side))];
  const on = (/** @type {string} */ side) => seats.filter((seat) => seat.side === side).length;
  const each = on(sides[0] ?? '');
  // Of two scenarios with as many commanders, the title of one says what is otherwise.
  if (sides.every((side) => on(side) === each)) return `${MANY[each] ?? each} on each side${whole.split(' a side')[1] ?? ''}`;
  const title = (/** @type {string} */ side) => alone?.seats.find((seat) => seat.side === side)?.title ?? side;
  return sides.map((side) => `${title(side)}: ${(MANY[on(side)] ?? String(on(side))).toLowerCase()}`).join(', ');
}

const MANY = ['', 'One', 'Two', 'Three'];
