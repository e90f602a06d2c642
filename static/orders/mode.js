/**
 * A question answered by the general form alone: its orders stand beside each other, the first that can be given lies at
 * hand. A game needs no mode of its own for a step that this serves; it only says what its units are called.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Offer} from '../core/wire.js'
 * @import {View} from '../core/types.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {TipContent} from '../board/tip.js'
 * @import {Desk} from '../panels/desk.js'
 * @import {Confirm} from '../panels/questions/mode.js'
 * @import {Roster} from './types.js'
 */

import { button } from '../core/bits.js';
import { chip } from '../core/citing.js';
import { h } from '../core/dom.js';
import { isNarrow } from '../core/window-size.js';
import { Mode } from '../panels/questions/mode.js';
import { Form, placesMeant, toConfirm } from './form.js';
import { PLACES } from './onmap.js';
import { orderButton } from './order-button.js';
import { stackFan } from './stack-fan.js';
import { isSome, isSum, names } from './values.js';

/** Orders that have a place of their own: the dock, and what commanders of one side arrange (panels/team.js). */
const ASIDE = ['end_phase', 'ready', 'lend', 'quota', 'join', 'call_off', 'appoint', 'end_for_all'];

export class GeneralMode extends Mode {
  /** @type {Form|null} */ form = null;

  /**
   * @param {Desk} desk
   * @param {(desk: Desk) => Roster} roster of the position shown
   * @param {Record<string, typeof Form>} [hands] orders that are given by a hand of their own, by kind
   */
  constructor(desk, roster, hands = {}) {
    super(desk);
    this.hands = hands;
    this.roster = () => roster(desk);
    this.form = this.#filled(this.first);
  }

