/**
 * The clocks of a new match: a few that suit most, or your own.
 *
 * @import {ScenarioInfo} from '../core/types.js'
 * @import {TermsOut} from '../core/wire.js'
 */

import { AT_ZERO, atZero } from '../core/clocks.js';
import { h, render } from '../core/dom.js';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const OWN = 'own';
export const NO_CLOCKS = 'none';

/** @typedef {{bank: number, increment: number, most: number, weekends: "run"|"stop"}} Preset */
/** @type {Record<string, {title: string, terms: Preset|null}>} */
const PRESETS = {
  none: { title: 'No clocks', terms: null },
  live: { title: 'Live: 45 minutes, and 1 more after each decision', terms: { bank: 45 * MINUTE_S, increment: MINUTE_S, most: 90 * MINUTE_S, weekends: 'run' } },
  days: { title: 'Days: 3 days, and 12 hours more after each decision', terms: { bank: 3 * DAY_S, increment: 12 * HOUR_S, most: 5 * DAY_S, weekends: 'run' } },
  weeks: { title: 'Weeks: 10 days, and 1 more after each decision, weekends free', terms: { bank: 10 * DAY_S, increment: DAY_S, most: 14 * DAY_S, weekends: 'stop' } },
  [OWN]: { title: 'Other…', terms: { bank: 3 * DAY_S, increment: 12 * HOUR_S, most: 6 * DAY_S, weekends: 'run' } },
};
/** Those that suit most, in a word or two. @type {Record<string, string>} */
export const PACES_IN_SHORT = { [NO_CLOCKS]: 'No clocks', live: 'Live, with clocks', days: 'Days, with clocks', weeks: 'Weeks, with clocks' };

/** @param {Preset} terms @param {TermsOut["at_zero"]} at_zero @returns {object} as it is sent */
function sent(terms, at_zero) {
  const zone = terms.weekends === 'stop' ? { zone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {};
  return { ...terms, most: Math.min(terms.most, 90 * DAY_S), at_zero, ...zone };
}

/** What is sent with a new match of such a pace; null without clocks. @param {string} pace @returns {object|null} */
export const termsOf = (pace) => {
  const terms = PRESETS[pace]?.terms;
  return terms ? sent(terms, 'remind') : null;
};

/** @type {[number, string][]} */
const UNITS = [[MINUTE_S, 'minutes'], [HOUR_S, 'hours'], [DAY_S, 'days']];

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The part of the form, and what was chosen. It is kept when the form is drawn again. */
export class NewClocks {
  element = h('fieldset', { class: 'clocks-of' });
  #preset = 'none';
  /** @type {Preset} */ #own = { bank: 3 * DAY_S, increment: 12 * HOUR_S, most: 6 * DAY_S, weekends: 'run' };
  /** @type {TermsOut["at_zero"]} */ #atZero = 'remind';
  #seats = 2;

  /** @param {ScenarioInfo} scenario */
  draw(scenario) {
    this.#seats = scenario.seats.length;
    if (this.#atZero === 'forfeit' && this.#seats > 2) this.#atZero = 'remind';
    const terms = PRESETS[this.#preset]?.terms;
    const choices = /** @type {TermsOut["at_zero"][]} */ (Object.keys(AT_ZERO)).filter((id) => id !== 'forfeit' || this.#seats === 2);
    render(
      this.element,
      h('legend', {}, 'Clocks'),
      this.#select('clock', Object.entries(PRESETS).map(([id, { title }]) => [id, title]), this.#preset, (id) => { this.#preset = id; this.draw(scenario); }, 'Clocks'),
      terms && this.#preset === OWN && h('div', { class: 'own-clock' }, this.#time('Each player has', 'bank'), this.#time('After each decision', 'increment'), h('label', { class: 'tick' }, h('input', { type: 'checkbox', checked: this.#own.weekends === 'stop', 'data-key': 'weekends', onchange: (/** @type {Event} */ e) => { this.#own.weekends = /** @type {HTMLInputElement} */ (e.target).checked ? 'stop' : 'run'; } }), 'Weekends do not count')),
      terms && this.#select('at-zero', choices.map((id) => [id, sentence(atZero(id, this.#seats))]), this.#atZero, (id) => { this.#atZero = /** @type {TermsOut["at_zero"]} */ (id); this.draw(scenario); }, 'When time runs out'),
      terms && this.#atZero === 'remind' && h('p', { class: 'quiet' }, 'A player’s stand-in may play from then on.'),
    );
  }

  /** @param {string} key @param {[string, string][]} all @param {string} chosen @param {(id: string) => void} act @param {string} label */
  #select(key, all, chosen, act, label) {
    return h('label', { class: 'field' }, h('span', { class: key === 'clock' ? 'offstage' : '' }, label), h('select', { 'data-key': key, onchange: (/** @type {Event} */ e) => act(/** @type {HTMLSelectElement} */ (e.target).value) }, all.map(([id, title]) => h('option', { value: id, selected: id === chosen }, title))));
  }

  /** A number and its unit. @param {string} label @param {"bank"|"increment"} name */
  #time(label, name) {
    const unit = UNITS.findLast(([length]) => this.#own[name] % length === 0)?.[0] ?? MINUTE_S;
    const number = h('input', { type: 'number', min: name === 'bank' ? 1 : 0, max: 999, step: 1, required: true, value: String(this.#own[name] / unit), 'data-key': name, 'aria-label': label });
    const units = h('select', { 'data-key': `${name}-unit`, 'aria-label': `${label}: unit` }, UNITS.map(([length, title]) => h('option', { value: String(length), selected: length === unit }, title)));
    const note = () => { this.#own[name] = Number(/** @type {HTMLInputElement} */ (number).value) * Number(/** @type {HTMLSelectElement} */ (units).value); };
    number.addEventListener('input', note);
    units.addEventListener('change', note);
    return h('div', { class: 'field' }, h('span', {}, label), h('div', { class: 'amount' }, number, units));
  }

  /** What is sent with the new match; null without clocks. @returns {object|null} */
  get terms() {
    const terms = this.#preset === OWN ? { ...this.#own, most: Math.max(this.#own.bank * 2, this.#own.bank + this.#own.increment) } : PRESETS[this.#preset]?.terms;
    return terms ? sent(terms, this.#atZero) : null;
  }
}
