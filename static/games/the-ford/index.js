/**
 * The Ford at the table: what its counters show, and what its units are called in sentences.
 *
 * @import {View} from '../../core/types.js'
 * @import {PlainUnit} from '../../panels/plain-game.js'
 *
 * @typedef {PlainUnit & {strength: number|null}} Unit
 * @typedef {View & {beaten: string|null}} FordView
 */

import { plainGame } from '../../panels/plain-game.js';

export const game = plainGame({
  title: 'The Ford',
  sides: { red: 'Red', blue: 'Blue' },
  styles: ['ford.css'],
  face: (/** @type {Unit} */ { name, side, strength }) => ({
    colour: `f-${side}`,
    tone: 'dark',
    ribbon: ['#161616', '#F2EFE6', '#161616'],
    branch: { box: true, symbol: 'u-inf' },
    label: name.slice(-1),
    figures: strength === null ? '?' : String(strength),
  }),
  spoken: ({ name, strength }) => (strength === null ? `${name}, strength unknown` : `${name}, strength ${strength}`),
  terrain: (terrain) => (terrain === 'forest' ? 'woods' : 'open'),
  about: (view) => /** @type {FordView} */ (view).beaten,
  section: '5',
  aim: (view) => `Whoever stands on the ford after turn ${view.turns} wins.`,
});
