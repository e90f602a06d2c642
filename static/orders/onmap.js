/**
 * A form on the map: which places are lit up, and the units of a place laid open to choose from.
 *
 * @import {FanContent} from '../board/fan.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {Form} from './form.js'
 * @import {Options} from './types.js'
 */

import { stackFan } from './stack-fan.js';
import { chosen, isPath, names, refused } from './values.js';

/** The share of the board that is coloured at most. */
export const MAX_COLOURED_SHARE = 0.5;
export const UNITS = new Set(['unit', 'units']);
export const PLACES = new Set(['hex', 'path']);

/** What carries units where they cannot walk: such words stand among the places of a way. */
const CARRIERS = ['train', 'ship'];

/** @param {Options} options of a path @returns {Record<string, string[]>} the places that are reached by train, and by ship */
export function carriers(options) {
  /** @type {Record<string, string[]>} */
  const found = {};
  if (!isPath(options)) return found;
  for (const [place, way] of Object.entries(options.ways)) for (const word of CARRIERS) if (way.includes(word)) (found[word] ??= []).push(place);
  return found;
}

/** @param {Form} form @returns {FanContent|null} */
export function fanOf(form) {
  const { open, desk } = form;
  const roster = form.roster();
  const ids = open ? roster.at(open) : [];
  const { options, draft, slot } = form.filling;
  const may = new Set(options && slot && UNITS.has(slot.shape) ? names(options) : []);
  const barred = options ? refused(options) : {};
  const why = (/** @type {string} */ id) => (barred[id] ?? desk.legal.why_not?.[id])?.text;
  return stackFan({
    desk,
    roster,
    place: open,
    shown: may.size ? ids.filter((id) => may.has(id) || why(id)) : ids,
    may: (id) => may.has(id),
    picked: new Set(options ? chosen(options, draft) : []),
    why,
    pick: (alike) => form.pick(alike),
  });
}

/** @param {Form} form @returns {Highlights} */
export function highlightsOf(form) {
  const { options, settled, draft, slot } = form.filling;
  const roster = form.roster();
  const about = roster.about ? [roster.about] : [];
  const before = [...about, ...settled.flatMap((one) => placesOf(form, one.slot.shape, chosen(one.options, one.value)))];
  if (!options || !slot) return { selected: before };
  const now = chosen(options, draft);
  if (!UNITS.has(slot.shape)) return placesOnMap(form, now, before);
  const places = placesOf(form, slot.shape, names(options));
  const foes = new Set(names(options).filter((id) => roster.foe(id)).flatMap((id) => roster.place(id) ?? []));
  const target = settled.flatMap(({ slot: { shape }, value }) => (shape === 'unit' && typeof value === 'string' && roster.foe(value) ? (roster.place(value) ?? []) : []))[0];
  const selected = placesOf(form, slot.shape, now);
  return {
    marked: places.filter((place) => !foes.has(place) && !selected.includes(place)),
    targets: [...foes],
    selected: [...(form.open ? [form.open] : []), ...selected, ...before.filter((place) => place !== target)],
    ...(target ? { attack: { hex: target, from: selected, odds: null, river: null } } : {}),
  };
}

/** @param {Form} form @param {string[]} now @param {string[]} before @returns {Highlights} the places on offer */
function placesOnMap(form, now, before) {
  const { options, draft } = form.filling;
  if (!options) return {};
  const { lattice } = form.desk.board;
  const free = names(options).filter((name) => lattice.has(name));
  // Where nearly every place may be chosen, to colour them all would only hide the map.
  const shown = free.length > Object.keys(lattice.board.hexes).length * MAX_COLOURED_SHARE ? [] : free;
  const { hovered } = form;
  const away = hovered && hovered in refused(options) ? hovered : null;
  // A word that is chosen, such as "nobody", is no place.
  if (!isPath(options)) return { bands: { free: shown }, selected: [...before, ...now.filter((name) => lattice.has(name))], refused: away };
  const carried = new Set(Object.values(carriers(options)).flat());
  const costs = Object.entries(options.costs).map(([place, cost]) => [place, { text: String(cost), band: /** @type {"free"|"tiring"} */ (carried.has(place) ? 'tiring' : 'free'), stops: false }]);
  const start = before.at(-1);
  const way = hovered && free.includes(hovered) && !now.includes(hovered) ? options.ways[hovered] : Array.isArray(draft) ? draft : undefined;
  const bands = { free: free.filter((place) => !carried.has(place)), ...(carried.size ? { tiring: free.filter((place) => carried.has(place)) } : {}) };
  return { bands, costs: Object.fromEntries(costs), selected: before, path: way && start ? [start, ...way].filter((place) => lattice.has(place)) : [], refused: away };
}

/** @param {Form} form @param {string} shape @param {string[]} ids @returns {string[]} */
function placesOf(form, shape, ids) {
  const { lattice } = form.desk.board;
  const found = ids.map((id) => (UNITS.has(shape) ? form.roster().place(id) : id));
  return [...new Set(found.filter((place) => place !== null && lattice.has(place)).map(String))];
}
