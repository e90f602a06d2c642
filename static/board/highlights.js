/**
 * What lies under and over the counters: reach, overlays, selection, targets, arrows, paths, costs.
 *
 * @import {Overlay} from '../core/types.js'
 * @import {Band} from './types.js'
 * @import {Gaps} from './gaps.js'
 * @import {Lattice, Point} from './lattice.js'
 */

import { s } from '../core/dom.js';
import { polyline } from './outline.js';

/** @typedef {{hex: string, from: string[], odds: string|null, river: string|null}} Attack */

/**
 * @typedef {object} Highlights
 * @property {string[]} [selected]
 * @property {string[]} [able] places of those who may still act
 * @property {Partial<Record<Band, string[]>>} [bands]
 * @property {Record<string, {text: string, band: Band, stops: boolean}>} [costs]
 * @property {string[]} [targets] hexes that may be attacked
 * @property {Attack|null} [attack] the attack in hand
 * @property {Attack[]} [also] other attacks that are open
 * @property {string[]} [path] with the starting hex
 * @property {string|null} [refused] hovered, not legal
 * @property {string|null} [cursor] of the keyboard
 * @property {string[]} [marked] hexes of the log line in hand
 * @property {{name: string, groups?: boolean, data: Overlay}|null} [overlay] `groups`: hexes of one text lie together
 * @property {Set<string>} [badStacks] hexes whose units the overlay says to be out
 */

const BANDS = /** @type {Band[]} */ (['forced', 'tiring', 'free']);

/** What of it lies on one board of several. @param {Lattice} lattice @param {Highlights} h @returns {Highlights} */
export function narrowed(lattice, h) {
  const here = (/** @type {string|null|undefined} */ hex) => (hex && lattice.has(hex) ? hex : null);
  const bands = Object.entries(h.bands ?? {}).map(([band, hexes]) => [band, hexes.filter((hex) => lattice.has(hex))]);
  return {
    ...h,
    selected: h.selected?.filter((hex) => lattice.has(hex)),
    bands: Object.fromEntries(bands),
    attack: h.attack && lattice.has(h.attack.hex) ? h.attack : null,
    also: h.also?.filter(({ hex }) => lattice.has(hex)),
    refused: here(h.refused),
    cursor: here(h.cursor),
  };
}

/** @param {Lattice} lattice @param {Highlights} h @returns {SVGElement[]} between the ground and the lines */
export function under(lattice, h) {
  /** @type {SVGElement[]} */
  const out = [];
  if (h.overlay) out.push(...overlay(lattice, h.overlay));
  for (const band of BANDS) {
    const hexes = h.bands?.[band];
    for (const [ground, of] of grounds(lattice, hexes ?? [])) {
      const d = lattice.outline(of, 0.8);
      out.push(s('path', { class: `reach ${band} ${ground}`.trim(), d }), s('path', { class: `reach-line ${band}`, d }));
    }
  }
  return out;
}

/** What lies at sea apart: in the yellow of the rest it would look like land. @param {Lattice} lattice @param {string[]} hexes @returns {[string, string[]][]} */
function grounds(lattice, hexes) {
  const isSea = (/** @type {string} */ hex) => lattice.has(hex) && lattice.hex(hex).surface === 'sea';
  /** @type {[string, string[]][]} */
  const both = [['', hexes.filter((hex) => !isSea(hex))], ['at-sea', hexes.filter(isSea)]];
  return both.filter(([, of]) => of.length);
}

/** @param {Lattice} lattice @param {NonNullable<Highlights["overlay"]>} shown @returns {SVGElement[]} */
function overlay(lattice, { name, groups: apart = false, data }) {
  const lines = data.lines
    .filter(([a, b]) => lattice.has(a) && lattice.has(b))
    .map(([a, b]) => polyline([lattice.centre(a), lattice.centre(b)]))
    .join('');
  const shapes = outlines(lattice, { name, groups: apart, data });
  if (lines) shapes.push(s('path', { class: 'supply-line casing', d: lines }), s('path', { class: 'supply-line', d: lines }));
  return shapes;
}

