/**
 * What may be chosen in a slot, laid out in the panel: units with their faces, words, a number, a yes or a no. What may not
 * be chosen stands there too, and why. Places are chosen on the map and from the list that mirrors it.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Allotment, RefusalJson, Sum} from '../core/wire.js'
 * @import {Form} from './form.js'
 * @import {Group} from './groups.js'
 * @import {Options} from './types.js'
 */

import { button, join } from '../core/bits.js';
import { chip } from '../core/citing.js';
import { h } from '../core/dom.js';
import { placeTitle } from '../panels/places.js';
import { choices } from './choices.js';
import { byPlace, groups } from './groups.js';
import { UNITS } from './onmap.js';
import { stepper } from './stepper.js';
import { unitButton } from './units.js';
import { chosen, isAllotment, isCount, isFlag, isGroups, isMany, isPath, isSome, isSum, names, refused, running, spare, wrong } from './values.js';

/** Places that find room in the panel, unless an order says otherwise. */
export const PLACES_IN_PANEL = 6;
const FACE_PX = 48;

/** @param {Form} form @returns {Child} */
export function picker(form) {
  const { slot, options } = form.filling;
  if (!slot || !options) return null;
  if (isCount(options)) return counted(form, options.least, options.most);
  if (isFlag(options)) return answered(form, options);
  if (isAllotment(options)) return [groupsOf(form, options), UNITS.has(slot.shape) ? units(form, options) : words(form, options), reasons(form, options)];
  if (slot.shape === 'unit' || slot.shape === 'units') return [units(form, options), tally(form, options), reasons(form, options)];
  if (isPath(options) || slot.shape === 'hex') return places(form);
  return [words(form, options), tally(form, options)];
}

/** @param {Form} form @param {number} least @param {number} most */
function counted(form, least, most) {
  const { draft } = form.filling;
  const value = typeof draft === 'number' ? draft : least;
  return stepper({ key: 'count', label: form.title(), value, least, most, all: true, change: (n) => form.set(n) });
}

/** @param {Form} form @param {Extract<Options, {refusal: unknown}>} options */
function answered(form, options) {
  const { draft, last } = form.filling;
  // The last answer has its buttons in the dock.
  if (last && options.labels) return null;
  const labels = options.labels ?? { true: 'Yes', false: 'No' };
  const answer = (/** @type {boolean} */ value) => ({
    key: `answer-${value}`,
    label: labels[String(value)] ?? String(value),
    chosen: draft === value,
    why: (value ? options.refusal : options.needed)?.text,
    act: () => form.set(value),
  });
  return choices('Answer', [answer(true), answer(false)]);
}

/** @param {Form} form @param {Options} options @returns {Child} those that are alike together; below their places, where many are on offer */
function units(form, options) {
  const roster = form.roster();
  const barred = refused(options);
  // Where all are named, what is asked is their order, and each stands for itself.
  const ranked = isSome(options) && options.least > 1 && options.least === options.of.length;
  const may = ranked ? options.of.map((id) => ({ ids: [id], place: roster.place(id) })) : groups(roster, names(options));
  const places = byPlace(may);
  const greyed = Object.keys(barred).map((id) => face(form, options, { ids: [id], place: roster.place(id) }, { why: barred[id]?.text }));
  if (!roster.alike || places.size < 2) return h('div', { class: 'units' }, may.map((group) => face(form, options, group, { ranked })), greyed);
  const heads = [...places].map(([place, there]) =>
    h('div', { class: 'army' }, place && h('h3', {}, placeTitle(form.desk, place)), h('div', { class: 'units' }, there.map((group) => face(form, options, group, { headed: true })))),
  );
  return [h('div', { class: 'units by-place' }, heads), greyed.length > 0 && h('div', { class: 'units' }, greyed)];
}

/** @param {Form} form @param {Options} options @param {Group} group @param {{ranked?: boolean, headed?: boolean, why?: string}} o */
function face(form, options, { ids, place }, { ranked = false, headed = false, why }) {
  const roster = form.roster();
  const [id = ''] = ids;
  const now = chosen(options, form.filling.draft);
  const picked = now.filter((name) => ids.includes(name)).length;
  const rank = ranked ? now.indexOf(id) + 1 : 0;
  const many = isMany(options) && ids.length > 1;
  const to = groupNames(form, options, ids);
  const below = rank ? `${rank}.` : many && (picked || !headed) ? `${picked} of ${ids.length}` : picked > 1 ? `× ${picked}` : headed || !place ? '' : form.desk.board.lattice.numbered ? place : placeTitle(form.desk, place);
  const told = [weight(options, id), to, form.note(id)].filter(Boolean).join(', ');
  return unitButton({
    key: `unit-${id}`,
    face: roster.face(id, FACE_PX, { count: ids.length, picked: picked > 0 }),
    spoken: `${roster.name(id)}${place ? `, ${placeTitle(form.desk, place)}` : ''}${many ? `, ${picked} of ${ids.length} chosen` : ''}${told ? `, ${told}` : ''}`,
    picked: picked > 0,
    note: [below, told].filter(Boolean).join(' · '),
    why,
    act: () => {
      form.pick(ids);
      if (place) form.desk.board.reveal(place);
    },
  });
}

