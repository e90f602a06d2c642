/**
 * §5.1 A country whose cities fell to several allies: field by field, whose flag goes up. The ally has to agree.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {AnyOffer} from '../types.js'
 */

import { button, join } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { choices } from '../../../orders/choices.js';
import { Form } from '../../../orders/form.js';
import { Position } from '../position.js';

export class Share extends Form {
  /** @override What an ally proposes is agreed to here too. */
  static gives = ['agree'];

  /** what this player would have, where it is not as it stands in the question @type {Map<string, string>} */
  #changed = new Map();

  /** Field by field, and not slot by slot. @override @param {Offer} offer */
  static laid(offer) {
    return { ...offer, slots: [] };
  }

  /** @returns {Position} */
  get position() {
    return new Position(this.desk);
  }

  /** @returns {AnyOffer} */
  get #offer() {
    return this.offer;
  }

  /** @returns {Offer|undefined} */
  get #agree() {
    return this.desk.legal.offers.find(({ kind }) => kind === 'agree');
  }

  /** @returns {string[]} */
  get #nations() {
    return this.#offer.nations ?? [];
  }

  /** @returns {Record<string, string>} as it was put: without a word, or by the ally */
  get #put() {
    return this.#offer.flags ?? {};
  }

  /** @returns {Record<string, string>} */
  get #flags() {
    return { ...this.#put, ...Object.fromEntries(this.#changed) };
  }

  /** @returns {boolean} someone else plays one of the nations */
  get #withAlly() {
    return this.#nations.some((nation) => this.position.view.nations[nation]?.seat !== this.desk.seat);
  }

  /** @override @param {Offer} offer */
  update(offer) {
    const updated = super.update(offer);
    for (const [area, nation] of this.#changed) if (!(area in this.#put) || this.#put[area] === nation) this.#changed.delete(area);
    return updated;
  }

  /** @override */
  title() {
    return `Who gets what of ${this.position.nation(this.position.view.pending?.nation ?? '')}?`;
  }

  /** @override @returns {Child} */
  detail() {
    const whose = join(this.#nations.map((nation) => this.position.nation(nation)));
    const ally = this.#agree ? 'Your ally proposes this. Agree, or change it and make your own proposal.' : this.#withAlly ? 'Your ally must agree.' : '';
    return [`${whose} conquered it together: the land is yours to share out. ${ally} `, chip('5.1')];
  }

  /** @param {string} area @param {string} nation */
  #give(area, nation) {
    if (this.#put[area] === nation) this.#changed.delete(area);
    else this.#changed.set(area, nation);
  }

  /** @override @returns {Child} */
  body() {
    const flags = this.#flags;
    const areas = Object.keys(flags).sort((a, b) => this.position.name(a).localeCompare(this.position.name(b)));
    return h(
      'div',
      { class: 'roomy units' },
      choices('All of it to', this.#nations.map((nation) => ({
        key: `all-${nation}`,
        label: this.position.nation(nation),
        chosen: areas.every((area) => flags[area] === nation),
        act: () => {
          for (const area of areas) this.#give(area, nation);
          this.desk.refresh();
        },
      }))),
      areas.map((area) => choices(this.position.name(area), this.#nations.map((nation) => ({
        key: `share-${area}-${nation}`,
        label: this.position.nation(nation),
        chosen: flags[area] === nation,
        act: () => {
          this.#give(area, nation);
          this.desk.refresh();
        },
      })))),
    );
  }

  /** A tap hands the field on to the next nation. @override @param {string} area */
  tap(area) {
    const now = this.#flags[area];
    const nations = this.#nations;
    if (!now) return this.desk.say(`${this.position.name(area)} is not being divided.`, '5.1');
    this.#give(area, nations[(nations.indexOf(now) + 1) % nations.length] ?? now);
    this.desk.refresh();
  }

  /** @override @returns {Highlights} */
  highlights() {
    const flags = this.#flags;
    const first = this.#nations[0];
    const areas = Object.keys(flags);
    return { bands: { free: areas.filter((area) => flags[area] === first), tiring: areas.filter((area) => flags[area] !== first) } };
  }

  /** @override */
  buttons() {
    const agree = this.#agree;
    const changed = this.#changed.size > 0;
    const propose = () => void this.desk.send({ kind: this.offer.kind, flags: this.#flags });
    if (agree && !changed) return [button(agree.label, () => void this.desk.send({ kind: agree.kind }), { tone: 'primary', key: 'agree' })];
    const undo = () => {
      this.escape();
      this.desk.refresh();
    };
    return [
      changed && button('As it was', undo, { key: 'back' }),
      button(this.#withAlly ? 'Propose this' : this.offer.label, propose, { tone: 'primary', key: 'share' }),
    ].filter((b) => b instanceof HTMLElement);
  }

  /** @override */
  escape() {
    const changed = this.#changed.size > 0;
    this.#changed.clear();
    return changed;
  }
}
