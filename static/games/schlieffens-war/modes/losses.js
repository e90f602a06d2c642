/**
 * Step losses, and the retreat that may stand for those that are left: point at a counter or at a hex. Each step is a
 * command by itself, so that the server says after each who may take the next.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {StackFan} from '../mode.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {ListItem} from '../../../panels/mode.js'
 */

import { button, chip, count } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { StackMode } from '../mode.js';
import { placeTitle } from '../../../panels/places.js';
import { unitButton } from '../units.js';

export class Losses extends StackMode {
  /** hexes of the retreat chosen so far @type {string[]} */
  way = [];

  /** @override */
  sync() {
    this.way = [];
    const [only, ...others] = this.paths;
    if (only && !others.length) this.way = only;
  }

  /** @returns {string[][]} whole paths that begin with the hexes chosen */
  get paths() {
    return (this.offer('retreat')?.paths ?? []).filter((path) => this.way.every((hex, i) => path[i] === hex));
  }

  /** @returns {string[]} */
  get next() {
    return [...new Set(this.paths.map((path) => path[this.way.length]).filter((hex) => hex !== undefined))];
  }

  get due() {
    return this.offer('lose')?.count ?? 0;
  }

  /** @override @returns {Child} */
  detail() {
    if (this.legal.detail) return this.legal.detail;
    const retreat = this.offer('retreat');
    const length = retreat?.paths?.[0]?.length ?? 0;
    const steps = this.due ? `${count(this.due, 'step')} still to lose.` : '';
    return retreat ? `${steps} Tap a counter for a step, or retreat ${count(length, 'hex', 'hexes')} instead.` : `${steps} Tap the counter that takes ${this.due > 1 ? 'the next' : 'it'}.`;
  }

  /** @override @returns {Child} */
  body() {
    const lose = this.offer('lose');
    const retreat = this.offer('retreat');
    return [
      lose && [
        h(
          'div',
          { class: 'units' },
          (lose.units ?? []).map((id) => {
            const counter = this.counter(id);
            return counter && unitButton(counter, { prefix: 'lose', note: h('span', { class: 'loss' }, '−1'), act: () => this.#lose(id) });
          }),
        ),
        h('p', { class: 'quiet' }, `${lose.label} `, chip(lose.section)),
      ],
      retreat && h('p', { class: 'quiet row' }, this.way.length ? `Retreat: ${this.way.join(', ')} ` : 'Retreat along the gold hexes. ', chip(retreat.section)),
    ];
  }

  /** @param {string} id */
  #lose(id) {
    void this.send({ kind: 'lose', units: [id] });
  }

  /** @param {string} hex */
  #step(hex) {
    this.way = [...this.way, hex];
    const rest = this.paths;
    // When the rest of the way is certain, it need not be pointed at.
    const only = rest.length === 1 ? rest[0] : undefined;
    if (only) this.way = only;
    this.desk.refresh();
  }

  /** @returns {string[]|null} the way, when it is whole */
  get whole() {
    return this.paths.find((path) => path.length === this.way.length) ?? null;
  }

  /** @override @param {string} hex */
  hex(hex) {
    if (this.next.includes(hex)) return this.#step(hex);
    if (this.way.at(-1) === hex && this.whole) return void this.#retreat();
    if (this.stack(hex).some((c) => this.offer('lose')?.units?.includes(c.id))) {
      this.open = this.open === hex ? null : hex;
      return;
    }
    super.hex(hex);
  }

  #retreat() {
    const path = this.whole;
    if (path) void this.send({ kind: 'retreat', path });
  }

  /** @override @returns {StackFan|null} */
  fan() {
    const fan = super.fan();
    if (!fan) return null;
    const could = this.offer('lose')?.units ?? [];
    fan.items = fan.items.map((item) => ({ ...item, actions: [], can: could.includes(item.counter.id), picked: false, note: could.includes(item.counter.id) ? 'lose a step' : item.note }));
    fan.onPick = (id) => this.#lose(id);
    return fan;
  }

  /** @override @returns {Highlights} */
  highlights() {
    const target = this.view.battle?.target ?? null;
    const start = this.offer('retreat') ? target : null;
    return {
      selected: [this.open ?? target].filter((hex) => hex !== null),
      bands: { free: this.next.length ? this.next : this.way },
      path: start && this.way.length ? [start, ...this.way] : [],
    };
  }

  /** @override @param {string|null} hex @returns {TipContent|null} */
  hover(hex) {
    this.hovered = hex;
    return hex && this.next.includes(hex) ? { head: `Retreat to ${placeTitle(this.desk, hex)}`, lines: [] } : null;
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (!this.next.length) return null;
    return { label: 'Retreat routes as a list', items: this.next.map((hex) => ({ label: placeTitle(this.desk, hex), key: `to-${hex}`, act: () => this.#step(hex) })) };
  }

  /** @override */
  dock() {
    const offer = this.offer('retreat');
    if (!offer) return [];
    const whole = this.whole;
    return [
      this.way.length > 0 && this.offer('retreat')?.paths?.length !== 1 && button('Another route', () => this.escape(), { key: 'back' }),
      button([offer.label, h('small', {}, count(offer.paths?.[0]?.length ?? 0, 'hex', 'hexes'))], () => this.#retreat(), {
        tone: 'primary',
        key: 'retreat',
        disabled: !whole,
        title: whole ? undefined : 'Choose the hexes of the retreat first',
      }),
    ].filter((b) => b instanceof HTMLElement);
  }

  /** @override */
  escape() {
    const before = this.way.length;
    this.sync();
    if (before > this.way.length) {
      this.desk.refresh();
      return true;
    }
    return super.escape();
  }
}
