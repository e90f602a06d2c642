/**
 * What may stand in a slot: an offer's options, read as they come. Nothing of the page is known here, and nothing of any game.
 *
 * @import {Options, Value} from './types.js'
 * @import {OneOf, SomeOf, Path, Count, Flag, Sum, Allotment, Need, RefusalJson} from '../core/wire.js'
 */

/** @param {Options} o @returns {o is Path} */
export const isPath = (o) => 'ways' in o;
/** @param {Options} o @returns {o is SomeOf} */
export const isSome = (o) => 'of' in o && 'most' in o;
/** @param {Options} o @returns {o is Sum} */
export const isSum = (o) => 'need' in o;
/** @param {Options} o @returns {o is Allotment} */
export const isAllotment = (o) => 'groups' in o;
/** Several names are chosen one by one, and a word says that they are enough. @param {Options} o @returns {o is SomeOf|Sum|Allotment} */
export const isMany = (o) => isSome(o) || isSum(o) || isAllotment(o);
/** @param {Options} o @returns {o is OneOf} */
export const isOne = (o) => 'of' in o && !isMany(o);
/** @param {Options} o @returns {o is Count} */
export const isCount = (o) => 'most' in o && !('of' in o);
/** @param {Options} o @returns {o is Flag} */
export const isFlag = (o) => 'refusal' in o;

/** What a slot begins with: a number has its least, a bare yes or no is no, what is proposed is chosen, and of several names else none. @param {Options} o @returns {Value|null} */
export function blank(o) {
  if (isCount(o)) return o.least;
  if (isSome(o)) return [...(o.proposed ?? [])];
  if (isSum(o)) return [...o.proposed];
  if (isAllotment(o)) return {};
  if (isFlag(o) && !o.labels) return Boolean(o.needed);
  return null;
}

/** The only value there is, if there is only one. @param {Options} o @returns {Value|null} */
export function only(o) {
  if (isOne(o) && o.of.length === 1) return o.of[0] ?? null;
  if (isSome(o) && o.of.length === 1 && o.least === 1 && (!o.repeats || o.most === 1)) return [...o.of];
  if (isSum(o)) return o.of.length === 1 && unmet(o, []) ? [...o.of] : null;
  if (isAllotment(o)) return onlyGroup(o);
  if (isPath(o)) {
    const [end, ...more] = Object.keys(o.ways);
    const [way, ...others] = end !== undefined && !more.length ? waysTo(o, end) : [];
    return way && !others.length ? way : null;
  }
  if (isCount(o) && o.least === o.most) return o.least;
  if (isFlag(o) && (o.refusal || o.needed)) return !o.refusal;
  return null;
}

/** All to the only group, where all must go. @param {Allotment} o @returns {Value|null} */
function onlyGroup(o) {
  const [group, ...more] = Object.keys(o.groups);
  if (group === undefined || more.length || !o.every) return null;
  const all = { [group]: [...o.of] };
  return lacking(o, all) ? null : all;
}

/** @param {Options} o @param {Value|null} value @returns {boolean} whether it may stand there, as far as the wire says */
export function allows(o, value) {
  if (value === null) return false;
  if (isCount(o)) return typeof value === 'number' && value >= o.least && value <= o.most;
  if (isFlag(o)) return typeof value === 'boolean' && !(value ? o.refusal : o.needed);
  if (isSome(o)) return Array.isArray(value) && value.length >= o.least && value.length <= o.most && within(o, value);
  if (isSum(o)) return Array.isArray(value) && within(o, value) && !unmet(o, value);
  if (isAllotment(o)) return isGroups(value) && within(o, allotted(value)) && !lacking(o, value);
  if (isPath(o)) return Array.isArray(value) && waysTo(o, value.at(-1) ?? '').some((way) => String(way) === String(value));
  return typeof value === 'string' && o.of.includes(value);
}

/** @param {Path} o @param {string} end @returns {string[][]} the ways that lead there, the one offered first */
export const waysTo = (o, end) => [...(o.ways[end] ? [o.ways[end]] : []), ...(o.others?.[end] ?? [])];

/** @param {SomeOf|Sum|Allotment} o @param {string[]} names */
const within = (o, names) => names.every((name) => o.of.includes(name)) && ((isSome(o) && o.repeats) || new Set(names).size === names.length);

/** @param {Value|null} value @returns {value is Record<string, string[]>} */
export const isGroups = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** @param {Record<string, string[]>} value @returns {string[]} all names that were given to a group */
const allotted = (value) => Object.values(value).flat();

/** What of a half-made choice may stay. @param {Options} o @param {Value|null} value @returns {Value|null} */
export function kept(o, value) {
  if (isSome(o) && Array.isArray(value)) return value.filter((name) => o.of.includes(name)).slice(0, o.most);
  if (isSum(o) && Array.isArray(value)) return value.filter((name) => o.of.includes(name));
  if (isAllotment(o) && isGroups(value)) {
    const groups = Object.entries(value).filter(([group]) => group in o.groups);
    return Object.fromEntries(groups.map(([group, names]) => [group, names.filter((name) => o.of.includes(name))]));
  }
  return allows(o, value) ? value : blank(o);
}

