/**
 * Orders that the general form asks for slot by slot, and that cannot be taken back: a button that says so gives them, and not
 * their last word.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {OneOf, Slot} from '../../../core/wire.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {AnyOffer} from '../types.js'
 */

import { chip } from '../../../core/citing.js';
import { Form } from '../../../orders/form.js';
import { Position } from '../position.js';

/** @param {Iterable<string>} of @param {Partial<OneOf>} [words] @returns {OneOf} */
export const oneOf = (of, words = {}) => ({ of: [...of], refused: {}, ...words });

export class Asked extends Form {
  /** @returns {Position} */
  get position() {
    return new Position(this.desk);
  }

  /** @returns {Record<string, string>} what is chosen so far, by the names of the slots */
  get chosen() {
    return /** @type {Record<string, string>} */ (this.filling.values);
  }

  /** Whether it is at hand for the next, once it was given. */
  get again() {
    return false;
  }

  /** @override */
  get fewWords() {
    return false;
  }

  /** @override @returns {Child} */
  detail() {
    return [this.offer.help, ' ', chip(this.offer.section)];
  }

  /** @override */
  go() {
    const { command } = this.filling;
    if (!command) return;
    // What is in no mode's hand, as a gift to an ally in the shop, is filled in from the beginning.
    if (!this.again && this.host) this.host.take();
    else if (!this.again) this.filling.clear();
    void this.desk.send(command);
  }
}

/** @param {AnyOffer} offer @param {string} label on its last button @param {Slot[]} slots @param {string} [help] @returns {AnyOffer} with slots, where it says in fields of its own what may be chosen */
export const slotted = (offer, label, slots, help = offer.help) => ({ ...offer, label, slots, help });

/** From one field at another: what may be hit is marked as a target, with an arrow to the one that is chosen. */
export class Aimed extends Asked {
  /** @override */
  get again() {
    return true;
  }

  /** @returns {string|null} the field aimed at */
  get goal() {
    const { area, target } = this.chosen;
    return area ?? this.position.areaOf(target ?? '');
  }

  /** @override @returns {Highlights} */
  highlights() {
    const shown = super.highlights();
    const { goal } = this;
    const start = this.position.areaOf(this.chosen.unit ?? '');
    return {
      ...shown,
      bands: {},
      targets: this.filling.slot?.name === 'area' ? (shown.bands?.free ?? []) : (shown.targets ?? []),
      selected: (shown.selected ?? []).filter((area) => area !== goal),
      ...(goal ? { attack: { hex: goal, from: start ? [start] : [], odds: null, river: null } } : {}),
    };
  }

  /** @override */
  buttons() {
    return super.buttons('danger');
  }
}
