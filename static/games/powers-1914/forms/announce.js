/**
 * §3.12.1 An attack on a neutral is announced before one marches in; its army stands up for the other side.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {AnyOffer, Figure, Kind} from '../types.js'
 */

import { count, join } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { pieceFace } from '../pieces.js';
import { KINDS } from '../units.js';
import { Asked, slotted } from './asked.js';

const HELP = 'Its army joins the other side at once. Then you may march in.';
const FACE_PX = 40;

/** @typedef {{name: string, coins: number, army: Partial<Record<Kind, number>>, commander: string}} Neutral */

export class Announce extends Asked {
  /** what each would bring; null while it is asked for @type {Map<string, Neutral|null>} */ #known = new Map();

  /** @override @param {AnyOffer} offer */
  static small({ nations = [] }) {
    return count(nations.length, 'country', 'countries');
  }

  /** @override @param {AnyOffer} offer */
  static laid(offer) {
    return slotted(offer, 'Announce the attack', offer.slots ?? [], HELP);
  }

  /** @returns {string[]} those who may be attacked */
  get #nations() {
    return /** @type {AnyOffer} */ (this.offer).nations ?? [];
  }

  /** @param {string} nation @returns {string[]} */
  #lands(nation) {
    return Object.keys(this.position.view.areas).filter((area) => this.position.view.areas[area]?.control === nation);
  }

  /** @param {string} area @returns {string|null} whose it is, of those who may be attacked */
  #owner(area) {
    const owner = this.position.view.areas[area]?.control ?? '';
    return this.#nations.includes(owner) ? owner : null;
  }

  /** @override A country is chosen by its land. @param {string} area */
  tap(area) {
    const owner = this.#owner(area);
    if (owner) this.choose(owner);
    else this.escape();
  }

  /** @override @returns {Child} */
  body() {
    const { nation } = this.chosen;
    return [nation && this.#matter(nation), super.body()];
  }

  /** @param {string} nation @returns {Child} what it would bring */
  #matter(nation) {
    const known = this.#known.get(nation);
    if (known === undefined) void this.#ask(nation);
    if (!known) return null;
    return h('div', { class: 'neutral' }, this.#army(nation, known), h('p', {}, `${count(known.coins, 'coin')} a turn in ${join(this.#lands(nation).map((area) => this.position.name(area)))}.`), h('p', {}, known.commander, ' ', chip('3.12.2')));
  }

  /** @param {string} nation */
  async #ask(nation) {
    this.#known.set(nation, null);
    this.desk.point(this.#lands(nation));
    const answer = /** @type {Neutral|null} */ (await this.desk.consult({ kind: 'neutral', nation }));
    if (answer) this.#known.set(nation, answer);
    else this.#known.delete(nation);
    this.desk.refresh();
  }

  /** @param {string} nation @param {Neutral} known */
  #army(nation, { army }) {
    const kinds = KINDS.filter((kind) => army[kind]);
    if (!kinds.length) return h('p', {}, 'It has no army.');
    return h(
      'div',
      { class: 'faces' },
      kinds.map((kind) => {
        /** @type {Figure} */
        const unit = { id: `${nation}.${kind}`, nation, kind, spent: false };
        return h('span', { class: 'face-count' }, pieceFace(unit, FACE_PX, { count: army[kind] ?? 1 }), h('small', {}, `${army[kind]} ${kind}`));
      }),
    );
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { nation } = this.chosen;
    return { targets: (nation ? [nation] : this.#nations).flatMap((one) => this.#lands(one)) };
  }

  /** @override */
  buttons() {
    return super.buttons('danger');
  }

  /** @override @param {string} area @returns {TipContent|null} */
  hover(area) {
    const owner = this.#owner(area);
    return owner ? { head: `Attack ${this.position.nation(owner)}`, lines: [{ text: this.position.name(area), section: '3.12.1' }] } : null;
  }
}
