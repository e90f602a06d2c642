/**
 * What the programs of a match that is over weighed, turn by turn: their orders, others that they thought of, and what they took
 * units for that they could not see.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {GuessesOut, GuessFigure, PhaseThoughts, ResultOut, ThoughtOut, ThoughtsOut, TurnThoughts, WeighedOut} from '../../core/wire.js'
 */

import { ApiError, api } from '../../core/api.js';
import { button, count } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h, render } from '../../core/dom.js';

/** Milliseconds between two looks whether more is there. */
const LOOK_EVERY_MS = 1000;
/** What a match is refused with in which no program played: there is nothing to speak of. */
const NONE = 'no_program';

export class ThoughtsPanel {
  /** how far they are known @type {ThoughtsOut|null} */ #told = null;
  /** the turn that is shown @type {TurnThoughts|null} */ #shown = null;
  #problem = '';
  #place = h('section', { class: 'box thoughts', 'aria-label': 'What the program weighed', hidden: true });

  /**
   * @param {ResultOut} result @param {{key?: string}} access @param {(number: number, text: string) => Child} then the way to the board at a line
   */
  constructor(result, access, then) {
    this.result = result;
    this.access = access;
    this.then = then;
  }

  /** @returns {HTMLElement} empty until it is known whether a program played */
  get element() {
    void this.#try(async () => {
      this.#told = await api.thoughts(this.result.id, this.access);
    });
    return this.#place;
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    this.#problem = '';
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#problem = error.message;
    }
    this.#draw();
  }

  #ask() {
    return this.#try(async () => {
      this.#told = await api.askThoughts(this.result.id, this.access);
      while (this.#told?.status === 'waiting') {
        this.#draw();
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        this.#told = await api.thoughts(this.result.id, this.access);
      }
    });
  }

  /** @param {number} turn */
  #open(turn) {
    return this.#try(async () => {
      this.#shown = await api.turnThoughts(this.result.id, turn, this.access);
    });
  }

  #draw() {
    const told = this.#told;
    this.#place.hidden = !told || told.error?.code === NONE;
    if (!told || this.#place.hidden) return;
    render(
      this.#place,
      h('h2', {}, 'What the program weighed'),
      told.status === 'none' && !told.error && [
        h('p', {}, 'The program decides the same whenever it is told the same. So it can play its seat again, and say what it weighed for each order.'),
        h('div', { class: 'ways' }, button('Play it again', () => void this.#ask(), { key: 'thoughts-ask' })),
      ],
      told.status === 'waiting' && h('p', { role: 'status', class: 'quiet' }, told.before ? `${count(told.before, 'other match', 'other matches')} first…` : 'The program is playing its seat again…'),
      told.error && h('p', { class: told.turns.length ? 'quiet' : '' }, told.error.text),
      this.#problem && h('p', { class: 'bad', role: 'alert' }, this.#problem),
      told.turns.length > 0 && h('div', { class: 'turns', role: 'group', 'aria-label': 'Turn' }, h('span', { class: 'quiet' }, 'Turn'), told.turns.map((turn) => button(String(turn), () => void this.#open(turn), { key: `thoughts-turn-${turn}`, pressed: this.#shown?.turn === turn, label: `Turn ${turn}` }))),
      this.#shown && [
        h('p', { class: 'quiet' }, 'Reasons are worded as in a hint: “you” is the program.'),
        this.#shown.phases.every((phase) => !phase.guesses) && h('p', { class: 'quiet' }, 'This turn it counted on nothing that it could not see.'),
        this.#shown.phases.map((phase) => this.#phase(phase)),
      ],
    );
  }

  /** @param {PhaseThoughts} phase @returns {Child} */
  #phase({ seat, strength, title, section, number, guesses, orders }) {
    const whose = this.result.seats.find((s) => s.seat === seat);
    const weighed = orders.filter((order) => order.others.length || order.rejected.length).length;
    return h(
      'details',
      { class: 'list', open: weighed > 0 },
      h('summary', {}, h('i', { class: `swatch ${whose?.side ?? ''}` }), `${whose?.title ?? seat}: ${title}`, h('span', { class: 'quiet' }, ['', strength, count(orders.length, 'order')].filter((word, n) => word || !n).join(' · '))),
      h('p', { class: 'quiet way' }, chip(section), ' ', this.then(number, 'Show the board as this began')),
      guesses && counted(guesses),
      !weighed && h('p', { class: 'quiet' }, 'It weighed no order against another here.'),
      h('ol', {}, orders.map(order)),
    );
  }
}

/** @param {WeighedOut} weighed @returns {Child} an order with its odds and worth */
const headed = ({ text, odds, worth }) => [text, odds && [' ', h('b', {}, odds)], worth && h('span', { class: 'quiet' }, `, taken to be worth ${worth}`)];

/** @param {WeighedOut} weighed @returns {Child} */
const reasons = ({ reasons: told }) => told.length > 0 && h('ul', {}, told.map(({ text, section }) => h('li', {}, text, ' ', chip(section))));

/** @param {string} title @param {WeighedOut[]} told @returns {Child} */
const others = (title, told) => told.length > 0 && [h('p', { class: 'quiet' }, title), h('ul', { class: 'others' }, told.map((other) => h('li', {}, h('p', {}, headed(other)), reasons(other))))];

/** @param {ThoughtOut} thought @returns {HTMLElement} */
const order = (thought) =>
  h(
    'li',
    {},
    h('p', {}, headed(thought)),
    thought.instead ? h('p', { class: 'quiet' }, thought.instead) : thought.reasons.length ? reasons(thought) : h('p', { class: 'quiet' }, 'It noted no reason.'),
    others('It also weighed:', thought.others),
    others('It weighed these, and found them not worth it:', thought.rejected),
  );

/** @param {number} n */
const rounded = (n) => String(Math.round(n * 10) / 10);

/** @param {GuessFigure[]} figures @returns {Child[]} */
const cells = (figures) => figures.flatMap(({ taken, was }) => [h('td', { class: 'n' }, rounded(taken)), h('td', { class: 'n' }, rounded(was))]);

/** @param {GuessesOut} guesses @returns {HTMLElement} what it took hidden units for, and what they were */
const counted = ({ places, units, figures, wrong }) =>
  h(
    'table',
    { class: 'ledger' },
    h('caption', {}, `It could not see ${count(units, 'enemy unit')} in ${count(places, 'place')}. What it took their stacks for, and what stood there:`),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Place'), figures.flatMap(({ title }) => [h('th', { scope: 'col', class: 'n' }, title), h('th', { scope: 'col', class: 'n' }, 'In truth')]))),
    h(
      'tbody',
      {},
      h('tr', {}, h('th', { scope: 'row' }, 'All of them'), cells(figures)),
      wrong.map((one) => h('tr', {}, h('th', { scope: 'row' }, one.title), cells(one.figures))),
    ),
  );
