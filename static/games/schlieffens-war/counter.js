/**
 * What the counters of Schlieffen's War show, as faces for the board to draw and as words.
 *
 * @import {Counter, Unit} from './types.js'
 * @import {Face} from '../../board/types.js'
 */

import { chipCounter } from '../../board/counter.js';
import { isDealt } from '../../board/dealt.js';
import { BLACK, BLUE, GOLD, NAVY, RED, WHITE } from '../../board/ribbons.js';
import { addSymbols, badge } from '../../board/symbols.js';

/** What a counter needs to know about a nation: its three ribbon colours, and its lightness (dark or light). */
/** @type {Record<string, {name: string, tone: "dark"|"light", ribbon: [string, string, string]}>} */
const NATIONS = {
  GE: { name: 'German', tone: 'dark', ribbon: [BLACK, WHITE, RED] },
  FR: { name: 'French', tone: 'light', ribbon: [BLUE, WHITE, RED] },
  BR: { name: 'British', tone: 'light', ribbon: [RED, WHITE, NAVY] },
  BE: { name: 'Belgian', tone: 'light', ribbon: [BLACK, GOLD, RED] },
};
/** @type {[string, string, string]} */
const PLAIN = ['#888', '#888', '#888'];

/** Drawn for this project, as all symbols. */
addSymbols({
  'm-elan': badge(['circle', { r: 8.4, class: 'elan' }], ['path', { d: 'M-4.6 2.8L0-3.2 4.6 2.8', class: 'mark ink' }]),
  'm-fatigue': badge(['path', { d: 'M-8-8H8V8H-8z', class: 'fatigue' }], ['path', { d: 'M-4.4-4L0-.2 4.4-4M-4.4.8L0 4.6 4.4.8', class: 'mark' }]),
  // A shield struck out: it takes no part in the defence.
  'm-aside': badge(['circle', { r: 8.6, class: 'aside' }], ['path', { d: 'M-3.8-4.6H3.8V.2C3.8 3 1.8 4.6 0 5.4-1.8 4.6-3.8 3-3.8.2zM-6 6L6-6', class: 'mark' }]),
  'm-fortress': badge(
    ['path', { d: 'M-7.5-7.5H7.5V0C7.5 5 3 7.6 0 8.6-3 7.6-7.5 5-7.5 0z', class: 'fortress' }],
    ['path', { d: 'M-3.6 1V-3H-1.3V-1.5H1.3V-3H3.6V1z', class: 'point' }],
  ),
  'm-gun': badge(['circle', { r: 8.4, class: 'gun' }], ['path', { d: 'M-5 4L4.5-3.5M-1.5 4.500a2.200 2.200 0 1 0 .1 0', class: 'mark' }]),
});

const SIZES = /** @type {Record<string, number>} */ ({ XX: 2, XXX: 3, XXXX: 4 });
const GLYPHS = /** @type {Record<string, string>} */ ({ infantry: 'u-inf', cavalry: 'u-cav', fort: 'u-fort', depot: 'u-depot' });
const MORALE = { elan: 'élan', normal: '', fatigued: 'fatigued' };
const SUPPLY = { in: '', out: 'out of supply', fortress: 'fortress supply' };
const MORALE_BADGES = { elan: 'm-elan', normal: '', fatigued: 'm-fatigue' };
const SUPPLY_BADGES = { in: '', out: 'm-oos', fortress: 'm-fortress' };

/** @param {Counter} counter @returns {counter is Unit} */
export const known = (counter) => !('concealed' in counter && counter.concealed);

/** @param {string} nation */
export const nationName = (nation) => NATIONS[nation]?.name ?? nation;

/** @param {Unit} unit */
function figures(unit) {
  if (unit.kind === 'fort') return String(unit.factor);
  return `${unit.factor}–${unit.ma}`;
}

/** @param {Counter} counter @returns {string} what the face says, as words */
export function spoken(counter) {
  if (!known(counter)) return 'a concealed unit';
  const words = [counter.name, figures(counter)];
  if (counter.steps < counter.full) words.push(`${counter.steps} of ${counter.full} steps`);
  if (MORALE[counter.morale]) words.push(MORALE[counter.morale]);
  if (SUPPLY[counter.supply]) words.push(SUPPLY[counter.supply]);
  if (isDealt(counter)) words.push('dealt by chance');
  if (counter.helps === false) words.push('stays out of the fight');
  return words.join(', ');
}

/** @param {Unit} unit @returns {NonNullable<Face["branch"]>} */
function branch(unit) {
  if (unit.kind === 'fort') return { box: false, symbol: 'u-fort' };
  if (unit.kind === 'hq') return { box: true, text: unit.label, pole: true };
  return { box: true, symbol: GLYPHS[unit.kind] ?? 'u-inf' };
}

/** @param {Counter} counter @param {string} [nation] of the top of its stack, which a concealed unit borrows its colour from @returns {Face} */
export function faceOf(counter, nation) {
  const shown = known(counter) ? counter.nation : (nation ?? (counter.side === 'german' ? 'GE' : 'FR'));
  const { tone, ribbon } = NATIONS[shown] ?? { tone: 'light', ribbon: PLAIN };
  const base = { colour: `n-${shown}`, tone, ribbon };
  if (!known(counter)) return { ...base, concealed: true };
  const { kind } = counter;
  return {
    ...base,
    branch: branch(counter),
    label: kind === 'hq' || kind === 'fort' ? '' : counter.label,
    size: kind === 'fort' ? 0 : (SIZES[counter.size ?? ''] ?? 0),
    ...(kind === 'hq' || kind === 'depot' ? {} : { pips: { on: counter.steps, of: counter.full } }),
    figures: figures(counter),
    reduced: counter.steps < counter.full,
    dealt: isDealt(counter),
    left: SUPPLY_BADGES[counter.supply],
    right: counter.helps === false ? 'm-aside' : MORALE_BADGES[counter.morale],
  };
}

/** @param {Counter[]} counters of one stack @returns {string|undefined} the nation of the first that shows its face */
export const nationShown = (counters) => counters.find(known)?.nation;

/**
 * A counter by itself, in a panel.
 *
 * @param {Counter} counter
 * @param {number} px
 * @param {object} [o]
 * @param {boolean} [o.dim]
 * @param {boolean} [o.silent] when a label beside it already says the same
 * @param {number} [o.stack]
 * @param {string} [o.nation] for a concealed one
 */
export const chipFace = (counter, px, { silent, nation, ...o } = {}) => chipCounter(faceOf(counter, nation), px, { ...o, ...(silent ? {} : { spoken: spoken(counter) }) });
