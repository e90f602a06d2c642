/**
 * What a scenario leaves to choose before a match is made: a box to tick for yes or no, a list for one of several.
 *
 * @import {ScenarioInfo} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';

/** @typedef {{id: string, kind: "flag", title: string, help: string, default: boolean}} FlagOption */
/** @typedef {{id: string, kind: "choice", title: string, help?: string, default: string, choices: Record<string, string>}} ChoiceOption */

/**
 * @param {ScenarioInfo} scenario
 * @param {Record<string, boolean|string>} chosen what has been changed, by the id of the option
 * @returns {Child}
 */
export function optionFields(scenario, chosen) {
  const options = /** @type {(FlagOption|ChoiceOption)[]} */ (scenario.options.filter(({ kind }) => kind === 'flag' || kind === 'choice'));
  if (!options.length) return null;
  return h('fieldset', {}, h('legend', {}, 'Options'), h('div', { class: 'options' }, options.map((o) => (o.kind === 'flag' ? flag(o, chosen) : choice(o, chosen)))));
}

/** @param {FlagOption} option @param {Record<string, boolean|string>} chosen */
const flag = ({ id, title, help, default: usual }, chosen) =>
  h('label', { class: 'option' }, h('input', { type: 'checkbox', name: id, checked: Boolean(chosen[id] ?? usual), 'data-key': `option-${id}`, onchange: (/** @type {Event} */ e) => { chosen[id] = /** @type {HTMLInputElement} */ (e.target).checked; } }), h('span', {}, title, h('small', {}, help)));

/** @param {ChoiceOption} option @param {Record<string, boolean|string>} chosen */
const choice = ({ id, title, help, default: usual, choices }, chosen) =>
  h('label', { class: 'field' }, h('span', {}, title), h('select', { 'data-key': `option-${id}`, onchange: (/** @type {Event} */ e) => { chosen[id] = /** @type {HTMLSelectElement} */ (e.target).value; } }, Object.entries(choices).map(([value, label]) => h('option', { value, selected: value === (chosen[id] ?? usual) }, label))), help && h('small', {}, help));
