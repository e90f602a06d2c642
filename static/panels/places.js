/**
 * Hexes and areas by name.
 *
 * @import {BoardHex, LogLine} from '../core/types.js'
 * @import {Lattice} from '../board/lattice.js'
 */

import { join } from '../core/bits.js';

/** @param {{board: {lattice: Lattice, hexOf?: (place: string) => BoardHex|undefined}}} desk @param {string} place @returns {string} "1014 Ghent"; on a board of areas "Ghent" */
export function placeTitle({ board }, place) {
  const { lattice } = board;
  // Of several boards it may lie on one that is not shown.
  const hex = lattice.has(place) ? lattice.hex(place) : board.hexOf?.(place);
  const number = hex?.shown ?? place;
  if (!hex?.name) return number;
  return lattice.numbered ? `${number} ${hex.name}` : hex.name;
}

/** @param {Lattice} lattice @param {string} word @returns {string|null} the place of this number or name */
export function placeCalled(lattice, word) {
  if (lattice.has(word)) return word;
  const name = word.toLowerCase();
  return Object.entries(lattice.board.hexes).find(([, hex]) => [hex.name, hex.shown].some((known) => known?.toLowerCase() === name))?.[0] ?? null;
}

/** @param {LogLine} line @returns {string[]} the places that it tells of */
export const placesOf = (line) => (line.hexes?.length ? line.hexes : line.areas?.length ? line.areas : (line.path ?? []));

/** @param {Lattice} lattice @param {string} hex @returns {string[]} the rivers along its sides: "Vistula to E4121 and E4221" */
export function riverWords(lattice, hex) {
  /** @type {Map<string, string[]>} */ const rivers = new Map();
  for (const other of lattice.neighbours(hex)) {
    const name = lattice.river(hex, other);
    if (name) rivers.set(name, [...(rivers.get(name) ?? []), other]);
  }
  return [...rivers].map(([name, others]) => `${name} to ${join(others)}`);
}
