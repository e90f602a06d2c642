/**
 * An order that is being filled in: what was chosen slot by slot, and what may be chosen in the one in hand.
 *
 * The first slot's options come with the offer. Those of a later one depend on what was chosen before it, so they are
 * asked for when it is reached, and once more when the position has changed under the same question.
 *
 * @import {Offer, RefusalJson, Slot} from '../core/wire.js'
 * @import {Options, Value} from './types.js'
 */

import { allows, blank, isCount, isMany, isOne, isSome, kept, only, same } from './values.js';

/** @typedef {{slot: Slot, options: Options, value: Value, alone: boolean}} Settled `alone`: there was nothing else to choose */

export class Filling {
  /** @type {Settled[]} */ settled = [];
  /** what may be chosen in the slot in hand; null while it is asked for @type {Options|null} */ options = null;
  /** what stands in it so far @type {Value|null} */ draft = null;
  /** while the options of a slot are asked for @type {Promise<void>} */ entering = Promise.resolve();
  #asked = 0;
  /** what comes of the order by what was chosen before a slot, if the player must say yes to it first; by slot @type {string[]} */ #graves = [];

  /**
   * @param {Offer} offer
   * @param {(question: object) => Promise<any>} consult null when there is no answer
   * @param {() => void} changed
   * @param {(slot: Slot, last: boolean) => string|null} [first] what is chosen in a slot at first, if it may be
   * @param {(options: Options) => Value|null} [sole] the only value there is, if there is only one
   */
  constructor(offer, consult, changed, first = () => null, sole = only) {
    this.offer = offer;
    this.consult = consult;
    this.changed = changed;
    this.first = first;
    this.sole = sole;
    this.clear();
  }

  /** @returns {Slot[]} */
  get slots() {
    return this.offer.slots ?? [];
  }

  /** The slot in hand. @returns {Slot|null} */
  get slot() {
    return this.slots[this.settled.length] ?? null;
  }

  get last() {
    return this.settled.length >= this.slots.length - 1;
  }

  /** Whether what stands in the slot in hand may stay there. */
  get ready() {
    return this.options !== null && allows(this.options, this.draft);
  }

  /** Whether the player has chosen anything. */
  get touched() {
    const begun = this.options && this.draft !== null && !same(this.draft, blank(this.options));
    return this.settled.some(({ alone }) => !alone) || Boolean(begun && this.sole(/** @type {Options} */ (this.options)) === null);
  }

