/**
 * Orders that the general form asks for, slot by slot. Where an offer says in fields of its own what may be chosen, an
 * order puts that into slots, and the server is not asked again.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {OneOf, Slot} from '../../../../core/wire.js'
 * @import {Options, Value} from '../../../../orders/types.js'
 * @import {AnyOffer} from '../../types.js'
 * @import {Ordering} from '../ordering.js'
 */

import { chip } from '../../../../core/citing.js';
import { Form } from '../../../../orders/form.js';
import { PLACES_IN_PANEL } from '../../../../orders/picker.js';
import { roster } from '../../roster.js';
import { Order } from './order.js';

/** @typedef {Record<string, string>} Chosen by the names of the slots */

/** @param {Iterable<string>} of @param {Partial<OneOf>} [words] @returns {OneOf} */
export const oneOf = (of, words = {}) => ({ of: [...of], refused: {}, ...words });

/** @param {string} name @param {Slot["shape"]} shape @param {string} prompt @returns {Slot} */
export const slot = (name, shape, prompt) => ({ name, shape, prompt });

/** What cannot be taken back is given by a button that says so, and not by its last word. */
class Asked extends Form {
  /** @override */
  get fewWords() {
    return false;
  }
}

export class Filled extends Order {
  /** Places that find room in the panel. */
  few = PLACES_IN_PANEL;
  /** Given once, it is at hand for the next. */
  again = false;
  /** on its last button, in place of the offer's name */
  verb = '';
  /** @type {"primary"|"danger"} */
  tone = 'primary';

  /** @returns {Form|null} */
  get form() {
    return /** @type {Form|null} */ (this.inner);
  }

  /** Its slots, where the offer has none. @returns {Slot[]} */
  slots() {
    return [];
  }

  /** What may be chosen in one of them. @param {string} name @param {Chosen} chosen before it @returns {Options|null} null: the server says it */
  options(name, chosen) {
    void [name, chosen];
    return null;
  }

  /** What is chosen in a slot at first. @param {string} name @param {Chosen} chosen before it @returns {string|null} */
  first(name, chosen) {
    void [name, chosen];
    return null;
  }

  /** @param {AnyOffer} offer @returns {AnyOffer} as the form reads it */
  #laid(offer) {
    const [first, ...later] = this.slots();
    const label = this.verb || offer.label;
    if (!first) return { ...offer, label };
    const options = this.options(first.name, {});
    return { ...offer, label, slots: [options ? /** @type {Slot} */ ({ ...first, options }) : first, ...later] };
  }

  /** @returns {Chosen} what is chosen so far */
  get chosen() {
    return /** @type {Chosen} */ (this.form?.filling.values ?? {});
  }

  /** @override */
  sync() {
    const offer = this.offer && this.#laid(this.offer);
    if (!offer) this.inner = null;
    else if (this.form) void this.form.update(offer);
    else {
      const ways = {
        send: (/** @type {object} */ command) => this.#give(command),
        consult: async (/** @type {{slot: string, chosen: Record<string, Value>}} */ question) => {
          const options = this.options(question.slot, /** @type {Chosen} */ (question.chosen));
          return options ? { options } : this.desk.consult(question);
        },
        ...(this.slots().length === 0 ? {} : { first: (/** @type {Slot} */ { name }) => this.first(name, this.chosen) }),
      };
      const form = new Asked(this.desk, () => roster(this.mode), offer, /** @type {import('../../../../orders/form.js').Ways} */ (ways));
      form.few = this.few;
      this.inner = form;
    }
  }

  /** @override */
  clear() {
    this.inner = null;
  }

  /** @param {object} command */
  #give(command) {
    if (!this.again) this.mode.take(null);
    void this.mode.send(command);
  }

  /** @override */
  small() {
    return this.offer?.note ?? null;
  }

  /** @override @returns {Child} */
  detail() {
    return [this.offer?.help ?? this.help, ' ', chip(this.offer?.section)];
  }

  /** @override @param {string} area */
  tap(area) {
    this.form?.tap(area);
    this.lay();
  }

  /** @override */
  buttons() {
    return this.form?.buttons(this.tone) ?? [];
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