/** What one counts in a sum, where they do not all count the same. @param {Options} options @param {string} id @returns {string} */
function weight(options, id) {
  if (!isSum(options)) return '';
  const { weights } = options.need;
  return new Set(options.of.map((name) => weights[name] ?? 0)).size > 1 ? `${weights[id] ?? 0}` : '';
}

/** The groups to which some of them were given. @param {Form} form @param {Options} options @param {string[]} ids @returns {string} */
function groupNames(form, options, ids) {
  const { draft } = form.filling;
  if (!isAllotment(options) || !isGroups(draft)) return '';
  return Object.entries(draft).filter(([, names]) => names.some((name) => ids.includes(name))).map(([group]) => form.groupTitle(group)).join(', ');
}

/** A few places as buttons; of many the one that is chosen, since the map and the list show the others. @param {Form} form @returns {Child} */
function places(form) {
  const all = form.places();
  if (!all.length) return h('p', { class: 'quiet row' }, 'There is no place to choose.');
  const picked = all.filter((place) => place.chosen);
  if (all.length > form.few) return picked.length ? h('p', { class: 'row' }, h('b', {}, picked.map(({ label }) => label).join(', '))) : null;
  return choices('Places', all.map(({ name, label, note, chosen: now, why }) => ({ key: `to-${name}`, label, note, chosen: now, why, act: () => form.choose(name) })));
}

/** @param {Form} form @param {Options} options @returns {Child} */
function words(form, options) {
  // Of a last few, each has its button in the dock.
  if (form.fewWords) return null;
  const now = chosen(options, form.filling.draft);
  const barred = refused(options);
  const one = (/** @type {string} */ name) => ({ key: `choice-${name}`, label: form.word(name), note: form.note(name) || undefined, chosen: now.includes(name), why: barred[name]?.text, act: () => form.choose(name) });
  return choices(form.title(), [...names(options), ...Object.keys(barred)].map(one), false);
}

/** The groups that names are given to, each with what it has of what it needs; the next one goes to that in hand. @param {Form} form @param {Allotment} options @returns {Child} */
function groupsOf(form, options) {
  const { draft } = form.filling;
  const has = isGroups(draft) ? draft : {};
  const left = options.every ? options.of.length - chosen(options, draft).length : 0;
  const items = Object.entries(options.groups).map(([group, need]) => {
    const names = has[group] ?? [];
    const lacks = names.length ? wrong(need, names) : null;
    const why = lacks && typeof lacks === 'object' ? lacks.text : '';
    return {
      key: `group-${group}`,
      label: form.groupTitle(group),
      note: [running(need, names, options.what), why || (need.optional && !names.length ? 'may stay empty' : '')].filter(Boolean).join(' · '),
      chosen: group === form.group,
      act: () => form.head(group),
    };
  });
  return [choices('Groups', items, false), left > 0 && h('p', { class: 'quiet row' }, `${left} still to be given to a group `, chip(form.offer.section))];
}

/** What a choice comes to, and what it does not keep. @param {Form} form @param {Sum} options @returns {Child} */
function runningTotal(form, options) {
  const now = chosen(options, form.filling.draft);
  const lacks = wrong(options.need, now);
  const spared = lacks === null && options.sparing ? spare(options, now) : null;
  return [
    h('p', { class: 'quiet row', 'data-key': 'running' }, `${running(options.need, now, options.what)} `, chip(form.offer.section)),
    lacks && typeof lacks === 'object' && h('p', { class: 'quiet row why' }, `${lacks.text} `, chip(lacks.section)),
    spared !== null && h('p', { class: 'quiet row why' }, `${form.word(spared)} can be left out: the others are enough.`),
  ];
}

/** How many are chosen, and all of them by one press. @param {Form} form @param {Options} options @returns {Child} */
function tally(form, options) {
  if (isSum(options)) return runningTotal(form, options);
  if (!isSome(options) || options.most === 1 || form.offer.at_once) return null;
  const now = chosen(options, form.filling.draft);
  const all = options.of.length;
  const needed = options.least === options.most || options.most >= all ? Math.min(options.most, options.repeats ? options.most : all) : options.most;
  return [
    h('p', { class: 'quiet row' }, `${now.length} of ${needed} chosen `, chip(form.offer.section)),
    !options.repeats && all > 1 && options.most >= all && options.least < all && h('div', { class: 'row' }, button(now.length === all ? 'None' : 'All', () => form.set(now.length === all ? [] : [...options.of]), { key: 'all' })),
  ];
}

/** Why some may not be chosen, each reason once. @param {Form} form @param {Options} options @returns {Child} */
function reasons(form, options) {
  /** @type {Map<string, {why: RefusalJson, ids: string[]}>} */
  const by = new Map();
  for (const [id, why] of Object.entries(refused(options))) {
    const told = by.get(why.text);
    if (told) told.ids.push(id);
    else by.set(why.text, { why, ids: [id] });
  }
  return [...by.values()].map(({ why, ids }) => h('p', { class: 'quiet row why' }, `${join(ids.map((id) => form.roster().name(id)))}: ${why.text} `, chip(why.section)));
}