/** @param {Options} o @returns {string[]} what can be named: of a path its ends */
export const names = (o) => (isPath(o) ? Object.keys(o.ways) : 'of' in o ? o.of : []);

/** @param {Options} o @returns {Record<string, RefusalJson>} near ones with the reason why not */
export const refused = (o) => ('refused' in o ? o.refused : {});

/** @param {Options} o @param {Value|null} value @returns {string[]} what is chosen, by name: of a path its end */
export function chosen(o, value) {
  if (isPath(o)) return Array.isArray(value) ? value.slice(-1) : [];
  if (isGroups(value)) return allotted(value);
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
}

/** One name more or less. @param {Options} o @param {Value|null} value @param {string} name @param {string} [group] the one that it is given to, of an allotment @returns {Value|null} null when there is no room for it */
export function toggled(o, value, name, group = '') {
  if (isPath(o)) return o.ways[name] ?? null;
  if (isAllotment(o)) return given(isGroups(value) ? value : {}, name, group);
  if (isSum(o)) return Array.isArray(value) && value.includes(name) ? value.filter((other) => other !== name) : [...(Array.isArray(value) ? value : []), name];
  if (!isSome(o)) return name;
  const had = Array.isArray(value) ? value : [];
  const full = had.length >= o.most;
  if (o.repeats ? full && had.includes(name) : had.includes(name)) return had.filter((other) => other !== name);
  if (!full) return [...had, name];
  return o.most === 1 ? [name] : null;
}

/** A name goes to a group, or comes back from it; from another one it goes over. @param {Record<string, string[]>} value @param {string} name @param {string} group @returns {Value} */
function given(value, name, group) {
  const had = value[group]?.includes(name);
  const without = Object.entries(value).map(([other, names]) => /** @type {[string, string[]]} */ ([other, names.filter((one) => one !== name)]));
  const left = Object.fromEntries(without.filter(([, names]) => names.length));
  return had ? left : { ...left, [group]: [...(left[group] ?? []), name] };
}

/** @param {Need} need @param {string[]} names */
export const total = (need, names) => names.reduce((sum, name) => sum + (need.weights[name] ?? 0), 0);

/** What chosen names do not keep, or have too little of. @param {Need} need @param {string[]} names @returns {RefusalJson|"too-little"|"too-much"|null} */
export function wrong(need, names) {
  const sum = total(need, names);
  if (sum < need.least) return 'too-little';
  if (need.most !== null && sum > need.most) return 'too-much';
  const count = (/** @type {string[]} */ of) => names.filter((name) => of.includes(name)).length;
  return need.limits.find(({ these, than, most }) => count(these) - count(than) > most)?.refusal ?? null;
}

/** Whether names are no answer to a sum. @param {Sum} o @param {string[]} names */
const unmet = (o, names) => wrong(o.need, names) !== null || (o.sparing && spare(o, names) !== null);

/** Someone without whom the others would do. @param {Sum} o @param {string[]} names @returns {string|null} */
export const spare = (o, names) => names.find((name) => wrong(o.need, names.filter((other) => other !== name)) === null) ?? null;

/** @param {Allotment} o @param {Record<string, string[]>} value @returns {boolean} whether a group has not what it needs, or someone is left over who must go to one */
export function lacking(o, value) {
  if (o.every && allotted(value).length < o.of.length) return true;
  return Object.entries(o.groups).some(([group, need]) => {
    const names = value[group] ?? [];
    return names.length ? wrong(need, names) !== null : !need.optional;
  });
}

/** What there is of what is needed: "5 of at least 7 factors". @param {Need} need @param {string[]} names @param {string} what @returns {string} */
export function running(need, names, what) {
  const { least, most } = need;
  const enough = least <= 1 && total(need, names) >= least;
  const bounds = most === null ? (!enough ? `of at least ${least} ` : '') : least === most ? `of ${most} ` : least ? `of ${least} to ${most} ` : `of at most ${most} `;
  const last = most ?? (least || total(need, names));
  return `${total(need, names)} ${bounds}${last === 1 || what.endsWith('s') ? what : `${what}s`}`;
}

/** What an answer still lacks, in a few words. @param {Options} o @param {Value|null} value @returns {string} */
export function missing(o, value) {
  if (isSome(o)) {
    const had = Array.isArray(value) ? value.length : 0;
    return had > o.most ? `${had - o.most} too many` : had ? `${o.least - had} more to choose` : `choose ${o.least > 1 ? `${o.least} of them` : 'at least one'}`;
  }
  if (isSum(o)) return running(o.need, chosen(o, value), o.what);
  if (!isAllotment(o)) return '';
  const left = o.every ? o.of.length - chosen(o, value).length : 0;
  return left ? `${left} still to give out` : 'a group lacks something';
}

/** Whether two choices are the same. @param {Value|null} one @param {Value|null} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
