/**
 * What the counters show, as faces for the board to draw and as words.
 *
 * @import {Unit} from './types.js'
 * @import {Face} from '../../board/types.js'
 */

import { chipCounter } from '../../board/counter.js';
import { addSymbols, badge } from '../../board/symbols.js';
import { nationOf } from './nations.js';

/** Drawn for this project, as all symbols. */
addSymbols({
  'u-field-gun': { box: '0 0 35 20.5', parts: [['circle', { cx: 17.5, cy: 10.25, r: 4.2, class: 'solid' }]] },
  'u-siege-gun': { box: '0 0 35 20.5', parts: [['circle', { cx: 17.5, cy: 10.25, r: 4.2, class: 'solid' }], ['path', { d: 'M8 16.500h19' }]] },
  'u-air': { box: '0 0 35 20.5', parts: [['path', { d: 'M17.5 10.25C12 4 6 5 6 10.25s6 6.25 11.500 0S29 5 29 10.25s-6 6.25-11.500 0z' }]] },
  'm-oos-2': badge(['path', { d: 'M0-9L9 7.5H-9z', class: 'oos' }], ['path', { d: 'M-2.2-2.400V4.600M2.200-2.400V4.600', class: 'mark' }]),
  'm-demoralised': badge(['circle', { r: 8.4, class: 'demoralised' }], ['path', { d: 'M-4-3L0 4 4-3', class: 'stroke' }]),
  'm-trench': badge(['path', { d: 'M-8.5 5V-1h4v-4h9v4h4v6z', class: 'trench' }]),
  'm-trench-2': badge(['path', { d: 'M-8.500 6.500V.5h4v-4h9v4h4v6z', class: 'trench' }], ['path', { d: 'M-8.500-4.500h17', class: 'stroke' }]),
});

const GLYPHS = /** @type {Record<string, string>} */ ({ infantry: 'u-inf', stosstruppen: 'u-inf', cavalry: 'u-cav', tank: 'u-tank', 'field-artillery': 'u-field-gun', 'siege-artillery': 'u-siege-gun', air: 'u-air' });
const KINDS = /** @type {Record<string, string>} */ ({ infantry: 'infantry', stosstruppen: 'Stosstruppen', cavalry: 'cavalry', tank: 'tanks', 'field-artillery': 'field artillery', 'siege-artillery': 'siege artillery', air: 'aircraft' });
const CROSSES = /** @type {Record<string, number>} */ ({ XXX: 3, XX: 2 });

/** @param {Unit} unit */
export const figures = ({ kind, attack, defence, movement }) => (kind === 'air' ? `${attack}–${movement}` : `${attack}–${defence}–${movement}`);

/** @param {Unit} unit @returns {string} what the face says, as words */
export function spoken(unit) {
  const words = [unit.name, KINDS[unit.kind] ?? unit.kind, figures(unit).replaceAll('–', '-')];
  if (unit.size) words.push(unit.size === 'XXX' ? 'corps' : 'division');
  if (unit.trench) words.push(`entrenched, level ${unit.trench}`);
  if (unit.unsupplied) words.push(`out of supply, level ${unit.unsupplied}`);
  if (unit.shaken) words.push(unit.shaken === 2 ? 'demoralised this segment' : 'demoralised');
  return words.join(', ');
}

/** What is printed above the box: of guns the number alone, since their symbol says the rest. @param {Unit} unit */
const short = ({ label }) => label.replace(/^(Field|Siege) ART ?/, '').replace(/^Siege /, '');

/** @param {Unit} unit @returns {Face} */
export function faceOf(unit) {
  const { tone, ribbon, colour } = nationOf(unit.nation, unit.side);
  const trench = unit.trench > 1 ? 'm-trench-2' : unit.trench ? 'm-trench' : undefined;
  return {
    colour,
    tone,
    ribbon,
    branch: { box: true, symbol: GLYPHS[unit.kind] ?? 'u-inf' },
    label: short(unit),
    size: CROSSES[unit.size] ?? 0,
    figures: figures(unit),
    left: unit.unsupplied > 1 ? 'm-oos-2' : unit.unsupplied ? 'm-oos' : trench,
    // Two of three conditions have room; the words tell all.
    right: unit.shaken ? 'm-demoralised' : unit.unsupplied ? trench : undefined,
  };
}

/**
 * A counter by itself, in a panel.
 *
 * @param {Unit} unit
 * @param {number} px
 * @param {{dim?: boolean, silent?: boolean, stack?: number}} [o] `silent`: a label beside it already says the same
 */
export const chipFace = (unit, px, { silent, ...o } = {}) => chipCounter(faceOf(unit), px, { ...o, ...(silent ? {} : { spoken: spoken(unit) }) });
