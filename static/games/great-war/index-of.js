/**
 * Where each unit of a view is, and what the view says of it elsewhere: of your own, how they are supplied.
 *
 * @import {View} from '../../core/types.js'
 * @import {Counter, WarView} from './types.js'
 */

/** @typedef {{counter: Counter, hex: string|null, box: string|null}} Found */
/** @typedef {{stacks: Record<string, Counter[]>, units: Map<string, Found>}} Read */

/** @type {WeakMap<View, Read>} */
const cache = new WeakMap();

/** @param {View} view @returns {WarView} */
export const war = (view) => /** @type {WarView} */ (view);

/** @param {View} view @returns {Read} */
function read(view) {
  const before = cache.get(view);
  if (before) return before;
  const { boxes, unsupplied, stacks: told, battle } = war(view);
  /** @type {Map<string, Found>} */
  const units = new Map();
  for (const counter of [...(battle?.attackers ?? []), ...(battle?.defenders ?? [])]) units.set(counter.id, { counter, hex: null, box: null });
  for (const [box, counters] of Object.entries(boxes)) for (const counter of counters) units.set(counter.id, { counter, hex: null, box });
  const stacks = Object.keys(unsupplied).length ? Object.fromEntries(Object.entries(told).map(([hex, all]) => [hex, marked(all, unsupplied)])) : told;
  for (const [hex, counters] of Object.entries(stacks)) for (const counter of counters) units.set(counter.id, { counter, hex, box: null });
  const found = { stacks, units };
  cache.set(view, found);
  return found;
}

/** @param {Counter[]} counters @param {WarView["unsupplied"]} unsupplied */
function marked(counters, unsupplied) {
  if (!counters.some(({ id }) => unsupplied[id])) return counters;
  return counters.map((counter) => (unsupplied[counter.id] ? /** @type {Counter} */ ({ ...counter, supply: unsupplied[counter.id] }) : counter));
}

/** @param {View} view @returns {Record<string, Counter[]>} by hex, the top first */
export const stacksOf = (view) => read(view).stacks;

/** @param {View} view @param {string} id @returns {Found|null} */
export const find = (view, id) => read(view).units.get(id) ?? null;
