/**
 * Matches against programs: where they can be played, and how they are asked for.
 *
 * @import {GameInfo, Match, ScenarioInfo, SeatInfo} from '../core/types.js'
 * @import {MatchClient} from '../core/match-client.js'
 */

import { ApiError, api } from '../core/api.js';
import { h } from '../core/dom.js';

/** What the strengths of programs are called, the weakest first, and what is said of each. */
const STRENGTHS = [
  { id: 'recruit', title: 'recruit', note: 'It knows the game and dares little. It answers at once, day and night' },
  { id: 'officer', title: 'officer', note: 'It beats the recruit in most matches, and answers just as fast' },
  { id: 'staff', title: 'staff', note: 'It tries its plans out before it takes one, and beats the officer in most matches' },
];

/** @param {string} strength @returns {string} "an officer (program)" */
export const aProgram = (strength) => `${/^[aeiou]/.test(strength) ? 'an' : 'a'} ${strength} (program)`;

/** @param {ScenarioInfo|undefined} scenario @param {string} own */
const othersOf = (scenario, own) => (scenario?.seats ?? []).filter((s) => s.id !== own);

/**
 * The strengths of which there is a program for all seats but yours, the weakest first.
 *
 * @param {ScenarioInfo|undefined} scenario @param {string} own
 */
export function strengthsAgainst(scenario, own) {
  const others = othersOf(scenario, own);
  return others.length ? STRENGTHS.filter(({ id }) => others.every((s) => s.programs.includes(id))) : [];
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
  return h('fieldset', {}, h('legend', {}, 'Programs play'), h('p', { class: 'quiet' }, 'As many of the others as you like, your own allies too; their strength: recruit. Anyone who joins sees it before sitting down.'), h('div', { class: 'options' }, seats.map(box)));
}

/** The programs of the seats that are ticked, yours aside. @param {ScenarioInfo|undefined} scenario @param {Set<string>} taken @param {string} own @returns {Record<string, string>} */
export const seated = (scenario, taken, own) => Object.fromEntries((scenario && scenario.seats.length > 2 ? scenario.seats : []).filter((s) => taken.has(s.id) && s.id !== own).map((s) => [s.id, s.programs[0] ?? '']));

/** The programs of a strength in all seats but yours. @param {ScenarioInfo|undefined} scenario @param {string} own @param {string} strength @returns {Record<string, string>} */
export const rivals = (scenario, own, strength) => Object.fromEntries(othersOf(scenario, own).map((s) => [s.id, strength]));

/** @param {string} name @param {boolean} on @param {(on: boolean) => void} change @param {string} title @param {string} note */
const tick = (name, on, change, title, note) =>
  h('label', { class: 'option' }, h('input', { type: 'checkbox', name, checked: on, 'data-key': name, onchange: (/** @type {Event} */ e) => change(/** @type {HTMLInputElement} */ (e.target).checked) }), h('span', {}, title, h('small', {}, note)));

/** Whether players may ask a program what it would do. @param {boolean} on @param {(on: boolean) => void} change */
export const hintField = (on, change) => tick('hints', on, change, 'Hints', 'Players may ask a program what it would do. Between people, everyone is told who asked.');

/** Whether nothing is taken back past a die. @param {boolean} on @param {(on: boolean) => void} change */
export const diceField = (on, change) => tick('dice-stand', on, change, 'Dice stand', 'Nobody takes back a die roll, not even if all agree.');

/** One press a game, near the top of the first page: its first match, on the first side, against the weakest program. @param {GameInfo[]} games @returns {HTMLElement|null} */
export function atOnce(games) {
  const offered = games.flatMap((game) => {
    const seat = game.scenarios[0]?.seats.find((s) => strengthsAgainst(game.scenarios[0], s.id).length);
    const [weakest] = seat ? strengthsAgainst(game.scenarios[0], seat.id) : [];
    return seat && weakest ? [h('button', { type: 'submit', formnovalidate: true, class: 'b plain', value: `${game.id}/program/${seat.id}/${weakest.id}`, 'data-key': `at-once-${game.id}`, title: `You play ${seat.title}` }, game.title)] : [];
  });
  return offered.length ? h('div', { class: 'at-once', role: 'group', 'aria-label': 'Play a program now' }, h('h2', {}, 'Play a program now'), h('div', { class: 'starts' }, offered)) : null;
}

