/**
 * An order about units of one stack and where they go, given by hand: a tap takes up the stack and shows its reach, a tap
 * on a place sends it there; or it is dragged. Which of the stack go along can be changed in between.
 *
 * @import {Child} from '../core/dom.js'
 * @import {FanContent} from '../board/fan.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {ListItem} from '../panels/questions/mode.js'
 * @import {Laid} from './stack-fan.js'
 * @import {Options} from './types.js'
 */

import { button, count } from '../core/bits.js';
import { h } from '../core/dom.js';
import { placeTitle } from '../panels/places.js';
import { Form } from './form.js';
import { carriers } from './onmap.js';
import { stackFan } from './stack-fan.js';
import { isPath, names, refused } from './values.js';

const FACE_PX = 52;

/** Of the window's edge a stack that is taken up keeps clear of, and so of the dock and its reach. */
const CLEAR_PX = 170;

export class March extends Form {
  /** the place that was taken up last, where the next one is looked for from */ #last = '';

  /** @override */
  get stays() {
    return true;
  }

  /** @returns {Partial<Laid>} what a game says otherwise of an open stack */
  get laidOpen() {
    return {};
  }

  /** @returns {string[]} who goes */
  get going() {
    const value = this.filling.settled[0]?.value;
    return Array.isArray(value) ? value : [];
  }

  /** Who may be sent off, as the offer says. @returns {Options|null} */
  get able() {
    return this.offer.slots?.[0]?.options ?? null;
  }

  /** @param {string} place @returns {string[]} */
  movers(place) {
    const able = this.able;
    const may = new Set(able ? names(able) : []);
    return this.roster().at(place).filter((id) => may.has(id));
  }

  /** @param {string} place @returns {boolean} whether the units in hand can go there */
  reaches(place) {
    const { options } = this.filling;
    return this.going.length > 0 && options !== null && names(options).includes(place);
  }

