/**
 * §3.1.3 The shop: money on top, a tab for each kind of goods (`shop/`), what is chosen in it lit up on the map.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {Desk} from '../../../panels/desk.js'
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
import { Ordering } from './ordering.js';
import { Gas } from './orders/gas.js';
import { Visit } from './orders/visit.js';

export class Purchase extends Ordering {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, Units, [Works, Progress, Cards, Allies, Gas, Visit]);
  }

  /** @returns {Shelf[]} */
  get #shelves() {
    return [this.main, ...this.others].filter((order) => order instanceof Shelf);
  }

  /** @override a tab stays open when there is nothing in it any more: it says so */
  sync() {
    if (this.order instanceof Shelf) this.order.sync();
    else super.sync();
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return null;
    const { order } = this;
    if (!(order instanceof Shelf)) return super.body();
    return [
      this.me && purse(this.me),
      h(
        'div',
        { class: 'counters', role: 'tablist', 'aria-label': 'What to spend on' },
        this.#shelves.map((shelf) =>
          h('button', { type: 'button', class: 'b', role: 'tab', 'aria-selected': String(shelf === order), 'data-key': `counter-${shelf.name.toLowerCase()}`, onclick: () => this.take(shelf) }, shelf.label()),
        ),
      ),
      h('div', { class: 'counter roomy units', role: 'tabpanel' }, order.body()),
      this.more(this.others.filter((other) => !(other instanceof Shelf))),
    ];
  }

  /** @override @param {Offer} offer */
  async end(offer) {
    const usable = this.#shelves.flatMap((shelf) => (shelf instanceof Cards ? shelf.hand : [])).filter((card) => !card.refusal);
    // A second press meant for the step before ends no purchases unasked.
    const money = this.me?.money ?? 0;
    const buys = this.offer('buy');
    const unspent = money > 0 && buys && !buys.refusal;
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
    const asked = this.confirmButtons();
    if (asked) return asked;
    const { order } = this;
    if (!(order instanceof Shelf)) return super.dock();
    const back = order.busy ? [button('Back', () => this.escape(), { key: 'back' })] : [];
    return [...back, ...this.endPhase()];
  }
}
