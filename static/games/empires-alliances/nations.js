/**
 * The countries: the strip at the left edge of their counters, and whether counter and print are dark or light, which tells
 * the sides apart.
 *
 * @typedef {{tone: "dark"|"light", ribbon: [string, string, string]}} Nation
 */

import { BLACK, BLUE, GOLD, GREEN, NAVY, RED, WHITE } from '../../board/ribbons.js';

const ORANGE = '#D9772B';

/** @type {Record<string, Nation>} */
const NATIONS = {
  GE: { tone: 'dark', ribbon: [BLACK, WHITE, RED] },
  AH: { tone: 'dark', ribbon: [BLACK, GOLD, BLACK] },
  TU: { tone: 'dark', ribbon: [RED, WHITE, RED] },
  BU: { tone: 'dark', ribbon: [WHITE, GREEN, RED] },
  RU: { tone: 'light', ribbon: [WHITE, BLUE, RED] },
  SE: { tone: 'light', ribbon: [RED, BLUE, WHITE] },
  MN: { tone: 'light', ribbon: [RED, BLUE, GOLD] },
  RO: { tone: 'light', ribbon: [BLUE, GOLD, RED] },
  GK: { tone: 'light', ribbon: [BLUE, WHITE, BLUE] },
  BE: { tone: 'light', ribbon: [BLACK, GOLD, RED] },
  NL: { tone: 'light', ribbon: [RED, WHITE, ORANGE] },
  FR: { tone: 'light', ribbon: [BLUE, WHITE, RED] },
  GB: { tone: 'light', ribbon: [RED, WHITE, NAVY] },
  CA: { tone: 'light', ribbon: [RED, WHITE, RED] },
  IN: { tone: 'light', ribbon: [ORANGE, WHITE, GREEN] },
  AU: { tone: 'light', ribbon: [NAVY, WHITE, NAVY] },
  IT: { tone: 'light', ribbon: [GREEN, WHITE, RED] },
  US: { tone: 'light', ribbon: [NAVY, WHITE, RED] },
};

/** @param {string} nation @param {string} side @returns {Nation & {colour: string}} as its counters look on that side */
export function nationOf(nation, side) {
  const known = NATIONS[nation] ?? { tone: /** @type {const} */ ('light'), ribbon: /** @type {[string, string, string]} */ ([WHITE, WHITE, WHITE]) };
  const tone = side === 'central' ? 'dark' : side === 'allied' ? 'light' : known.tone;
  return { ...known, tone, colour: `n-${nation}${tone === known.tone ? '' : ' turned'}` };
}

/** @type {Record<string, string>} */
const NAMES = { GE: 'Germany', AH: 'Austria-Hungary', TU: 'Ottoman Empire', BU: 'Bulgaria', FR: 'France', GB: 'Britain', RU: 'Russia', BE: 'Belgium', IT: 'Italy', US: 'United States', SE: 'Serbia', MN: 'Montenegro', RO: 'Rumania', GK: 'Greece', NL: 'Netherlands', CA: 'Canada', IN: 'India', AU: 'Australia', AL: 'Albania' };
/** In which order countries are listed. */
export const ORDER = Object.keys(NAMES);
/** @type {Record<string, string>} */
export const SIDES = { central: 'Central Powers', allied: 'Allies' };

/** @param {string} nation */
export const nationName = (nation) => NAMES[nation] ?? nation;
