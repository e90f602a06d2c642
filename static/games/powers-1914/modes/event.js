/**
 * What event cards and shared conquests ask besides losses: a place, money, a flag.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 */

import { button, chip, join } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { choices } from '../../../orders/choices.js';
import { cardFace } from '../hand.js';
import { some } from '../kinds.js';
import { PowersMode } from '../mode.js';
import { purse } from '../shop/purse.js';

/** One of a few areas: tap it, then say so, for it cannot be taken back. */
class Placing extends PowersMode {
  /** @type {string|null} */
  place = null;
  #shown = false;

  /** the offer's and the command's kind @returns {string} */
  get kind() {
    throw new Error('A question about a place must say which');
  }

  /** the button's words @param {string} area */
  words(area) {
    return area;
  }

  /** @returns {string[]} */
  get areas() {
    return this.offer(this.kind)?.areas ?? [];
  }

  /** @returns {Child} what is chosen besides the place */
  more() {
    return null;
  }

  /** what the command says besides the place @returns {object} */
  get extra() {
    return {};
  }

  /** @param {string} nation @returns {string} who plays it */
  player(nation) {
    const seat = this.view.nations[nation]?.seat ?? null;
    return seat ? (this.view.seats[seat]?.title ?? '') : '';
  }

  /** @override the areas come into the window when the question is put */
  sync() {
    if (this.place && !this.areas.includes(this.place)) this.place = null;
    if (this.#shown) return;
    this.#shown = true;
    // A page just opened shows your front first; this comes after it.
    requestAnimationFrame(() => this.desk.board.fit(this.areas));
  }

  /** @override @returns {Child} */
  detail() {
    return `${this.legal.detail ?? ''} ${this.place ? `Chosen: ${this.name(this.place)}.` : 'Tap a marked field, or choose it here.'}`;
  }

  /** @override @returns {Child} */
  body() {
    const card = this.view.pending?.card;
    return h(
      'div',
      { class: 'roomy units' },
      card && cardFace(card, { section: this.offer(this.kind)?.section }),
      this.more(),
      choices(
        'Where',
        this.areas.map((area) => ({ key: `area-${area}`, label: this.name(area), note: this.#standing(area), chosen: area === this.place, act: () => this.#choose(area) })),
      ),
    );
  }

  /** Who would be met there. @param {string} area @returns {string} */
  #standing(area) {
    const there = this.groups(area);
    const words = (/** @type {string} */ nation) => there.filter((group) => group.nation === nation).map((group) => group.name ?? some(group.kind, group.ids.length));
    return [...new Set(there.map((group) => group.nation))].map((nation) => `${this.nation(nation)}: ${join(words(nation))}`).join('; ') || 'empty';
  }

  /** @param {string} area */
  #choose(area) {
    this.place = this.place === area ? null : area;
    if (this.place) this.desk.board.reveal(this.place);
    this.desk.refresh();
  }

  /** @override @param {string} area */
  hex(area) {
    if (this.areas.includes(area)) this.#choose(area);
    else this.desk.say(`${this.name(area)} cannot be chosen.`, this.offer(this.kind)?.section);
  }

  /** @override @returns {Highlights} */
  highlights() {
    return { bands: { free: this.areas }, selected: this.place ? [this.place] : [] };
  }

  /** @override */
  dock() {
    const offer = this.offer(this.kind);
    const { place } = this;
    if (!offer) return [];
    return [
      button(place ? this.words(this.name(place)) : offer.label, () => void this.send({ kind: this.kind, area: place, ...this.extra }), {
        tone: 'primary',
        key: 'choose',
        disabled: !place,
        title: place ? undefined : 'Tap a marked field first',
      }),
    ];
  }

  /** @override */
  escape() {
    if (!this.place) return super.escape();
    this.place = null;
    this.desk.refresh();
    return true;
  }
}

/** §3.14.5 Where America appears. */
export class Landing extends Placing {
  /** @override */
  get kind() {
    return 'land_usa';
  }

  /** @override @param {string} area */
  words(area) {
    return `Land: ${area}`;
  }
}

/** §3.14.10 Where an enemy rises in your homeland. */
export class Rising extends Placing {
  /** whose unit it is @type {string|null} */
  colour = null;

  /** @override */
  get kind() {
    return 'rise';
  }

  /** @returns {string[]} */
  get #colours() {
    return this.offer(this.kind)?.nations ?? [];
  }

  /** @override */
  sync() {
    if (!this.colour || !this.#colours.includes(this.colour)) this.colour = this.#colours[0] ?? null;
    super.sync();
  }

  /** @override */
  more() {
    return choices(
      'Whose infantry',
      this.#colours.map((nation) => ({
        key: `colour-${nation}`,
        label: this.nation(nation),
        note: this.player(nation),
        chosen: nation === this.colour,
        act: () => {
          this.colour = nation;
          this.desk.refresh();
        },
      })),
    );
  }

  /** @override */
  get extra() {
    return { nation: this.colour };
  }

  /** @override @param {string} area */
  words(area) {
    return `${this.colour ? `${this.nation(this.colour)} rises` : 'The enemy rises'} in ${area}`;
  }
}

