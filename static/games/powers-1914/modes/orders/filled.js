/**
 * Orders of which the offer says all that there is to choose: the general form asks for it, and the game adds a sentence.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Ordering} from '../ordering.js'
 */

import { chip } from '../../../../core/bits.js';
import { Form } from '../../../../orders/form.js';
import { roster } from '../../roster.js';
import { Order } from './order.js';

export class Filled extends Order {
  /** @type {Form|null} */ #form = null;

  /** @override */
  sync() {
    const { offer } = this;
    if (!offer) this.#form = null;
    else if (this.#form) void this.#form.update(offer);
    else this.#form = new Form(this.desk, () => roster(this.mode), offer, (command) => this.#give(command));
  }

  /** @override */
  clear() {
    this.#form = null;
  }

  /** @param {object} command */
  #give(command) {
    this.mode.take(null);
    void this.mode.send(command);
  }

  /** @override */
  small() {
    return this.offer?.note ?? null;
  }

  /** @override */
  title() {
    return this.#form?.title() ?? super.title();
  }

  /** @override @returns {Child} */
  detail() {
    return [this.help, ' ', chip(this.offer?.section)];
  }

  /** @override @returns {Child} */
  body() {
    return this.#form?.body() ?? null;
  }

  /** @override */
  list() {
    return this.#form?.list() ?? null;
  }

  /** @override */
  highlights() {
    return this.#form?.highlights() ?? {};
  }

  /** @override @param {string} area */
  tap(area) {
    this.#form?.tap(area);
    this.mode.open = this.#form?.open ?? null;
  }

  /** @override @param {string} area */
  hover(area) {
    return this.#form?.hover(area) ?? null;
  }

  /** @override */
  fan() {
    return this.#form?.fan() ?? null;
  }

  /** @override */
  buttons() {
    return this.#form?.buttons() ?? [];
  }

  /** @override */
  escape() {
    const was = this.#form?.escape() ?? false;
    this.mode.open = this.#form?.open ?? null;
    return was;
  }
}

/** @param {string} kind @param {string} help what there is to know beside the question @returns {new (mode: Ordering) => Filled} */
const filled = (kind, help) =>
  class extends Filled {
    /** @override */ kind = kind;
    /** @override */ help = help;
  };

export const Give = filled('give', 'It cannot be taken back.');
export const Raid = filled('raid', 'No gun protects it, so no die is rolled. The ship cannot move again this turn. A captured shipyard builds nothing until you hold the field.');
export const Raze = filled('raze', 'It is lost for good, and you get no money for it.');
export const Sink = filled('sink', 'No ship protects them: you sink or capture all of them.');
export const Tactic = filled('tactic', '+1 to every unit of your side that attacks there in this turn.');
