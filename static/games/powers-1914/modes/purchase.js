/**
 * The shop: units, works, progress, cards, and what one may do with the money besides. Each counter is a tab; what is
 * chosen in one lights up on the map, and a tap there buys.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {FanContent} from '../../../board/fan.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {ListItem} from '../../../panels/mode.js'
 * @import {BuildItem, BuyItem, CardItem, Closed, Kind, ModerniseItem} from '../types.js'
 */

import { button, chip, count } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { handPanel } from '../hand.js';
import { KIND_TITLES, sample, some } from '../kinds.js';
import { PowersMode } from '../mode.js';
import { byNation } from '../nations.js';
import { pieceFace, spoken } from '../pieces.js';
import { cardCounter } from '../shop/cards.js';
import { giving, standing } from '../shop/other.js';
import { progressTable } from '../shop/progress.js';
import { purse } from '../shop/purse.js';
import { goodsTable } from '../shop/goods.js';
import { worksChoice } from '../shop/works.js';
import { show } from '../show.js';
import { stepper } from '../stepper.js';

/** @typedef {"units"|"works"|"progress"|"cards"|"other"} Counter */
/** @typedef {{nation: string, unit: Kind}} Good */

export class Purchase extends PowersMode {
  /** @type {Counter} */
  counter = 'units';
  /** @type {Good|null} */
  good = null;
  /** @type {BuildItem["works"]|null} */
  works = null;
  /** what cannot be bought, and was asked about @type {Good|null} */
  asked = null;
  /** units at a tap */
  count = 1;
  /** the ally who is given money @type {string|null} */
  to = null;
  amount = 1;

  /** @returns {BuyItem[]} */
  get goods() {
    return this.offer('buy')?.items ?? [];
  }

  get nations() {
    return [...(this.me?.nations ?? [])].sort(byNation);
  }

  /** @returns {BuyItem[]} of the kind chosen, area by area */
  get sites() {
    const { good } = this;
    return good ? this.goods.filter((item) => item.nation === good.nation && item.unit === good.unit) : [];
  }

  /** how many units of the kind chosen can be bought in one area */
  get most() {
    return Math.max(0, ...this.sites.map((item) => item.most));
  }

  /** @returns {BuildItem[]} of the works chosen */
  get grounds() {
    return this.#building.filter((item) => item.works === this.works);
  }

