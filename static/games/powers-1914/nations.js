/**
 * The nations of 1914: names, ribbons in the colours of their flags, and which side each is on. Colours of bodies are
 * custom properties of `pieces.css`: one for either side, since some nations may be brought to either.
 *
 * @import {Kind, PowersView} from './types.js'
 */

import { BLACK, BLUE, GOLD, GREEN, NAVY, RED, WHITE } from '../../board/ribbons.js';

/** @typedef {"dark"|"light"} Tone dark for the Central Powers, light for the Entente */
/** @typedef {{name: string, adjective: string, tone: Tone, ribbon: [string, string, string], upright?: true}} Nation `upright`: its flag has columns, not rows */

/** @type {Record<string, Nation>} in the order in which their pieces stand */
export const NATIONS = {
  GE: { name: 'Germany', adjective: 'German', tone: 'dark', ribbon: [BLACK, WHITE, RED] },
  AH: { name: 'Austria-Hungary', adjective: 'Austro-Hungarian', tone: 'dark', ribbon: [RED, WHITE, GREEN] },
  OT: { name: 'Ottoman Empire', adjective: 'Ottoman', tone: 'dark', ribbon: [RED, WHITE, RED] },
  BU: { name: 'Bulgaria', adjective: 'Bulgarian', tone: 'dark', ribbon: [WHITE, GREEN, RED] },
  FR: { name: 'France', adjective: 'French', tone: 'light', ribbon: [BLUE, WHITE, RED], upright: true },
  BR: { name: 'Britain', adjective: 'British', tone: 'light', ribbon: [RED, WHITE, NAVY] },
  RU: { name: 'Russia', adjective: 'Russian', tone: 'light', ribbon: [WHITE, BLUE, RED] },
  IT: { name: 'Italy', adjective: 'Italian', tone: 'light', ribbon: [GREEN, WHITE, RED], upright: true },
  BE: { name: 'Belgium', adjective: 'Belgian', tone: 'light', ribbon: [BLACK, GOLD, RED], upright: true },
  SE: { name: 'Serbia', adjective: 'Serbian', tone: 'light', ribbon: [RED, BLUE, WHITE] },
  MO: { name: 'Montenegro', adjective: 'Montenegrin', tone: 'light', ribbon: [RED, '#3E6FB0', WHITE] },
  US: { name: 'United States', adjective: 'American', tone: 'light', ribbon: ['#3C3B6E', WHITE, RED] },
  SC: { name: 'Scotland', adjective: 'Scottish', tone: 'dark', ribbon: ['#2F5EA8', WHITE, '#2F5EA8'] },
  IR: { name: 'Ireland', adjective: 'Irish', tone: 'dark', ribbon: [GREEN, WHITE, '#E08A2B'], upright: true },
  SW: { name: 'Sweden', adjective: 'Swedish', tone: 'light', ribbon: ['#2F62A3', GOLD, '#2F62A3'] },
  PT: { name: 'Portugal', adjective: 'Portuguese', tone: 'light', ribbon: [GREEN, GOLD, RED], upright: true },
  RO: { name: 'Romania', adjective: 'Romanian', tone: 'light', ribbon: [BLUE, GOLD, RED], upright: true },
  NL: { name: 'Holland', adjective: 'Dutch', tone: 'light', ribbon: [RED, WHITE, BLUE] },
  DK: { name: 'Denmark', adjective: 'Danish', tone: 'light', ribbon: [RED, WHITE, RED] },
  NO: { name: 'Norway', adjective: 'Norwegian', tone: 'light', ribbon: [RED, NAVY, RED] },
  SP: { name: 'Spain', adjective: 'Spanish', tone: 'light', ribbon: [RED, GOLD, RED] },
  GR: { name: 'Greece', adjective: 'Greek', tone: 'light', ribbon: ['#3E7CC0', WHITE, '#3E7CC0'] },
  AL: { name: 'Albania', adjective: 'Albanian', tone: 'light', ribbon: [RED, BLACK, RED] },
  LU: { name: 'Luxembourg', adjective: 'Luxembourgish', tone: 'light', ribbon: [RED, WHITE, '#6FB3DB'] },
  CH: { name: 'Switzerland', adjective: 'Swiss', tone: 'light', ribbon: [RED, WHITE, RED] },
};

/** @type {Nation} */
const STRANGER = { name: 'Nobody', adjective: 'unknown', tone: 'light', ribbon: ['#888', '#888', '#888'] };

const ORDER = Object.keys(NATIONS);

/** @param {string} id @returns {Nation} */
export const nation = (id) => NATIONS[id] ?? STRANGER;

/** @param {string} a @param {string} b */
export const byNation = (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b);

/** What the last view told: faces in panels are drawn without one. @type {PowersView['nations']} */
let told = {};

/** @param {PowersView} view */
export function learn(view) {
  told = view.nations;
}

/** @param {string} id @returns {string} `central`, `entente` or `neutral` */
export const sideOf = (id) => told[id]?.side ?? (nation(id).tone === 'dark' ? 'central' : 'entente');

/** @param {string} id @returns {Tone} */
export function toneOf(id) {
  const side = sideOf(id);
  return side === 'neutral' ? nation(id).tone : side === 'central' ? 'dark' : 'light';
}

/** @param {string} id @param {Kind} kind @returns {number} how often its units of a kind were modernised, 0 to 2 */
export const levelOf = (id, kind) => told[id]?.modern?.[kind] ?? 0;
