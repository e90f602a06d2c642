/**
 * Where each unit of a view is.
 *
 * @import {Counter, WarView} from './types.js'
 */

/** @typedef {{counter: Counter, hex: string|null, box: string|null}} Found */

/** @type {WeakMap<WarView, Map<string, Found>>} */
const cache = new WeakMap();

/** @param {WarView} view @returns {Map<string, Found>} */
export function indexOf(view) {
  const before = cache.get(view);
  if (before) return before;
  /** @type {Map<string, Found>} */
  const found = new Map();
  for (const [box, counters] of Object.entries(view.boxes)) for (const counter of counters) found.set(counter.id, { counter, hex: null, box });
  for (const [hex, counters] of Object.entries(view.stacks)) for (const counter of counters) found.set(counter.id, { counter, hex, box: null });
  cache.set(view, found);
  return found;
}

/** @param {WarView} view @param {string} id @returns {Found|null} */
export const find = (view, id) => indexOf(view).get(id) ?? null;
