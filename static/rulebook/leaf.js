/** A section of the rules in our own words, with its example and its chart. */

import { linked } from '../core/citing.js';
import { h } from '../core/dom.js';

/** @import {Child} from '../core/dom.js' */
/** @import {ChartOut, RuleOut, RulesOut} from '../core/wire.js' */

/**
 * The section itself, or the nearest that holds it: §8.3.2 is told under §8.3; where rules are told in short, §8.32 too.
 * A chapter as a whole, §8.0, begins with its first.
 *
 * @param {RulesOut} rules
 * @param {string} section
 * @returns {RuleOut|null}
 */
export function ruleOf(rules, section) {
  const all = everyRule(rules);
  for (let name = section; name; name = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '') {
    const found = all.find((rule) => rule.section === name);
    if (found) return found;
  }
  // Rules told in short: a section stands for all that begin with its number.
  for (let name = section; name.includes('.'); name = name.slice(0, -1)) {
    const found = all.find((rule) => rule.section === name);
    if (found) return found;
  }
  const chapter = section.match(/^(\d+)\.0$/)?.[1];
  return all.find((rule) => rule.section.split('.')[0] === chapter) ?? null;
}

/** @param {RulesOut} rules @returns {RuleOut[]} in their order */
export const everyRule = (rules) => rules.chapters.flatMap((chapter) => chapter.rules);

/**
 * @param {RuleOut} rule
 * @param {RulesOut} rules
 * @param {boolean} [all] whether the page has all rules: then each chart is drawn at its own section only
 * @returns {Child}
 */
export function leaf(rule, rules, all = false) {
  const chart = rules.charts.find((c) => c.id === rule.chart || (all && c.section === rule.section));
  const elsewhere = all && chart?.section !== rule.section;
  return [
    rule.text.map((text) => h('p', {}, linked(text))),
    rule.example.length > 0 && h('div', { class: 'example' }, h('b', {}, 'Example'), rule.example.map((text) => h('p', {}, linked(text)))),
    chart && (elsewhere ? h('p', {}, h('a', { href: `#chart-${chart.id}` }, chart.title)) : chartTable(chart)),
  ];
}

/** @param {ChartOut} chart @returns {HTMLElement} */
const chartTable = (chart) =>
  h(
    'figure',
    { class: 'chart', id: `chart-${chart.id}` },
    h(
      'div',
      { class: 'chart-scroll', tabindex: '0', role: 'region', 'aria-label': chart.title },
      h(
        'table',
        {},
        h('caption', {}, chart.title),
        h('thead', {}, h('tr', {}, chart.columns.map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, chart.rows.map(([head = '', ...cells]) => h('tr', {}, h('th', { scope: 'row' }, head), cells.map((cell) => h('td', {}, linked(cell)))))),
      ),
    ),
    chart.note && h('figcaption', {}, chart.note),
  );