  /** @returns {Record<string, Value>} what was chosen before the slot in hand */
  get #chosen() {
    return Object.fromEntries(this.settled.map(({ slot, value }) => [slot.name, value]));
  }

  /** @returns {Record<string, Value>} what is chosen so far, by the names of the slots */
  get values() {
    return this.slot && this.ready && this.draft !== null ? { ...this.#chosen, [this.slot.name]: this.draft } : this.#chosen;
  }

  /** The command, once nothing is missing. */
  get command() {
    if (!this.slots.length) return { kind: this.offer.kind };
    if (!this.last || !this.ready || !this.slot) return null;
    return { kind: this.offer.kind, ...this.#chosen, [this.slot.name]: this.draft };
  }

  /** What the player must say yes to before the order is given; empty: nothing. */
  get grave() {
    return this.slot ? (this.#graves[this.settled.length] ?? '') : '';
  }

  clear() {
    this.settled = [];
    this.entering = this.#enter();
  }

  /** Something else stands in the first slot, and nothing in the others: an answer that is still on its way comes too late. @param {Options|null} options of the first slot @param {Value} draft */
  restart(options, draft) {
    this.settled = [];
    this.#asked += 1;
    this.options = options;
    this.draft = draft;
  }

  /** Something stands in the slot in hand; a single choice that is not the last leads on to the next. @param {Value|null} value */
  set(value) {
    this.draft = value;
    const { options } = this;
    if (options && !this.last && this.ready && !isMany(options) && !isCount(options)) this.next();
    else this.changed();
  }

  /** On to the next slot. @param {boolean} [alone] */
  next(alone = false) {
    const { slot, options, draft } = this;
    if (!slot || !options || draft === null || this.last) return;
    this.settled.push({ slot, options, value: draft, alone });
    this.entering = this.#enter();
  }

  /** Back to a slot that is settled; what was chosen after it is dropped. @param {number} place */
  reopen(place) {
    const before = this.settled[place];
    if (!before) return;
    this.settled.length = place;
    this.#asked += 1;
    this.options = before.options;
    this.draft = isMany(before.options) || isCount(before.options) ? before.value : blank(before.options);
    this.changed();
  }

  /** One step back. @returns {boolean} whether there was one */
  back() {
    const { options } = this;
    if (options && this.draft !== null && !same(this.draft, blank(options)) && this.sole(options) === null) {
      this.draft = blank(options);
      this.changed();
      return true;
    }
    const place = this.settled.findLastIndex(({ alone }) => !alone);
    this.reopen(place);
    return place >= 0;
  }

  async #enter() {
    const { slot } = this;
    this.options = null;
    this.draft = null;
    const asked = (this.#asked += 1);
    const options = await this.#optionsOf(slot, this.settled.length);
    if (asked !== this.#asked || !slot) return;
    if (!options) {
      // There is no answer, and the player was told why: what led here is put back.
      if (this.settled.length) this.reopen(this.settled.length - 1);
      return;
    }
    this.#begin(options, blank(options));
  }

  /** The slot in hand with what may stand in it; what is the only choice is made. @param {Options} options @param {Value|null} draft */
  #begin(options, draft) {
    const sole = this.sole(options);
    this.options = options;
    const first = this.slot && this.first(this.slot, this.last);
    const begun = draft ?? (first !== null && allows(options, first) ? first : null);
    this.draft = sole ?? begun;
    // Whom a slot proposes goes on to the next choice, and may be chosen otherwise from there.
    const proposed = isSome(options) && Boolean(options.proposed?.length) && same(this.draft, blank(options)) && this.ready;
    if (!this.last && (sole !== null || proposed || (first !== null && begun === first))) this.next(sole !== null);
    else this.changed();
  }

  /** @param {Slot|null} slot @param {number} place @returns {Promise<Options|null>} */
  async #optionsOf(slot, place) {
    if (!slot) return null;
    if (place === 0 && slot.options) return slot.options;
    const chosen = Object.fromEntries(this.settled.slice(0, place).map(({ slot: { name }, value }) => [name, value]));
    const answer = await this.consult({ kind: 'slot', order: this.offer.kind, slot: slot.name, chosen });
    this.#graves[place] = answer?.grave ?? '';
    return answer?.options ?? null;
  }

  /** Why a name may not stand in the slot in hand, or in another; null where nothing is said. @param {string} name @param {number} [place] of the slot @returns {Promise<RefusalJson|null>} */
  async why(name, place = this.settled.length) {
    const slot = this.slots[place];
    if (!slot) return null;
    const chosen = Object.fromEntries(this.settled.slice(0, place).map(({ slot: { name: of }, value }) => [of, value]));
    const answer = await this.consult({ kind: 'slot', order: this.offer.kind, slot: slot.name, chosen, why: name });
    return answer?.refusal ?? null;
  }

  /**
   * The same question in another position: what may not be chosen any more is dropped, the rest stays.
   *
   * @param {Offer} offer
   * @param {boolean} [onward] the order was given: where its first choice is spent, the next one on offer takes its place
   */
  async update(offer, onward = false) {
    this.offer = offer;
    const { settled, draft } = this;
    const asked = (this.#asked += 1);
    for (let place = 0; place <= settled.length; place += 1) {
      const options = await this.#optionsOf(this.slots[place] ?? null, place);
      if (asked !== this.#asked) return;
      const one = settled[place];
      if (one && options && allows(options, one.value)) one.options = options;
      else {
        settled.length = place;
        if (options && onward && one && place === 0 && isOne(options)) {
          this.#begin(options, options.of[0] ?? null);
          return this.next();
        }
        if (options) return this.#begin(options, one ? blank(options) : kept(options, draft));
        return this.reopen(place - 1);
      }
    }
  }
}
