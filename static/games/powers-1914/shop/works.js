/**
 * §3.6, §3.8 Factories and shipyards: what each is for, its price, where it can stand, or why not.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {ListItem} from '../../../panels/questions/mode.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {BuildItem} from '../types.js'
 */

import { count } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { show } from '../../../board/show.js';
import { Shelf } from './shelf.js';

/** @typedef {BuildItem["works"]} Kind */

/** @type {Record<Kind, {title: string, text: string, section: string}>} */
const WORKS = {
  factory: { title: 'Factory', text: 'Makes artillery and aircraft for the nation whose flag flies there.', section: '3.6' },
  shipyard: { title: 'Shipyard', text: 'Must be on the sea, and launches ships into the seas next to it.', section: '3.8' },
};
const KINDS = /** @type {Kind[]} */ (Object.keys(WORKS));

export class Works extends Shelf {
  /** @override */
  static title = 'buildings';

  /** @override */
  static tab() {
    return 'Buildings';
  }

  /** @type {Kind|null} */ #chosen = null;

  /** @param {Kind|null} works @returns {BuildItem[]} */
  #sites(works = this.#chosen) {
    /** @type {BuildItem[]} */
    const items = this.offer.items ?? [];
    return items.filter((item) => item.works === works);
  }

  /** @override @param {Offer} offer */
  async update(offer) {
    await super.update(offer);
    if (!this.#sites().length) this.#chosen = null;
  }

  /** @override @returns {string} */
  title() {
    return this.#chosen ? `Build a ${this.#chosen}` : super.title();
  }

  /** @override @returns {Child} */
  detail() {
    const sites = this.#sites();
    return sites[0] ? `${sites[0].price} each. ${count(sites.length, 'field')} marked; a tap builds one.` : null;
  }

  /** @override @returns {Child} */
  body() {
    return KINDS.map((works) => {
      const { title, text, section } = WORKS[works];
      const places = this.#sites(works);
      const shut = this.closed.find((item) => item.works === works);
      return h(
        'button',
        {
          type: 'button',
          class: `offer${this.#chosen === works ? ' picked' : ''}`,
          'aria-pressed': String(this.#chosen === works),
          'aria-disabled': places.length ? null : 'true',
          'data-key': `build-${works}`,
          onclick: () => places.length > 0 && this.#choose(works),
        },
        h('b', {}, title),
        h('span', { class: 'price' }, places[0]?.price ?? shut?.price ?? '–'),
        h('span', { class: 'quiet' }, text, ' ', places.length ? `${count(places.length, 'field')} free for one. ` : '', chip(section)),
        shut ? h('span', { class: 'bad' }, shut.refusal.text, ' ', chip(shut.refusal.section)) : null,
      );
    });
  }

  /** @param {Kind} works */
  #choose(works) {
    this.#chosen = this.#chosen === works ? null : works;
    show(this.desk.board, this.#sites().map((item) => item.area));
    this.desk.refresh();
  }

  /** @override @param {string} area */
  tap(area) {
    const works = this.#chosen;
    if (!works) return this.desk.say('Choose a factory or a shipyard first, then a field.', this.offer.section);
    if (!this.#sites().some((item) => item.area === area)) return this.desk.say(`No ${works} can be built in ${this.position.name(area)} now.`, WORKS[works].section);
    void this.desk.send({ kind: 'build', works, area });
  }

  /** @override @returns {Highlights} */
  highlights() {
    return { bands: { free: this.#sites().map((item) => item.area) } };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (!this.#chosen) return null;
    return { label: 'Marked fields as a list', items: this.#sites().map(({ area }) => ({ label: this.position.name(area), key: `area-${area}`, act: () => this.tap(area) })) };
  }

  /** @override */
  escape() {
    if (!this.#chosen) return false;
    this.#chosen = null;
    return true;
  }

  /** @override */
  get busy() {
    return this.#chosen !== null;
  }
}
