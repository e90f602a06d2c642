/**
 * A match in figures: curves over its turns, dice, losses by kind and the greatest battles, as far as this viewer was told.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {ChartsOut} from '../../core/wire.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { ApiError, api } from '../../core/api.js';
import { button, icon } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { chart, signed } from './chart.js';
import { outlook } from './outlook.js';

/** The sides of a die of which nothing else is said. */
const USUAL_SIDES = 6;

/**
 * @param {ChartsOut} charts @param {Record<string, string>} sides
 * @param {{last: string, then?: (number: number, text: string) => Child}} how `last`: what the last point is; `then`: the way to the board at a line
 * @returns {Child}
 */
export function figures(charts, sides, { last, then }) {
  const labels = [...charts.turns.map(String), last];
  return [
    charts.turns.length ? null : h('p', { class: 'quiet' }, 'There is nothing to chart until a turn is over.'),
    outlook(charts, labels, sides, then),
    h('div', { class: 'curves' }, charts.figures.map((figure) => chart(figure, labels, sides))),
    dice(charts, sides),
    losses(charts, sides),
    battles(charts, sides, then),
  ];
}

/** @param {string} head @param {Record<string, string>} sides @param {[string, (string|number)[]][]} rows @returns {Child} a row each, a column for each side */
const ledger = (head, sides, rows) =>
  rows.length > 0 &&
  h(
    'table',
    { class: 'ledger' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, head), Object.values(sides).map((name) => h('th', { scope: 'col', class: 'n' }, name)))),
    h('tbody', {}, rows.map(([name, cells]) => h('tr', {}, h('th', { scope: 'row' }, name), cells.map((cell) => h('td', { class: 'n' }, cell))))),
  );

/** The nearest whole number, halves away from zero. @param {number} n */
const whole = (n) => Math.sign(n) * Math.round(Math.abs(n));

/** @param {ChartsOut} charts @param {Record<string, string>} sides @returns {Child} dice of one number of sides together */
export function dice({ throws }, sides) {
  return throws.map(({ sides: faces, by_side: thrown }) => {
    const expected = (faces + 1) / 2;
    const of = Object.keys(sides).map((side) => thrown[side] ?? { thrown: 0, pips: 0 });
    return ledger(faces === USUAL_SIDES ? 'Dice' : `Dice of ${faces} sides`, sides, [
      ['Thrown', of.map((all) => all.thrown)],
      [`Average (${expected} expected)`, of.map((all) => (all.thrown ? (all.pips / all.thrown).toFixed(2) : '–'))],
      ['Pips above or below average', of.map((all) => signed(whole(all.pips - expected * all.thrown)))],
    ]);
  });
}

/** Of one kind alone the curve says it all. @param {ChartsOut} charts @param {Record<string, string>} sides @returns {Child} */
function losses({ lost }, sides) {
  const kinds = Object.keys(lost);
  if (kinds.length < 2) return null;
  return ledger('Lost', sides, kinds.map((kind) => [kind.charAt(0).toUpperCase() + kind.slice(1), Object.keys(sides).map((side) => lost[kind]?.[side] ?? 0)]));
}

/** @param {ChartsOut} charts @param {Record<string, string>} sides @param {((number: number, text: string) => Child)|undefined} then @returns {Child} */
function battles({ battles: fought }, sides, then) {
  if (!fought.length) return null;
  return h(
    'section',
    { class: 'battles', 'aria-label': 'Greatest battles' },
    h('h4', {}, 'Greatest battles'),
    h(
      'ol',
      {},
      fought.map(({ number, turn, text, lost }) =>
        h(
          'li',
          {},
          h('p', {}, text),
          h('p', { class: 'quiet' }, `Turn ${turn}. Lost: ${Object.keys(sides).map((side) => `${sides[side]} ${lost[side] ?? 0}`).join(', ')}. `, then?.(number, 'Show the board then')),
        ),
      ),
    ),
  );
}

/** The charts of the match on this page: asked for while they are looked at, again when more has been told. */
export class ChartsPanel {
  /** of which seat and number @type {string} */ #asked = '';
  /** @type {{of: string, charts: ChartsOut}|null} */ #known = null;
  #problem = '';

  /** @param {MatchClient} client @param {Record<string, string>} sides @param {() => void} changed @param {(number: number) => void} look at the board as it was then */
  constructor(client, sides, changed, look) {
    this.client = client;
    this.sides = sides;
    this.changed = changed;
    this.look = look;
  }

  get #now() {
    return `${this.client.seat ?? ''}:${this.client.version}:${this.client.view?.outcome ? 'over' : ''}`;
  }

  async #load() {
    const now = this.#now;
    if (this.#asked === now) return;
    this.#asked = now;
    try {
      const charts = await api.charts(this.client.id, this.client.who);
      if (this.#asked !== now) return;
      this.#known = { of: now, charts };
      this.#problem = '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#problem = error.message;
    }
    this.changed();
  }

  /** @returns {ChartsOut|null} what is known; more is asked for */
  get known() {
    void this.#load();
    // While the newest are on their way the last ones stay, but never those of another seat.
    return this.#known?.of.startsWith(`${this.client.seat ?? ''}:`) ? this.#known.charts : null;
  }

  /** @returns {Child} */
  draw() {
    const { client, known, sides } = this;
    if (this.#problem) return h('p', { class: 'bad', role: 'alert' }, this.#problem);
    if (!known) return h('p', { class: 'quiet' }, 'Reading the log…');
    return figures(known, sides, { last: client.view?.outcome ? 'end' : 'now', then: (number, text) => button(icon('past'), () => this.look(number), { key: `chart-${number}`, tone: 'ghost', class: 'then', label: text, title: text }) });
  }
}
