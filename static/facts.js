/**
 * What is printed on a hex, in words: for tips on any board. Columns that only some boards have are told as they are.
 *
 * @import {Lattice} from './board/lattice.js'
 * @import {TipContent} from './board/tip.js'
 */

/** @type {Record<string, string>} */
const COUNTRIES = {
  AH: 'Austria-Hungary',
  AL: 'Albania',
  BE: 'Belgium',
  BU: 'Bulgaria',
  EG: 'Egypt',
  FR: 'France',
  GB: 'Britain',
  GE: 'Germany',
  GK: 'Greece',
  IT: 'Italy',
  LU: 'Luxembourg',
  MN: 'Montenegro',
  NL: 'the Netherlands',
  PN: 'Persia',
  RO: 'Rumania',
  RU: 'Russia',
  SE: 'Serbia',
  TU: 'the Ottoman Empire',
};

/** Keys that have words of their own, or none. */
const KNOWN = new Set(['x', 'y', 'name', 'terrain', 'country', 'surface', 'city', 'fortress', 'level', 'port']);

/** What of a hexside is told otherwise: where it lies, and its river. */
const DRAWN = new Set(['x1', 'y1', 'x2', 'y2', 'river']);

/** @type {Record<string, (value: string) => string>} words for hexsides, where a column's own would not do */
const SIDES = {
  bars: () => 'rails only',
  canal: () => '',
  lake: (name) => (name === '1' ? 'lake' : `lake ${name}`),
  pass: () => 'mountain pass',
  strait: (name) => (name === '1' ? 'strait' : `strait (${name})`),
};

/** @type {Record<string, (value: string) => string>} the same for hexes */
const WORDS = {
  mark: (letters) => `marked ${letters}`,
  region: (name) => name,
  sea_area: (names) => names.replaceAll('+', ' and '),
  supply: (whom) => `source of supply (${whom})`,
  surrender: () => 'Turkish surrender hex',
  victory: () => 'victory hex',
  weather: (zone) => `${zone}ern weather`,
};

/** @param {string} text */
const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} column @param {unknown} value @returns {string} a flag by its name, any other value behind it */
const other = (column, value) => {
  const own = WORDS[column]?.(String(value));
  if (own) return own;
  const words = column.replaceAll('_', ' ');
  return value === '1' || value === true ? words : `${words} ${String(value)}`;
};

/** What lies on a hexside, by name where it has one. @param {Lattice} lattice @param {string} a @param {string} b @returns {string[]} */
function between(lattice, a, b) {
  const { sides } = lattice.board;
  const side = /** @type {Record<string, unknown>} */ (sides[`${a}-${b}`] ?? sides[`${b}-${a}`] ?? {});
  const own = Object.entries(side).filter(([column, value]) => !DRAWN.has(column) && value !== '');
  const frozen = own.some(([column]) => column === 'freezes') ? ' (freezes)' : '';
  const named = own.filter(([column]) => column !== 'freezes').map(([column, value]) => SIDES[column]?.(String(value)) ?? other(column, value));
  return [side.river ? `${String(side.river)}${frozen}` : '', ...named].filter(Boolean);
}

/** @param {Lattice} lattice @param {string} id @returns {string[]} */
function lines(lattice, id) {
  const hex = lattice.hex(id);
  const extra = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (hex));
  const city = hex.city && hex.city !== 'city' && hex.city !== 'paris' ? `${hex.city} city` : hex.city ? 'city' : '';
  const fort = hex.fortress ? (typeof extra.level === 'number' ? `fort ${extra.level}` : 'fort') : '';
  const ground = [hex.terrain || hex.surface, city, fort, hex.port ? 'port' : ''].filter(Boolean).join(', ');
  const own = Object.entries(extra).filter(([column, value]) => !KNOWN.has(column) && value !== '' && value !== false);
  const around = lattice.neighbours(id).flatMap((beside) => between(lattice, id, beside).map((what) => `${what} to ${beside}`));
  return [
    capitalised([ground, COUNTRIES[hex.country ?? ''] ?? hex.country].filter(Boolean).join('; ')),
    capitalised(own.map(([column, value]) => other(column, value)).join(', ')),
    capitalised(around.join(', ')),
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