  /** Offers that stand among the orders of the question. */
  get #ordered() {
    const given = Object.values(this.hands).flatMap(({ gives }) => gives);
    return this.legal.offers.filter(({ kind }) => !this.aside.includes(kind) && !given.includes(kind));
  }

  /** Offers with something to choose: what must be done stands before what may. @returns {Offer[]} */
  get forms() {
    const forms = this.#ordered.filter(({ slots, refusal, kind }) => slots?.length || refusal || (!slots && kind in this.hands));
    return forms.sort((a, b) => Number(isDuty(b)) - Number(isDuty(a)));
  }

  /** Offers that are given by one press. */
  get #plain() {
    return this.#ordered.filter(({ slots, refusal }) => slots?.length === 0 && !refusal);
  }

  // --- what a game may say otherwise ------------------------------------------------------------------------------------

  /** @returns {readonly string[]} kinds of offers that have a place of their own, apart from the orders of the question */
  get aside() {
    return ASIDE;
  }

  /** @returns {string|null} the order of one press that answers the question, where others of one press stand beside it: it is the strong button */
  get answer() {
    return null;
  }

  /** @returns {Offer|null} what is at hand at first */
  get first() {
    return this.forms.find(({ refusal, rare }) => !refusal && !rare) ?? null;
  }

  /** @returns {Offer[]} orders that are not in hand and are taken up by a tap where they could begin */
  get beside() {
    // What one does by hand is not left by a tap that misses.
    const others = this.forms.filter(({ kind, refusal }) => !refusal && kind !== this.form?.offer.kind && !this.hands[kind]?.deliberate);
    return this.form && this.form.offer.kind in this.hands ? others.filter(({ kind }) => kind in this.hands) : others;
  }

  /** The orders to choose from, where there are several; one that cannot be given says why. Where it is the only one that is all there is to read. @returns {Child} */
  orders() {
    const [only, ...others] = this.forms;
    if (only?.refusal && !others.length) return h('p', { class: 'quiet row' }, only.refusal.text, ' ', chip(only.refusal.section));
    return this.#several ? h('div', { class: 'order-buttons row', role: 'group', 'aria-label': 'Orders' }, this.forms.map((offer) => this.orderButton(offer))) : null;
  }

  // --- the order in hand ------------------------------------------------------------------------------------------------

  /** @param {Offer} offer @param {boolean} [among] whether the one in hand stands among them @returns {Child} */
  orderButton(offer, among = true) {
    return orderButton(offer, { small: this.#handOf(offer).small(offer), ...(among ? { pressed: this.form?.offer.kind === offer.kind } : {}), act: () => this.take(offer) });
  }

  /** @param {Offer} offer @returns {typeof Form} */
  #handOf({ kind }) {
    return this.hands[kind] ?? Form;
  }

  /** @param {Offer|null} offer @returns {Form|null} */
  #filled(offer) {
    if (!offer) return null;
    const form = new (this.#handOf(offer))(this.desk, this.roster, offer);
    // Of several orders each asks in its own words.
    form.question = this.forms.length > 1 ? '' : this.legal.prompt;
    form.host = this;
    return form;
  }

  /** @override */
  sync() {
    const offer = this.form && this.offer(this.form.offer.kind);
    if (offer && !offer.refusal) void this.form?.update(offer);
    else if (this.form ?? this.first) this.take(this.first);
  }

  /** @param {Offer|null} [offer] the one that is at hand at first, unless told */
  take(offer = this.first) {
    this.form = this.#filled(offer);
    this.desk.refresh();
  }

  /** Something waits for a yes. @param {Confirm} confirm */
  ask(confirm) {
    this.confirm = confirm;
    this.desk.refresh();
  }

  /** Take up an order from elsewhere on the page; those of these that its first choice has are chosen. @param {Offer} offer @param {string[]} [ids] */
  async begin(offer, ids = []) {
    this.confirm = null;
    this.take(offer);
    await null;
    const options = this.form?.filling.options;
    if (!options || !isSome(options)) return;
    const had = names(options).filter((id) => ids.includes(id));
    if (had.length) this.form?.set(had);
  }

  /** @override */
  title() {
    return this.confirm?.title ?? (this.#onlyAnswer ? null : this.form?.title()) ?? this.legal.prompt;
  }

  /** @override @returns {Child} */
  detail() {
    if (this.confirm) return null;
    const told = this.form?.detail() ?? null;
    if (told !== null) return told;
    if (this.#takenOnPhone) return null;
    const note = this.form && !this.#several ? (this.form.offer.note ?? '') : '';
    return [note, this.legal.detail].filter(Boolean).join('. ').replaceAll('..', '.');
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return this.form?.asking() ?? null;
    const grave = this.#plain.filter((offer) => offer.grave);
    const help = this.form?.offer.help && h('p', { class: 'quiet' }, this.form.offer.help);
    // An only answer stands on its button; what the question says of it is enough.
    const choices = this.#onlyAnswer ? null : this.form?.body();
    return [
      this.roster().matter?.(),
      this.#takenOnPhone ? [choices, help, this.orders()] : [this.orders(), help, choices],
      !this.#onlyAnswer && this.form?.settled && this.legal.offers.length === 1 && h('p', { class: 'quiet' }, 'There is only one choice.'),
      this.#plain.map(({ label, help }) => help && h('p', { class: 'quiet' }, `${label}: ${help}`)),
      grave.map((offer) => h('div', { class: 'row' }, button(offer.label, () => this.#give(offer), { key: `order-${offer.kind}` }), chip(offer.section))),
    ];
  }

  /** Whether another order than the first was taken up in a narrow window: what it asks for then stands before the other orders. */
  get #takenOnPhone() {
    return isNarrow() && this.#several && this.form !== null && this.form.offer.kind !== this.first?.kind;
  }

  /** Whether one press is all that is left to do, by an order that is given with its last choice. */
  get #onlyAnswer() {
    const { form } = this;
    return Boolean(form?.offer.at_once && form.settled && form.filling.last && this.legal.offers.length === 1);
  }

  /** Whether there are orders to choose from, or one that cannot be given. */
  get #several() {
    const offers = this.forms;
    return offers.length > 1 || offers.some(({ refusal, rare }) => refusal || rare);
  }

  /** @param {Offer} offer given by one press, or by a yes */
  #give({ kind, label, grave }) {
    if (!grave) return void this.send({ kind });
    this.ask(toConfirm(label, grave, () => void this.send({ kind })));
  }

  /** @override @returns {Child} */
  planner() {
    return this.confirm ? null : (this.form?.planner() ?? null);
  }

  /** @override */
  plannerTab() {
    return this.form?.plannerTab() ?? null;
  }

  /** @override */
  list() {
    return this.confirm ? null : (this.form?.list() ?? null);
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { about, shows } = this.roster();
    const mine = this.form?.highlights() ?? { selected: [this.open ?? about ?? ''].filter(Boolean) };
    // As long as nothing is chosen, a tap may also begin another order: its places are lit up too.
    const free = mine.bands?.free?.length || this.form?.touched ? [] : this.beside.flatMap((offer) => this.#meant(offer, true));
    return { ...shows, ...mine, ...(free.length ? { bands: { ...mine.bands, free } } : {}) };
  }

  /** @param {Offer} offer @param {boolean} [only] whether only places are asked for @returns {string[]} where its first choice is made */
  #meant({ slots }, only = false) {
    const [first] = slots ?? [];
    if (!first?.options || (only && !PLACES.has(first.shape))) return [];
    return placesMeant(first.options, first.shape, this.roster()).filter((place) => this.desk.board.lattice.has(place));
  }

  /** @override A tap that says nothing to the order in hand takes up the one to which it does. @param {string} place */
  hex(place) {
    this.confirm = null;
    if (!this.form) return super.hex(place);
    const other = this.form.uses(place) ? null : this.beside.find((offer) => this.#meant(offer).includes(place));
    if (other) void this.#takeAt(other, place);
    else this.#tap(place);
  }

  /** @param {Offer} offer @param {string} place */
  async #takeAt(offer, place) {
    this.take(offer);
    // Its choices are laid out by then. What is chosen by itself is not given by the tap that takes the order up.
    await null;
    if (!this.form?.holds(place)) this.#tap(place);
    this.desk.refresh();
  }

  /** @override */
  leap() {
    this.confirm = null;
    const found = this.form?.leap() ?? false;
    if (found) this.open = this.form?.open ?? null;
    return found;
  }

  /** @override @param {string} place */
  grab(place) {
    const other = this.form?.uses(place) ? null : this.beside.find((offer) => offer.kind in this.hands && this.#meant(offer).includes(place));
    if (other) this.take(other);
    const face = this.form?.grab(place) ?? null;
    // Where nothing is picked up the map moves, and what waits for a yes waits on.
    if (face || other) this.confirm = null;
    this.open = this.form?.open ?? null;
    return face;
  }

  /** @override @param {string} place */
  drop(place) {
    return this.form?.drop(place);
  }

  /** @param {string} place */
  #tap(place) {
    this.form?.tap(place);
    this.open = this.form?.open ?? null;
  }

  /** @override @param {string|null} place @returns {TipContent|null} */
  hover(place) {
    this.hovered = place;
    return this.form?.hover(place) ?? null;
  }

  /** @override */
  fan() {
    if (this.form) return this.form.fan();
    // Who is asked for nothing may look. A unit by itself is open to view already.
    const roster = this.roster();
    const place = this.open && roster.at(this.open).length > 1 ? this.open : null;
    return stackFan({ desk: this.desk, roster, place, stacked: true });
  }

  /** @override */
  dock() {
    const asked = this.confirmButtons();
    if (asked) return asked;
    const ending = this.offer('end_phase');
    const closed = Boolean(ending?.refusal);
    // There is room for two beside what puts down what is in hand.
    const { occupied = false } = this.form ?? {};
    const plain = occupied && !closed ? [] : this.#plain.filter(({ grave }) => !grave);
    // One strong button: what does everything at once, as long as the step cannot end and nothing else is in hand.
    const given = !ending && this.form ? this.form.buttons('primary') : [];
    const only = plain.length === 1 && (ending ? closed && !this.form?.touched : !given.length);
    const answers = (/** @type {string} */ kind) => only || (kind === this.answer && !ending && !given.length);
    // Where few words answer the order in hand, those are it.
    const busy = this.form && (this.form.touched || this.form.fewWords);
    const end = occupied && closed ? [] : busy || (only && ending) ? this.endPhase('plain') : this.endPhase();
    // As long as the step cannot end, an answer that is complete as it stands can be given untouched.
    const complete = closed && this.form?.filling.ready;
    return [
      ...plain.map(({ kind, label, note }) => button([label, note ? h('small', {}, note) : null], () => this.send({ kind }), { key: `order-${kind}`, tone: answers(kind) ? 'primary' : 'plain' })),
      ...end,
      ...(this.form && (this.form.touched || !end.length || this.form.settled || complete) ? this.form.buttons(busy || !end.length || complete ? 'primary' : 'plain') : []),
    ];
  }

  /** @override */
  escape() {
    if (!this.confirm && this.form?.escape()) {
      this.open = this.form.open;
      this.desk.refresh();
      return true;
    }
    return super.escape();
  }
}

/** Where a number has to be chosen of more, or what comes to a total, it is a duty. @param {Offer} offer */
function isDuty({ slots }) {
  const options = slots?.[0]?.options;
  if (options && isSum(options)) return options.need.least > 0;
  return Boolean(options && isSome(options) && options.least === options.most && options.least > 1);
}
