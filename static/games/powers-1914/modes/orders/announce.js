/**
 * §3.12.1 An attack on a neutral is announced before one marches in; its army stands up for the other side.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {TipContent} from '../../../../board/tip.js'
 * @import {Figure, Kind} from '../../types.js'
 */

import { button, count, join } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { h } from '../../../../core/dom.js';
import { choices } from '../../../../orders/choices.js';
import { pieceFace } from '../../pieces.js';
import { KINDS } from '../../units.js';
import { Order } from './order.js';

const FACE = 40;

/** @typedef {{name: string, coins: number, army: Partial<Record<Kind, number>>, commander: string}} Neutral */

export class Announce extends Order {
  /** @override */ kind = 'announce';
  /** @type {string|null} */ #nation = null;
  /** @type {Map<string, Neutral>} */ #known = new Map();

  /** @returns {string[]} by name */
  get #nations() {
    return [...(this.offer?.nations ?? [])].sort((a, b) => this.mode.nation(a).localeCompare(this.mode.nation(b)));
  }

  /** @override */
  small() {
    return count(this.#nations.length, 'country', 'countries');
  }

  /** @override */
  sync() {
    if (this.#nation && !this.#nations.includes(this.#nation)) this.#nation = null;
  }

  /** @override */
  clear() {
    this.#nation = null;
  }

  /** @param {string} nation @returns {string[]} */
  #lands(nation) {
    return Object.keys(this.view.areas).filter((area) => this.view.areas[area]?.control === nation);
  }

  /** @param {string|null} nation */
  async #choose(nation) {
    this.#nation = nation;
    this.refresh();
    if (!nation || this.#known.has(nation)) return;
    const answer = await this.desk.consult({ kind: 'neutral', nation });
    if (!answer) return;
    this.#known.set(nation, /** @type {Neutral} */ (answer));
    this.refresh();
  }

  /** @override @param {string} area */
  tap(area) {
    const owner = this.view.areas[area]?.control ?? '';
    void this.#choose(this.#nations.includes(owner) ? owner : null);
  }

  /** @override */
  title() {
    return this.#nation ? `Attack ${this.mode.nation(this.#nation)}?` : 'Which neutral country?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['Its army joins the other side at once. Then you may march in. ', chip('3.12.1')];
  }

  /** @override @returns {Child} */
  body() {
    const nation = this.#nation;
    const known = nation ? this.#known.get(nation) : undefined;
    return [
      nation && known && h('div', { class: 'neutral' }, this.#army(nation, known), h('p', {}, `${count(known.coins, 'coin')} a turn in ${join(this.#lands(nation).map((area) => this.mode.name(area)))}.`), h('p', {}, known.commander, ' ', chip('3.12.2'))),
      choices('Neutral countries', this.#nations.map((n) => ({
        key: `nation-${n}`,
        label: this.mode.nation(n),
        chosen: n === nation,
        act: () => {
          void this.#choose(n);
          this.desk.point(this.#lands(n));
        },
      }))),
    ];
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
        return h('span', { class: 'face-count' }, pieceFace(unit, FACE, { count: army[kind] ?? 1 }), h('small', {}, `${army[kind]} ${kind}`));
      }),
    );
  }

  /** @override @returns {Highlights} */
  highlights() {
    const lands = this.#nation ? this.#lands(this.#nation) : this.#nations.flatMap((nation) => this.#lands(nation));
    return { targets: lands };
  }

  /** @override @param {string} area @returns {TipContent|null} */
  hover(area) {
    const owner = this.view.areas[area]?.control ?? '';
    return this.#nations.includes(owner) ? { head: `Attack ${this.mode.nation(owner)}`, lines: [{ text: this.mode.name(area), section: '3.12.1' }] } : null;
  }

  /** @override */
  buttons() {
    const nation = this.#nation;
    return [
      button('Announce the attack', () => {
        if (!nation) return;
        this.mode.take(null);
        void this.mode.send({ kind: 'announce', nation });
      }, { tone: 'danger', key: 'announce', disabled: !nation, title: nation ? undefined : 'Choose a country first' }),
    ];
  }

  /** @override */
  escape() {
    if (!this.#nation) return false;
    this.#nation = null;
    return true;
  }
}
