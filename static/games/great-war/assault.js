/**
 * The order to attack, by hand: a tap on an enemy hex aims at it with all that may attack together; taps on your own stacks
 * and in the plan add and remove units. The plan beside the map has the odds, as far as you can see them.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {TipContent} from '../../board/tip.js'
 * @import {AttackPlan, Counter} from './types.js'
 */

import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { Form } from '../../orders/form.js';
import { names, refused } from '../../orders/values.js';
import { placeTitle } from '../../panels/places.js';
import { find, stacksOf } from './index-of.js';
import { likely, oddsPlan } from './odds.js';

/** Of the window's edge a target keeps clear of, and so of the dock and those who attack it. */
const CLEAR = 170;

export class Assault extends Form {
  /** @type {AttackPlan|null} */ plan = null;
  /** the headquarters counted on */ hq = '';
  /** events that are counted as used @type {Set<string>} */ #events = new Set();
  /** whether all aircraft are counted as flying */ #air = false;
  #asked = 0;

  /** @returns {string|null} the hex aimed at */
  get target() {
    const value = this.filling.settled[0]?.value;
    return typeof value === 'string' ? value : null;
  }

  /** @returns {string[]} who attacks */
  get attackers() {
    const { draft } = this.filling;
    return this.target && Array.isArray(draft) ? draft : [];
  }

