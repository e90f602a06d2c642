/**
 * Where each unit of a view is, and which units are alike.
 *
 * @import {Fighting, Figure, Kind, PowersView} from './types.js'
 */

/** @typedef {{unit: Figure, area: string|null}} Found `area` is null for one that waits to be placed */
/** @typedef {{key: string, nation: string, kind: Kind, spent: boolean, name?: string, ids: string[]}} Group units of one area that are alike */

/** @type {WeakMap<PowersView, Map<string, Found>>} */
const cache = new WeakMap();

/** @param {PowersView} view @returns {Map<string, Found>} */
function index(view) {
  const before = cache.get(view);
  if (before) return before;
  /** @type {Map<string, Found>} */
  const found = new Map();
  for (const unit of view.pool ?? []) found.set(unit.id, { unit, area: null });
  for (const [area, { units }] of Object.entries(view.areas)) for (const unit of units ?? []) found.set(unit.id, { unit, area });
  cache.set(view, found);
  return found;
}

/** @param {PowersView} view @param {string} id @returns {Found|null} */
export const find = (view, id) => index(view).get(id) ?? null;

/** @type {Kind[]} in the order in which they are shown */
export const KINDS = ['general', 'infantry', 'artillery', 'aircraft', 'ship'];

/** @param {readonly Figure[]} units @returns {Group[]} generals each alone, fresh before spent */
export function groups(units) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const { id, nation, kind, spent, name } of units) {
    const key = kind === 'general' ? id : `${nation}.${kind}.${spent ? 'spent' : 'fresh'}`;
    const group = found.get(key) ?? { key, nation, kind, spent, ...(name ? { name } : {}), ids: [] };
    group.ids.push(id);
    found.set(key, group);
  }
  return [...found.values()].sort((a, b) => a.nation.localeCompare(b.nation) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || Number(a.spent) - Number(b.spent));
}

/** @param {PowersView} view @param {string} nation @returns {string} the side that a nation fights on, or `neutral` */
export const sideOfNation = (view, nation) => view.nations[nation]?.side ?? 'neutral';

/** @param {Fighting} battle @returns {string[]} the areas from which it is attacked */
export const origins = ({ attackers }) => [...new Set(attackers.map(({ came }) => came).filter(Boolean))];

/** @param {Group} group @returns {Figure} one of its units */
export const figure = ({ ids, nation, kind, spent, name }) => ({ id: ids[0] ?? '', nation, kind, spent, ...(name ? { name } : {}) });
