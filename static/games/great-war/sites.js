/**
 * Orders about ground, given on the map: hexes laid waste, the Hindenburg Line, landings. The hexes on offer are lit up, a
 * press chooses one, a press on what is chosen takes it back; the tip of a hex says what happens there.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {TipContent} from '../../board/tip.js'
 * @import {ListItem} from '../../panels/questions/mode.js'
 */

import { count } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { placeTitle } from '../../panels/places.js';
import { show } from '../../board/show.js';
import { Form } from '../../orders/form.js';
import { chosen, isSome, names } from '../../orders/values.js';

class Site extends Form {
  /** @override */
  static deliberate = true;

  /** @param {string} place @returns {string} what a press there does; empty where it does nothing */
  does(place) {
    return this.uses(place) ? this.title() : '';
  }

  /** @override @param {string|null} place @returns {TipContent|null} */
  hover(place) {
    const why = super.hover(place);
    const text = place && !why ? this.does(place) : '';
    if (!place || !text) return why;
    const { help, section } = this.offer;
    return { head: placeTitle(this.desk, place), lines: [{ text }, ...(help ? [{ text: help, section }] : [])] };
  }
}

/** §14.6: one unit in each hex stays there and lays it waste. */
export class Devastation extends Site {
  /** @returns {Map<string, string[]>} the units that could, by hex */
  get #able() {
    const { options } = this.filling;
    const roster = this.roster();
    /** @type {Map<string, string[]>} */
    const by = new Map();
    for (const id of options ? names(options) : []) {
      const place = roster.place(id);
      if (place) by.set(place, [...(by.get(place) ?? []), id]);
    }
    return by;
  }

  /** @returns {string[]} */
  get #picked() {
    const { options, draft } = this.filling;
    return options ? chosen(options, draft) : [];
  }

  /** @override @param {string} place */
  uses(place) {
    return this.#able.has(place);
  }

  /** @override @param {string} place */
  tap(place) {
    const here = this.#able.get(place);
    if (!here) return super.tap(place);
    const { options } = this.filling;
    const picked = this.#picked;
    const [first = ''] = here;
    if (picked.some((id) => here.includes(id))) return this.set(picked.filter((id) => !here.includes(id)));
    if (options && isSome(options) && picked.length >= options.most) return this.desk.say(`Only ${count(options.most, 'marker')} can be placed now.`, this.offer.section);
    this.set([...picked, first]);
  }

  /** @override @param {string} place */
  does(place) {
    const here = this.#able.get(place);
    const [first] = here ?? [];
    if (!here || !first) return '';
    return this.#picked.some((id) => here.includes(id)) ? 'Tap to spare this hex.' : `Tap to have ${this.roster().name(first)} devastate this hex.`;
  }

  /** @override @returns {Child} */
  body() {
    const places = this.#picked.map((id) => this.roster().place(id)).filter((place) => place !== null);
    return h('p', { class: 'row' }, places.length ? h('b', {}, places.map((place) => placeTitle(this.desk, place)).join(', ')) : 'Tap the hexes to devastate.');
  }

  /** @override @returns {{label: string, items: ListItem[]}} */
  list() {
    const roster = this.roster();
    const able = this.#able;
    return {
      label: `${count(able.size, 'hex', 'hexes')} as a list`,
      items: [...able].toSorted().map(([place, [id = '']]) => ({ label: `${placeTitle(this.desk, place)}: ${roster.name(id)}`, key: `devastate-${place}`, act: () => this.tap(place) })),
    };
  }

  /** @override @returns {Highlights} */
  highlights() {
    const selected = this.#picked.map((id) => this.roster().place(id)).filter((place) => place !== null);
    return { bands: { free: [...this.#able.keys()] }, selected };
  }
}

/** §14.3: four hexes in a row, one after the other. */
export class Line extends Site {
  /** @param {string} place @returns {number} which of the hexes chosen before it is; below 0 for none */
  #settled(place) {
    return this.filling.settled.findIndex(({ value }) => value === place);
  }

  /** @override @param {string} place */
  uses(place) {
    return super.uses(place) || this.#settled(place) >= 0;
  }

  /** @override @param {string} place */
  tap(place) {
    const before = this.#settled(place);
    if (before >= 0) this.filling.reopen(before);
    else super.tap(place);
  }

  /** @override @param {string} place */
  does(place) {
    if (this.#settled(place) >= 0) return 'Tap to undo this hex and the ones after it.';
    if (this.holds(place)) return `Tap again: ${this.offer.label.toLowerCase()}.`;
    return super.uses(place) ? `Tap for a heavy fort here, ${this.filling.settled.length + 1} of ${this.filling.slots.length}.` : '';
  }
}

/** §6.52, §6.53: who comes ashore is chosen from the box; the beach is lit up, and a press on it is the yes. */
export class Landing extends Site {
  /** @returns {string} the beach in hand */
  get #beach() {
    return this.filling.slot?.place ?? '';
  }

  /** @override @param {string} place */
  uses(place) {
    return place === this.#beach || super.uses(place);
  }

  /** @override @param {string} place */
  tap(place) {
    const { filling } = this;
    if (place !== this.#beach) return super.tap(place);
    if (!filling.ready) return this.desk.say(this.title(), this.offer.section);
    if (filling.last) this.go();
    else filling.next();
  }

  /** @override @param {string} place */
  does(place) {
    const { options, draft, last } = this.filling;
    if (place !== this.#beach || !options) return '';
    const n = chosen(options, draft).length;
    return last ? `${count(n, 'division lands', 'divisions land')} here. Tap to land.` : `${count(n, 'division lands', 'divisions land')} here. Tap for the next beach.`;
  }

  /** @override The beach may lie on another front. */
  bring(/** @type {string[]} */ places) {
    const { board } = this.desk;
    requestAnimationFrame(() => show(board, places));
  }

  /** @override @returns {Highlights} */
  highlights() {
    const before = this.filling.settled.flatMap(({ slot, value }) => (slot.place && Array.isArray(value) && value.length ? [slot.place] : []));
    return { ...super.highlights(), bands: { free: [this.#beach].filter(Boolean) }, selected: before };
  }
}
