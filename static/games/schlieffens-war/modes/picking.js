/**
 * Some of a few units: who defends, who advances. Tap them in the panel or in the fan on the map.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {WarOffer} from '../types.js'
 * @import {StackFan} from '../mode.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {Desk} from '../../../panels/desk.js'
 */

import { button } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { StackMode } from '../mode.js';
import { unitButton } from '../units.js';

export class Picking extends StackMode {
  /** @type {Set<string>} */
  picked = new Set();

  /** @param {Desk} desk @param {"defend"|"advance"} kind */
  constructor(desk, kind) {
    super(desk);
    this.kind = kind;
    const units = this.mine.together ?? [];
    // Most advance with all that may; a defence is a choice.
    if (kind === 'advance') this.picked = new Set(units);
  }

  /** @returns {WarOffer} */
  get mine() {
    const offer = this.offer(this.kind);
    if (!offer) throw new Error(`The server offers no ${this.kind}`);
    return offer;
  }

  /** @override */
  sync() {
    const could = new Set(this.offer(this.kind)?.units ?? []);
    this.picked = new Set([...this.picked].filter((id) => could.has(id)));
  }

  /** @param {string} id */
  toggle(id) {
    const limit = this.mine.count;
    if (!this.picked.delete(id)) {
      const first = [...this.picked][0];
      if (limit && this.picked.size >= limit && first) this.picked.delete(first);
      this.picked.add(id);
    }
    this.desk.refresh();
  }

  /** @override @returns {Child} */
  body() {
    const offer = this.mine;
    const units = offer.units ?? [];
    return [
      h(
        'div',
        { class: 'units' },
        units.map((id) => {
          const counter = this.counter(id);
          return counter && unitButton(counter, { picked: this.picked.has(id), prefix: this.kind, note: this.hexOf(id) ?? '', act: () => this.toggle(id) });
        }),
      ),
      h('p', { class: 'quiet' }, offer.count ? `${this.picked.size} of ${offer.count} chosen ` : `${this.picked.size} of ${units.length} chosen `, chip(offer.section)),
    ];
  }

  /** @returns {string|null} */
  get place() {
    return this.mine.hexes?.[0] ?? this.view.battle?.target ?? null;
  }

  /** @override @param {string} hex */
  hex(hex) {
    const there = this.stack(hex).map((c) => c.id).filter((id) => this.mine.units?.includes(id));
    if (this.kind === 'advance' && hex === this.place) return void this.#go();
    if (there.length) this.open = this.open === hex ? null : hex;
    else super.hex(hex);
  }

  /** @override @returns {StackFan|null} */
  fan() {
    const fan = super.fan();
    if (!fan) return null;
    fan.items = fan.items.map((item) => ({ ...item, actions: [], can: this.mine.units?.includes(item.counter.id) ?? false, picked: this.picked.has(item.counter.id) }));
    fan.onPick = (id) => this.toggle(id);
    return fan;
  }

  /** @override @returns {Highlights} */
  highlights() {
    const from = [...new Set([...this.picked].map((id) => this.hexOf(id)).filter((hex) => hex !== null))];
    const { place } = this;
    if (this.kind === 'advance' && place) return { bands: { free: [place] }, selected: from };
    return place ? { attack: { hex: place, from: [], odds: null, river: null }, selected: this.open ? [this.open] : [] } : {};
  }

  #go() {
    const units = [...this.picked];
    void this.send({ kind: this.kind, units });
  }

  /** @override */
  dock() {
    const offer = this.mine;
    const enough = offer.count ? this.picked.size === Math.min(offer.count, offer.units?.length ?? 0) : this.picked.size > 0;
    return [
      this.kind === 'advance' && button('Stay', () => this.send({ kind: 'advance', units: [] }), { key: 'decline' }),
      button([offer.label, h('small', {}, `${this.picked.size}`)], () => this.#go(), { tone: 'primary', key: 'choose', disabled: !enough }),
    ].filter((b) => b instanceof HTMLElement);
  }
}
