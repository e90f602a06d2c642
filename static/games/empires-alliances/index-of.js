/**
 * Where each unit of a view is.
 *
 * @import {View} from '../../core/types.js'
 * @import {Unit, WarView} from './types.js'
 */

/** @typedef {{unit: Unit, hex: string|null, box: string|null}} Found */
/** @typedef {{stacks: Record<string, Unit[]>, units: Map<string, Found>}} Read */

/** @type {WeakMap<View, Read>} */
const cache = new WeakMap();

/** @param {View} view @returns {WarView} */
export const war = (view) => /** @type {WarView} */ (view);

/** The strongest unit comes first: guns and cavalry say little of a stack. @param {Unit} unit */
const weight = ({ kind, attack, defence }) => (kind === 'infantry' || kind === 'stosstruppen' ? 100 : 0) + attack + defence;

/** @param {View} view @returns {Read} */
function read(view) {
  const before = cache.get(view);
  if (before) return before;
  const { boxes, due = [], stacks: told } = war(view);
  /** @type {Map<string, Found>} */
  const units = new Map();
  /** @type {Record<string, Unit[]>} */
  const stacks = {};
  for (const [box, all] of Object.entries(boxes)) for (const unit of all) units.set(unit.id, { unit, hex: null, box });
  for (const unit of due) units.set(unit.id, { unit, hex: null, box: null });
  for (const [hex, { units: all }] of Object.entries(told)) {
    stacks[hex] = all.toSorted((a, b) => weight(b) - weight(a));
    for (const unit of all) units.set(unit.id, { unit, hex, box: null });
  }
  const found = { stacks, units };
  cache.set(view, found);
  return found;
}

/** @param {View} view @returns {Record<string, Unit[]>} by hex, the top first */
export const stacksOf = (view) => read(view).stacks;

/** @param {View} view @param {string} id @returns {Found|null} */
export const find = (view, id) => read(view).units.get(id) ?? null;
