/**
 * Matches against programs: where they can be played, and how they are asked for.
 *
 * @import {GameInfo, Match, ScenarioInfo, SeatInfo} from '../core/types.js'
 */

import { h } from '../core/dom.js';

/**
 * The programs that play all seats but yours; null where they cannot.
 *
 * @param {ScenarioInfo|undefined} scenario @param {string} own @returns {Record<string, string>|null} strength by seat
 */
export function rivals(scenario, own) {
  const others = (scenario?.seats ?? []).filter((s) => s.id !== own);
  if (!others.length || others.some((s) => !s.programs.length)) return null;
  return Object.fromEntries(others.map((s) => [s.id, s.programs[0] ?? '']));
}

/**
 * The seats of a table for several people that programs may take, beside yours and against you.
 *
 * @param {ScenarioInfo} scenario @param {(seat: SeatInfo) => string} named @param {Set<string>} taken by seat, which of them do; changed here
 * @returns {HTMLElement|null}
 */
export function seatsForPrograms(scenario, named, taken) {
  const seats = scenario.seats.filter((s) => s.programs.length);
  if (scenario.seats.length < 3 || !seats.length) return null;
  const change = (/** @type {string} */ seat, /** @type {boolean} */ on) => { if (on) taken.add(seat); else taken.delete(seat); };
  const box = (/** @type {SeatInfo} */ s) =>
    h('label', { class: 'option' }, h('input', { type: 'checkbox', name: 'program', value: s.id, 'data-key': `program-${s.id}`, checked: taken.has(s.id), onchange: (/** @type {Event} */ e) => change(s.id, /** @type {HTMLInputElement} */ (e.target).checked) }), h('span', {}, h('i', { class: `swatch ${s.side}` }), ' ', named(s)));
  return h('fieldset', {}, h('legend', {}, 'Programs play'), h('p', { class: 'quiet' }, 'As many of the others as you like, your own allies too; their strength: recruit. Whoever joins sees it before sitting down.'), h('div', { class: 'options' }, seats.map(box)));
}

/** The programs of the seats that are ticked, yours aside. @param {ScenarioInfo|undefined} scenario @param {Set<string>} taken @param {string} own @returns {Record<string, string>} */
export const seated = (scenario, taken, own) => Object.fromEntries((scenario && scenario.seats.length > 2 ? scenario.seats : []).filter((s) => taken.has(s.id) && s.id !== own).map((s) => [s.id, s.programs[0] ?? '']));

/** Begin at once, a button for each side. @param {GameInfo} game @returns {HTMLElement|null} */
export function playNow(game) {
  const scenario = game.scenarios[0];
  const seats = (scenario?.seats ?? []).filter((s) => rivals(scenario, s.id));
  if (!seats.length) return null;
  const side = (/** @type {SeatInfo} */ s) => h('button', { type: 'submit', formnovalidate: true, class: 'b plain', value: `${game.id}/program/${s.id}`, 'data-key': `now-${game.id}-${s.id}` }, h('i', { class: `swatch ${s.side}` }), ' ', s.title);
  return h('div', { class: 'now', role: 'group', 'aria-label': `Play ${game.title} against a program now` }, h('span', { class: 'quiet' }, 'Against a program now, as'), h('div', { class: 'starts' }, seats.map(side)));
}

/**
 * A word for when a program is waited for longer than it ever takes: the style sheet shows it after twenty seconds.
 *
 * @param {Match|null} match @param {string[]} deciders the seats that are to decide @returns {HTMLElement|null}
 */
export function silentProgram(match, deciders) {
  const seats = (match?.seats ?? []).filter((s) => deciders.includes(s.seat));
  if (!seats.length || seats.some((s) => !s.program)) return null;
  return h('p', { class: 'late', 'data-key': 'program-silent' }, 'The program has not answered for twenty seconds. It goes on as soon as whoever runs this server has it running again. Nothing is lost meanwhile.');
}
