/** Branch glyphs and badges, each once in the document; `<use>` places them. Drawn for this project. */

import { s } from '../core/dom.js';

const BRANCH = '0 0 35 20.5';
const BADGE = '-9 -9 18 18';

/** @typedef {[keyof SVGElementTagNameMap, Record<string, string|number>]} Part */
/** @typedef {{box: string, parts: Part[]}} Symbol */

/** @type {Record<string, Symbol>} */
const SYMBOLS = {
  'u-inf': { box: BRANCH, parts: [['path', { d: 'M0 0L35 20.5M35 0L0 20.5' }]] },
  'u-cav': { box: BRANCH, parts: [['path', { d: 'M0 20.5L35 0' }]] },
  'u-mountain': { box: BRANCH, parts: [['path', { d: 'M0 0L35 20.5M35 0L0 20.5' }], ['path', { class: 'solid', d: 'M10.5 20.5L17.5 9.5 24.5 20.5z' }]] },
  'u-tank': { box: BRANCH, parts: [['path', { d: 'M10.5 4.5h14a5.75 5.75 0 0 1 0 11.500h-14a5.75 5.75 0 0 1 0-11.500z' }]] },
  'u-anti-tank': { box: BRANCH, parts: [['path', { d: 'M0 20.5L17.5 0 35 20.5' }]] },
  'u-depot': { box: BRANCH, parts: [['path', { d: 'M0 14.5H35' }], ['path', { class: 'solid', d: 'M13 4h9v6h-9z' }]] },
  'u-fort': { box: BRANCH, parts: [['path', { class: 'open', d: 'M1 20.5V4.5H7.5V9H14V4.5H21V9H27.5V4.5H34V20.5z' }]] },
  'm-oos': {
    box: BADGE,
    parts: [['path', { d: 'M0-9L9 7.5H-9z', class: 'oos' }], ['path', { d: 'M0-3.6V2.6', class: 'mark' }], ['circle', { cy: 5.1, r: 1.2, class: 'point' }]],
  },
};

/** A mark at a counter's corner, about the middle of a box of 18. @param {...Part} parts @returns {Symbol} */
export const badge = (...parts) => ({ box: BADGE, parts });

/** Those of a game, before its board is laid. @param {Record<string, Symbol>} symbols */
export function addSymbols(symbols) {
  Object.assign(SYMBOLS, symbols);
}

/** Adds the symbols to the page, once. */
export function installSymbols() {
  if (document.getElementById('symbols')) return;
  const symbols = Object.entries(SYMBOLS).map(([id, { box, parts }]) =>
    s('symbol', { id, viewBox: box, overflow: 'visible', ...(box === BRANCH ? { preserveAspectRatio: 'none' } : {}) }, parts.map(([tag, props]) => s(tag, props))),
  );
  const hatch = s(
    'pattern',
    { id: 'hatch', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    s('rect', { class: 'hatch-ground', width: 5, height: 5 }),
    s('path', { class: 'hatch-line', d: 'M0 0V5' }),
  );
  // A whole area to be attacked may be red by itself: what says so is a shape.
  const attacked = s(
    'pattern',
    { id: 'hatch-attack', width: 18, height: 18, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    s('path', { class: 'hatch-attack-line casing', d: 'M5 0V18' }),
    s('path', { class: 'hatch-attack-line', d: 'M5 0V18' }),
  );
  document.body.prepend(s('svg', { id: 'symbols', class: 'offstage', width: 0, height: 0, 'aria-hidden': 'true' }, s('defs', {}, symbols, hatch, attacked)));
}