  /** @returns {string[]} who could */
  get #able() {
    const { options } = this.filling;
    return this.target && options ? names(options) : [];
  }

  /** @returns {string[]} the hexes that can be attacked */
  get #targets() {
    const options = this.offer.slots?.[0]?.options;
    return options ? names(options) : [];
  }

  /** @returns {Record<string, import('../../core/wire.js').RefusalJson>} enemies that cannot be, and why */
  get #spared() {
    const options = this.offer.slots?.[0]?.options;
    return options ? refused(options) : {};
  }

  /** @param {string} hex */
  async #aim(hex) {
    const { filling } = this;
    this.#put();
    filling.draft = hex;
    filling.next();
    await filling.entering;
    if (this.target !== hex) return;
    // All that may attack together; the player takes away whom to spare.
    const all = await this.#ask(this.#able);
    if (this.target === hex && all) this.#attackBy(all.together);
  }

  /** @param {string[]} units @returns {Promise<AttackPlan|null>} */
  #ask(units) {
    return this.desk.consult({ kind: 'attack', target: this.target, units, hq: this.hq, events: [...this.#events], air: this.#air });
  }

  /** @param {string[]} units */
  #attackBy(units) {
    this.filling.draft = units;
    void this.#plan();
    this.desk.refresh();
  }

  async #plan() {
    const mine = (this.#asked += 1);
    const units = this.attackers;
    const plan = units.length ? await this.#ask(units) : null;
    if (mine !== this.#asked) return;
    this.plan = plan;
    if (plan?.legal) {
      if (!plan.headquarters.some(({ id }) => id === this.hq)) this.hq = '';
      this.#events = new Set(plan.events.filter(({ counted }) => counted).map(({ id }) => id));
    }
    this.desk.refresh();
  }

  /** Nothing is aimed at. */
  #put() {
    this.#asked += 1;
    this.plan = null;
    this.hq = '';
    this.#events.clear();
    this.#air = false;
    this.open = null;
    this.filling.settled = [];
    this.filling.options = this.offer.slots?.[0]?.options ?? null;
    this.filling.draft = null;
  }

  /** @override @param {import('../../core/wire.js').Offer} offer */
  async update(offer) {
    this.filling.offer = offer;
    if (this.target && !this.#targets.includes(this.target)) this.#put();
    else if (!this.target) this.filling.options = offer.slots?.[0]?.options ?? null;
  }

  /** @override */
  go() {
    super.go();
    this.#put();
  }

  /** @override @param {string} place */
  uses(place) {
    return this.#targets.includes(place) || this.#here(place).length > 0;
  }

  /** @param {string} place @returns {string[]} of those who could attack those who stand there */
  #here(place) {
    const able = new Set(this.#able);
    return this.roster().at(place).filter((id) => able.has(id));
  }

  /** @override @param {string} place */
  tap(place) {
    if (this.target === place) return this.#put();
    if (this.#targets.includes(place)) return void this.#aim(place);
    const here = this.#here(place);
    if (!here.length) {
      this.#put();
      return super.tap(place);
    }
    const now = new Set(this.attackers);
    const all = here.every((id) => now.has(id));
    for (const id of here) all ? now.delete(id) : now.add(id);
    this.#attackBy([...now]);
  }

  /** @param {string} id */
  #toggle(id) {
    const now = new Set(this.attackers);
    if (!now.delete(id)) now.add(id);
    this.#attackBy([...now]);
  }

  /** @override What can be attacked lies along the whole front: the map stays where it is. */
  bring() {}

  /** @override */
  title() {
    return this.target ? `Attack ${placeTitle(this.desk, this.target)}` : super.title();
  }

  /** @override @returns {Child} */
  body() {
    return this.target && this.offer.grave ? h('p', { class: 'quiet row' }, this.offer.grave) : null;
  }

  /** @override @returns {Child} */
  planner() {
    const { target } = this;
    if (!target) return null;
    const { view } = this.desk;
    const counters = /** @type {Counter[]} */ (this.#able.map((id) => find(view, id)?.counter ?? null).filter((c) => c !== null));
    return oddsPlan({
      title: `Planned attack: ${placeTitle(this.desk, target)}`,
      attackers: counters,
      picked: new Set(this.attackers),
      defenders: stacksOf(view)[target] ?? [],
      plan: this.plan,
      hq: this.hq,
      toggle: (id) => this.#toggle(id),
      count: {
        hq: (id) => {
          this.hq = id;
          void this.#plan();
        },
        event: (id) => {
          if (!this.#events.delete(id)) this.#events.add(id);
          void this.#plan();
        },
        air: () => {
          this.#air = !this.#air;
          void this.#plan();
        },
      },
    });
  }

  /** @override */
  plannerTab() {
    return this.target ? `Attack ${this.#column}`.trim() : null;
  }

  /** @returns {string} the column that is likely */
  get #column() {
    return (this.plan?.legal && likely(this.plan)?.column) || '';
  }

  /** @override */
  list() {
    if (this.target) return null;
    const roster = this.roster();
    const aim = (/** @type {string} */ hex) => {
      this.desk.board.reveal(hex, CLEAR);
      void this.#aim(hex);
    };
    return { label: 'Targets as a list', items: this.#targets.toSorted().map((hex) => ({ label: `${placeTitle(this.desk, hex)}: ${roster.standing?.(hex) || 'a fort'}`, key: `target-${hex}`, act: () => aim(hex) })) };
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { target } = this;
    const { lattice } = this.desk.board;
    if (!target) return { targets: this.#targets.filter((hex) => lattice.has(hex)), selected: this.open ? [this.open] : [], refused: this.hovered && this.hovered in this.#spared ? this.hovered : null };
    const roster = this.roster();
    const from = [...new Set(this.attackers.map((id) => roster.place(id) ?? ''))].filter((hex) => lattice.has(hex));
    return { attack: { hex: target, from, odds: this.#column || null, river: null }, selected: from };
  }

  /** @override @param {string|null} place @returns {TipContent|null} why an enemy cannot be attacked */
  hover(place) {
    this.hovered = place;
    const why = place ? this.#spared[place] : undefined;
    return place && why ? { head: placeTitle(this.desk, place), lines: [why] } : null;
  }

  /** @override @returns {Node[]} */
  buttons() {
    if (!this.target) return [];
    const back = () => {
      this.#put();
      this.desk.refresh();
    };
    return [
      button('Back', back, { key: 'back' }),
      button([this.offer.label, this.#column ? h('small', {}, this.#column) : null], () => this.go(), { tone: 'danger', key: 'order-go', disabled: !this.plan?.legal || !this.attackers.length, title: this.plan?.refusal?.text }),
    ];
  }

  /** @override */
  escape() {
    if (!this.target && !this.open) return false;
    this.#put();
    return true;
  }
}