/** §3.14.8 Pay the colonies, or bear less income from now on. */
export class Paying extends PowersMode {
  /** @override @returns {Child} */
  body() {
    const [pay, decline] = [this.offer('pay'), this.offer('decline')];
    const card = this.view.pending?.card;
    const price = pay?.price ?? 0;
    const money = this.me?.money ?? 0;
    return h(
      'div',
      { class: 'roomy units' },
      card && cardFace(card, { section: pay?.section }),
      this.me && purse(this.me),
      pay && h('p', { class: 'either' }, h('b', {}, `Pay ${price}: `), pay.refusal ? h('span', { class: 'bad' }, `${pay.refusal.text} That is not enough. `, chip(pay.refusal.section)) : `once; ${money - price} of your money is left.`),
      decline && h('p', { class: 'either' }, h('b', {}, 'Do not pay: '), `your side has ${decline.levy ?? 0} less income every turn until the end of the match. `, chip(decline.section)),
    );
  }

  /** @override */
  dock() {
    const [pay, decline] = [this.offer('pay'), this.offer('decline')];
    return [
      decline && button([decline.label, h('small', {}, `−${decline.levy ?? 0} a turn`)], () => void this.send({ kind: 'decline' }), { key: 'decline' }),
      pay && button(`${pay.label} ${pay.price ?? ''}`, () => void this.send({ kind: 'pay' }), { key: 'pay', tone: 'primary', disabled: Boolean(pay.refusal), title: pay.refusal?.text }),
    ].filter((b) => b instanceof HTMLElement);
  }
}

/** §5.1 Allies took an area together: whose flag goes up. */
export class Flag extends PowersMode {
  /** @returns {string|null} */
  get area() {
    return this.offer('flag')?.area ?? null;
  }

  /** @override */
  title() {
    return this.area ? `Whose flag over ${this.name(this.area)}?` : this.legal.prompt;
  }

  /** @override @returns {Child} */
  body() {
    const offer = this.offer('flag');
    if (!offer) return null;
    return h(
      'div',
      { class: 'roomy units' },
      choices(
        'Raise the flag of',
        (offer.nations ?? []).map((nation) => ({ key: `flag-${nation}`, label: this.nation(nation), note: this.#player(nation), chosen: false, act: () => void this.send({ kind: 'flag', nation }) })),
      ),
      h('p', { class: 'quiet' }, 'Its coins go to the nation whose flag flies there. ', chip(offer.section)),
    );
  }

  /** @param {string} nation @returns {string} whose nation it is */
  #player(nation) {
    const seat = this.view.nations[nation]?.seat ?? null;
    return seat === this.desk.seat ? 'yours' : seat ? (this.view.seats[seat]?.title ?? '') : '';
  }

  /** @override @returns {Highlights} */
  highlights() {
    return { selected: this.area ? [this.area] : [] };
  }
}
