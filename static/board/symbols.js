/** Branch glyphs and badges, each once in the document; `<use>` places them. Drawn for this project. */

import { s } from '../core/dom.js';

const BRANCH = '0 0 35 20.5';
const BADGE = '-9 -9 18 18';

/** @type {Record<string, {box: string, parts: [keyof SVGElementTagNameMap, Record<string, string|number>][]}>} */
const SYMBOLS = {
  'u-inf': { box: BRANCH, parts: [['path', { d: 'M0 0L35 20.5M35 0L0 20.5' }]] },
  'u-cav': { box: BRANCH, parts: [['path', { d: 'M0 20.5L35 0' }]] },
  'u-depot': { box: BRANCH, parts: [['path', { d: 'M0 14.5H35' }], ['path', { class: 'solid', d: 'M13 4h9v6h-9z' }]] },
  'u-fort': { box: BRANCH, parts: [['path', { class: 'open', d: 'M1 20.5V4.5H7.5V9H14V4.5H21V9H27.5V4.5H34V20.5z' }]] },
  'm-elan': { box: BADGE, parts: [['circle', { r: 8.4, class: 'elan' }], ['path', { d: 'M-4.6 2.8L0-3.2 4.6 2.8', class: 'mark ink' }]] },
  'm-fatigue': {
    box: BADGE,
    parts: [['path', { d: 'M-8-8H8V8H-8z', class: 'fatigue' }], ['path', { d: 'M-4.4-4L0-.2 4.4-4M-4.4.8L0 4.6 4.4.8', class: 'mark' }]],
  },
  // A shield struck out: it takes no part in the defence.
  'm-aside': {
    box: BADGE,
    parts: [['circle', { r: 8.6, class: 'aside' }], ['path', { d: 'M-3.8-4.6H3.8V.2C3.8 3 1.8 4.6 0 5.4-1.8 4.6-3.8 3-3.8.2zM-6 6L6-6', class: 'mark' }]],
  },
  'm-oos': {
    box: BADGE,
    parts: [['path', { d: 'M0-9L9 7.5H-9z', class: 'oos' }], ['path', { d: 'M0-3.6V2.6', class: 'mark' }], ['circle', { cy: 5.1, r: 1.2, class: 'point' }]],
  },
  'm-fortress': {
    box: BADGE,
    parts: [
      ['path', { d: 'M-7.5-7.5H7.5V0C7.5 5 3 7.6 0 8.6-3 7.6-7.5 5-7.5 0z', class: 'fortress' }],
      ['path', { d: 'M-3.6 1V-3H-1.3V-1.5H1.3V-3H3.6V1z', class: 'point' }],
    ],
  },
  'm-gun': {
    box: BADGE,
    parts: [['circle', { r: 8.4, class: 'gun' }], ['path', { d: 'M-5 4L4.5-3.5M-1.5 4.500a2.200 2.200 0 1 0 .1 0', class: 'mark' }]],
  },
};

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
