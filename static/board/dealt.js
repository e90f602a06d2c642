/** The units of a what-if that its player could not see in the match: they were dealt by chance, and their counters say so. */

/** @type {Set<string>} */
const units = new Set();

/** The side whose player tries something out; the other's concealed units are of those that were dealt. */
let own = '';

/** @param {readonly string[]} ids @param {string} side whose view it was */
export function deal(ids, side) {
  units.clear();
  for (const id of ids) units.add(id);
  own = side;
}

/** Seen from the side that tries it out, units that were dealt are still concealed, and have no names. @param {{id: string, side?: string, concealed?: boolean}} counter */
export const isDealt = (counter) => units.has(counter.id) || Boolean(own && counter.concealed && counter.side !== own);
