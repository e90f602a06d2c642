/**
 * What may stand in a slot: an offer's options, read as they come. Nothing of the page is known here, and nothing of any game.
 *
 * @import {Options, Value} from './types.js'
 * @import {OneOf, SomeOf, Path, Count, Flag, RefusalJson} from '../core/wire.js'
 */

/** @param {Options} o @returns {o is Path} */
export const isPath = (o) => 'ways' in o;
/** @param {Options} o @returns {o is SomeOf} */
export const isSome = (o) => 'of' in o && 'most' in o;
/** @param {Options} o @returns {o is OneOf} */
export const isOne = (o) => 'of' in o && !('most' in o);
/** @param {Options} o @returns {o is Count} */
export const isCount = (o) => 'most' in o && !('of' in o);
/** @param {Options} o @returns {o is Flag} */
export const isFlag = (o) => 'refusal' in o;

/** What a slot begins with: a number has its least, a bare yes or no is no, several names begin with none. @param {Options} o @returns {Value|null} */
export function blank(o) {
  if (isCount(o)) return o.least;
  if (isSome(o)) return [];
  if (isFlag(o) && !o.labels) return Boolean(o.needed);
  return null;
}

/** The only value there is, if there is only one. @param {Options} o @returns {Value|null} */
export function only(o) {
  if (isOne(o) && o.of.length === 1) return o.of[0] ?? null;
  if (isSome(o) && o.of.length === 1 && o.least === 1 && (!o.repeats || o.most === 1)) return [...o.of];
  if (isPath(o)) {
    const [end, ...more] = Object.keys(o.ways);
    const [way, ...others] = end !== undefined && !more.length ? waysTo(o, end) : [];
    return way && !others.length ? way : null;
  }
  if (isCount(o) && o.least === o.most) return o.least;
  if (isFlag(o) && (o.refusal || o.needed)) return !o.refusal;
  return null;
}

/** @param {Options} o @param {Value|null} value @returns {boolean} whether it may stand there, as far as the wire says */
export function allows(o, value) {
  if (value === null) return false;
  if (isCount(o)) return typeof value === 'number' && value >= o.least && value <= o.most;
  if (isFlag(o)) return typeof value === 'boolean' && !(value ? o.refusal : o.needed);
  if (isSome(o)) return Array.isArray(value) && value.length >= o.least && value.length <= o.most && within(o, value);
  if (isPath(o)) return Array.isArray(value) && waysTo(o, value.at(-1) ?? '').some((way) => String(way) === String(value));
  return typeof value === 'string' && o.of.includes(value);
}

/** @param {Path} o @param {string} end @returns {string[][]} the ways that lead there, the one offered first */
export const waysTo = (o, end) => [...(o.ways[end] ? [o.ways[end]] : []), ...(o.others?.[end] ?? [])];

/** @param {SomeOf} o @param {string[]} names */
const within = (o, names) => names.every((name) => o.of.includes(name)) && (o.repeats || new Set(names).size === names.length);

/** What of a half-made choice may stay. @param {Options} o @param {Value|null} value @returns {Value|null} */
export function kept(o, value) {
  if (isSome(o) && Array.isArray(value)) return value.filter((name) => o.of.includes(name)).slice(0, o.most);
  return allows(o, value) ? value : blank(o);
}

/** @param {Options} o @returns {string[]} what can be named: of a path its ends */
export const names = (o) => (isPath(o) ? Object.keys(o.ways) : 'of' in o ? o.of : []);

/** @param {Options} o @returns {Record<string, RefusalJson>} near ones with the reason why not */
export const refused = (o) => ('refused' in o ? o.refused : {});

/** @param {Options} o @param {Value|null} value @returns {string[]} what is chosen, by name: of a path its end */
export function chosen(o, value) {
  if (isPath(o)) return Array.isArray(value) ? value.slice(-1) : [];
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
}

/** One name more or less. @param {Options} o @param {Value|null} value @param {string} name @returns {Value|null} null when there is no room for it */
export function toggled(o, value, name) {
  if (isPath(o)) return o.ways[name] ?? null;
  if (!isSome(o)) return name;
  const had = Array.isArray(value) ? value : [];
  const full = had.length >= o.most;
  if (o.repeats ? full && had.includes(name) : had.includes(name)) return had.filter((other) => other !== name);
  if (!full) return [...had, name];
  return o.most === 1 ? [name] : null;
}
