/**
 * What lies under and over the pieces of a board of areas: the same states as on hexes, with an area's outline in place
 * of a hex's corners. Areas differ in size, so a way is an arrow from middle to middle, bent a little to keep off the
 * pieces, and signs keep the width of a piece.
 *
 * @import {Areas} from './areas.js'
 * @import {Lattice, Point} from './lattice.js'
 * @import {Highlights} from './highlights.js'
 * @import {Band} from './types.js'
 */

import { s } from '../core/dom.js';

const BANDS = /** @type {Band[]} */ (['forced', 'tiring', 'free']);
/** How far a way bends, as a share of its length. */
const BEND = 0.12;
/** An arrow ends before the middle of the area, where the pieces stand. */
const SHORT = 13;

const f = (/** @type {number} */ n) => String(Math.round(n * 10) / 10);

/** @param {Lattice} lattice @param {Iterable<string>} ids @returns {string} the outlines of those that the board has */
function outlines(lattice, ids) {
  const { areas } = /** @type {Areas} */ (lattice);
  return [...ids].map((id) => areas[id]?.path ?? '').join('');
}

/** @param {Lattice} lattice @param {Highlights} h @returns {SVGElement[]} between the ground and the lines */
export function under(lattice, h) {
  /** @type {SVGElement[]} */
  const out = [];
  if (h.overlay) {
    for (const [id, text] of Object.entries(h.overlay.data.hexes)) out.push(s('path', { class: `overlay ${h.overlay.name} ${text}`, d: outlines(lattice, [id]) }));
  }
  for (const band of BANDS) {
    const ids = h.bands?.[band];
    if (!ids?.length) continue;
    const d = outlines(lattice, ids);
    out.push(s('path', { class: `reach area ${band}`, d }), s('path', { class: `reach-line area ${band}`, d }));
  }
  return out;
}

/** @param {Lattice} lattice @param {Highlights} h @returns {SVGElement[]} below the pieces */
export function rings(lattice, h) {
  /** @type {(id: string, cls: string) => SVGElement} */
  const ring = (id, cls) => s('path', { class: `area ${cls}`, d: outlines(lattice, [id]) });
  /** @type {SVGElement[]} */
  const out = [];
  for (const id of h.marked ?? []) out.push(ring(id, 'marked'));
  for (const id of h.targets ?? []) if (id !== h.attack?.hex) out.push(ring(id, 'target offered'));
  if (h.attack) out.push(ring(h.attack.hex, 'target'));
  for (const id of h.selected ?? []) out.push(ring(id, 'selected'), ring(id, 'selected inner'));
  if (h.refused) out.push(ring(h.refused, 'refused'));
  return out;
}

/** @param {Lattice} lattice @param {Highlights} h @param {(id: string) => boolean} occupied @returns {SVGElement[]} over the pieces */
export function over(lattice, h, occupied) {
  /** @type {SVGElement[]} */
  const out = [];
  for (const [id, cost] of Object.entries(h.costs ?? {})) {
    if (!lattice.has(id) || (occupied(id) && !h.path?.includes(id))) continue;
    const { x, y } = lattice.hex(id);
    out.push(s('text', { class: `cost ${cost.band}`, x, y: y + 3.6 }, cost.text));
  }
  if (h.path && h.path.length > 1) out.push(...way(lattice, h.path));
  if (h.attack) out.push(...attack(lattice, h.attack));
  if (h.cursor && lattice.has(h.cursor)) {
    const d = outlines(lattice, [h.cursor]);
    out.push(s('path', { class: 'area cursor halo', d }), s('path', { class: 'area cursor', d }));
  }
  return out;
}

/** @param {Point} a @param {Point} b @returns {Point} the point that the way from a to b is drawn towards */
const bend = ([ax, ay], [bx, by]) => [(ax + bx) / 2 + (by - ay) * BEND, (ay + by) / 2 - (bx - ax) * BEND];

/** @param {Point} from @param {Point} to @param {number} by @returns {Point} the end of a way, moved back along it */
function before([fx, fy], [tx, ty], by) {
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  const k = Math.min(by, length / 2) / length;
  return [tx - (tx - fx) * k, ty - (ty - fy) * k];
}

/** @param {Lattice} lattice @param {string[]} ids with the area it starts from @returns {SVGElement[]} */
function way(lattice, ids) {
  const points = ids.filter((id) => lattice.has(id)).map((id) => lattice.centre(id));
  const [first, ...rest] = points;
  if (!first || !rest.length) return [];
  let d = `M${f(first[0])} ${f(first[1])}`;
  let from = first;
  let towards = first;
  let end = first;
  rest.forEach((to, i) => {
    towards = bend(from, to);
    end = i === rest.length - 1 ? before(towards, to, SHORT) : to;
    d += `Q${f(towards[0])} ${f(towards[1])} ${f(end[0])} ${f(end[1])}`;
    from = to;
  });
  const turn = (Math.atan2(end[1] - towards[1], end[0] - towards[0]) * 180) / Math.PI;
  return [
    s('path', { class: 'area way casing', d }),
    s('path', { class: 'area way', d }),
    ...rest.slice(0, -1).map(([cx, cy]) => s('circle', { class: 'area way stage', cx, cy, r: 3.6 })),
    s('g', { class: 'sign', transform: `translate(${f(end[0])} ${f(end[1])})` }, s('path', { class: 'area way head', d: 'M-4-8L11 0-4 8z', transform: `rotate(${turn.toFixed(1)})` })),
  ];
}

/** @param {Lattice} lattice @param {NonNullable<Highlights['attack']>} plan @returns {SVGElement[]} */
function attack(lattice, plan) {
  if (!lattice.has(plan.hex)) return [];
  const goal = lattice.centre(plan.hex);
  /** @type {SVGElement[]} */
  const out = [];
  for (const id of plan.from) {
    if (!lattice.has(id) || id === plan.hex) continue;
    const start = lattice.centre(id);
    const towards = bend(start, goal);
    const end = before(towards, goal, SHORT);
    const turn = (Math.atan2(end[1] - towards[1], end[0] - towards[0]) * 180) / Math.PI;
    const d = `M${f(start[0])} ${f(start[1])}Q${f(towards[0])} ${f(towards[1])} ${f(end[0])} ${f(end[1])}`;
    out.push(
      s('path', { class: 'area assault casing', d }),
      s('path', { class: 'area assault', d }),
      s('g', { class: 'sign', transform: `translate(${f(end[0])} ${f(end[1])})` }, s('path', { class: 'arrow', d: 'M-4-9L12 0-4 9z', transform: `rotate(${turn.toFixed(1)})` })),
    );
  }
  if (plan.odds) {
    const half = plan.odds.length > 4 ? 18 : 11.5;
    out.push(
      s('g', { transform: `translate(${f(goal[0])} ${f(goal[1] - 30)})` }, s('g', { class: 'odds sign' }, s('rect', { x: -half, y: -6.5, width: half * 2, height: 13, rx: 6.5 }), s('text', { y: 3.6 }, plan.odds))),
    );
  }
  return out;
}
