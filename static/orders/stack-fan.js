/**
 * The units of a place laid open beside it, those that are alike together: to look at, and to choose from.
 *
 * @import {FanContent} from '../board/fan.js'
 * @import {Desk} from '../panels/desk.js'
 * @import {Group} from './groups.js'
 * @import {Roster} from './types.js'
 */

import { button } from '../core/bits.js';
import { placeTitle } from '../panels/places.js';
import { groups } from './groups.js';

/**
 * @typedef {object} Laid
 * @property {Desk} desk
 * @property {Roster} roster
 * @property {string|null} place
 * @property {readonly string[]} [shown] of the units there; all unless told
 * @property {(id: string) => boolean} [may] which may be chosen; none unless told
 * @property {ReadonlySet<string>} [picked] left out: a press does something at once
 * @property {(id: string) => string|undefined} [why] the reason why not
 * @property {(ids: string[], picked: number) => string|undefined} [note] below their face, where it is not the usual
 * @property {(ids: string[], picked: number) => boolean} [dim] unless told, who may not be chosen where others may
 * @property {(ids: string[]) => Node[]} [actions] besides those of the roster
 * @property {boolean} [stacked] in the order in which they lie; otherwise those who may be chosen come first
 * @property {(ids: string[]) => void} [pick]
 * @property {(ids: string[], n: number) => void} [set] that many of those that are alike are to be picked
 */

/** @param {Laid} o @returns {FanContent|null} */
export function stackFan({ desk, roster, place, shown, may = () => false, picked, why, note, dim, actions, stacked = false, pick, set }) {
  const ids = place ? (shown ?? roster.at(place)) : [];
  if (!place || !ids.length) return null;
  const able = groups(roster, ids.filter(may));
  const rest = groups(roster, ids.filter((id) => !may(id)));
  const rank = (/** @type {Group} */ { ids: [first = ''] }) => ids.indexOf(first);
  const all = stacked ? [...able, ...rest].sort((a, b) => rank(a) - rank(b)) : [...able, ...rest];
  const item = (/** @type {Group} */ group) => {
    const { ids: alike } = group;
    const [id = ''] = alike;
    const can = able.includes(group);
    const count = alike.length;
    const n = alike.filter((one) => picked?.has(one)).length;
    const faded = dim?.(alike, n) ?? (able.length > 0 && !can);
    const name = roster.spoken?.(id) ?? roster.name(id);
    const told = picked && can ? `${n} of ${count} chosen` : `${count} here`;
    return {
      id,
      face: (/** @type {number} */ px) => roster.face(id, px, { count, picked: n > 0, dim: faded }),
      spoken: count > 1 ? `${name}, ${told}` : name,
      note: note?.(alike, n) ?? (count > 1 && picked && can ? `${n} of ${count}` : (roster.note?.(id) ?? roster.name(id))),
      can,
      picked: n > 0,
      why: can ? undefined : why?.(id),
      actions: [...(set && can && count > 1 ? steps(name, alike, n, set) : []), ...(roster.actions?.(id) ?? []), ...(actions?.(alike) ?? [])],
    };
  };
  return { hex: place, title: placeTitle(desk, place), items: all.map(item), onPick: (id) => pick?.(all.find(({ ids: [first] }) => first === id)?.ids ?? []) };
}

/** One more and one less. Two presses may come before they are drawn again: each counts from the one before. @param {string} name @param {string[]} ids @param {number} n @param {NonNullable<Laid["set"]>} set */
function steps(name, ids, n, set) {
  let now = n;
  const by = (/** @type {number} */ step) => {
    if (now + step < 0 || now + step > ids.length) return;
    now += step;
    set(ids, now);
  };
  return [
    button('−', () => by(-1), { key: `less-${ids[0]}`, label: `One ${name} less`, disabled: n === 0 }),
    button('+', () => by(1), { key: `more-${ids[0]}`, label: `One ${name} more`, disabled: n === ids.length }),
  ];
}