/** The hexes of an overlay; those above the counters show that they lie in it. @param {Lattice} lattice @param {NonNullable<Highlights["overlay"]>} shown @param {string} [where] @returns {SVGElement[]} */
function outlines(lattice, { name, groups: apart = false, data }, where = '') {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [hex, text] of Object.entries(data.hexes)) {
    if (!lattice.has(hex)) continue;
    const key = apart ? text : '';
    groups.set(key, [...(groups.get(key) ?? []), hex]);
  }
  return [...groups].map(([key, hexes]) => s('path', { class: `overlay ${name} ${where}`.trim(), 'data-of': key.toLowerCase(), d: lattice.outline(hexes, 1.6) }));
}

/** @param {Highlights} h @returns {Attack[]} */
const attacks = ({ attack: inHand, also = [] }) => (inHand ? [inHand, ...also] : also);

/** @param {Lattice} lattice @param {Highlights} h @returns {SVGElement[]} below the counters */
export function rings(lattice, h) {
  const ring = (/** @type {string} */ hex, /** @type {string} */ cls, inset = 1.2) =>
    s('path', { class: cls, d: lattice.border(hex, inset) });
  /** @type {SVGElement[]} */
  const out = [];
  const able = (h.able ?? []).filter((hex) => lattice.has(hex));
  // One path: there may be hundreds, and they are drawn again with every hex that is pointed at.
  if (able.length) out.push(s('path', { class: 'able', d: able.map((hex) => lattice.border(hex, 1.6)).join('') }));
  for (const hex of h.marked ?? []) if (lattice.has(hex)) out.push(ring(hex, 'marked'));
  for (const hex of h.targets ?? []) if (lattice.has(hex) && hex !== h.attack?.hex) out.push(ring(hex, 'target offered', 2));
  for (const { hex } of attacks(h)) out.push(ring(hex, 'target'));
  for (const hex of h.selected ?? []) out.push(ring(hex, 'selected'), ring(hex, 'selected inner'));
  if (h.refused) out.push(ring(h.refused, 'refused', 1.6));
  return out;
}

/**
 * @param {Lattice} lattice
 * @param {Highlights} h
 * @param {(hex: string) => boolean} occupied
 * @param {Gaps} gaps beside the names of cities
 * @returns {SVGElement[]} over the counters
 */
export function over(lattice, h, occupied, gaps) {
  /** @type {SVGElement[]} */
  const out = [];
  if (h.overlay) out.push(...outlines(lattice, h.overlay, 'above'));
  for (const [hex, cost] of Object.entries(h.costs ?? {})) {
    if (!lattice.has(hex) || (occupied(hex) && !h.path?.includes(hex))) continue;
    const centre = lattice.hex(hex);
    const [x, y] = occupied(hex) ? [centre.x, centre.y + 19] : gaps.place(centre, cost.text, cost.stops);
    out.push(s('text', { class: `cost ${cost.band}`, x, y }, cost.text));
    if (cost.stops) out.push(s('rect', { class: 'stop', x: x - 5.5, y: y + 3.4, width: 11, height: 4, rx: 2 }));
  }
  if (h.path && h.path.length > 1) out.push(...path(lattice, h.path));
  for (const shown of attacks(h)) out.push(...attack(lattice, shown));
  for (const hex of h.badStacks ?? []) {
    if (!lattice.has(hex)) continue;
    const { x, y } = lattice.hex(hex);
    out.push(s('use', { href: '#m-oos', x: x - 22, y: y - 22, width: 11, height: 11 }));
  }
  if (h.cursor && lattice.has(h.cursor)) {
    const d = lattice.border(h.cursor, 2.4);
    out.push(s('path', { class: 'cursor halo', d }), s('path', { class: 'cursor', d }));
  }
  return out;
}

