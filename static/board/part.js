/**
 * A part of a board: a game may be played on some places of a board that is drawn for a larger one. The others are no
 * places of the match: they are paled, and nothing can be pointed at or chosen there.
 *
 * @import {BoardJson} from '../core/types.js'
 * @import {AreasJson} from './areas.js'
 * @import {Lattice} from './lattice.js'
 */

import { s } from '../core/dom.js';
import { latticeOf } from './areas.js';

/** @param {BoardJson} data @param {ReadonlySet<string>|null} [part] @returns {BoardJson} with no other places; whole, where none of them is on it */
export function partOf(data, part) {
  if (!part) return data;
  /** @template T @param {Record<string, T>} table @returns {Record<string, T>} */
  const kept = (table) => Object.fromEntries(Object.entries(table).filter(([id]) => part.has(id)));
  if ('areas' in data) {
    const { areas, links } = /** @type {AreasJson} */ (/** @type {unknown} */ (data));
    const some = { areas: kept(areas), links: links.filter(({ a, b }) => part.has(a) && part.has(b)) };
    return Object.keys(some.areas).length ? { ...data, ...some } : data;
  }
  const hexes = kept(data.hexes);
  return Object.keys(hexes).length ? { ...data, hexes } : data;
}

/** @param {BoardJson} data the whole board @param {Lattice} lattice what is in play @param {ReadonlySet<string>|null} [part] @returns {SVGElement|null} over the rest of it */
export function shade(data, lattice, part) {
  if (!part) return null;
  const whole = latticeOf(data);
  const rest = Object.keys(whole.board.hexes).filter((id) => !lattice.has(id));
  return rest.length ? s('path', { class: 'out-of-play', d: rest.map((id) => whole.border(id)).join('') }) : null;
}
