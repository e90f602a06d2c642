/** The units of a what-if that its player could not see in the match: they were dealt by chance, and their counters say so. */

/** @type {Set<string>} */
const units = new Set();

/** @param {readonly string[]} ids */
export function deal(ids) {
  units.clear();
  for (const id of ids) units.add(id);
}

/** @param {string} id of a unit */
export const isDealt = (id) => units.has(id);
