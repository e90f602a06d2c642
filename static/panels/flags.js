/**
 * What a scenario leaves to choose with yes or no before a match is made: one box to tick for each such option.
 *
 * @import {ScenarioInfo} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';

/** @typedef {{id: string, kind: string, title: string, help: string, default: boolean}} FlagOption */

/**
 * @param {ScenarioInfo} scenario
 * @param {Record<string, boolean>} chosen what has been changed, by the id of the option
 * @returns {Child}
 */
export function flagFields(scenario, chosen) {
  const options = /** @type {FlagOption[]} */ (scenario.options.filter(({ kind }) => kind === 'flag'));
  if (!options.length) return null;
  const box = (/** @type {FlagOption} */ { id, title, help, default: usual }) =>
    h('label', { class: 'option' }, h('input', { type: 'checkbox', name: id, checked: chosen[id] ?? usual, 'data-key': `flag-${id}`, onchange: (/** @type {Event} */ e) => { chosen[id] = /** @type {HTMLInputElement} */ (e.target).checked; } }), h('span', {}, title, h('small', {}, help)));
  return h('fieldset', {}, h('legend', {}, 'Options'), h('div', { class: 'options' }, options.map(box)));
}