  /** @param {string[]} units go; none: nothing is in hand */
  #send(units) {
    const { filling } = this;
    filling.restart(this.able, units);
    if (units.length) filling.next();
    else filling.changed();
  }

  /** @param {string} place the stack that is taken up, with those that had better go together */
  #take(place) {
    const movers = this.movers(place);
    const roster = this.roster();
    this.open = place;
    this.#last = place;
    this.#send(roster.together?.(movers) ?? movers);
    if (!movers.length) void this.#bar(place);
  }

  /** Why nobody of those who stand here can be sent off. @param {string} place */
  #bar(place) {
    const roster = this.roster();
    const able = this.able;
    const known = roster.at(place).find((id) => able && refused(able)[id]);
    const why = known && able && refused(able)[known];
    if (known && why) return this.tell(why, `${roster.name(known)} cannot go.`);
    return this.pass(place, 'cannot go', 0);
  }

  /** Why those in hand do not get there; they stay in hand. @param {string} place */
  async decline(place) {
    const { filling, desk } = this;
    await filling.entering;
    // It was tapped before the server had said where they can go, and by now they may be on their way or put down.
    if (!this.going.length) return;
    if (this.reaches(place)) return this.choose(place);
    const { options } = filling;
    const why = options && refused(options)[place];
    const title = placeTitle(desk, place);
    const roster = this.roster();
    if (why) this.tell(why, `${title} cannot be entered.`);
    else if (roster.at(place).some((id) => !roster.foe(id))) await this.#bar(place);
    else if (options && isPath(options)) desk.say(`${title} is out of reach for ${this.#named()}.`, this.offer.section);
    else await this.explain(place, `${title} cannot be reached.`);
  }

  put() {
    this.open = null;
    this.#send([]);
  }

  /** @override */
  go() {
    super.go();
    this.put();
  }

  /** @override @param {string} place */
  uses(place) {
    return this.reaches(place) || this.movers(place).length > 0;
  }

  /** @override @param {string} place */
  tap(place) {
    if (this.reaches(place)) return this.choose(place);
    if (this.open === place) return this.put();
    if (this.movers(place).length) return this.#take(place);
    if (this.going.length) return void this.decline(place);
    if (this.roster().at(place).length) this.#take(place);
    else this.put();
  }

  /** @override The place is the last choice, and a tap on it is the yes. @param {string} name */
  choose(name) {
    super.choose(name);
    if (this.filling.ready && this.filling.last && this.going.length) this.go();
  }

  /** @override @param {string} place */
  grab(place) {
    if (!this.movers(place).length) return null;
    if (this.open !== place || !this.going.length) this.#take(place);
    const [first] = this.going;
    return first ? this.roster().face(first, FACE_PX, { count: this.going.length }) : null;
  }

  /** @override @param {string} place */
  drop(place) {
    return this.decline(place);
  }

  /** @returns {string} who goes, in words */
  #named() {
    const { going } = this;
    const roster = this.roster();
    return `${roster.name(going[0] ?? '')}${going.length > 1 ? ` and ${count(going.length - 1, 'other')}` : ''}`;
  }

  /** @override What is in reach is round the stack that was taken up: the map stays where it is. */
  bring() {}

  /** @returns {string[]} the places of those who may still go, in the order of the list */
  get waiting() {
    const able = this.able;
    const roster = this.roster();
    return [...new Set((able ? names(able) : []).map((id) => roster.place(id)))].filter((place) => place !== null).sort();
  }

  /** @override The stack after the one that was taken up last, round and round. */
  leap() {
    const all = this.waiting;
    const next = all.find((place) => place > this.#last) ?? all[0];
    if (next === undefined) return false;
    this.#take(next);
    this.desk.board.reveal(next, CLEAR_PX);
    return true;
  }

  /** @override @returns {Child} how many stacks are left, and the way to the next */
  body() {
    const left = this.waiting.length;
    if (!left) return null;
    const next = () => {
      if (this.leap()) this.desk.refresh();
    };
    return h('p', { class: 'row' }, button(['Next stack', h('small', {}, `${left} can still go`)], next, { key: 'next-stack', title: 'Take up the next stack that can still go (n)' }));
  }

  /** @override */
  title() {
    return this.going.length ? `${this.offer.label}: ${this.#named()}` : super.title();
  }

  /** @override Where they walk and where they are carried looks different. @returns {Child} */
  detail() {
    const { options } = this.filling;
    const by = this.going.length && options ? Object.keys(carriers(options)) : [];
    return by.length ? `Pale: by ${by.join(' or ')}.` : super.detail();
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.going.length) {
      return { label: 'Places in reach as a list', items: this.places().map(({ name, label, why }) => ({ label, key: `to-${name}`, why, act: () => this.choose(name) })) };
    }
    const able = this.able;
    const roster = this.roster();
    const places = this.waiting;
    const take = (/** @type {string} */ place) => {
      this.#take(place);
      this.desk.board.reveal(place, CLEAR_PX);
      this.desk.refresh();
    };
    const items = places.map((place) => ({ label: `${placeTitle(this.desk, place)}: ${roster.standing?.(place) ?? ''}`, key: `stack-${place}`, act: () => take(place) }));
    // Who waits beside the map, as for a ship, is taken up by himself.
    const beside = (able ? names(able) : []).filter((id) => roster.place(id) === null);
    for (const id of beside) items.push({ label: roster.name(id), key: `unit-${id}`, act: () => { this.open = null; this.#send([id]); this.desk.refresh(); } });
    return { label: `${count(places.length + beside.length, 'stack')} as a list`, items };
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const { open } = this;
    const roster = this.roster();
    const all = open ? roster.at(open) : [];
    const movers = new Set(open ? this.movers(open) : []);
    // A unit by itself is chosen by a tap on it.
    if (!open || (all.length < 2 && movers.size)) return null;
    const going = new Set(this.going);
    const able = this.able;
    const barred = able ? refused(able) : {};
    const set = (/** @type {string[]} */ ids, /** @type {number} */ n) => {
      for (const [nth, id] of ids.entries()) going[nth < n ? 'add' : 'delete'](id);
      this.#send([...movers].filter((id) => going.has(id)));
      // Who goes is seen before the server has said where to.
      this.desk.refresh();
    };
    return stackFan({
      desk: this.desk,
      roster,
      place: open,
      may: (id) => movers.has(id),
      picked: going,
      why: (id) => (barred[id] ?? this.desk.legal.why_not?.[id])?.text,
      stacked: true,
      pick: (ids) => set(ids, ids.every((id) => going.has(id)) ? 0 : ids.length),
      set,
      ...this.laidOpen,
    });
  }

  /** @override @returns {Highlights} */
  highlights() {
    return this.going.length && this.filling.options ? super.highlights() : { selected: this.open ? [this.open] : [], able: this.waiting };
  }

  /** @override @returns {Node[]} */
  buttons() {
    return this.going.length ? [button('Choose others', () => { this.put(); this.desk.refresh(); }, { key: 'back' })] : [];
  }

  /** @override */
  escape() {
    if (!this.open && !this.going.length) return false;
    this.put();
    return true;
  }
}
