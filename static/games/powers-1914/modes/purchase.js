/**
 * §3.1.3 The shop: money on top, a tab for each kind of goods (`shop/`), what is chosen in it lit up on the map.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {AnyOffer, CardItem} from '../types.js'
 */

import { button } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { Allies } from '../shop/allies.js';
import { Cards } from '../shop/cards.js';
import { Progress } from '../shop/progress.js';
import { purse } from '../shop/purse.js';
import { Shelf } from '../shop/shelf.js';
import { Units } from '../shop/units.js';
import { Works } from '../shop/works.js';
import { Acting } from './acting.js';

/** @type {Record<string, typeof Shelf>} by the order that it gives */
const SHELVES = { buy: Units, build: Works, modernise: Progress, use_card: Cards, stance: Allies };

export class Purchase extends Acting {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, SHELVES);
  }

  /** A tab stays open when there is nothing in it any more: it says so. @override @param {string} kind @returns {AnyOffer|null} */
  offer(kind) {
    return super.offer(kind) ?? (kind in SHELVES ? { kind, label: '', section: '', note: '', refusal: null } : null);
  }

  /** @override */
  get first() {
    return this.offer('buy');
  }

  /** @override what is on no shelf */
  get more() {
    return super.more.filter(({ kind }) => !(kind in SHELVES));
  }

  /** @returns {Shelf|null} the one that is open */
  get #shelf() {
    return this.form instanceof Shelf ? this.form : null;
  }

  /** @override */
  get apart() {
    return !this.#shelf;
  }

  /** @override */
  sync() {
    const shelf = this.#shelf;
    if (shelf) void shelf.update(/** @type {Offer} */ (this.offer(shelf.offer.kind)));
    else super.sync();
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return null;
    const shelf = this.#shelf;
    if (!shelf) return super.body();
    const { me } = this.position;
    return [
      me && purse(me),
      h(
        'div',
        { class: 'counters', role: 'tablist', 'aria-label': 'What to spend on' },
        Object.entries(SHELVES).map(([kind, of]) =>
          h('button', { type: 'button', class: 'b', role: 'tab', 'aria-selected': String(shelf instanceof of), 'data-key': `counter-${of.title}`, onclick: () => this.take(this.offer(kind)) }, of.tab(this.desk)),
        ),
      ),
      h('div', { class: 'counter roomy units', role: 'tabpanel' }, shelf.body()),
      this.buttonsOf(this.more),
    ];
  }

  /** @override @param {Offer} offer */
  async end(offer) {
    /** @type {CardItem[]} */
    const cards = this.offer('use_card')?.items ?? [];
    const usable = cards.filter((card) => !card.refusal);
    // A second press meant for the step before ends no purchases unasked.
    const money = this.position.me?.money ?? 0;
    const unspent = money > 0 && this.legal.offers.some(({ kind, refusal }) => kind === 'buy' && !refusal);
    if (!usable.length && !unspent) return super.end(offer);
    this.ask({
      title: `${offer.label}?`,
      text: '',
      warnings: [
        ...(unspent ? [{ text: `You have ${money} left and can still buy. What you do not spend now is kept for the next turn.`, section: '3.1.3' }] : []),
        ...usable.map((card) => ({ text: `${card.title} is in your side’s hand and can be used for ${card.price}. A card not used now is put away.`, section: '3.14.9' })),
      ],
      yes: `${offer.label} anyway`,
      tone: 'primary',
      act: () => void this.send({ kind: 'end_phase' }),
    });
  }

  /** @override @returns {Node[]} */
  dock() {
    const shelf = this.#shelf;
    if (!shelf || this.confirm) return super.dock();
    const back = shelf.busy ? [button('Back', () => this.escape(), { key: 'back' })] : [];
    return [...back, ...this.endPhase()];
  }
}
