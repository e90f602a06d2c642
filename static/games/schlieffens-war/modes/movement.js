/**
 * Movement: a stack, some of its units, a hex. Reach, costs and refusals are the server's.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Band} from '../../../board/types.js'
 * @import {Counter, MovePlan, Reach} from '../types.js'
 * @import {StackFan} from '../mode.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {ListItem} from '../../../panels/questions/mode.js'
 */

import { button, count, join } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h, s } from '../../../core/dom.js';
import { chipFace, known } from '../counter.js';
import { StackMode } from '../mode.js';
import { placeTitle } from '../../../panels/places.js';
import { shortStack } from '../sentences.js';

/** Of the window's edge a stack that is taken up keeps clear of. */
const CLEAR_PX = 170;
/** @type {Record<Band, string>} */
const BAND_WORDS = { free: 'no loss of morale', tiring: 'costs a level of morale', forced: 'forced march' };

export class Movement extends StackMode {
  /** @type {Set<string>} */
  picked = new Set();
  /** @type {MovePlan|null} */
  plan = null;
  #asked = 0;
  /** the hex that was taken up last, where the next one is looked for from */ #last = '';
  /** @type {Promise<void>} */ #answer = Promise.resolve();

  /** @returns {Set<string>} */
  get movers() {
    return new Set(this.offer('move')?.units ?? []);
  }

  /** @override */
  sync() {
    const movers = this.movers;
    const here = new Set(this.open ? this.stack(this.open).map((c) => c.id) : []);
    this.picked = new Set([...this.picked].filter((id) => movers.has(id) && here.has(id)));
    if (this.open && !here.size) this.open = null;
    void this.#plan();
  }

