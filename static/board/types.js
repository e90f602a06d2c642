/**
 * Counters on a hex board and how far they reach, for the type checker only.
 *
 * @typedef {{id: string, side: string, concealed: true}} Concealed an enemy unit under the top one; the id is a place, not a name
 *
 * @typedef {object} Unit a unit whose face the viewer knows
 * @property {string} id
 * @property {string} side
 * @property {false} [concealed]
 * @property {string} nation
 * @property {"infantry"|"cavalry"|"hq"|"fort"|"depot"} kind
 * @property {string} label what is printed on the counter
 * @property {string} name what a sentence says
 * @property {string|null} army
 * @property {string|null} size XX, XXX or XXXX
 * @property {number} factor combat factor now
 * @property {number} ma movement allowance printed
 * @property {number|null} radius command radius of an HQ
 * @property {number} steps
 * @property {number} full
 * @property {"elan"|"normal"|"fatigued"} morale
 * @property {"in"|"out"|"fortress"} supply
 * @property {boolean} [command] own units only
 * @property {number} [mp] spent this phase; own units only
 * @property {number} [left] MP it has still; own units only
 * @property {boolean} [done] own units only
 * @property {boolean|null} [helps] whether an HQ helps to defend its hex; own HQs only
 *
 * @typedef {Unit|Concealed} Counter
 *
 * @typedef {"free"|"tiring"|"forced"} Band
 */

export {};
