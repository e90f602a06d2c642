/**
 * What a scenario leaves to choose before a match is made: a box to tick for yes or no, a list for one of several. One that
 * cannot be chosen is greyed, and says why: the scenario has not what it needs, or another that was chosen shuts it out.
 *
 * @import {MatchOptionJson} from '../core/wire.js'
 * @import {ScenarioInfo} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';

/** What has been changed, by the id of the option. @typedef {Record<string, boolean|string>} ChosenOptions */

/**
 * @param {ScenarioInfo} scenario
 * @param {ChosenOptions} chosen
 * @param {() => void} changed something else can be chosen now, or cannot any more
 * @returns {Child}
 */
export function optionFields(scenario, chosen, changed) {
  const options = /** @type {MatchOptionJson[]} */ (/** @type {unknown} */ (scenario.options.filter(({ kind }) => kind === 'flag' || kind === 'choice')));
  if (!options.length) return null;
  const field = (/** @type {MatchOptionJson} */ option) => {
    const why = barred(option, options, chosen);
    const change = (/** @type {boolean|string} */ value) => {
      chosen[option.id] = value;
      changed();
    };
    return option.kind === 'flag' ? flag(option, chosen, why, change) : choice(option, chosen, why, change);
  };
  return h('fieldset', {}, h('legend', {}, 'Options'), h('div', { class: 'options' }, options.map(field)));
}

/** @param {MatchOptionJson} option @param {ChosenOptions} chosen */
const standing = ({ id, default: usual }, chosen) => chosen[id] ?? usual;

/** Whether an option stands otherwise than it does without a word, or has to. @param {MatchOptionJson} option @param {ChosenOptions} chosen */
const taken = (option, chosen) => Boolean(option.compulsory) || standing(option, chosen) !== option.default;

/** Why it cannot be chosen now, in a sentence. @param {MatchOptionJson} option @param {MatchOptionJson[]} all @param {ChosenOptions} chosen @returns {string} */
function barred(option, all, chosen) {
  if (option.compulsory) return 'The scenario is always played with it.';
  if (option.refusal) return besideTitle(option, option.refusal.text);
  const other = all.find((one) => option.excludes?.[one.id] && taken(one, chosen));
  return besideTitle(option, (other && option.excludes?.[other.id]?.text) || '');
}

/** Elsewhere a refusal names its option; here it stands below the name. @param {MatchOptionJson} option @param {string} text */
const besideTitle = ({ title }, text) => (text.startsWith(`${title}: `) ? text.slice(title.length + 2) : text);

/** @param {MatchOptionJson} option @param {ChosenOptions} chosen @param {string} why @param {(value: boolean) => void} change */
const flag = (option, chosen, why, change) =>
  h(
    'label',
    { class: why ? 'option barred' : 'option' },
    h('input', { type: 'checkbox', name: option.id, checked: Boolean(standing(option, chosen)), disabled: Boolean(why), 'data-key': `option-${option.id}`, onchange: (/** @type {Event} */ e) => change(/** @type {HTMLInputElement} */ (e.target).checked) }),
    h('span', {}, option.title, h('small', {}, [option.help, why].filter(Boolean).join(' '))),
  );

/** @param {MatchOptionJson} option @param {ChosenOptions} chosen @param {string} why @param {(value: string) => void} change */
const choice = (option, chosen, why, change) => {
  const said = [option.help, why].filter(Boolean).join(' ');
  return h(
    'label',
    { class: why ? 'field barred' : 'field' },
    h('span', {}, option.title),
    h(
      'select',
      { disabled: Boolean(why), 'data-key': `option-${option.id}`, onchange: (/** @type {Event} */ e) => change(/** @type {HTMLSelectElement} */ (e.target).value) },
      Object.entries(option.choices ?? {}).map(([value, label]) => h('option', { value, selected: value === standing(option, chosen) }, label)),
    ),
    said && h('small', {}, said),
  );
};
