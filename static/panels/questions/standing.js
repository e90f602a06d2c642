/**
 * Standing orders: the small decisions that you answer beforehand. They are kept on the server, and used there.
 *
 * @import {StandingKind, StandingOut} from '../../core/wire.js'
 * @import {Child} from '../../core/dom.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { ApiError, api } from '../../core/api.js';
import { button, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h, render } from '../../core/dom.js';

/** @typedef {StandingOut["ends"]} Ends */
/** @typedef {{answer: string, conditions: Record<string, string>, ends: Ends}} Said what is set in the fields of a kind; no answer: to be asked */

const ENDS = /** @type {const} */ ([
  ['changed', 'until I change it'],
  ['turn', 'this turn only'],
  ['phase', 'this phase only'],
]);

/** What is proposed, among the kinds that are laid open. */
const SUGGESTED = ' suggested';

export class StandingPanel {
  /** @type {StandingKind[]} */ kinds = [];
  /** @type {StandingOut[]} */ orders = [];
  /** the seat that they are of @type {string|null} */ #seat = null;
  /** set in the fields, and not sent yet @type {Map<string, Said>} */ #fields = new Map();
  /** kinds of which it is laid open when they hold @type {Set<string>} */ #opened = new Set();
  #problem = '';
  #element = h('section', { class: 'card float', 'aria-label': 'Standing orders' });

  /** @param {MatchClient} client @param {() => void} changed */
  constructor(client, changed) {
    this.client = client;
    this.changed = changed;
  }