/** @param {Lattice} lattice @param {string[]} hexes @returns {SVGElement[]} */
function path(lattice, hexes) {
  const known = hexes.filter((hex) => lattice.has(hex));
  if (known.length < 2) return [];
  const { d, end, turn, stages } = lattice.route(known);
  /** @type {SVGElement[]} */
  const out = [s('path', { class: 'way casing', d }), s('path', { class: 'way', d })];
  for (let i = 1; i < hexes.length; i += 1) {
    const [a, b] = [hexes[i - 1], hexes[i]];
    if (a && b && lattice.has(a) && lattice.has(b) && lattice.river(a, b)) out.push(...beads(lattice, a, b, ''));
  }
  for (const [cx, cy] of stages) out.push(s('circle', { class: 'way stage', cx, cy, r: 3.6 }));
  out.push(s('path', { class: 'way head', d: 'M-5-5L5 0-5 5z', transform: `translate(${end[0]} ${end[1]}) rotate(${turn})` }));
  return out;
}

/** @param {Lattice} lattice @param {string} a @param {string} b @param {string} text @returns {SVGElement[]} a hexside that counts */
function beads(lattice, a, b, text) {
  const side = lattice.side(a, b);
  if (!side) return [];
  const [p, q] = side;
  const at = (/** @type {number} */ k) => /** @type {Point} */ ([p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k]);
  const d = polyline([at(0.12), at(0.88)]);
  /** @type {SVGElement[]} */
  const out = [s('path', { class: 'river-side casing', d }), s('path', { class: 'river-side', d })];
  if (text) {
    const [x, y] = p[0] > q[0] ? p : q;
    out.push(s('g', { class: 'river-chip', transform: `translate(${x + 6} ${y + 6})` }, s('rect', { x: -7, y: -6, width: 14, height: 12, rx: 6 }), s('text', { y: 3 }, text)));
  }
  return out;
}

/** @param {Lattice} lattice @param {NonNullable<Highlights['attack']>} plan @returns {SVGElement[]} */
function attack(lattice, plan) {
  /** @type {SVGElement[]} */
  const out = [];
  const [tx, ty] = lattice.centre(plan.hex);
  plan.from.forEach((hex, i) => {
    if (!lattice.has(hex)) return;
    const [x, y] = lattice.centre(hex);
    if (plan.river && lattice.river(hex, plan.hex)) out.push(...beads(lattice, hex, plan.hex, i === 0 ? plan.river : ''));
    if (hex !== plan.hex && !lattice.side(hex, plan.hex)) {
      const { d, end, turn } = lattice.route([hex, plan.hex]);
      out.push(
        s('path', { class: 'assault casing', d }),
        s('path', { class: 'assault', d }),
        s('path', { class: 'arrow', d: 'M-6-8L10 0-6 8z', transform: `translate(${end[0]} ${end[1]}) rotate(${turn.toFixed(1)})` }),
      );
      return;
    }
    const turn = (Math.atan2(ty - y, tx - x) * 180) / Math.PI;
    out.push(
      s('path', { class: 'arrow', d: 'M-7-2.8H1V-7L10 0 1 7V2.8H-7z', transform: `translate(${(x + tx) / 2} ${(y + ty) / 2}) rotate(${turn.toFixed(1)})` }),
    );
  });
  if (plan.odds) {
    const half = plan.odds.length > 4 ? 18 : 11.5;
    // Away from the arrows: above when most of them come from below.
    const below = plan.from.filter((hex) => lattice.has(hex) && lattice.hex(hex).y > ty + 1).length;
    const side = below * 2 > plan.from.length ? -1 : 1;
    out.push(
      s('g', { class: 'odds', transform: `translate(${tx} ${ty + side * 21.6})` }, s('rect', { x: -half, y: -6.5, width: half * 2, height: 13, rx: 6.5 }), s('text', { y: 3.6 }, plan.odds)),
    );
  }
  return out;
}