  /** Ask the server where the chosen units can go. */
  #plan() {
    this.#answer = this.#ask();
    return this.#answer;
  }

  async #ask() {
    const mine = ++this.#asked;
    const units = [...this.picked];
    if (!units.length) {
      this.plan = null;
      return;
    }
    const plan = await this.desk.consult({ kind: 'move', units });
    if (mine !== this.#asked) return;
    this.plan = plan;
    this.desk.refresh();
  }

  /** @override @param {string} hex */
  grab(hex) {
    if (!this.stack(hex).some((c) => this.movers.has(c.id))) return null;
    this.confirm = null;
    if (this.open !== hex || !this.picked.size) this.#select(hex);
    const top = this.stack(hex).find((c) => this.picked.has(c.id));
    return top ? chipFace(top, 52, { silent: true, stack: this.picked.size }) : null;
  }

  /** @override @param {string} hex */
  drop(hex) {
    return this.#decline(hex);
  }

  /** @param {string} hex */
  #select(hex) {
    this.open = hex;
    this.#last = hex;
    this.plan = null;
    const movers = this.movers;
    const able = this.stack(hex).filter((c) => movers.has(c.id));
    const corps = able.filter((c) => known(c) && (c.kind === 'infantry' || c.kind === 'cavalry'));
    // HQs and depots march apart: what is chosen first may go together.
    const hq = able.filter((c) => known(c) && c.kind === 'hq');
    this.picked = new Set((corps.length ? corps : hq.length ? hq : able).map((c) => c.id));
    if (!able.length) this.sayWhyNot(hex);
    void this.#plan();
  }

  /** @override @param {string} hex */
  hex(hex) {
    this.confirm = null;
    const reach = this.plan?.hexes[hex];
    if (reach && this.picked.size) return this.#go(hex, reach);
    const movers = this.movers;
    if (this.open !== hex && this.picked.size && !this.stack(hex).some((c) => movers.has(c.id))) return void this.#decline(hex);
    if (this.open === hex || !this.stack(hex).length) {
      this.open = null;
      this.picked.clear();
      this.plan = null;
      return;
    }
    this.#select(hex);
  }

  /** Why those in hand do not get there; they stay in hand. @param {string} hex */
  async #decline(hex) {
    await this.#answer;
    const reach = this.plan?.hexes[hex];
    // It was tapped before the server had said where they can go.
    if (reach) return this.#go(hex, reach);
    const refused = this.plan?.refused[hex];
    const title = placeTitle(this.desk, hex);
    if (refused) return this.desk.say(`${title} cannot be entered. ${refused.text}`, refused.section);
    if (this.sayWhyNot(hex)) return;
    this.desk.say(`${join(this.names([...this.picked]))} cannot get as far as ${title} this phase.`, this.offer('move')?.section);
  }

  /** @param {string} hex @param {Reach} reach */
  #go(hex, reach) {
    const units = [...this.picked];
    const forced = reach.band === 'forced';
    const act = () => {
      this.open = null;
      this.picked.clear();
      this.plan = null;
      void this.send({ kind: 'move', units, path: reach.path, forced });
    };
    // On a turn on which marching costs nothing there is nothing to ask.
    if (!forced || this.plan?.spared) return act();
    this.confirm = {
      title: `Forced march to ${placeTitle(this.desk, hex)}?`,
      text: reach.notes.map((n) => n.text).join(' '),
      warnings: [],
      yes: 'Make the forced march',
      tone: 'danger',
      act,
    };
    this.desk.refresh();
  }

  /** @returns {string[]} hexes with units that may still march */
  get #waiting() {
    const movers = this.movers;
    return Object.keys(this.view.stacks).filter((hex) => this.stack(hex).some((c) => movers.has(c.id))).sort();
  }

  /** @override The stack after the one that was taken up last, round and round. */
  leap() {
    const all = this.#waiting;
    const next = all.find((hex) => hex > this.#last) ?? all[0];
    if (next === undefined) return false;
    this.confirm = null;
    this.#select(next);
    this.desk.board.reveal(next, CLEAR_PX);
    return true;
  }

  /** @override */
  title() {
    if (this.confirm) return this.confirm.title;
    if (this.picked.size) return `Choose a hex for ${join(this.names([...this.picked]))}`;
    return this.legal.prompt;
  }

  /** @override @returns {Child} */
  detail() {
    if (!this.open) return this.legal.detail ?? '';
    const stay = this.stack(this.open).filter((c) => !this.picked.has(c.id));
    const from = `From ${placeTitle(this.desk, this.open)}.`;
    if (!this.picked.size) return `${from} Choose the units that march.`;
    if (!stay.length) return from;
    return `${from} ${join(this.names(stay.map((c) => c.id)))} ${stay.length === 1 ? 'stays' : 'stay'} behind.`;
  }

  /** @override @returns {Child} */
  body() {
    if (!this.plan || this.confirm) return null;
    /** @type {Partial<Record<Band, number[]>>} */
    const costs = {};
    let stops = false;
    for (const reach of Object.values(this.plan.hexes)) {
      (costs[reach.band] ??= []).push(reach.cost);
      stops ||= reach.stops;
    }
    const span = (/** @type {number[]} */ all) => (Math.min(...all) === Math.max(...all) ? `${all[0]}` : `${Math.min(...all)}–${Math.max(...all)}`);
    const sample = (/** @type {Band} */ band) =>
      s('svg', { width: 22, height: 16, 'aria-hidden': 'true' }, s('rect', { x: 1, y: 1, width: 20, height: 14, rx: 3, class: `reach ${band}` }), s('rect', { x: 1, y: 1, width: 20, height: 14, rx: 3, class: `reach-line ${band}` }));
    return h(
      'div',
      { class: 'key' },
      costs.free && h('span', {}, sample('free'), `${span(costs.free)} MP, stay fresh `),
      costs.tiring && h('span', {}, sample('tiring'), `${span(costs.tiring)} MP, costs morale `, chip('10.2')),
      costs.forced && h('span', {}, sample('forced'), this.plan.spared ? 'Forced march, free this turn ' : 'Forced march ', chip('10.6')),
      stops && h('span', {}, s('svg', { width: 22, height: 16, 'aria-hidden': 'true' }, s('rect', { x: 5, y: 6, width: 12, height: 4.5, rx: 2, class: 'stop' })), 'Must stop ', chip('7.1')),
    );
  }

  /** @override @param {Counter} counter */
  note(counter) {
    const why = this.legal.why_not?.[counter.id];
    if (known(counter) && counter.done && why) return 'done';
    return super.note(counter);
  }

  /** @override @returns {StackFan|null} */
  fan() {
    const fan = super.fan();
    if (!fan) return null;
    const movers = this.movers;
    fan.items = fan.items.map((item) => ({ ...item, can: movers.has(item.counter.id), picked: this.picked.has(item.counter.id) }));
    fan.onPick = (id) => {
      this.confirm = null;
      if (!this.picked.delete(id)) this.picked.add(id);
      this.plan = null;
      void this.#plan();
      this.desk.refresh();
    };
    return fan;
  }

  /** @override @returns {Highlights} */
  highlights() {
    /** @type {Highlights} */
    const h_ = { selected: this.open ? [this.open] : [] };
    if (!this.plan) return this.picked.size ? h_ : { ...h_, able: this.#waiting };
    h_.bands = { free: [], tiring: [], forced: [] };
    h_.costs = {};
    for (const [hex, reach] of Object.entries(this.plan.hexes)) {
      h_.bands[reach.band]?.push(hex);
      h_.costs[hex] = { text: String(reach.cost), band: reach.band, stops: reach.stops };
    }
    const reach = this.hovered ? this.plan.hexes[this.hovered] : undefined;
    if (reach && this.open) h_.path = [this.open, ...reach.path];
    else if (this.hovered && this.plan.refused[this.hovered] && this.hovered !== this.open) h_.refused = this.hovered;
    return h_;
  }

  /** @override @param {string|null} hex @returns {TipContent|null} */
  hover(hex) {
    this.hovered = hex;
    if (!hex || !this.plan || hex === this.open) return null;
    const refused = this.plan.refused[hex];
    if (refused) return { head: `${placeTitle(this.desk, hex)} cannot be entered.`, lines: [{ text: refused.text, section: refused.section }] };
    const reach = this.plan.hexes[hex];
    if (!reach) return null;
    return {
      head: `${placeTitle(this.desk, hex)}: ${reach.cost} MP, ${this.plan.spared && reach.band === 'forced' ? 'forced march without loss this turn' : BAND_WORDS[reach.band]}.`,
      lines: reach.notes.map((n) => ({ text: n.text, section: n.section })),
    };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.plan) {
      return {
        label: 'Hexes in reach as a list',
        items: Object.entries(this.plan.hexes)
          .sort(([a, x], [b, y]) => x.cost - y.cost || a.localeCompare(b))
          .map(([hex, reach]) => ({
            label: `${placeTitle(this.desk, hex)} · ${reach.cost}${reach.band === 'forced' ? ' forced' : ''}`,
            key: `to-${hex}`,
            act: () => this.#go(hex, reach),
          })),
      };
    }
    if (this.open) return null;
    const hexes = this.#waiting;
    return {
      label: `${count(hexes.length, 'stack')} that may move`,
      items: hexes.map((hex) => ({
        label: `${placeTitle(this.desk, hex)}: ${shortStack(this.stack(hex))}`,
        key: `stack-${hex}`,
        act: () => {
          this.#select(hex);
          this.desk.board.reveal(hex);
          this.desk.refresh();
        },
      })),
    };
  }

  /** @override */
  escape() {
    if (!this.confirm && this.open) {
      this.picked.clear();
      this.plan = null;
    }
    return super.escape();
  }

  /** @override */
  dock() {
    if (this.confirm || !this.picked.size) return super.dock();
    return [button('Choose others', () => this.escape(), { key: 'back' }), ...this.endPhase()];
  }
}
