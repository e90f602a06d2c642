/**
 * Units that are alike and stand in one place: one face with a number, of which you take as many as you want.
 *
 * @import {Roster} from './types.js'
 */

/** @typedef {{ids: string[], place: string|null}} Group */

/** @param {Roster} roster @param {readonly string[]} ids @returns {Group[]} in the order of the first of each */
export function groups(roster, ids) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const id of ids) {
    const place = roster.place(id);
    const key = roster.alike ? `${place} ${roster.alike(id)}` : id;
    const group = found.get(key) ?? { ids: [], place };
    group.ids.push(id);
    found.set(key, group);
  }
  return [...found.values()];
}

/** @param {readonly Group[]} all @returns {Map<string|null, Group[]>} by place */
export function byPlace(all) {
  /** @type {Map<string|null, Group[]>} */
  const found = new Map();
  for (const group of all) found.set(group.place, [...(found.get(group.place) ?? []), group]);
  return found;
}