  /** Ask once what a seat can answer beforehand. */
  load() {
    const { seat, match } = this.client;
    if (seat === this.#seat || match?.status !== 'active') return;
    this.#seat = seat;
    this.kinds = [];
    this.orders = [];
    this.#fields.clear();
    if (seat) void this.#told(() => api.standing(this.client.id, seat));
  }

  /** Orders of this seat were changed, here or in another window. @param {StandingOut[]} orders */
  take(orders) {
    this.orders = orders;
    this.changed();
  }

  /** Those that are used; the others were dropped. */
  get inForce() {
    return this.orders.filter((order) => order.dropped === null);
  }

  /** The decisions that the current question is about. */
  get asked() {
    const { legal } = this.client;
    return legal?.yours ? this.kinds.filter(({ steps }) => steps.includes(legal.step)) : [];
  }

  /** Below the question. @param {() => void} show @returns {Child} */
  opener(show) {
    if (!this.kinds.length || this.client.view?.outcome) return null;
    const dropped = this.orders.length > this.inForce.length;
    const count = this.inForce.length ? ` (${this.inForce.length})` : '';
    return h(
      'div',
      { class: 'standing-row' },
      button(this.asked.length ? 'Always do this…' : `Standing orders${count}`, show, { key: 'standing', tone: 'ghost', title: 'Answer small decisions in advance' }),
      this.#fromNowOn(),
      dropped && h('span', { class: 'bad' }, ' One could not be used.'),
    );
  }

  /** What is proposed, in one press: to the question that is put now, and at the beginning of a match to all. @returns {Child} */
  #fromNowOn() {
    const asked = this.asked.find((kind) => this.#proposed.includes(kind));
    /** @type {Node[]} */
    const offered = [];
    if (asked) {
      const { key, sensible, answers, title } = asked;
      const text = answers.find((answer) => answer.key === sensible)?.text ?? '';
      // Not all answers fit what is asked now: "in your own attacks you are asked".
      offered.push(button(`And from now on: ${text}`, () => void this.#save(key, { answer: sensible, conditions: {}, ends: 'changed' }), { key: `always-${key}`, tone: 'ghost', title: `${title}. Done at once whenever it comes, now too if it fits. You can change it.` }));
    }
    if (this.orders.length || this.#proposed.length < 2) return offered;
    offered.push(button(`Use the ${this.#proposed.length} suggested standing orders`, () => void this.#saveProposed(), { key: 'standing-all', tone: 'ghost', title: 'Small decisions are answered at once, so nobody has to wait for you. You can change each of them.' }), this.#suggested());
    return offered;
  }

  /** What one press would set. */
  #suggested() {
    const open = this.#opened.has(SUGGESTED);
    const press = () => void (this.#opened.delete(SUGGESTED) || this.#opened.add(SUGGESTED));
    return h(
      'details',
      { class: 'what', open },
      h('summary', { 'data-key': 'standing-what', onclick: press }, 'What they are'),
      h('p', { class: 'quiet' }, 'These small decisions are answered at once, so nobody has to wait for you. You can change each of them at any time.'),
      h('ul', {}, this.#proposed.map(({ title, answers, sensible }) => h('li', {}, `${title}: `, h('b', {}, answers.find((answer) => answer.key === sensible)?.text ?? '')))),
    );
  }

  /** @param {() => void} close @returns {HTMLElement} */
  card(close) {
    const { asked } = this;
    const kinds = [...asked, ...this.kinds.filter((kind) => !asked.includes(kind))];
    render(
      this.#element,
      h('div', { class: 'hd' }, h('h3', {}, 'Standing orders'), button(icon('close'), close, { label: 'Close', class: 'close', key: 'card-close' })),
      h('p', { class: 'quiet' }, 'Decide now what you do when one of these comes up. It is done at once, so nobody has to wait for you. Nobody else sees it beforehand.'),
      this.#problem && h('p', { class: 'bad', role: 'alert' }, this.#problem),
      this.#proposed.length > 0 && h('p', { class: 'row' }, button('Save all suggestions', () => void this.#saveProposed(), { key: 'standing-proposed', title: 'For decisions that you have said nothing about' })),
      kinds.map((kind) => this.#kind(kind, asked.includes(kind))),
    );
    return this.#element;
  }

  /** Decisions about which you have said nothing, and an answer is proposed. */
  get #proposed() {
    return this.kinds.filter(({ key, sensible }) => sensible && !this.orders.some((o) => o.kind === key));
  }

  async #saveProposed() {
    const { seat, id } = this.client;
    for (const { key, sensible } of this.#proposed) {
      if (!seat || !(await this.#told(() => api.giveStanding(id, key, { seat, answer: sensible, conditions: {}, ends: 'changed' })))) return;
      this.#fields.delete(key);
    }
  }

  /** @param {StandingKind} kind @param {boolean} asked */
  #kind(kind, asked) {
    const order = this.orders.find((o) => o.kind === kind.key);
    const said = this.#fields.get(kind.key) ?? fieldsOf(order);
    const staged = this.#fields.has(kind.key);
    const stage = (/** @type {Partial<Said>} */ change) => {
      this.#fields.set(kind.key, { ...said, ...change });
      this.changed();
    };
    const { answer } = said;
    return h(
      'section',
      { class: 'standing', 'data-kind': kind.key },
      h('h4', {}, kind.title, ' ', chip(kind.section)),
      order?.dropped && h('p', { class: 'bad' }, `You are asked again: ${order.dropped}`),
      select(`${kind.key}-answer`, kind.title, [['', 'ask me'], ...kind.answers.map(({ key, text }) => /** @type {[string, string]} */ ([key, key === kind.sensible ? `${text} (proposed)` : text]))], answer, (value) => stage({ answer: value })),
      answer !== '' && this.#when(kind, said, stage),
      staged && asked && answer !== '' && h('p', { class: 'quiet' }, 'You are being asked this now: saving answers it, if the answer fits.'),
      staged && h('div', { class: 'row' }, button('Save', () => void this.#save(kind.key, said), { tone: 'primary', key: `${kind.key}-save` }), button('Leave it', () => this.#leave(kind.key), { key: `${kind.key}-leave` })),
    );
  }

  /** When it holds, and for how long: folded as long as that is always. @param {StandingKind} kind @param {Said} said @param {(change: Partial<Said>) => void} stage */
  #when(kind, { conditions, ends }, stage) {
    const always = ends === 'changed' && kind.conditions.every((c) => [undefined, c.choices[0]?.key].includes(conditions[c.key]));
    const open = !always || this.#opened.has(kind.key);
    // Noted at once: the event of the change itself may come after the next drawing, which would close it again.
    const press = () => void (this.#opened.delete(kind.key) || this.#opened.add(kind.key));
    return h(
      'details',
      { class: 'list', open },
      h('summary', { 'data-key': `${kind.key}-when`, onclick: press }, always ? 'Always, until you change it' : 'When, and for how long'),
      kind.conditions.map((c) => h('label', {}, `${c.title}: `, select(`${kind.key}-${c.key}`, c.title, c.choices.map(pair), conditions[c.key] ?? '', (value) => stage({ conditions: { ...conditions, [c.key]: value } })))),
      h('label', {}, 'Holds: ', select(`${kind.key}-ends`, 'How long it holds', ENDS, ends, (value) => stage({ ends: /** @type {Ends} */ (value) }))),
    );
  }

  /** @param {string} kind */
  #leave(kind) {
    this.#fields.delete(kind);
    this.changed();
  }

  /** @param {string} kind @param {Said} said */
  async #save(kind, said) {
    const { seat, id } = this.client;
    if (!seat) return;
    const saved = await this.#told(() => (said.answer ? api.giveStanding(id, kind, { seat, ...said }) : api.dropStanding(id, kind, seat)));
    if (saved) this.#leave(kind);
  }

  /** @param {() => Promise<{kinds: StandingKind[], orders: StandingOut[]}>} ask */
  async #told(ask) {
    const seat = this.#seat;
    try {
      const { kinds, orders } = await ask();
      // Someone else may sit at this screen now.
      if (seat === this.#seat) Object.assign(this, { kinds, orders });
      this.#problem = '';
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#problem = error.message;
      return false;
    } finally {
      this.changed();
    }
  }
}

/** @param {StandingOut|undefined} order @returns {Said} */
const fieldsOf = (order) => (order && order.dropped === null ? { answer: order.answer, conditions: order.conditions, ends: order.ends } : { answer: '', conditions: {}, ends: 'changed' });

/** @param {{key: string, text: string}} choice @returns {[string, string]} */
const pair = ({ key, text }) => [key, text];

/** @param {string} key @param {string} label @param {readonly (readonly [string, string])[]} choices @param {string} value @param {(value: string) => void} chosen */
function select(key, label, choices, value, chosen) {
  const field = h('select', { 'data-key': key, 'aria-label': label, onchange: () => chosen(field.value) }, choices.map(([name, text]) => h('option', { value: name, selected: name === value }, text)));
  return field;
}
