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
