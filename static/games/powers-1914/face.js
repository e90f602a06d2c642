/**
 * Faces of pieces on a grid of 64. Side is lightness, nation is hue, ribbon and letters, kind is the figure's shape;
 * who has acted is pale and has no shadow.
 *
 * @import {Figure, Kind, Work} from './types.js'
 */

import { inWords } from '../../core/bits.js';
import { s } from '../../core/dom.js';
import { levelOf, nation, toneOf } from './nations.js';
import { installFigures } from './symbols.js';

/** @type {Record<Kind, string>} */
const NOUNS = { infantry: 'infantry', artillery: 'artillery', aircraft: 'aircraft', ship: 'ship', general: 'general' };
const LEVELS = ['', 'modernised once', 'modernised twice'];
const LETTERS_FROM = 44;

/** @typedef {{nation: string, kind: Kind, name?: string, spent?: boolean}} Shown */

/**
 * @param {Shown} unit
 * @param {number} [count] said when it is given: "three German infantry"
 * @returns {string} without it "German infantry"
 */
export function spoken(unit, count) {
  if (unit.name) return unit.name;
  const several = count !== undefined && count !== 1;
  const noun = `${NOUNS[unit.kind]}${several && unit.kind === 'ship' ? 's' : ''}`;
  const words = `${count === undefined ? '' : `${inWords(count)} `}${nation(unit.nation).adjective} ${noun}`;
  const level = LEVELS[levelOf(unit.nation, unit.kind)];
  return level ? `${words}, ${level}` : words;
}

/** @param {string} id @returns {string} classes that give a shape a nation's colours */
export const colours = (id) => `n-${id} tone-${toneOf(id)}`;

/** @param {string} text @param {number} right edge @param {number} foot @returns {SVGElement} */
export function tag(text, right, foot) {
  const width = Math.max(27, 13 + text.length * 13);
  return s('g', { class: 'count' }, s('rect', { x: right - width, y: foot - 28, width, height: 28, rx: 9 }), s('text', { x: right - width / 2, y: foot - 5.6 }, text));
}

/** @param {string} id @returns {SVGElement[]} at the left edge of a body from 2 to 62 */
function ribbon(id) {
  const [top, middle, foot] = nation(id).ribbon;
  return [
    s('path', { fill: top, d: 'M10 2H8A6 6 0 0 0 2 8V22H10z' }),
    s('path', { fill: middle, d: 'M2 22H10V42H2z' }),
    s('path', { fill: foot, d: 'M2 42H10V62H8A6 6 0 0 1 2 56z' }),
  ];
}

/** @param {number} level @returns {SVGElement|false} a chevron for each time */
const chevrons = (level) => level > 0 && s('path', { class: 'level', d: level > 1 ? 'M14 57l6.500-6 6.500 6M14 50.500l6.500-6 6.500 6' : 'M14 57l6.500-6 6.500 6' });

/**
 * @param {Shown} unit
 * @param {object} [o]
 * @param {number} [o.count]
 * @param {boolean} [o.dim]
 * @returns {SVGGElement} in a box of 64 x 64; the count stands out of it a little
 */
export function face(unit, o = {}) {
  installFigures();
  const count = o.count ?? 1;
  const general = unit.kind === 'general';
  return s(
    'g',
    { class: `pw ${colours(unit.nation)} k-${unit.kind}${o.dim ? ' dim' : ''}` },
    s('rect', { class: 'shadow', x: 2, y: 4, width: 60, height: 60, rx: 6 }),
    s('rect', { class: 'body', x: 2, y: 2, width: 60, height: 60, rx: 6 }),
    ribbon(unit.nation),
    s('rect', { class: 'rim', x: 2.6, y: 2.6, width: 58.8, height: 58.8, rx: 5.4 }),
    s('use', { href: `#pw-${unit.kind}`, class: 'figure', ...(general ? { x: 18, y: 5, width: 36, height: 36 } : count > 1 ? { x: 13, y: 5, width: 44, height: 44 } : { x: 12.500, y: 8, width: 47, height: 47 }) }),
    !general && s('text', { class: 'letters', x: 59.5, y: 12.6 }, unit.nation),
    general && s('text', { class: (unit.name?.length ?? 0) > 8 ? 'name long' : 'name', x: 36, y: 56.5 }, unit.name?.split(' ').at(-1) ?? 'General'),
    chevrons(levelOf(unit.nation, unit.kind)),
    count > 1 && tag(String(count), 66, 66),
  );
}

/**
 * A piece by itself, in a panel.
 *
 * @param {Figure} unit
 * @param {number} px
 * @param {object} [o]
 * @param {number} [o.count]
 * @param {boolean} [o.dim]
 * @param {boolean} [o.picked]
 * @param {boolean} [o.silent] when a label beside it already says the same
 * @returns {SVGSVGElement}
 */
export function pieceFace(unit, px, o = {}) {
  return s(
    'svg',
    {
      class: `pw-face${o.picked ? ' picked' : ''}${px < LETTERS_FROM ? '' : ' lettered'}`,
      width: px,
      height: px,
      viewBox: '0 0 64 64',
      overflow: 'visible',
      ...(o.silent ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': spoken(unit, o.count) }),
    },
    face(unit, o),
  );
}

/** @param {Work} work @returns {SVGGElement} a factory or shipyard in a box of 32 x 32, the country's ribbon at its foot */
export function workFace(work) {
  installFigures();
  const [a, b, c] = nation(work.nation).ribbon;
  return s(
    'g',
    { class: 'pw-work' },
    s('rect', { class: 'plate', x: 1, y: 1, width: 30, height: 30, rx: 5 }),
    s('use', { href: `#pw-${work.kind}`, x: 5, y: 3, width: 22, height: 20 }),
    s('path', { fill: a, d: 'M5 25H12.400V28.500H5z' }),
    s('path', { fill: b, d: 'M12.400 25H19.600V28.500H12.400z' }),
    s('path', { fill: c, d: 'M19.600 25H27V28.500H19.600z' }),
  );
}

/** @param {string} side @returns {SVGGElement} the card of tactical advantage that a side has laid here, in a box of 32 x 32 */
export const tacticFace = (side) =>
  s(
    'g',
    { class: `pw-tactic tone-${side === 'central' ? 'dark' : 'light'}` },
    s('rect', { class: 'plate', x: 5, y: 1, width: 22, height: 30, rx: 3 }),
    s('text', { x: 16, y: 21.5 }, '+1'),
  );

/** @param {string} id @returns {SVGGElement} the flag of a nation on its pole, in a box of 32 x 32 */
export function flagFace(id) {
  const { ribbon: colours_, upright } = nation(id);
  const stripe = (/** @type {string} */ fill, /** @type {number} */ i) =>
    upright ? s('rect', { fill, x: 6 + i * 8, y: 3, width: 8.1, height: 17 }) : s('rect', { fill, x: 6, y: 3 + i * 5.67, width: 24, height: 5.7 });
  return s('g', { class: 'pw-flag' }, s('path', { class: 'pole', d: 'M4.500 1.500V31' }), colours_.map(stripe), s('rect', { class: 'edge', x: 6, y: 3, width: 24, height: 17 }));
}
