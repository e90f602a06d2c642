/**
 * §3.1.3, §3.6 to §3.8 Units: choose one of the price list and tap where it should appear, or tap an area and choose what
 * it makes.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {FanContent} from '../../../board/fan.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {ListItem} from '../../../panels/questions/mode.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {BuyItem} from '../types.js'
 * @import {Good} from './shelf.js'
 */

import { count } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { KIND_TITLES, sample, some } from '../kinds.js';
import { pieceFace, spoken } from '../pieces.js';
import { show } from '../../../board/show.js';
import { stepper } from '../../../orders/stepper.js';
import { goodsTable } from './goods.js';
import { same, Shelf } from './shelf.js';

export class Units extends Shelf {
  /** @override */
  static title = 'units';

  /** @override */
  static tab() {
    return 'Units';
  }

  /** @type {Good|null} */ #good = null;
  /** units at a tap */ #count = 1;

  /** @returns {BuyItem[]} */
  get #goods() {
    return this.offer.items ?? [];
  }

  /** @returns {BuyItem[]} of the kind chosen, area by area */
  get #sites() {
    const good = this.#good;
    return good ? this.#goods.filter((item) => same(good, item)) : [];
  }

  /** how many of the kind chosen can be bought in one area */
  get #most() {
    return Math.max(0, ...this.#sites.map((item) => item.most));
  }

  /** @param {string} area @returns {BuyItem[]} what can be bought there */
  #sold(area) {
    return this.#goods.filter((item) => item.area === area);
  }

  /** @override @param {Offer} offer */
  async update(offer) {
    await super.update(offer);
    if (!this.#sites.length) this.#good = null;
    this.#count = Math.max(1, Math.min(this.#count, this.#most));
    if (this.open && !this.#sold(this.open).length) this.open = null;
  }

  /** @override @returns {string} */
  title() {
    const good = this.#good;
    return good ? `${this.position.nation(good.nation)}: ${KIND_TITLES[good.unit].toLowerCase()}` : super.title();
  }

  /** @override @returns {Child} */
  detail() {
    const good = this.#good;
    if (!good) return this.#goods.length ? 'Choose what to buy, or tap a marked field.' : null;
    const price = this.#sites[0]?.price ?? 0;
    return `${price} each. ${count(this.#sites.length, 'field')} marked; a tap buys ${this.#count > 1 ? `${some(good.unit, this.#count)} for ${price * this.#count}` : 'one'}.`;
  }

  /** @override @returns {Child} */
  body() {
    return [
      goodsTable(this.position.view, this.nations, this.#goods, this.closed, this.#good ?? this.asked, (good) => this.#pick(good)),
      this.why(),
      this.#most > 1 &&
        stepper({
          key: 'count',
          label: 'Tap to buy',
          value: this.#count,
          most: this.#most,
          change: (n) => {
            this.#count = n;
            this.desk.refresh();
          },
        }),
      h('p', { class: 'quiet' }, 'Pale: not available now; tap it to see why. Infantry is raised in cities ', chip('3.7'), ', artillery and aircraft at factories ', chip('3.6'), ', ships at shipyards ', chip('3.8'), '.'),
    ];
  }

  /** @param {Good} good */
  #pick(good) {
    const again = same(this.#good, good);
    const shut = this.ask(good);
    this.#good = again || shut ? null : good;
    this.#count = 1;
    this.open = null;
    show(this.desk.board, this.#sites.map((item) => item.area));
  }

  /** @param {string} area */
  #buy(area) {
    const good = this.#good;
    const site = this.#sites.find((item) => item.area === area);
    if (!good) return;
    // A field without a mark is asked for anyway: the refusal says why this one does not make it.
    void this.desk.send({ kind: 'buy', nation: good.nation, unit: good.unit, area, count: Math.min(this.#count, site?.most ?? 1) });
  }

  /** @override @param {string} area */
  tap(area) {
    if (this.#good) return this.#buy(area);
    if (this.#sold(area).length) this.open = this.open === area ? null : area;
    else {
      this.open = null;
      this.desk.say(`Nothing can be bought in ${this.position.the(area)} now.`, this.offer.section);
    }
  }

  /** @override @returns {FanContent|null} what an area makes, to buy one at a tap */
  fan() {
    const area = this.open;
    const sold = area ? this.#sold(area) : [];
    if (!area || !sold.length) return null;
    return {
      hex: area,
      title: `Buy in ${this.position.the(area)}`,
      items: sold.map((item) => {
        const unit = sample(item.nation, item.unit);
        return {
          id: `${item.nation}-${item.unit}`,
          face: (/** @type {number} */ px) => pieceFace(unit, px, { silent: true }),
          spoken: `Buy ${spoken(unit)} for ${item.price}, up to ${item.most}`,
          note: `buy for ${item.price}`,
          can: true,
          picked: false,
        };
      }),
      onPick: (id) => {
        const item = sold.find((one) => `${one.nation}-${one.unit}` === id);
        if (item) void this.desk.send({ kind: 'buy', nation: item.nation, unit: item.unit, area, count: 1 });
      },
    };
  }

  /** @override @returns {Highlights} */
  highlights() {
    if (this.#good) return { bands: { free: this.#sites.map((item) => item.area) } };
    const { open } = this;
    return { bands: { tiring: [...new Set(this.#goods.map((item) => item.area))] }, selected: open ? [open] : [] };
  }

  /** @override @param {string|null} area @returns {TipContent|null} */
  hover(area) {
    if (!this.#good || !area) return null;
    const site = this.#sites.find((item) => item.area === area);
    if (!site) return { head: `Not available in ${this.position.the(area)} now.`, lines: [] };
    return { head: this.position.name(area), lines: [{ text: `Up to ${some(site.unit, site.most)}, ${site.price} each` }] };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (!this.#good) return null;
    return {
      label: 'Marked fields as a list',
      items: this.#sites.map((item) => ({ label: [this.position.name(item.area), h('small', {}, `up to ${item.most}`)], key: `area-${item.area}`, act: () => this.#buy(item.area) })),
    };
  }

  /** @override */
  escape() {
    if (!this.#good) return false;
    this.#good = null;
    return true;
  }

  /** @override */
  get busy() {
    return this.#good !== null;
  }
}
