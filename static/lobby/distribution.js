/**
 * The option "nations" of a scenario: which seat plays which nation. Only nations of sides with several seats are asked.
 *
 * @import {Distribution, ScenarioInfo} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';

/** whether the table is open, kept over re-rendering */
let opened = false;

/** @param {ScenarioInfo} scenario @returns {Distribution|null} null when there is nothing to choose */
export function distribution(scenario) {
  const option = /** @type {Distribution|undefined} */ (scenario.options.find(({ id }) => id === 'nations'));
  const seats = scenario.seats.length;
  const sides = new Set(scenario.seats.map((s) => s.side)).size;
  return option && seats > sides ? option : null;
}

/**
 * @param {ScenarioInfo} scenario
 * @param {Distribution} option
 * @param {Record<string, string>} chosen seat of each nation
 * @param {() => void} changed
 * @returns {Child}
 */
export function distributionFields(scenario, option, chosen, changed) {
  const seatsOf = (/** @type {string} */ side) => scenario.seats.filter((s) => s.side === side);
  const asked = Object.keys(option.default).filter((nation) => seatsOf(option.sides[nation] ?? '').length > 1);
  const lacking = scenario.seats.filter((seat) => !Object.values(chosen).includes(seat.id));
  return h(
    'details',
    { class: 'list', open: opened, ontoggle: (/** @type {Event} */ event) => { opened = /** @type {HTMLDetailsElement} */ (event.target).open; } },
    h('summary', { 'data-key': 'nations' }, option.title),
    h(
      'div',
      { class: 'nations' },
      asked.map((nation) =>
        h(
          'label',
          {},
          h('span', {}, h('i', { class: `swatch ${option.sides[nation]}` }), ' ', option.names[nation] ?? nation),
          h(
            'select',
            {
              'data-key': `nation-${nation}`,
              onchange: (/** @type {Event} */ event) => {
                chosen[nation] = /** @type {HTMLSelectElement} */ (event.target).value;
                changed();
              },
            },
            seatsOf(option.sides[nation] ?? '').map((seat, i) => h('option', { value: seat.id, selected: chosen[nation] === seat.id }, `Player ${i + 1}`)),
          ),
        ),
      ),
    ),
    lacking.length > 0 && h('p', { class: 'bad' }, 'Every player needs a nation.'),
  );
}

/** @param {Distribution} option @param {Record<string, string>} chosen @param {string} seat @returns {string} "Germany and Bulgaria" */
export function seatNations(option, chosen, seat) {
  const names = Object.keys(chosen).filter((nation) => chosen[nation] === seat).map((nation) => option.names[nation] ?? nation);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nobody yet');
}
