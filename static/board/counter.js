/**
 * Counter faces on a grid of 64. Side is lightness, nation is hue and ribbon, state is shape; colours are custom
 * properties of `counters.css` and of the game's own style sheet, glyphs are symbols placed by `<use>`.
 *
 * @import {Face} from './types.js'
 */

import { s } from '../core/dom.js';

const BOX = { x: 12.5, y: 14.2, width: 37.5, height: 20.5 };
const MIDDLE = BOX.x + BOX.width / 2;
/** Where the figures stand: in the middle, and beside a badge. */
const FIGURES = { middle: 34, byRight: 31.6, byLeft: 36 };
/** A badge on the right; beside three figures, which leave less room, it stands further out. */
const RIGHT = { x: 51, y: 49.5, out: 4.5 };
const FIGURES_FROM = 36;
const LETTERS_FROM = 44;
/** Letters that find room at their full size, and in a smaller one beside the marks of size. */
const SHORT_LETTERS = 3;
const LONG_LETTERS = 5;

/** @param {number} n @param {number} right edge */
function sizeMarks(n, right) {
  let d = '';
  for (let i = 0; i < n; i += 1) d += `M${(right - (n - 1 - i) * 5.6 - 2).toFixed(1)} 6l4 4.8m0-4.8l-4 4.8`;
  return s('path', { class: 'sz', d });
}

/** @param {number} n strokes for units smaller than a brigade @param {number} right edge */
function strokes(n, right) {
  let d = '';
  for (let i = 0; i < n; i += 1) d += `M${(right - (n - 1 - i) * 4).toFixed(1)} 5.6v5.6`;
  return s('path', { class: 'sz', d });
}

/** @param {string} symbol @param {number} x @param {number} y @param {number} size */
const badge = (symbol, x, y, size) => s('use', { href: `#${symbol}`, x, y, width: size, height: size, class: 'badge' });

/** @param {NonNullable<Face["branch"]>} branch */
const sign = ({ box, symbol, text = '', pole }) => [
  box && s('rect', { class: 'box', ...BOX, rx: 0.8 }),
  pole && s('path', { class: 'glyph', d: `M${BOX.x} ${BOX.y + BOX.height}v6.5` }),
  text !== '' && s('text', { class: text.length > SHORT_LETTERS ? 'hq long' : 'hq', x: MIDDLE, y: BOX.y + 15.4 }, text),
  symbol && s('use', { href: `#${symbol}`, class: 'glyph', ...BOX, y: BOX.y - (box ? 0 : 3) }),
];

/** @param {string} figures */
const isThree = (figures) => figures.split('–').length > 2;

/** @param {string} figures @param {number} x */
function foot(figures, x) {
  const [first, ...more] = figures.split('–');
  const dashed = more.map((figure) => [s('tspan', { class: 'dash', dx: 0.6 }, '-'), figure]);
  return s('text', { class: isThree(figures) ? 'fig three' : 'fig', x, y: 57 }, first, dashed);
}

/**
 * @param {Face} face
 * @param {object} [o]
 * @param {number} [o.stack] units in the stack whose top this is
 * @param {boolean} [o.dim] it can do nothing more
 * @returns {SVGGElement} in a box of 64 x 64; badges and the pill stand out of it
 */
export function counter(face, o = {}) {
  const stack = o.stack ?? 1;
  const slips = [];
  for (let i = Math.min(2, stack - 1); i > 0; i -= 1) {
    slips.push(s('rect', { class: 'slip', x: 2 + i * 2.6, y: 2 + i * 2.6, width: 60, height: 60, rx: 6 }));
  }
  const pill =
    stack > 1 &&
    s('g', { class: 'pill' }, s('rect', { x: 50.5, y: -8, width: 19, height: 17, rx: 8.5 }), s('text', { x: 60, y: 5.2 }, stack));
  const base = [
    slips,
    s('rect', { class: 'shadow', x: 2, y: 3.2, width: 60, height: 60, rx: 6 }),
    s('rect', { class: 'body', x: 2, y: 2, width: 60, height: 60, rx: 6 }),
  ];
  if (face.concealed) {
    return s(
      'g',
      { class: `ctr tone-${face.tone} ${face.colour} concealed` },
      base,
      s('rect', { class: 'rim', x: 2.6, y: 2.6, width: 58.8, height: 58.8, rx: 5.4, 'stroke-dasharray': '4 3' }),
      s('text', { class: 'fig q', x: 32, y: 42 }, '?'),
      pill,
    );
  }
  const { ribbon, label = '', size = 0, bars = 0, pips, left, right } = face;
  const out = isThree(face.figures ?? '') ? RIGHT.out : 0;
  const classes = ['ctr', face.colour, `tone-${face.tone}`, face.reduced ? 'reduced' : '', face.dealt ? 'dealt' : '', o.dim ? 'dim' : ''];
  return s(
    'g',
    { class: classes.filter(Boolean).join(' ') },
    base,
    s('path', { fill: ribbon[0], d: 'M7.5 2A5.5 5.5 0 0 0 2 8V22H7.5z' }),
    s('path', { fill: ribbon[1], d: 'M2 22H7.5V42H2z' }),
    s('path', { fill: ribbon[2], d: 'M2 42H7.5V62A5.5 6 0 0 1 2 56z' }),
    face.reduced && s('path', { class: 'band', d: 'M8 38.5H62V58.500H8z' }),
    s('rect', { class: 'rim', x: 2.6, y: 2.6, width: 58.8, height: 58.8, rx: 5.4 }),
    face.branch && sign(face.branch),
    size > 0 && sizeMarks(size, label ? BOX.x + BOX.width - (label.length > LONG_LETTERS ? 0 : 2.6) : MIDDLE + (size - 1) * 2.8),
    bars > 0 && strokes(bars, BOX.x + BOX.width),
    label && s('text', { class: `id${label.length > SHORT_LETTERS ? ' long' : ''}`, x: BOX.x - 0.4, y: 11.6 }, label),
    pips &&
      Array.from({ length: pips.of }, (_, i) =>
        s('rect', { class: i < pips.on ? 'pip' : 'pip off', x: 53.4, y: BOX.y + BOX.height - 5.2 - i * 7.4, width: 5.2, height: 5.2, rx: 1 }),
      ),
    face.figures !== undefined && foot(face.figures, right ? FIGURES.byRight : left ? FIGURES.byLeft : FIGURES.middle),
    left && badge(left, -6, 49, 19),
    right && badge(right, RIGHT.x + out, RIGHT.y + out / 2, 18),
    face.dealt && s('g', { class: 'dealt-mark' }, s('circle', { cx: 4, cy: 4, r: 8.5 }), s('text', { x: 4, y: 8.4 }, '?')),
    pill,
  );
}

/** @param {number} px the counter's width on the screen @returns {string} what of a face is legible at that size */
export const detail = (px) => (px < FIGURES_FROM ? 'lod-bare' : px < LETTERS_FROM ? 'lod-small' : '');

/**
 * A counter by itself, in a panel.
 *
 * @param {Face} face
 * @param {number} px
 * @param {object} [o]
 * @param {boolean} [o.dim]
 * @param {string} [o.spoken] its face in words; left out when a label beside it already says the same
 * @param {number} [o.stack]
 */
export function chipCounter(face, px, o = {}) {
  return s(
    'svg',
    {
      class: `c ${px < LETTERS_FROM ? 'lod-small' : ''}`,
      width: px,
      height: px,
      viewBox: '0 0 64 64',
      overflow: 'visible',
      ...(o.spoken === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': o.spoken }),
    },
    counter(face, o),
  );
}
