/**
 * Counter faces on a grid of 64. Side is lightness, nation is hue and ribbon, state is shape; colours are custom
 * properties of `counters.css`, glyphs are symbols placed by `<use>`.
 *
 * @import {Counter, Unit} from './types.js'
 */

import { s } from '../core/dom.js';

/** What a counter needs to know about a nation: its three ribbon colours, and its lightness (dark or light). */
/** @type {Record<string, {name: string, tone: "dark"|"light", ribbon: [string, string, string]}>} */
const NATIONS = {
  GE: { name: 'German', tone: 'dark', ribbon: ['#161616', '#F2EFE6', '#B3261E'] },
  FR: { name: 'French', tone: 'light', ribbon: ['#1F3F8F', '#F2EFE6', '#B3261E'] },
  BR: { name: 'British', tone: 'light', ribbon: ['#B3261E', '#F2EFE6', '#1B2F66'] },
  BE: { name: 'Belgian', tone: 'light', ribbon: ['#161616', '#E7B530', '#B3261E'] },
};

const BOX = { x: 12.5, y: 14.2, width: 37.5, height: 20.5 };
const SIZES = /** @type {Record<string, number>} */ ({ XX: 2, XXX: 3, XXXX: 4 });
const GLYPHS = /** @type {Record<string, string>} */ ({ infantry: 'u-inf', cavalry: 'u-cav', fort: 'u-fort', depot: 'u-depot' });
const FIGURES_FROM = 36;
const LETTERS_FROM = 44;

/** @param {Counter} counter @returns {counter is Unit} */
export const known = (counter) => !('concealed' in counter && counter.concealed);

/** @param {string} nation */
export const nationName = (nation) => NATIONS[nation]?.name ?? nation;

/** @param {Unit} unit */
function figures(unit) {
  if (unit.kind === 'fort') return String(unit.factor);
  return `${unit.factor}–${unit.ma}`;
}

const MORALE = { elan: 'élan', normal: '', fatigued: 'fatigued' };
const SUPPLY = { in: '', out: 'out of supply', fortress: 'fortress supply' };

/** @param {Counter} counter @returns {string} what the face says, as words */
export function spoken(counter) {
  if (!known(counter)) return 'a concealed unit';
  const words = [counter.name, figures(counter)];
  if (counter.steps < counter.full) words.push(`${counter.steps} of ${counter.full} steps`);
  if (MORALE[counter.morale]) words.push(MORALE[counter.morale]);
  if (SUPPLY[counter.supply]) words.push(SUPPLY[counter.supply]);
  if (counter.helps === false) words.push('stays out of the fight');
  return words.join(', ');
}

/** @param {number} n @param {number} right edge */
function sizeMarks(n, right) {
  let d = '';
  for (let i = 0; i < n; i += 1) d += `M${(right - (n - 1 - i) * 5.6 - 2).toFixed(1)} 6l4 4.8m0-4.8l-4 4.8`;
  return s('path', { class: 'sz', d });
}

/** @param {string} symbol @param {number} x @param {number} y @param {number} size */
const badge = (symbol, x, y, size) => s('use', { href: `#${symbol}`, x, y, width: size, height: size, class: 'badge' });

/**
 * @param {Counter} counter
 * @param {object} [o]
 * @param {number} [o.stack] units in the stack whose top this is
 * @param {boolean} [o.dim] it can do nothing more
 * @param {string} [o.nation] of the top of its stack, which a concealed unit borrows its colour from
 * @returns {SVGGElement} in a box of 64 x 64; badges and the pill stand out of it
 */
