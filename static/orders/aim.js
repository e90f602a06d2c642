/**
 * The order to attack, by hand: a tap on an enemy's place aims at it with all that may attack together; taps on your own
 * stacks and in the plan add and remove units. The plan beside the map says what would come of it.
 *
 * @import {Child} from '../core/dom.js'
 * @import {RefusalJson} from '../core/wire.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {TipContent} from '../board/tip.js'
 */

import { button } from '../core/bits.js';
import { h } from '../core/dom.js';
import { placeTitle } from '../panels/places.js';
import { Form } from './form.js';
import { names, refused } from './values.js';

/** Of the window's edge a target keeps clear of, and so of the dock and those who attack it. */
const CLEAR_PX = 170;

/** @typedef {{legal: boolean, refusal?: RefusalJson|null, together: string[]}} Plan `together`: those who may attack at once, of all that could */

/** @template {Plan} P */
export class Aim extends Form {
  /** @type {P|null} */ plan = null;
  #asked = 0;
  /** the target that was shown last */ #last = '';

  /** @returns {string|null} the place aimed at */
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
  get able() {
    const { options } = this.filling;
    return this.target && options ? names(options) : [];
  }

  /** @returns {string[]} the places that can be attacked */
  get #targets() {
    const options = this.offer.slots?.[0]?.options;
    return options ? names(options) : [];
  }

  /** @returns {Record<string, RefusalJson>} enemies that cannot be, and why */
  get #spared() {
    const options = this.offer.slots?.[0]?.options;
    return options ? refused(options) : {};
  }

  // --- what a game says -----------------------------------------------------------------------------------------------

  /** What would come of an attack of these. @param {string[]} _units @returns {Promise<P|null>} */
  preview(_units) {
    throw new Error('a game says what would come of an attack');
  }

  /** The plan drawn out. @param {string} _target @returns {Child} */
  drawn(_target) {
    throw new Error('a game draws its plan');
  }

  /** @returns {string} the odds in a word, for the button and the arrows */
  get column() {
    return '';
  }

  /** Those in a place that can be attacked, in words. @param {string} place @returns {string} */
  against(place) {
    return this.roster().standing?.(place) || 'a fort';
  }

  /** A plan has come. @param {P} plan */
  heard(plan) {
    void plan;
  }

  /** Nothing is aimed at: what else was counted in is forgotten. */
  forget() {}

  // --- aiming ---------------------------------------------------------------------------------------------------------

  /** @param {string} place */
  async #aim(place) {
    const { filling } = this;
    this.put();
    filling.draft = place;
    filling.next();
    await filling.entering;
    if (this.target !== place) return;
    // All that may attack together; the player takes away whom to spare.
    const all = await this.preview(this.able);
    if (this.target === place && all) this.#attackBy(all.together);
  }

  /** Bring a target into the window and aim at it. @param {string} place */
  #show(place) {
    this.#last = place;
    this.desk.board.reveal(place, CLEAR_PX);
    void this.#aim(place);
  }

  /** @param {string[]} units */
  #attackBy(units) {
    this.filling.draft = units;
    void this.replan();
    this.desk.refresh();
  }

  /** The same attack with something else counted in. */
  async replan() {
    const mine = (this.#asked += 1);
    const units = this.attackers;
    const plan = units.length ? await this.preview(units) : null;
    if (mine !== this.#asked) return;
    this.plan = plan;
    if (plan) this.heard(plan);
    this.desk.refresh();
  }

  /** Nothing is aimed at. */
  put() {
    this.#asked += 1;
    this.plan = null;
    this.forget();
    this.open = null;
    this.filling.settled = [];
    this.filling.options = this.offer.slots?.[0]?.options ?? null;
    this.filling.draft = null;
  }

  /** One more that attacks, or one less. @param {string} id */
  toggle(id) {
    const now = new Set(this.attackers);
    if (!now.delete(id)) now.add(id);
    this.#attackBy([...now]);
  }

  /** @override @param {import('../core/wire.js').Offer} offer */
  async update(offer) {
    this.filling.offer = offer;
    if (this.target && !this.#targets.includes(this.target)) this.put();
    else if (!this.target) this.filling.options = offer.slots?.[0]?.options ?? null;
  }

  /** @override */
  go() {
    super.go();
    this.put();
  }

  /** @override @param {string} place */
  uses(place) {
    return this.#targets.includes(place) || this.#here(place).length > 0;
  }

  /** @param {string} place @returns {string[]} of those who could attack those who stand there */
  #here(place) {
    const able = new Set(this.able);
    return this.roster().at(place).filter((id) => able.has(id));
  }

  /** @override @param {string} place */
  tap(place) {
    // The only target is named before anyone aims at it.
    if (this.target === place && this.plan) return this.put();
    if (this.#targets.includes(place)) return void this.#aim(place);
    const here = this.#here(place);
    if (!here.length) return this.target ? void this.#decline(place) : super.tap(place);
    const now = new Set(this.attackers);
    const all = here.every((id) => now.has(id));
    for (const id of here) all ? now.delete(id) : now.add(id);
    this.#attackBy([...now]);
  }

  /** Why nothing there belongs to the attack in hand, which stays. @param {string} place */
  async #decline(place) {
    const roster = this.roster();
    const title = placeTitle(this.desk, place);
    const spared = this.#spared[place];
    if (spared) this.tell(spared, `${title} cannot be attacked.`);
    else if (!roster.at(place).length) this.desk.say(`There is no enemy to attack at ${title}.`, this.offer.section);
    else if (roster.at(place).some((id) => !roster.foe(id))) await this.pass(place, 'cannot join in');
    else await this.explain(place, `${title} cannot be attacked.`, 0);
  }

  // --- what is shown --------------------------------------------------------------------------------------------------

  /** @override What can be attacked lies along the whole front: the map stays where it is. */
  bring() {}

  /** @override */
  title() {
    return this.target ? `Attack ${placeTitle(this.desk, this.target)}` : super.title();
  }

  /** @override The target after the one that was shown last, round and round. */
  leap() {
    const all = this.#targets.toSorted();
    const next = all.find((place) => place > this.#last) ?? all[0];
    if (next === undefined) return false;
    this.#show(next);
    return true;
  }

  /** @override @returns {Child} how many places can be attacked, the way to the next, and what an attack costs */
  body() {
    const many = this.#targets.length;
    const next = () => {
      if (this.leap()) this.desk.refresh();
    };
    return [
      many > 0 && h('p', { class: 'row' }, button(['Next target', h('small', {}, `${many} can be attacked`)], next, { key: 'next-target', title: 'Plan the attack on the next hex (n)' })),
      this.target && this.offer.grave && h('p', { class: 'quiet row' }, this.offer.grave),
    ];
  }

  /** @override @returns {Child} */
  planner() {
    return this.target ? this.drawn(this.target) : null;
  }

  /** @override */
  plannerTab() {
    return this.target ? `Attack ${this.column}`.trim() : null;
  }

  /** @override */
  list() {
    if (this.target) return null;
    return { label: 'Targets as a list', items: this.#targets.toSorted().map((place) => ({ label: `${placeTitle(this.desk, place)}: ${this.against(place)}`, key: `target-${place}`, act: () => this.#show(place) })) };
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { target } = this;
    const { lattice } = this.desk.board;
    if (!target) return { targets: this.#targets.filter((place) => lattice.has(place)), selected: this.open ? [this.open] : [], refused: this.hovered && this.hovered in this.#spared ? this.hovered : null };
    const roster = this.roster();
    const from = [...new Set(this.attackers.map((id) => roster.place(id) ?? ''))].filter((place) => lattice.has(place));
    return { attack: { hex: target, from, odds: this.column || null, river: null }, selected: from };
  }

  /** @override @param {string|null} place @returns {TipContent|null} why an enemy cannot be attacked */
  hover(place) {
    this.hovered = place;
    const why = place ? this.#spared[place] : undefined;
    return place && why ? { head: `${placeTitle(this.desk, place)} cannot be attacked.`, lines: [why] } : null;
  }

  /** @override @returns {Node[]} */
  buttons() {
    if (!this.target) return [];
    const back = () => {
      this.put();
      this.desk.refresh();
    };
    return [
      button('Back', back, { key: 'back' }),
      button([this.offer.label, this.column ? h('small', {}, this.column) : null], () => this.go(), { tone: 'danger', key: 'order-go', disabled: !this.plan?.legal || !this.attackers.length, title: this.plan?.refusal?.text }),
    ];
  }

  /** @override */
  escape() {
    if (!this.target && !this.open) return false;
    this.put();
    return true;
  }
}
