/**
 * What stands on a hex board, for the type checker only. A game turns its units into faces (`counter.js` draws them).
 *
 * @typedef {object} Face what a counter shows
 * @property {string} colour class that gives `--body` its colour
 * @property {"dark"|"light"} tone of the ground, and so of what is printed on it
 * @property {readonly [string, string, string]} ribbon colours of the strip at its left edge
 * @property {boolean} [concealed] a question mark in place of all the rest
 * @property {{box: boolean, symbol?: string, text?: string, pole?: boolean}} [branch] a symbol or some letters, in a box or bare; `pole` is the line below a headquarters
 * @property {string} [label] above the box, at its left
 * @property {number} [size] crosses above the box
 * @property {number} [bars] strokes above the box, at its right, for what is smaller than a brigade
 * @property {{on: number, of: number}} [pips] at the right edge, from below
 * @property {string} [figures] at the foot; a dash parts two or three of them
 * @property {boolean} [dealt] of a what-if: the player could not see this unit
 * @property {boolean} [reduced] a pale band behind the figures
 * @property {string} [left] symbol of the badge at the lower left corner
 * @property {string} [right] the same at the lower right
 *
 * @typedef {"free"|"tiring"|"forced"} Band
 */

export {};
