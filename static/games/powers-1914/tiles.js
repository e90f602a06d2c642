/**
 * What is drawn of the units in an area: alike ones as one tile with their number, and no more tiles than there is room.
 *
 * @import {Figure, Kind, PowersView} from './types.js'
 */

import { byNation, sideOf } from './nations.js';

/** @typedef {{nation: string, kind: Kind, name?: string, dim: boolean, count: number}} Tile units of one nation and kind */
/** @typedef {{nation: string, more: number}} Rest what found no room: units of whatever kind */
/** @typedef {{side: string, units: number, nations: string[], dim: boolean}} Total of a side, its largest nation first */

/** @type {Kind[]} who fights first */
const ORDER = ['infantry', 'artillery', 'aircraft', 'ship', 'general'];

/** @param {Tile|Rest} tile @returns {tile is Rest} */
export const isRest = (tile) => 'more' in tile;

/** @param {readonly Figure[]} units @param {boolean} apart whether those who have acted have a tile of their own @returns {Tile[]} */
function alike(units, apart) {
  /** @type {Map<string, Tile>} */
  const found = new Map();
  for (const { id, nation, kind, spent, name } of units) {
    const key = kind === 'general' ? id : `${nation}.${kind}.${apart && spent}`;
    const tile = found.get(key);
    if (tile) {
      tile.count += 1;
      tile.dim &&= spent;
    } else found.set(key, { nation, kind, ...(name ? { name } : {}), dim: spent, count: 1 });
  }
  return [...found.values()].sort((a, b) => byNation(a.nation, b.nation) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || Number(a.dim) - Number(b.dim));
}

/**
 * @param {readonly Figure[]} units of one side
 * @param {number} room how many tiles there may be, at least one
 * @returns {(Tile|Rest)[]} fresh and spent apart, then together, then the least of them as a number
 */
export function tiles(units, room) {
  const apart = alike(units, true);
  if (apart.length <= room) return apart;
  const together = alike(units, false);
  if (together.length <= room) return together;
  const kept = new Set([...together].sort((a, b) => Number(a.kind === 'general') - Number(b.kind === 'general') || b.count - a.count).slice(0, room - 1));
  const rest = together.filter((tile) => !kept.has(tile));
  return [...together.filter((tile) => kept.has(tile)), { nation: rest[0]?.nation ?? '', more: rest.reduce((n, tile) => n + tile.count, 0) }];
}

/** @param {readonly Figure[]} units of one side @returns {Total} generals do not count: they do not fight */
export function total(units) {
  /** @type {Map<string, number>} */
  const armies = new Map();
  for (const { nation, kind } of units) armies.set(nation, (armies.get(nation) ?? 0) + (kind === 'general' ? 0 : 1));
  const nations = [...armies].sort(([a, m], [b, n]) => n - m || byNation(a, b)).map(([id]) => id);
  return {
    side: sideOf(nations[0] ?? ''),
    units: units.filter((u) => u.kind !== 'general').length,
    nations: nations.slice(0, 2),
    dim: units.every((u) => u.spent),
  };
}

/**
 * @param {PowersView} view
 * @param {string} area
 * @returns {Figure[][]} one list a side; of two the first is the attacker, or whose turn it is
 */
export function camps(view, area) {
  const units = view.areas[area]?.units ?? [];
  const first = (view.battle?.area === area ? view.battle.side : view.step.side) ?? 'central';
  const ours = units.filter((u) => sideOf(u.nation) === first);
  const theirs = units.filter((u) => sideOf(u.nation) !== first);
  return [ours, theirs].filter((camp) => camp.length);
}
