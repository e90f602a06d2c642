/**
 * What a side has drawn on its map (decisions/0039): rings, arrows, pings, and the words beside them.
 *
 * @import {MarkOut} from '../core/wire.js'
 * @import {Lattice, Point} from './lattice.js'
 */

import { s } from '../core/dom.js';
import { straight } from './route.js';

/** A mark, or one that is in hand. @typedef {Pick<MarkOut, "id"|"kind"|"places"|"text">} Drawn */

/** An arrow between hexes ends before the middle, where counters have their figures: a share of the hex's radius. */
const SHORT_SHARE = 0.62;

/** @param {Point} from @param {Point} to @param {number} by @returns {Point} the first end, moved on towards the other */
function moved([ax, ay], [bx, by_], by) {
  const length = Math.hypot(bx - ax, by_ - ay) || 1;
  const k = Math.min(by, length * 0.3) / length;
  return [ax + (bx - ax) * k, ay + (by_ - ay) * k];
}

/** @param {Lattice} lattice @param {string[]} places two or more */
function way(lattice, places) {
  if (!lattice.numbered) return lattice.route(places);
  const points = places.map((place) => lattice.centre(place));
  const [first, second] = points;
  const [before, last] = points.slice(-2);
  if (!first || !second || !before || !last) return straight(points);
  const inner = points.slice(1, -1);
  return straight([moved(first, second, lattice.r * SHORT_SHARE), ...inner, moved(last, before, lattice.r * SHORT_SHARE)]);
}

/** @param {Lattice} lattice @param {Drawn} mark @param {string} ink @returns {SVGElement[]} */
function line(lattice, mark, ink) {
  const { d, end, turn } = way(lattice, mark.places);
  const head = { d: 'M-7-6.500L7 0-7 6.500z', transform: `translate(${end[0]} ${end[1]}) rotate(${turn})` };
  return [
    s('path', { class: 'mark casing', d }),
    s('path', { class: 'mark casing', ...head }),
    s('path', { class: `mark ${ink}`, d }),
    s('path', { class: `mark head ${ink}`, ...head }),
  ];
}

/** @param {Lattice} lattice @param {Drawn} mark @param {string} ink @returns {SVGElement[]} */
function ring(lattice, { places: [place = ''] }, ink) {
  const d = lattice.border(place, 2.6);
  return [s('path', { class: 'mark casing', d }), s('path', { class: `mark ${ink}`, d })];
}

/** @param {Lattice} lattice @param {Drawn} mark @returns {SVGElement[]} */
function ping(lattice, { places: [place = ''] }) {
  const [cx, cy] = lattice.centre(place);
  return [s('circle', { class: 'ping', cx, cy, r: lattice.w * 0.8 }), s('circle', { class: 'ping late', cx, cy, r: lattice.w * 0.8 })];
}

/** Beside where a mark leads, above the counter that may stand there. @param {Lattice} lattice @param {Drawn} mark @returns {SVGElement[]} */
function word(lattice, { places, text }) {
  const [x, y] = lattice.above(places.at(-1) ?? '');
  return text ? [s('text', { class: 'mark-word', x, y }, text)] : [];
}

/**
 * The marks as far as they lie on this board: an arrow from one board to another is a ring on each.
 *
 * @param {Lattice} lattice @param {Drawn[]} marks @param {string} side whose ink it is
 * @returns {{low: SVGElement[], high: SVGElement[]}} below the pieces and above them
 */
export function drawn(lattice, marks, side) {
  const ink = `side-line ${side}`;
  const all = marks.map((mark) => ({ ...mark, places: mark.places.filter((place) => lattice.has(place)) })).filter(({ places }) => places.length);
  const group = (/** @type {Drawn} */ { id }, /** @type {SVGElement[]} */ shapes) => s('g', { 'data-mark': id }, shapes);
  const arrows = all.filter(({ kind, places }) => kind === 'arrow' && places.length > 1);
  const rings = all.filter((mark) => mark.kind !== 'ping' && !arrows.includes(mark));
  const pings = all.filter(({ kind }) => kind === 'ping');
  const lines = arrows.map((mark) => group(mark, line(lattice, mark, ink)));
  // In an area the pieces stand close together: a line over them would hide how many they are.
  const under = lattice.numbered ? [] : lines;
  return {
    low: [...rings.map((mark) => group(mark, ring(lattice, mark, ink))), ...under],
    high: [...(under.length ? [] : lines), ...pings.map((mark) => group(mark, ping(lattice, mark))), ...all.flatMap((mark) => word(lattice, mark))],
  };
}
