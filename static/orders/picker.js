/**
 * What may be chosen in a slot, laid out in the panel: units with their faces, words, a number, a yes or a no. What may not
 * be chosen stands there too, and why. Places are chosen on the map and from the list that mirrors it.
 *
 * @import {Child} from '../core/dom.js'
 * @import {RefusalJson} from '../core/wire.js'
 * @import {Form} from './form.js'
 * @import {Options} from './types.js'
 */

import { button, chip, join } from '../core/bits.js';
import { h } from '../core/dom.js';
import { choices } from './choices.js';
import { stepper } from './stepper.js';
import { unitButton } from './units.js';
import { chosen, isCount, isFlag, isPath, isSome, names, refused } from './values.js';

/** Places that find room in the panel; more are folded into a list. */
export const FEW = 6;
const FACE = 48;

/** @param {Form} form @returns {Child} */
export function picker(form) {
  const { slot, options } = form.filling;
  if (!slot || !options) return null;
  if (isCount(options)) return counted(form, options.least, options.most);
  if (isFlag(options)) return answered(form, options);
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

/** @param {Form} form @param {Options} options @returns {Child} */
function units(form, options) {
  const roster = form.roster();
  const now = chosen(options, form.filling.draft);
  // Where all are named, what is asked is their order.
  const ranked = isSome(options) && options.least > 1 && options.least === options.of.length;
  const barred = refused(options);
  return h(
    'div',
    { class: 'units' },
    [...names(options), ...Object.keys(barred)].map((id) => {
      const times = now.filter((name) => name === id).length;
      const place = now.indexOf(id);
      const note = ranked && place >= 0 ? `${place + 1}.` : times > 1 ? `× ${times}` : (roster.place(id) ?? '');
      return unitButton({ key: `unit-${id}`, face: roster.face(id, FACE), spoken: roster.name(id), picked: times > 0, note, why: barred[id]?.text, act: () => form.choose(id) });
    }),
  );
}

/** A few places as buttons; of many the one that is chosen, since the map and the list show the others. @param {Form} form @returns {Child} */
function places(form) {
  const all = form.places();
  if (!all.length) return h('p', { class: 'quiet row' }, 'There is no place to choose.');
  const picked = all.filter((place) => place.chosen);
  if (all.length > FEW) return picked.length ? h('p', { class: 'row' }, h('b', {}, picked.map(({ label }) => label).join(', '))) : null;
  return choices('Places', all.map(({ name, label, chosen: now, why }) => ({ key: `to-${name}`, label, chosen: now, why, act: () => form.choose(name) })));
}

/** @param {Form} form @param {Options} options @returns {Child} */
function words(form, options) {
  const now = chosen(options, form.filling.draft);
  const barred = refused(options);
  const one = (/** @type {string} */ name) => ({ key: `choice-${name}`, label: form.word(name), chosen: now.includes(name), why: barred[name]?.text, act: () => form.choose(name) });
  return choices(form.title(), [...names(options), ...Object.keys(barred)].map(one));
}

/** How many are chosen, and all of them by one press. @param {Form} form @param {Options} options @returns {Child} */
function tally(form, options) {
  if (!isSome(options) || options.most === 1) return null;
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
