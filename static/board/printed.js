/**
 * Where names and figures are printed on a map, so that what stands on it can keep off them. The boxes are worked out
 * from the drawing's own attributes, since a hidden text has no box to measure.
 */

import { s } from '../core/dom.js';

/** @typedef {{x0: number, y0: number, x1: number, y1: number, weight: number}} Box weight: how bad it is to cover it */
/** @typedef {[number, number]} Point */
/** @typedef {{element: Element, boxes: Box[], grown: Box[]}} Tag the name of an area with its signs, as it is drawn, and with the whole board in view */

/** How far apart the points are at which a way is looked at, and how far a name keeps off it, in units of the board. */
const SAMPLE_EVERY_UNITS = 8;
const ROOM_UNITS = 10;

/** Widths and heights in units of the font size, of the face that names are set in. */
const NAME = { advance: 0.52, above: 0.74, below: 0.22 };
const NAME_WEIGHT = 3;
/** A covered figure cannot be guessed from what is left of it. */
const FIGURE_WEIGHT = 8;

/** @param {SVGTextElement} text @returns {Box} */
export function nameBox(text) {
  const number = (/** @type {string} */ name) => Number(text.getAttribute(name) ?? 0);
  const [x, y, size] = [number('x'), number('y'), number('font-size')];
  const width = number('textLength') || (text.textContent ?? '').length * (size * NAME.advance + number('letter-spacing'));
  const anchor = text.getAttribute('text-anchor') ?? 'start';
  const x0 = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  return { x0, y0: y - size * NAME.above, x1: x0 + width, y1: y + size * NAME.below, weight: NAME_WEIGHT };
}

/** @param {Element|null} element @returns {[number, number]|null} where its transform puts it */
export function placed(element) {
  const at = /translate\(([\d.]+) ([\d.]+)\)/.exec(element?.getAttribute('transform') ?? '');
  return at && [Number(at[1]), Number(at[2])];
}

/** A figure in its circle. @param {Element} sign @returns {Box|null} */
function signBox(sign) {
  const at = placed(sign);
  if (!at) return null;
  const r = Math.max(...[...sign.querySelectorAll('circle')].map((circle) => Number(circle.getAttribute('r'))));
  return { x0: at[0] - r, y0: at[1] - r, x1: at[0] + r, y1: at[1] + r, weight: FIGURE_WEIGHT };
}

/** How much larger small names are while the whole board is in view; `map.css` draws them so. @type {Record<string, number>} */
const GROWN = { 'far-15': 1.2, 'far-16': 1.125 };

/** About the middle of all. @param {Box[]} boxes @param {number} factor @returns {Box[]} */
function grow(boxes, factor) {
  const middle = (/** @type {"x"|"y"} */ way) => (Math.min(...boxes.map((b) => b[`${way}0`])) + Math.max(...boxes.map((b) => b[`${way}1`]))) / 2;
  const [x, y] = [middle('x'), middle('y')];
  return boxes.map((b) => ({ ...b, x0: x + (b.x0 - x) * factor, x1: x + (b.x1 - x) * factor, y0: y + (b.y0 - y) * factor, y1: y + (b.y1 - y) * factor }));
}

/**
 * The numbers of hexes as everything else on the page says them: where a match has several boards, with the letter of theirs.
 *
 * @param {string} lines the map's layer of lines and names, as its file has it @param {string} read the letter, if there is one
 */
export const numbered = (lines, read) => (read ? lines.replace(/(<text x="[\d.]+" y="[\d.]+">)(?=\d{4}<)/g, `$1${read}`) : lines);

/** @param {Element} lines the map's layer of lines and names @returns {Tag[]} of a board of areas */
export function tags(lines) {
  return [...lines.querySelectorAll('.tags > [data-area]')].map((element) => {
    const names = [.../** @type {NodeListOf<SVGTextElement>} */ (element.querySelectorAll('.lab text'))].map(nameBox);
    const signs = [...element.querySelectorAll('.coin')].map(signBox).filter((box) => box !== null);
    const boxes = [...names, ...signs];
    return { element, boxes, grown: grow(boxes, GROWN[element.getAttribute('class') ?? ''] ?? 1) };
  });
}

/** @param {Element} lines @returns {Tag[]} the figures of cities, which are not seen from afar */
export function cityFigures(lines) {
  return [...lines.querySelectorAll('.town-disc')].flatMap((element) => {
    const box = signBox(element);
    return box ? [{ element, boxes: [box], grown: [] }] : [];
  });
}

/** @param {Omit<Box, "weight">} a @param {Omit<Box, "weight">} b @returns {number} the area that both cover */
export function shared(a, b) {
  const [w, h] = [Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0), Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)];
  return w > 0 && h > 0 ? w * h : 0;
}

/** @param {readonly (readonly [number, number])[]} line its corners @returns {Point[]} places along it; no browser has to measure it */
export function between(line) {
  return line.flatMap(([x, y], i) => {
    const [bx, by] = line[i + 1] ?? [x, y];
    const steps = Math.ceil(Math.hypot(bx - x, by - y) / SAMPLE_EVERY_UNITS) || 1;
    return Array.from({ length: steps }, (_, n) => /** @type {Point} */ ([x + ((bx - x) * n) / steps, y + ((by - y) * n) / steps]));
  });
}

/** @param {SVGPathElement} path as it is drawn @returns {Point[]} places along it */
export function along(path) {
  const length = path.getTotalLength();
  return Array.from({ length: Math.ceil(length / SAMPLE_EVERY_UNITS) + 1 }, (_, i) => {
    const { x, y } = path.getPointAtLength(Math.min(length, i * SAMPLE_EVERY_UNITS));
    return [x, y];
  });
}

/** @param {readonly Tag[]} all @param {readonly Point[]} points of a way @returns {Tag[]} those that it would cover */
export const crossed = (all, points) =>
  all.filter(({ boxes }) => points.some(([x, y]) => boxes.some((box) => x > box.x0 - ROOM_UNITS && x < box.x1 + ROOM_UNITS && y > box.y0 - ROOM_UNITS && y < box.y1 + ROOM_UNITS)));

/** Names, and figures of cities, once more, to lie over what would cover them. @param {readonly Tag[]} names @param {readonly Tag[]} [figures] @returns {SVGGElement|null} */
export function repeated(names, figures = []) {
  if (!names.length && !figures.length) return null;
  const again = (/** @type {readonly Tag[]} */ some) => some.map(({ element }) => /** @type {SVGElement} */ (element.cloneNode(true)));
  return s('g', { class: 'base areas' }, s('g', { class: 'places' }, again(figures)), s('g', { class: 'tags' }, again(names)));
}
