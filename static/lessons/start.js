/** Games with a first match on rails, and how one begins. */

import { api } from '../core/api.js';
import { matchPage } from '../core/links.js';

/** What the address of a match says when it is played with lessons. */
export const LESSONS = { guide: '1' };

/** @type {readonly string[]} */
const TAUGHT = ['schlieffens-war', 'powers-1914', 'great-war', 'empires-alliances'];

/** Whether a game can be learnt so. @param {string} game */
export const taught = (game) => TAUGHT.includes(game);

/** What they lead to: the same scenario from its beginning, the learner's side against a program. @param {string} game @param {import('./types.js').Script} script @param {string[]} seats all of the match @returns {Promise<void>} */
export async function playTheProgram(game, { scenario, seat, options = {} }, seats) {
  const programs = Object.fromEntries(seats.filter((other) => other !== seat).map((other) => [other, 'recruit']));
  const match = await api.create({ game, scenario, options, seat, programs });
  location.assign(matchPage(match.id, { seat }));
}

/** Make a match at one screen and open its first lesson. The caller has a name. @param {string} game @returns {Promise<void>} */
export async function learn(game) {
  const response = await fetch(`games/${game}/lessons.json`);
  const { scenario, seat, options = {} } = /** @type {import('./types.js').Script} */ (await response.json());
  const match = await api.create({ game, scenario, options, seat, hotseat: true, hints: true });
  location.assign(matchPage(match.id, { seat, ...LESSONS }));
}
