/**
 * §5.1 A country whose cities fell to several allies: field by field, whose flag goes up. The ally has to agree.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 */

import { button, join } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { choices } from '../../../orders/choices.js';
import { PowersMode } from '../mode.js';

export class Share extends PowersMode {
  /** what this player would have, where it is not as it stands in the question @type {Map<string, string>} */
  #changed = new Map();

  /** @returns {string[]} */
  get #nations() {
    return this.offer('share')?.nations ?? [];
  }

  /** @returns {Record<string, string>} as it was put: without a word, or by the ally */
  get #put() {
    return this.offer('share')?.flags ?? {};
  }

  /** @returns {Record<string, string>} */
  get #flags() {
    return { ...this.#put, ...Object.fromEntries(this.#changed) };
  }

  /** @returns {boolean} someone else plays one of the nations */
  get #withAlly() {
    return this.#nations.some((nation) => this.view.nations[nation]?.seat !== this.desk.seat);
  }

  /** @override */
  sync() {
    for (const [area, nation] of this.#changed) if (!(area in this.#put) || this.#put[area] === nation) this.#changed.delete(area);
  }

  /** @override */
  title() {
    return `Who gets what of ${this.nation(this.view.pending?.nation ?? '')}?`;
  }

  /** @override @returns {Child} */
  detail() {
    const whose = join(this.#nations.map((nation) => this.nation(nation)));
    const ally = this.offer('agree') ? 'Your ally proposes this. Agree, or change it and make your own proposal.' : this.#withAlly ? 'Your ally must agree.' : '';
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
    const areas = Object.keys(flags).sort((a, b) => this.name(a).localeCompare(this.name(b)));
    return h(
      'div',
      { class: 'roomy units' },
      choices('All of it to', this.#nations.map((nation) => ({
        key: `all-${nation}`,
        label: this.nation(nation),
        chosen: areas.every((area) => flags[area] === nation),
        act: () => {
          for (const area of areas) this.#give(area, nation);
          this.desk.refresh();
        },
      }))),
      areas.map((area) => choices(this.name(area), this.#nations.map((nation) => ({
        key: `share-${area}-${nation}`,
        label: this.nation(nation),
        chosen: flags[area] === nation,
        act: () => {
          this.#give(area, nation);
          this.desk.refresh();
        },
      })))),
    );
  }

  /** A tap hands the field on to the next nation. @override @param {string} area */
  hex(area) {
    const now = this.#flags[area];
    const nations = this.#nations;
    if (!now) return this.desk.say(`${this.name(area)} is not being divided.`, '5.1');
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
  dock() {
    const offer = this.offer('share');
    if (!offer) return [];
    const agree = this.offer('agree');
    const changed = this.#changed.size > 0;
    const propose = () => void this.send({ kind: 'share', flags: this.#flags });
    if (agree && !changed) return [button(agree.label, () => void this.send({ kind: 'agree' }), { tone: 'primary', key: 'agree' })];
    return [
      changed && button('As it was', () => this.escape(), { key: 'back' }),
      button(this.#withAlly ? 'Propose this' : offer.label, propose, { tone: 'primary', key: 'share' }),
    ].filter((b) => b instanceof HTMLElement);
  }

  /** @override */
  escape() {
    if (!this.#changed.size) return super.escape();
    this.#changed.clear();
    this.desk.refresh();
    return true;
  }
}
