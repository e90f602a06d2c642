/**
 * What is printed on a hex, in words: for tips on any board. Columns that only some boards have are told as they are.
 *
 * @import {Lattice} from './lattice.js'
 * @import {TipContent} from './tip.js'
 */

/** @type {Record<string, string>} */
const COUNTRIES = {
  AH: 'Austria-Hungary',
  AL: 'Albania',
  BE: 'Belgium',
  BU: 'Bulgaria',
  FR: 'France',
  GB: 'Britain',
  GE: 'Germany',
  GK: 'Greece',
  IT: 'Italy',
  LU: 'Luxembourg',
  MN: 'Montenegro',
  NL: 'the Netherlands',
  PE: 'Persia',
  RO: 'Rumania',
  RU: 'Russia',
  SE: 'Serbia',
  TU: 'the Ottoman Empire',
};

/** Keys that have words of their own, or none. */
const KNOWN = new Set(['x', 'y', 'name', 'terrain', 'country', 'surface', 'city', 'fortress', 'level', 'port']);

/** @param {string} text */
const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} column @param {unknown} value @returns {string} a flag by its name, any other value behind it */
const other = (column, value) => {
  const words = column.replaceAll('_', ' ');
  return value === '1' || value === true ? words : `${words} ${String(value)}`;
};

/** @param {Lattice} lattice @param {string} id @returns {string[]} */
function lines(lattice, id) {
  const hex = lattice.hex(id);
  const extra = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (hex));
  const city = hex.city && hex.city !== 'city' && hex.city !== 'paris' ? `${hex.city} city` : hex.city ? 'city' : '';
  const fort = hex.fortress ? (typeof extra.level === 'number' ? `fort ${extra.level}` : 'fort') : '';
  const ground = [hex.terrain || hex.surface, city, fort, hex.port ? 'port' : ''].filter(Boolean).join(', ');
  const own = Object.entries(extra).filter(([column, value]) => !KNOWN.has(column) && value !== '' && value !== false);
  const rivers = lattice.neighbours(id).flatMap((beside) => {
    const river = lattice.river(id, beside);
    return river ? [`${river} to ${beside}`] : [];
  });
  return [
    capitalised([ground, COUNTRIES[hex.country ?? ''] ?? hex.country].filter(Boolean).join('; ')),
    capitalised(own.map(([column, value]) => other(column, value)).join(', ')),
    capitalised(rivers.join(', ')),
  ].filter(Boolean);
}

/** @param {Lattice} lattice @param {string} id @returns {TipContent} */
export function facts(lattice, id) {
  const { name } = lattice.hex(id);
  const numbered = /^\d+$/.test(id);
  return { head: !name ? id : numbered ? `${id} ${name}` : name, lines: lines(lattice, id).map((text) => ({ text })) };
}

/** The same for a screen reader. @param {Lattice} lattice @param {string} id */
export function sentence(lattice, id) {
  const { head } = facts(lattice, id);
  return `${head}. ${lines(lattice, id).join('. ')}.`;
}
