/** Small pieces that every panel uses: dice, icons, buttons. */

import { h, s } from './dom.js';

/**
 * @import {Child} from './dom.js'
 * @import {View} from './types.js'
 */

const PIPS = [
  [],
  [[9, 9]],
  [[5.5, 5.5], [12.5, 12.5]],
  [[5, 5], [9, 9], [13, 13]],
  [[5.5, 5.5], [12.5, 5.5], [5.5, 12.5], [12.5, 12.5]],
  [[5, 5], [13, 5], [9, 9], [5, 13], [13, 13]],
  [[5.5, 4.8], [12.5, 4.8], [5.5, 9], [12.5, 9], [5.5, 13.2], [12.5, 13.2]],
];

/** A die of ten sides, seen from above: its upper face is a kite, and two of the lower ones are seen below that. */
const TEN = { outline: 'M9 .7 17.300 9v1.800L9 17.300.7 10.800V9z', edges: 'M.7 9 9 13.600 17.300 9M9 13.600v3.700' };

/** What shows of a die: pips of six sides, the number of another. @param {number} n @param {string} [label] @param {number} [sides] */
export function die(n, label = `die ${n}`, sides = 6) {
  const drawn = { class: sides === 10 ? 'die ten' : 'die', viewBox: '0 0 18 18', role: 'img', 'aria-label': label };
  if (sides === 10) {
    return s('svg', drawn, s('path', { class: 'outline', d: TEN.outline }), s('path', { class: 'edge', d: TEN.edges }), s('text', { x: 9, y: 10.900, 'text-anchor': 'middle', 'font-size': n > 9 ? 8 : 9 }, String(n)));
  }
  return s(
    'svg',
    drawn,
    s('rect', { x: 1, y: 1, width: 16, height: 16, rx: 4 }),
    // A lot has more sides than six.
    PIPS[n] && sides === 6 ? PIPS[n].map(([x, y]) => s('circle', { cx: x, cy: y, r: 1.6 })) : s('text', { x: 9, y: 12.6, 'text-anchor': 'middle', 'font-size': n > 99 ? 7.5 : 10 }, String(n)),
  );
}

/** @type {Record<string, string>} */
const ICONS = {
  undo: 'M6 3L2.500 6.500 6 10M3 6.500h6a4 4 0 0 1 0 8H7',
  close: 'M4 4l8 8m0-8l-8 8',
  copy: 'M6 5.500h7v8H6zM3.500 10.500v-8h7',
  people: 'M6 7.500a2.300 2.300 0 1 0 0-.1M1.800 13.500c.4-2.600 2-4 4.200-4s3.800 1.400 4.200 4M10.500 5.200a2 2 0 1 1 .3 3.900M12 10.200c1.300.5 2 1.600 2.200 3.300',
  past: 'M3 8a5 5 0 1 1 1.600 3.700M3 4.500V8h3.500M8 5.500V8l2 1.500',
  more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
  chart: 'M2.500 2.500v11h11M5 10.500l3-3.500 2.500 2 3-4.500',
  first: 'M3.500 3.500v9M12.500 3.500L6 8l6.500 4.500z',
  backward: 'M8 3.500L2.500 8 8 12.500zM13.500 3.500L8 8l5.500 4.500z',
  back: 'M10.500 3.500L5 8l5.500 4.500z',
  next: 'M5.500 3.500L11 8l-5.500 4.500z',
  forward: 'M2.500 3.500L8 8l-5.500 4.500zM8 3.500L13.500 8 8 12.500z',
  last: 'M3.500 3.500L10 8l-6.500 4.500zM12.500 3.500v9',
  top: 'M8 13V3.500M4 7l4-4 4 4',
  bookmark: 'M4.500 2.500h7v11L8 10.500l-3.500 3z',
  mark: 'M3 13l.8-3.200L10.500 3.100a1.500 1.500 0 0 1 2.200 0l.2.2a1.500 1.500 0 0 1 0 2.200L6.200 12.200z',
  down: 'M8 3v9.500M4 9l4 4 4-4',
};

/** @param {string} name */
export const icon = (name) =>
  s(
    'svg',
    { class: 'icon', width: 16, height: 16, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    s('path', { d: ICONS[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
  );

/**
 * @param {Child} label
 * @param {(event: Event) => void} act
 * @param {object} [o]
 * @param {"primary"|"danger"|"ghost"|"plain"} [o.tone]
 * @param {boolean} [o.disabled] stays in the tab order, so that its title can be read
 * @param {string} [o.title]
 * @param {string} [o.key] keeps the focus over re-rendering; also what the tests take hold of
 * @param {boolean} [o.pressed]
 * @param {string} [o.label] for screen readers, when the face is an icon
 * @param {string} [o.class]
 * @param {() => void} [o.near] the player reaches for it
 */
export function button(label, act, o = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `b ${o.tone ?? 'plain'} ${o.class ?? ''}`.trim(),
      'aria-disabled': o.disabled ? 'true' : null,
      'aria-pressed': o.pressed === undefined ? null : String(o.pressed),
      'aria-label': o.label,
      title: o.title,
      'data-key': o.key,
      onpointerenter: o.near,
      onfocus: o.near,
      onclick: (/** @type {Event} */ event) => {
        if (!o.disabled) act(event);
      },
    },
    label,
  );
}

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @param {number} n */
export const inWords = (n) => SMALL[n] ?? String(n);

/** @param {string[]} names "a, b and c" */
export const join = (names) => (names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);

/** Where the match is in its turns. A scenario that begins late in the calendar counts its own turns beside the number there. @param {View} view */
export const whichTurn = ({ turn, first_turn: first, turns }) => (first > 1 ? `Turn ${turn} (${turn - first + 1} of ${turns - first + 1})` : `Turn ${turn} of ${turns}`);
