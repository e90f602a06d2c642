/**
 * The nations of the Great War: their names, the strip at the left edge of their counters, and whether counter and print
 * are dark or light, which tells the sides apart.
 *
 * @typedef {{name: string, land?: string, tone: "dark"|"light", ribbon: [string, string, string]}} Nation
 */

import { BLACK, BLUE, GOLD, GREEN, NAVY, RED, WHITE } from '../../board/ribbons.js';

/** @type {Record<string, Nation>} */
const NATIONS = {
  GE: { name: 'German', land: 'Germany', tone: 'dark', ribbon: [BLACK, WHITE, RED] },
  AH: { name: 'Austro-Hungarian', land: 'Austria-Hungary', tone: 'dark', ribbon: [BLACK, GOLD, BLACK] },
  BU: { name: 'Bulgarian', land: 'Bulgaria', tone: 'dark', ribbon: [WHITE, GREEN, RED] },
  TU: { name: 'Turkish', land: 'Turkey', tone: 'dark', ribbon: [RED, WHITE, RED] },
  BE: { name: 'Belgian', land: 'Belgium', tone: 'light', ribbon: [BLACK, GOLD, RED] },
  BR: { name: 'British', land: 'Britain', tone: 'light', ribbon: [RED, WHITE, NAVY] },
  FR: { name: 'French', land: 'France', tone: 'light', ribbon: [BLUE, WHITE, RED] },
  MN: { name: 'Montenegrin', land: 'Montenegro', tone: 'light', ribbon: [RED, BLUE, GOLD] },
  SE: { name: 'Serbian', land: 'Serbia', tone: 'light', ribbon: [RED, BLUE, WHITE] },
  IT: { name: 'Italian', land: 'Italy', tone: 'light', ribbon: [GREEN, WHITE, RED] },
  RO: { name: 'Romanian', land: 'Romania', tone: 'light', ribbon: [BLUE, GOLD, RED] },
  GK: { name: 'Greek', land: 'Greece', tone: 'light', ribbon: [BLUE, WHITE, BLUE] },
  RU: { name: 'Russian', land: 'Russia', tone: 'light', ribbon: [WHITE, BLUE, RED] },
  US: { name: 'U.S.', land: 'United States', tone: 'light', ribbon: [NAVY, WHITE, RED] },
  AB: { name: 'Arab', land: 'Arabs', tone: 'light', ribbon: [BLACK, WHITE, GREEN] },
  PN: { name: 'Persian', land: 'Persia', tone: 'light', ribbon: [GREEN, WHITE, RED] },
  AM: { name: 'Armenian', land: 'Armenia', tone: 'light', ribbon: [RED, BLUE, GOLD] },
};

/** Of a stack that shows no face its side is known. @type {Record<string, Nation>} */
const UNKNOWN = {
  central: { name: 'Central Powers', tone: 'dark', ribbon: [BLACK, BLACK, BLACK] },
  allied: { name: 'Allied', tone: 'light', ribbon: [WHITE, WHITE, WHITE] },
};

/** @param {string} nation @param {string} side @returns {Nation & {colour: string}} as its counters look; Romania may be on either side */
export function nationOf(nation, side) {
  const known = NATIONS[nation] ?? UNKNOWN[side] ?? { name: nation, tone: 'light', ribbon: [WHITE, WHITE, WHITE] };
  const turned = side === 'central' && known.tone === 'light';
  return { ...known, tone: turned ? 'dark' : known.tone, colour: `n-${NATIONS[nation] ? nation : side}${turned ? ' turned' : ''}` };
}

/** @param {string} nation */
export const nationName = (nation) => NATIONS[nation]?.name ?? nation;

/** @param {string} nation what its land is called */
export const landName = (nation) => NATIONS[nation]?.land ?? nation;

/** In the order of the tables. */
export const ORDER = Object.keys(NATIONS);
