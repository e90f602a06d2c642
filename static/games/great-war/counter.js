/**
 * What the counters of the Great War show, as faces for the board to draw and as words.
 *
 * @import {Counter, Unit} from './types.js'
 * @import {Face} from '../../board/types.js'
 */

import { chipCounter } from '../../board/counter.js';
import { addSymbols, badge } from '../../board/symbols.js';
import { nationName, nationOf } from './nations.js';

/** Drawn for this project, as all symbols. */
addSymbols({
  'm-fortress': badge(
    ['path', { d: 'M-7.5-7.5H7.5V0C7.5 5 3 7.6 0 8.6-3 7.6-7.5 5-7.5 0z', class: 'fortress' }],
    ['path', { d: 'M-3.6 1V-3H-1.3V-1.5H1.3V-3H3.6V1z', class: 'point' }],
  ),
  // A flash: shock troops.
  'm-shock': badge(['circle', { r: 8.4, class: 'shock' }], ['path', { d: 'M1.500-6L-3.5 1H0L-1.500 6 3.5-1.500H.2z', class: 'point' }]),
});

const GLYPHS = /** @type {Record<string, string>} */ ({ infantry: 'u-inf', mountain: 'u-mountain', cavalry: 'u-cav', tank: 'u-tank', 'anti-tank': 'u-anti-tank' });
/** Crosses and strokes above the box. A division has two crosses in every army. */
const CROSSES = /** @type {Record<string, number>} */ ({ '': 2, BD: 1, CRP: 3 });
const STROKES = /** @type {Record<string, number>} */ ({ BN: 2, RGT: 3 });
const TURNED = /** @type {Record<string, string>} */ ({ shock: 'shock troops', reduced: 'reduced', infantry: 'on foot', depleted: 'depleted' });
/** Backs that say that something is spent: the figures stand on a pale band. */
const WORN = new Set(['reduced', 'depleted']);
const SUPPLY = { out: 'out of supply', fortress: 'fortress supply' };
const SUPPLY_BADGES = { out: 'm-oos', fortress: 'm-fortress' };

/** @param {Counter} counter @returns {counter is Unit} */
export const known = (counter) => !counter.concealed;

/** @param {Unit} unit @returns {string} as printed: attack, defence and movement, of a headquarters support and movement; of an untried unit nobody knows how strong it is */
export const figures = ({ kind, support, attack, defence, ma }) => (kind === 'hq' ? [support, ma] : [attack ?? '?', defence ?? '?', ma]).join('–');

/** @param {Unit} unit "German 5th Division"; some names have the nation in them: "Serbian Army" */
export const nameOf = ({ nation, name }) => (name.includes(nationName(nation)) ? name : `${nationName(nation)} ${name}`);

/** @param {Counter} counter @returns {string} what the face says, as words */
export function spoken(counter) {
  if (!known(counter)) return 'a concealed unit';
  const words = [nameOf(counter), figures(counter).replaceAll('–', '-')];
  const turned = TURNED[counter.turned];
  if (turned) words.push(turned);
  if (counter.supply) words.push(SUPPLY[counter.supply]);
  return words.join(', ');
}

/** @param {Unit} unit @returns {NonNullable<Face["branch"]>} */
function branch(unit) {
  if (unit.kind === 'hq') return { box: true, text: unit.label, pole: true };
  return { box: true, symbol: GLYPHS[unit.turned === 'infantry' ? 'infantry' : unit.kind] ?? 'u-inf' };
}

/** @param {Counter} counter @param {string} [nation] of the top of its stack, which a concealed unit borrows its colour from @returns {Face} */
export function faceOf(counter, nation) {
  const { tone, ribbon, colour } = nationOf(known(counter) ? counter.nation : (nation ?? ''), counter.side);
  const base = { colour, tone, ribbon };
  if (!known(counter)) return { ...base, concealed: true };
  const hq = counter.kind === 'hq';
  return {
    ...base,
    branch: branch(counter),
    label: hq ? '' : counter.label,
    size: hq ? 0 : (CROSSES[counter.size] ?? 0),
    bars: hq ? 0 : (STROKES[counter.size] ?? 0),
    figures: figures(counter),
    reduced: WORN.has(counter.turned),
    left: counter.supply && SUPPLY_BADGES[counter.supply],
    right: counter.turned === 'shock' ? 'm-shock' : undefined,
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
