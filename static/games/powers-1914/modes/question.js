/**
 * A question of Powers of 1914, answered by the general form; gas is a button away, since §3.15.2 lets a player use it at any
 * time, and when others decide too. Whoever is asked for nothing looks round the map.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {Confirm} from '../../../panels/questions/mode.js'
 * @import {Form} from '../../../orders/form.js'
 * @import {AnyOffer} from '../types.js'
 */

import { button } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { GeneralMode } from '../../../orders/mode.js';
import { lookFan } from '../field-fan.js';
import { Gas } from '../forms/gas.js';
import { Visit, visit } from '../forms/visit.js';
import { Position } from '../position.js';
import { roster } from '../roster.js';

/** Orders that stand beside every question. */
const ANY_TIME = { gas: Gas, visit: Visit };

export class Question extends GeneralMode {
  /**
   * @param {Desk} desk
   * @param {Record<string, typeof Form>} [hands]
   */
  constructor(desk, hands = {}) {
    super(desk, roster, { ...ANY_TIME, ...hands });
  }

  /** @returns {Position} */
  get position() {
    return new Position(this.desk);
  }

  /** @override @param {string} kind @returns {AnyOffer|null} */
  offer(kind) {
    return kind === Visit.kind ? visit(this.desk) : super.offer(kind);
  }

  /** @override */
  get aside() {
    return [...super.aside, ...Object.keys(ANY_TIME)];
  }

  /** @override @returns {Offer|null} */
  get first() {
    return this.legal.yours ? super.first : null;
  }

  /** @override A tap that misses puts down no order. @returns {Offer[]} */
  get beside() {
    return [];
  }

  /** @override whether another order than the first was taken up */
  get apart() {
    return this.form !== null && this.form.offer.kind !== this.first?.kind;
  }

  /** @returns {AnyOffer[]} orders that are a button away */
  get more() {
    return Object.keys(ANY_TIME).flatMap((kind) => this.offer(kind) ?? []);
  }

  /** @override @param {Offer|null} [offer] */
  take(offer) {
    this.open = null;
    this.confirm = null;
    super.take(offer);
    showPrompt();
  }

  /** @override @param {Confirm} confirm */
  ask(confirm) {
    super.ask(confirm);
    showPrompt();
  }

  /** @override */
  sync() {
    if (!this.form && this.open && !this.position.units(this.open).length) this.open = null;
    super.sync();
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return super.body();
    return this.apart ? this.form?.body() : [super.body(), this.buttonsOf(this.more)];
  }

  /** @param {readonly Offer[]} offers @returns {Child} a button for each */
  buttonsOf(offers) {
    if (!offers.length) return null;
    return h('section', { class: 'more-orders', 'aria-label': 'More orders' }, h('h3', {}, 'More orders'), h('div', { class: 'order-buttons' }, offers.map((offer) => this.orderButton(offer, false))));
  }

  /** @override @param {string} area */
  hex(area) {
    if (this.form) return super.hex(area);
    this.open = this.open === area || !this.position.units(area).length ? null : area;
  }

  /** @override */
  fan() {
    return this.form ? super.fan() : lookFan(this.desk, this.open);
  }

  /** @override who has the screen out of turn gives it back */
  dock() {
    const asked = this.confirmButtons();
    if (asked) return asked;
    if (this.apart) return [button('Back', () => this.take(), { key: 'back' }), ...(this.form?.buttons() ?? [])];
    if (this.legal.yours) return super.dock();
    const { visits, seat, view } = this.desk;
    if (!visits || !seat || view.step.deciders.includes(seat) || !view.step.deciders.length) return [];
    return [button('Give the screen back', () => visits.back(), { tone: 'primary', key: 'give-back' })];
  }

  /** @override */
  escape() {
    if (super.escape()) return true;
    if (!this.apart) return false;
    this.take();
    return true;
  }
}

/** A new question stands at the top of the panel. */
function showPrompt() {
  document.querySelector('#prompt')?.scrollIntoView({ block: 'start' });
}