export function face(counter, o = {}) {
  const stack = o.stack ?? 1;
  const slips = [];
  for (let i = Math.min(2, stack - 1); i > 0; i -= 1) {
    slips.push(s('rect', { class: 'slip', x: 2 + i * 2.6, y: 2 + i * 2.6, width: 60, height: 60, rx: 6 }));
  }
  const pill =
    stack > 1 &&
    s('g', { class: 'pill' }, s('rect', { x: 50.5, y: -8, width: 19, height: 17, rx: 8.5 }), s('text', { x: 60, y: 5.2 }, stack));
  const ground = [
    slips,
    s('rect', { class: 'shadow', x: 2, y: 3.2, width: 60, height: 60, rx: 6 }),
    s('rect', { class: 'body', x: 2, y: 2, width: 60, height: 60, rx: 6 }),
  ];
  if (!known(counter)) {
    const nation = o.nation ?? (counter.side === 'german' ? 'GE' : 'FR');
    return s(
      'g',
      { class: `ctr tone-${NATIONS[nation]?.tone ?? 'light'} n-${nation} concealed` },
      ground,
      s('rect', { class: 'rim', x: 2.6, y: 2.6, width: 58.8, height: 58.8, rx: 5.4, 'stroke-dasharray': '4 3' }),
      s('text', { class: 'fig q', x: 32, y: 42 }, '?'),
      pill,
    );
  }
  const nation = NATIONS[counter.nation];
  const ribbon = nation?.ribbon ?? ['#888', '#888', '#888'];
  const reduced = counter.steps < counter.full;
  const shift = counter.morale !== 'normal' || counter.helps === false ? 31.6 : counter.supply !== 'in' ? 36 : 34;
  const middle = BOX.x + BOX.width / 2;
  const marks = SIZES[counter.size ?? ''] ?? 0;
  const label = counter.kind === 'hq' || counter.kind === 'fort' ? '' : counter.label;
  const branch = [];
  if (counter.kind === 'fort') {
    branch.push(s('use', { href: '#u-fort', class: 'glyph', ...BOX, y: BOX.y - 3 }));
  } else {
    branch.push(s('rect', { class: 'box', ...BOX, rx: 0.8 }));
    if (counter.kind === 'hq') {
      branch.push(s('path', { class: 'glyph', d: `M${BOX.x} ${BOX.y + BOX.height}v6.5` }));
      branch.push(s('text', { class: counter.label.length > 3 ? 'hq long' : 'hq', x: middle, y: BOX.y + 15.4 }, counter.label));
    } else branch.push(s('use', { href: `#${GLYPHS[counter.kind] ?? 'u-inf'}`, class: 'glyph', ...BOX }));
  }
  const pips = [];
  if (counter.kind !== 'hq' && counter.kind !== 'depot') {
    for (let i = 0; i < counter.full; i += 1) {
      pips.push(
        s('rect', { class: i < counter.steps ? 'pip' : 'pip off', x: 53.4, y: BOX.y + BOX.height - 5.2 - i * 7.4, width: 5.2, height: 5.2, rx: 1 }),
      );
    }
  }
  const text = figures(counter).split('–');
  const classes = ['ctr', `n-${counter.nation}`, `tone-${nation?.tone ?? 'light'}`, `k-${counter.kind}`];
  if (reduced) classes.push('reduced');
  if (o.dim) classes.push('dim');
  return s(
    'g',
    { class: classes.join(' ') },
    ground,
    s('path', { fill: ribbon[0], d: 'M7.5 2A5.5 5.5 0 0 0 2 8V22H7.5z' }),
    s('path', { fill: ribbon[1], d: 'M2 22H7.5V42H2z' }),
    s('path', { fill: ribbon[2], d: 'M2 42H7.5V62A5.5 6 0 0 1 2 56z' }),
    reduced && s('path', { class: 'band', d: 'M8 38.5H62V58.500H8z' }),
    s('rect', { class: 'rim', x: 2.6, y: 2.6, width: 58.8, height: 58.8, rx: 5.4 }),
    branch,
    marks > 0 && counter.kind !== 'fort' && sizeMarks(marks, label ? BOX.x + BOX.width - 2.6 : middle + (marks - 1) * 2.8),
    label && s('text', { class: `id${label.length > 3 ? ' long' : ''}`, x: BOX.x - 0.4, y: 11.6 }, label),
    pips,
    s('text', { class: 'fig', x: shift, y: 57 }, text[0], text[1] !== undefined && [s('tspan', { class: 'dash', dx: 0.6 }, '-'), text[1]]),
    counter.supply === 'out' && badge('m-oos', -6, 49, 19),
    counter.supply === 'fortress' && badge('m-fortress', -6, 49, 19),
    counter.morale === 'elan' && badge('m-elan', 51, 49.5, 18.5),
    counter.morale === 'fatigued' && badge('m-fatigue', 51, 49.5, 18),
    counter.helps === false && badge('m-aside', 51, 49.5, 18),
    pill,
  );
}

/** @param {number} px the counter's width on the screen @returns {string} what of a face is legible at that size */
export const detail = (px) => (px < FIGURES_FROM ? 'lod-bare' : px < LETTERS_FROM ? 'lod-small' : '');

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
export function chipFace(counter, px, o = {}) {
  return s(
    'svg',
    {
      class: `c ${px < LETTERS_FROM ? 'lod-small' : ''}`,
      width: px,
      height: px,
      viewBox: '0 0 64 64',
      overflow: 'visible',
      ...(o.silent ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': spoken(counter) }),
    },
    face(counter, o),
  );
}
