/**
 * The nations of the Great War: their names, the strip at the left edge of their counters, and whether counter and print
 * are dark or light, which tells the sides apart.
 *
 * @typedef {{name: string, tone: "dark"|"light", ribbon: [string, string, string]}} Nation
 */

import { BLACK, BLUE, GOLD, GREEN, NAVY, RED, WHITE } from '../../board/ribbons.js';

/** @type {Record<string, Nation>} */
const NATIONS = {
  GE: { name: 'German', tone: 'dark', ribbon: [BLACK, WHITE, RED] },
  AH: { name: 'Austro-Hungarian', tone: 'dark', ribbon: [BLACK, GOLD, BLACK] },
  BU: { name: 'Bulgarian', tone: 'dark', ribbon: [WHITE, GREEN, RED] },
  TU: { name: 'Turkish', tone: 'dark', ribbon: [RED, WHITE, RED] },
  BE: { name: 'Belgian', tone: 'light', ribbon: [BLACK, GOLD, RED] },
  BR: { name: 'British', tone: 'light', ribbon: [RED, WHITE, NAVY] },
  FR: { name: 'French', tone: 'light', ribbon: [BLUE, WHITE, RED] },
  MN: { name: 'Montenegrin', tone: 'light', ribbon: [RED, BLUE, GOLD] },
  SE: { name: 'Serbian', tone: 'light', ribbon: [RED, BLUE, WHITE] },
  IT: { name: 'Italian', tone: 'light', ribbon: [GREEN, WHITE, RED] },
  RO: { name: 'Romanian', tone: 'light', ribbon: [BLUE, GOLD, RED] },
  GK: { name: 'Greek', tone: 'light', ribbon: [BLUE, WHITE, BLUE] },
  RU: { name: 'Russian', tone: 'light', ribbon: [WHITE, BLUE, RED] },
  US: { name: 'U.S.', tone: 'light', ribbon: [NAVY, WHITE, RED] },
  AB: { name: 'Arab', tone: 'light', ribbon: [BLACK, WHITE, GREEN] },
  PN: { name: 'Persian', tone: 'light', ribbon: [GREEN, WHITE, RED] },
  AM: { name: 'Armenian', tone: 'light', ribbon: [RED, BLUE, GOLD] },
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

/** In the order of the tables. */
export const ORDER = Object.keys(NATIONS);
