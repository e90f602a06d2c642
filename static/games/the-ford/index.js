/**
 * The Ford at the table: what its counters show, and what its units are called in sentences.
 *
 * @import {View} from '../../core/types.js'
 * @import {PlainUnit} from '../../panels/plain-game.js'
 *
 * @typedef {PlainUnit & {strength?: number|null}} Unit
 * @typedef {View & {beaten: string|null}} FordView
 */

import { plainGame } from '../../panels/plain-game.js';

export const game = plainGame({
  title: 'The Ford',
  sides: { red: 'Red', blue: 'Blue' },
  face: (/** @type {Unit} */ { strength }) => ({ figures: String(strength ?? '?') }),
  spoken: ({ name, strength }) => `${name}, strength ${strength ?? 'unknown'}`,
  terrain: (terrain) => (terrain === 'forest' ? 'woods' : 'open'),
  about: (view) => /** @type {FordView} */ (view).beaten,
  section: '5',
  aim: (view) => `Whoever stands on the ford after turn ${view.turns} wins.`,
});
