/**
 * Orders of which the offer says all that there is to choose: the general form asks for it, with the sentence of the rules.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Ordering} from '../ordering.js'
 */

import { chip } from '../../../../core/citing.js';
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
    return [this.offer?.help ?? '', ' ', chip(this.offer?.section)];
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

/** @param {string} kind @returns {new (mode: Ordering) => Filled} */
const filled = (kind) =>
  class extends Filled {
    /** @override */ kind = kind;
  };

export const Give = filled('give');
export const Raid = filled('raid');
export const Raze = filled('raze');
export const Sink = filled('sink');
export const Tactic = filled('tactic');