  /** @returns {BuildItem[]} */
  get #building() {
    return this.offer('build')?.items ?? [];
  }

  /** @returns {CardItem[]} */
  get cards() {
    return this.offer('use_card')?.items ?? [];
  }

  /** @override */
  sync() {
    if (!this.sites.length) this.good = null;
    if (!this.grounds.length) this.works = null;
    this.count = Math.max(1, Math.min(this.count, this.most));
    const give = this.offer('give');
    this.to = give?.to?.includes(this.to ?? '') ? this.to : (give?.to?.[0] ?? null);
    this.amount = Math.max(1, Math.min(this.amount, give?.most ?? 1));
    if (this.open && !this.#sold(this.open).length) this.open = null;
  }

  /** @param {string} area @returns {BuyItem[]} what can be bought there */
  #sold(area) {
    return this.goods.filter((item) => item.area === area);
  }

  /** @override */
  title() {
    if (this.confirm) return this.confirm.title;
    if (this.good) return `${this.nation(this.good.nation)}: ${KIND_TITLES[this.good.unit].toLowerCase()}`;
    if (this.works) return `Build a ${this.works}`;
    return this.legal.prompt;
  }

  /** @override @returns {Child} */
  detail() {
    const { good, works } = this;
    if (this.confirm) return '';
    if (good) {
      const price = this.sites[0]?.price ?? 0;
      return `${price} each. ${count(this.sites.length, 'area')} marked; a tap buys ${this.count > 1 ? `${some(good.unit, this.count)} for ${price * this.count}` : 'one'}.`;
    }
    if (works) return `${this.grounds[0]?.price ?? 0} each. ${count(this.grounds.length, 'area')} marked; a tap builds one.`;
    return this.counter === 'units' && this.goods.length ? 'Choose what to buy, or tap a marked area.' : (this.legal.detail ?? '');
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return null;
    return [this.me && purse(this.me), this.#tabs(), h('div', { class: 'counter roomy units', role: 'tabpanel', 'aria-label': this.counter }, this.#shelf())];
  }

  /** @returns {Child} */
  #tabs() {
    /** @type {[Counter, string][]} */
    const all = [['units', 'Units'], ['works', 'Works'], ['progress', 'Progress'], ['cards', this.cards.length ? `Cards ${this.cards.length}` : 'Cards'], ['other', this.offer('give') ? 'Allies' : 'Defence']];
    return h(
      'div',
      { class: 'counters', role: 'tablist', 'aria-label': 'What to spend on' },
      all.map(([name, label]) => h('button', { type: 'button', class: 'b', role: 'tab', 'aria-selected': String(this.counter === name), 'data-key': `counter-${name}`, onclick: () => this.#turn(name) }, label)),
    );
  }

  /** @param {Counter} name */
  #turn(name) {
    this.counter = name;
    this.good = null;
    this.works = null;
    this.asked = null;
    this.open = null;
    this.desk.refresh();
  }

  /** @returns {Child} */
  #shelf() {
    switch (this.counter) {
      case 'units':
        return [
          goodsTable(this.view, this.nations, this.goods, this.#closed('buy'), this.good ?? this.asked, (good) => this.#pick(good)),
          this.#why('buy'),
          this.#stepper(),
          h('p', { class: 'quiet' }, 'Pale: not now; tap it to read why. Infantry comes up in cities ', chip('3.7'), ', artillery and aircraft at factories ', chip('3.6'), ', ships off shipyards ', chip('3.8'), '.'),
        ];
      case 'works':
        return worksChoice(this.#building, this.#closed('build'), this.works, (works) => {
          this.works = this.works === works ? null : works;
          this.open = null;
          show(this.desk.board, this.grounds.map((item) => item.area));
          this.desk.refresh();
        });
      case 'progress':
        return [progressTable(this.view, this.nations, this.#progress, this.#closed('modernise'), this.asked, (good) => this.#better(good)), this.#why('modernise')];
      case 'cards':
        return [cardCounter(this.cards, (card) => this.#use(card)), handPanel(this.view, this.desk.seat, { hand: false })];
      case 'other':
        return [this.#giving(), this.#standing()];
    }
  }

  /** @returns {ModerniseItem[]} */
  get #progress() {
    return this.offer('modernise')?.items ?? [];
  }

  /** @param {string} kind of the offer @returns {Closed[]} */
  #closed(kind) {
    return this.offer(kind)?.closed ?? [];
  }

  /** @param {string} kind of the offer @param {Good|null} good @returns {Closed|null} */
  #shut(kind, good) {
    return (good && this.#closed(kind).find((item) => item.nation === good.nation && item.unit === good.unit)) || null;
  }

  /** Why what was asked about cannot be bought. @param {string} kind of the offer @returns {Child} */
  #why(kind) {
    const shut = this.#shut(kind, this.asked);
    return shut && this.warning({ text: shut.refusal.text, section: shut.refusal.section });
  }

  /** @param {string} kind of the offer @param {Good} good @returns {boolean} whether it cannot be bought: the reason is shown */
  #ask(kind, good) {
    const shut = this.#shut(kind, good);
    this.asked = shut && !(this.asked?.nation === good.nation && this.asked.unit === good.unit) ? good : null;
    this.desk.refresh();
    return Boolean(shut);
  }

  /** @param {Good} good */
  #better({ nation, unit }) {
    if (!this.#ask('modernise', { nation, unit })) void this.send({ kind: 'modernise', nation, unit });
  }

  /** @param {Good} good */
  #pick(good) {
    if (this.#ask('buy', good)) {
      this.good = null;
      return;
    }
    const again = this.good?.nation === good.nation && this.good.unit === good.unit;
    this.good = again ? null : good;
    this.count = 1;
    this.open = null;
    show(this.desk.board, this.sites.map((item) => item.area));
    this.desk.refresh();
  }

  /** @returns {Child} */
  #stepper() {
    if (this.most < 2) return null;
    return stepper({
      key: 'count',
      label: 'A tap buys',
      value: this.count,
      most: this.most,
      change: (n) => {
        this.count = n;
        this.desk.refresh();
      },
    });
  }

  /** @returns {Child} */
  #giving() {
    const offer = this.offer('give');
    return offer && giving(this.view, offer, {
      to: this.to,
      amount: this.amount,
      choose: (to) => {
        this.to = to;
        this.desk.refresh();
      },
      change: (amount) => {
        this.amount = amount;
        this.desk.refresh();
      },
      give: () => void this.send({ kind: 'give', to: this.to, amount: this.amount }),
    });
  }

  /** @returns {Child} */
  #standing() {
    const offer = this.offer('stance');
    return offer && standing(offer, (capture) => void this.send({ kind: 'stance', capture }));
  }

  /** A card that is used cannot be taken back. @param {CardItem} card */
  #use(card) {
    this.confirm = {
      title: `Use ${card.title}${card.price ? ` for ${card.price}` : ''}?`,
      text: `${card.text} This cannot be taken back.`,
      warnings: [],
      yes: `Use ${card.title}`,
      tone: 'primary',
      act: () => void this.send({ kind: 'use_card', card: card.card }),
    };
    this.desk.refresh();
  }

  /** @param {string} area */
  #buy(area) {
    const { good } = this;
    const site = this.sites.find((item) => item.area === area);
    if (!good) return;
    if (!site) return this.desk.say(`${this.nation(good.nation)} can buy no ${good.unit} in ${this.name(area)} now.`, this.offer('buy')?.section);
    void this.send({ kind: 'buy', nation: good.nation, unit: good.unit, area, count: Math.min(this.count, site.most) });
  }

  /** @param {string} area */
  #build(area) {
    const { works } = this;
    if (!works) return;
    if (!this.grounds.some((item) => item.area === area)) return this.desk.say(`No ${works} can be built in ${this.name(area)} now.`, this.offer('build')?.section);
    void this.send({ kind: 'build', works, area });
  }

  /** @override @param {string} area */
  hex(area) {
    if (this.good) return this.#buy(area);
    if (this.works) return this.#build(area);
    if (!this.#sold(area).length) {
      this.open = null;
      this.desk.say(`Nothing can be bought in ${this.name(area)} now.`, this.offer('buy')?.section);
      return;
    }
    super.hex(area);
  }

  /** @override @returns {FanContent|null} what an area makes, to buy one at a tap */
  fan() {
    const area = this.open;
    if (!area) return null;
    const sold = this.#sold(area);
    if (!sold.length) return null;
    return {
      hex: area,
      title: `Buy in ${this.name(area)}`,
      items: sold.map((item) => {
        const unit = sample(item.nation, item.unit);
        return {
          id: `${item.nation}-${item.unit}`,
          face: (/** @type {number} */ px) => pieceFace(unit, px),
          spoken: `Buy ${spoken(unit)} for ${item.price}, up to ${item.most}`,
          note: `buy for ${item.price}`,
          can: true,
          picked: false,
        };
      }),
      onPick: (id) => {
        const item = sold.find((one) => `${one.nation}-${one.unit}` === id);
        if (item) void this.send({ kind: 'buy', nation: item.nation, unit: item.unit, area, count: 1 });
      },
    };
  }

  /** @override @returns {Highlights} */
  highlights() {
    if (this.good) return { bands: { free: this.sites.map((item) => item.area) } };
    if (this.works) return { bands: { free: this.grounds.map((item) => item.area) } };
    const bands = this.counter === 'units' ? { tiring: [...new Set(this.goods.map((item) => item.area))] } : {};
    return { ...super.highlights(), bands };
  }

  /** @override @param {string|null} area @returns {TipContent|null} */
  hover(area) {
    this.hovered = area;
    if (!area || !this.good) return null;
    const site = this.sites.find((item) => item.area === area);
    if (!site) return { head: `${this.name(area)} does not sell it now.`, lines: [] };
    return { head: this.name(area), lines: [{ text: `Up to ${some(site.unit, site.most)}, ${site.price} each` }] };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.good) return { label: 'Marked areas as a list', items: this.sites.map((item) => ({ label: [this.name(item.area), h('small', {}, `up to ${item.most}`)], key: `area-${item.area}`, act: () => this.#buy(item.area) })) };
    if (this.works) return { label: 'Marked areas as a list', items: this.grounds.map((item) => ({ label: this.name(item.area), key: `area-${item.area}`, act: () => this.#build(item.area) })) };
    return null;
  }

  /** @override @param {Offer} offer */
  async end(offer) {
    const usable = this.cards.filter((card) => !card.refusal);
    if (!usable.length) return super.end(offer);
    this.confirm = {
      title: `${offer.label}?`,
      text: '',
      warnings: usable.map((card) => ({ text: `${card.title} is in your side’s hand and can be used for ${card.price}. A card not used now is put away.`, section: '3.14.9' })),
      yes: `${offer.label} all the same`,
      tone: 'primary',
      act: () => void this.send({ kind: 'end_phase' }),
    };
    this.desk.refresh();
  }

  /** @override */
  dock() {
    const end = super.dock();
    return !this.confirm && (this.good || this.works) ? [button('Back', () => this.escape(), { key: 'back' }), ...end] : end;
  }

  /** @override */
  escape() {
    if (this.confirm || !(this.good || this.works)) return super.escape();
    this.good = null;
    this.works = null;
    this.desk.refresh();
    return true;
  }
}
