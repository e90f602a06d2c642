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
 * @import {Roster} from './types.js'
 */

import { button, chip } from '../core/bits.js';
import { h } from '../core/dom.js';
import { Mode } from '../panels/mode.js';
import { Form } from './form.js';

/** Orders without slots that have a place of their own. */
const ENDING = 'end_phase';

export class GeneralMode extends Mode {
  /** @type {Form|null} */ form = null;

  /** @param {Desk} desk @param {(desk: Desk) => Roster} roster of the position shown */
  constructor(desk, roster) {
    super(desk);
    this.roster = () => roster(desk);
    const first = this.#forms.find(({ refusal }) => !refusal);
    if (first) this.form = new Form(desk, this.roster, first);
  }

  /** Offers with something to choose. */
  get #forms() {
    return this.legal.offers.filter(({ slots, refusal, kind }) => kind !== ENDING && (slots?.length || refusal));
  }

  /** Offers that are given by one press. */
  get #plain() {
    return this.legal.offers.filter(({ slots, refusal, kind }) => kind !== ENDING && slots?.length === 0 && !refusal);
  }

  /** @override */
  sync() {
    const offer = this.form && this.offer(this.form.offer.kind);
    if (offer && !offer.refusal) void this.form?.update(offer);
    else if (this.form) this.#take(this.#forms.find(({ refusal }) => !refusal) ?? null);
  }

  /** @param {Offer|null} offer */
  #take(offer) {
    this.form = offer && new Form(this.desk, this.roster, offer);
    this.desk.refresh();
  }

  /** @override */
  title() {
    return this.confirm?.title ?? this.form?.title() ?? this.legal.prompt;
  }

  /** @override @returns {Child} */
  detail() {
    return this.confirm ? null : (this.form?.offer.note || this.legal.detail);
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return null;
    return [this.#orders(), this.form?.body()];
  }

  /** The orders to choose from, where there are several; one that cannot be given says why. @returns {Child} */
  #orders() {
    const offers = this.#forms;
    if (offers.length < 2 && !offers.some(({ refusal }) => refusal)) return null;
    return h(
      'div',
      { class: 'order-buttons row', role: 'group', 'aria-label': 'Orders' },
      offers.map((offer) => {
        const { kind, label, section, refusal } = offer;
        const held = this.form?.offer.kind === kind;
        return [
          button([h('span', {}, label, ' ', chip(section)), offer.note ? h('small', {}, offer.note) : null], () => this.#take(offer), { key: `order-${kind}`, class: 'order', pressed: held, disabled: Boolean(refusal) }),
          refusal && h('p', { class: 'quiet order-why' }, refusal.text, ' ', chip(refusal.section)),
        ];
      }),
    );
  }

  /** @override */
  list() {
    return this.confirm ? null : (this.form?.list() ?? null);
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { about } = this.roster();
    return this.form?.highlights() ?? { selected: [this.open ?? about ?? ''].filter(Boolean) };
  }

  /** @override @param {string} place */
  hex(place) {
    this.confirm = null;
    if (!this.form) return super.hex(place);
    this.form.tap(place);
    this.open = this.form.open;
  }

  /** @override @param {string|null} place @returns {TipContent|null} */
  hover(place) {
    this.hovered = place;
    return this.form?.hover(place) ?? null;
  }

  /** @override */
  fan() {
    return this.form?.fan() ?? null;
  }

  /** @override */
  dock() {
    const asked = this.confirmButtons();
    if (asked) return asked;
    const plain = this.#plain;
    const only = !this.form && plain.length === 1 && !this.offer(ENDING);
    const end = this.form?.filling.touched ? this.endPhase('plain') : this.endPhase();
    return [
      ...plain.map(({ kind, label, note }) => button([label, note ? h('small', {}, note) : null], () => this.send({ kind }), { key: `order-${kind}`, tone: only ? 'primary' : 'plain' })),
      ...end,
      ...(this.form && (this.form.filling.touched || !end.length || this.form.settled) ? this.form.buttons() : []),
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
