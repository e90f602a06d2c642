/**
 * §3.12.1 An attack on a neutral is announced before one marches in; its army stands up for the other side.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {TipContent} from '../../../../board/tip.js'
 * @import {Figure, Kind} from '../../types.js'
 */

import { count, join } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { h } from '../../../../core/dom.js';
import { pieceFace } from '../../pieces.js';
import { KINDS } from '../../units.js';
import { Filled } from './filled.js';

const FACE_PX = 40;

/** @typedef {{name: string, coins: number, army: Partial<Record<Kind, number>>, commander: string}} Neutral */

export class Announce extends Filled {
  /** @override */ kind = 'announce';
  /** @override */ verb = 'Announce the attack';
  /** @override */ tone = /** @type {const} */ ('danger');
  /** @override */ help = 'Its army joins the other side at once. Then you may march in.';
  /** what each would bring; null while it is asked for @type {Map<string, Neutral|null>} */ #known = new Map();

  /** @override */
  small() {
    return count(this.offer?.nations?.length ?? 0, 'country', 'countries');
  }

  /** @param {string} nation @returns {string[]} */
  #lands(nation) {
    return Object.keys(this.view.areas).filter((area) => this.view.areas[area]?.control === nation);
  }

  /** @param {string} area @returns {string|null} whose it is, of those who may be attacked */
  #owner(area) {
    const owner = this.view.areas[area]?.control ?? '';
    return this.offer?.nations?.includes(owner) ? owner : null;
  }

  /** @override A country is chosen by its land. @param {string} area */
  tap(area) {
    const owner = this.#owner(area);
    if (owner) this.form?.choose(owner);
    else this.form?.escape();
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
    return h('div', { class: 'neutral' }, this.#army(nation, known), h('p', {}, `${count(known.coins, 'coin')} a turn in ${join(this.#lands(nation).map((area) => this.mode.name(area)))}.`), h('p', {}, known.commander, ' ', chip('3.12.2')));
  }

  /** @param {string} nation */
  async #ask(nation) {
    this.#known.set(nation, null);
    this.desk.point(this.#lands(nation));
    const answer = /** @type {Neutral|null} */ (await this.desk.consult({ kind: 'neutral', nation }));
    if (answer) this.#known.set(nation, answer);
    else this.#known.delete(nation);
    this.refresh();
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
    return { targets: (nation ? [nation] : (this.offer?.nations ?? [])).flatMap((one) => this.#lands(one)) };
  }

  /** @override @param {string} area @returns {TipContent|null} */
  hover(area) {
    const owner = this.#owner(area);
    return owner ? { head: `Attack ${this.mode.nation(owner)}`, lines: [{ text: this.mode.name(area), section: '3.12.1' }] } : null;
  }
}