/** Begin at once, for each strength a button for each side. @param {GameInfo} game @returns {HTMLElement[]} */
export function playNow(game) {
  const scenario = game.scenarios[0];
  const seats = scenario?.seats ?? [];
  const offered = STRENGTHS.map(({ id }) => ({ id, seats: seats.filter((s) => strengthsAgainst(scenario, s.id).some((one) => one.id === id)) })).filter((one) => one.seats.length);
  return offered.map(({ id, seats: free }) => {
    const program = offered.length > 1 ? `${id === 'officer' ? 'an' : 'a'} ${id}` : 'a program';
    const side = (/** @type {SeatInfo} */ s) => h('button', { type: 'submit', formnovalidate: true, class: 'b plain', value: `${game.id}/program/${s.id}/${id}`, 'data-key': `now-${game.id}-${s.id}${id === STRENGTHS[0]?.id ? '' : `-${id}`}` }, h('i', { class: `swatch ${s.side}` }), ' ', s.title);
    return h('div', { class: 'now', role: 'group', 'aria-label': `Play ${game.title} against ${program} now` }, h('span', { class: 'quiet' }, `Against ${program} now, as`), h('div', { class: 'starts' }, free.map(side)));
  });
}

const SILENCE_MS = 20_000;

/** When each position was first drawn. @type {WeakMap<object, number>} */
const seen = new WeakMap();

/** When a position was first drawn. @param {object} view */
function since(view) {
  const first = seen.get(view) ?? performance.now();
  seen.set(view, first);
  return first;
}

/** Whether programs alone are to decide. @param {Match|null} match @param {string[]} deciders */
function awaitsProgram(match, deciders) {
  const seats = (match?.seats ?? []).filter((s) => deciders.includes(s.seat));
  return seats.length > 0 && seats.every((s) => (s.stands_in ? s.stand_in_program : s.program));
}

/** Milliseconds after which it is asked how many tables come first, and between two looks: most answers come sooner. */
const FIRST_LOOK_MS = 4000;
const LOOK_EVERY_MS = 3000;

/**
 * How many tables come before this one, while a program is waited for. It asks by itself as long as it is on the page.
 *
 * @param {MatchClient} client @param {object} view the position @param {string[]} deciders @returns {HTMLElement|null}
 */
export function queuePlace(client, view, deciders) {
  if (!awaitsProgram(client.match, deciders)) return null;
  const line = h('p', { role: 'status', class: 'quiet', 'data-key': 'program-queue', hidden: true });
  const look = async () => {
    if (!line.isConnected) return;
    try {
      const { before } = await api.programQueue(client.id, client.who);
      line.textContent = `The program is busy: ${before === 1 ? 'one other table comes' : `${before} other tables come`} first.`;
      line.hidden = !before;
      // Whoever has a place in the queue waits for other tables, and not for a program that does not run.
      document.querySelector('[data-key="program-silent"]')?.toggleAttribute('hidden', before > 0);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      line.hidden = true;
    }
    setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  setTimeout(() => void look(), Math.max(0, since(view) + FIRST_LOOK_MS - performance.now()));
  return line;
}

/**
 * A word for when a program is waited for longer than it ever takes. The style sheet shows it twenty seconds after the position came, however often the page
 * is drawn meanwhile.
 *
 * @param {Match|null} match @param {object} view the position @param {string[]} deciders the seats that are to decide @returns {HTMLElement|null}
 */
export function silentProgram(match, view, deciders) {
  if (!awaitsProgram(match, deciders)) return null;
  const word = h('p', { class: 'late', 'data-key': 'program-silent' }, 'The program has not answered for twenty seconds. It goes on as soon as the host of this server has restarted it. Nothing is lost meanwhile.');
  word.style.animationDelay = `${Math.max(0, since(view) + SILENCE_MS - performance.now())}ms`;
  return word;
}
