/**
 * One order as a form: the slot in hand is chosen from on the map and in the panel; what was chosen before it stands above,
 * and a press leads back there. It knows shapes and words of the wire, and neither rules nor games.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Flag, Offer, RefusalJson} from '../core/wire.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {FanContent} from '../board/fan.js'
 * @import {TipContent} from '../board/tip.js'
 * @import {Desk} from '../panels/desk.js'
 * @import {ListItem} from '../panels/mode.js'
 * @import {Roster, Value} from './types.js'
 */

import { button, count } from '../core/bits.js';
import { h } from '../core/dom.js';
import { placeTitle } from '../panels/places.js';
import { Filling } from './filling.js';
import { FEW, picker } from './picker.js';
import { chosen, isFlag, isPath, isSome, names, only, refused, toggled } from './values.js';

/** @type {Record<string, string>} what is asked where the slot does not say it */
const PROMPTS = { unit: 'Choose a unit', units: 'Choose units', hex: 'Choose a place', path: 'Choose where to go', choice: 'Choose one', count: 'How many?', flag: 'Yes or no?' };
/** The share of the board that is coloured at most. */
const MOST_SHOWN = 0.5;
const UNITS = new Set(['unit', 'units']);
const PLACES = new Set(['hex', 'path']);

export class Form {
  /** whose units lie open on the map @type {string|null} */ open = null;
  /** @type {string|null} */ #hovered = null;

  /**
   * @param {Desk} desk
   * @param {() => Roster} roster of the position shown
   * @param {Offer} offer
   * @param {(command: object) => unknown} [send] in place of the desk's own
   */
  constructor(desk, roster, offer, send = (command) => desk.send(command)) {
    this.desk = desk;
    this.roster = roster;
    this.send = send;
    this.filling = new Filling(offer, (question) => desk.consult(question), () => this.#changed(), () => roster().about ?? null);
  }

  get offer() {
    return this.filling.offer;
  }

  /** The same question, maybe in another position. @param {Offer} offer */
  update(offer) {
    return this.filling.update(offer);
  }

  #changed() {
    const { slot } = this.filling;
    if (slot && !UNITS.has(slot.shape)) this.open = null;
    this.desk.refresh();
  }

  // --- words ----------------------------------------------------------------------------------------------------------

  get #shape() {
    return this.filling.slot?.shape ?? '';
  }

  /** @param {string} name @returns {string} what a person calls it */
  word(name) {
    const { options } = this.filling;
    const label = options && 'labels' in options ? options.labels?.[name] : undefined;
    return label ?? this.#known(name, this.#shape);
  }

  /** @param {string} name @param {string} shape */
  #known(name, shape) {
    if (UNITS.has(shape)) return this.roster().name(name);
    return this.desk.board.lattice.has(name) ? placeTitle(this.desk, name) : name;
  }

  /** @returns {string} */
  title() {
    const { slot, options } = this.filling;
    if (slot && !slot.prompt && options && isFlag(options) && options.labels) return `${options.labels.false} or ${options.labels.true?.toLowerCase()}?`;
    return slot ? slot.prompt || PROMPTS[slot.shape] || this.offer.label : this.offer.label;
  }

  /** What was chosen in a slot, in words. @param {number} place @returns {string} */
  said(place) {
    const settled = this.filling.settled[place];
    if (!settled) return '';
    const { slot, options, value } = settled;
    const labels = 'labels' in options ? options.labels : undefined;
    if (typeof value === 'boolean') return labels?.[String(value)] ?? (value ? 'Yes' : 'No');
    if (typeof value === 'number') return String(value);
    return chosen(options, value).map((name) => labels?.[name] ?? this.#known(name, slot.shape)).join(', ');
  }

  // --- the panel ------------------------------------------------------------------------------------------------------

  /** @returns {Child} */
  body() {
    const { settled } = this.filling;
    const trail = settled.map(({ alone }, place) =>
      alone
        ? h('span', { class: 'crumb' }, this.said(place))
        : button(this.said(place), () => this.filling.reopen(place), { key: `back-${place}`, class: 'crumb', title: 'Choose another' }),
    );
    return [trail.length > 0 && h('div', { class: 'row crumbs' }, trail), picker(this)];
  }

  /** @returns {{name: string, label: string, chosen: boolean, why?: string}[]} the places of the map in words */
  places() {
    const { options, draft } = this.filling;
    if (!options || !PLACES.has(this.#shape)) return [];
    const costs = isPath(options) ? options.costs : {};
    const now = chosen(options, draft);
    const may = names(options).map((name) => {
      const cost = costs[name];
      return { name, label: cost === undefined ? this.word(name) : `${this.word(name)} · ${cost}`, chosen: now.includes(name) };
    });
    return [...may, ...Object.entries(refused(options)).map(([name, why]) => ({ name, label: this.word(name), chosen: false, why: why.text }))];
  }

  /** @returns {{label: string, items: ListItem[]}|null} the places of the map as a list; a few of them stand in the panel */
  list() {
    const places = this.places();
    if (places.length <= FEW) return null;
    const may = places.filter(({ why }) => why === undefined).length;
    return { label: `${count(may, 'place')} as a list`, items: places.map(({ name, label, why }) => ({ label, key: `to-${name}`, why, act: () => this.choose(name) })) };
  }

  // --- choosing -------------------------------------------------------------------------------------------------------

  /** One more name, or one less. @param {string} name */
  choose(name) {
    const { filling } = this;
    const { options, draft } = filling;
    if (!options) return;
    const why = refused(options)[name];
    if (why) return this.#tell(why);
    if (!names(options).includes(name)) return;
    if (!isSome(options) && chosen(options, draft).includes(name)) return;
    const value = toggled(options, draft, name);
    if (value === null && isSome(options)) return this.desk.say(`You can choose ${options.most} at most.`, this.offer.section);
    filling.set(value);
  }

  /** @param {Value} value */
  set(value) {
    this.filling.set(value);
  }

  /** @param {RefusalJson} why */
  #tell(why) {
    this.desk.say(why.text, why.section);
  }

  #go() {
    const { command } = this.filling;
    if (command) void this.send(command);
  }

  // --- the map --------------------------------------------------------------------------------------------------------

  /** @param {string} place tapped */
  tap(place) {
    const { filling } = this;
    const { options } = filling;
    if (options && PLACES.has(this.#shape)) {
      // The same place a second time is a yes.
      if (!isSome(options) && chosen(options, filling.draft).includes(place)) return this.#go();
      if (names(options).includes(place)) return this.choose(place);
      if (this.#another(place)) return;
      const why = refused(options)[place];
      if (why) return this.#tell(why);
      this.open = this.open === place ? null : place;
      return;
    }
    this.#tapUnits(place);
  }

  /** @param {string} place */
  #tapUnits(place) {
    const { options } = this.filling;
    const here = this.roster().at(place);
    const able = options && UNITS.has(this.#shape) ? here.filter((id) => names(options).includes(id)) : [];
    const [first] = able;
    if (first && able.length === 1) return this.choose(first);
    if (!able.length && this.#another(place)) return;
    const why = options && here.map((id) => refused(options)[id]).find(Boolean);
    if (!able.length && why) return this.#tell(why);
    this.open = this.open === place || !here.length ? null : place;
  }

  /** Another unit than the one chosen before, if it stands here. @param {string} place @returns {boolean} */
  #another(place) {
    const { filling } = this;
    const here = this.roster().at(place);
    const at = filling.settled.findLastIndex(({ slot, options }) => slot.shape === 'unit' && here.some((id) => names(options).includes(id)));
    if (at < 0) return false;
    filling.reopen(at);
    this.#tapUnits(place);
    return true;
  }

  /** @param {string|null} place @returns {TipContent|null} why it may not be chosen */
  hover(place) {
    this.#hovered = place;
    const { options } = this.filling;
    const why = place && options && PLACES.has(this.#shape) ? refused(options)[place] : null;
    return place && why ? { head: placeTitle(this.desk, place), lines: [why] } : null;
  }

  /** @returns {FanContent|null} */
  fan() {
    const { open } = this;
    const ids = open ? this.roster().at(open) : [];
    if (!open || !ids.length) return null;
    const { options, draft } = this.filling;
    const roster = this.roster();
    const may = new Set(options && UNITS.has(this.#shape) ? names(options) : []);
    const picked = new Set(options ? chosen(options, draft) : []);
    return {
      hex: open,
      title: placeTitle(this.desk, open),
      items: (may.size ? ids.filter((id) => may.has(id) || (options && id in refused(options))) : ids).map((id) => ({
        id,
        face: (px) => roster.face(id, px),
        spoken: roster.name(id),
        note: roster.note?.(id) ?? roster.name(id),
        can: may.has(id),
        picked: picked.has(id),
        why: options ? refused(options)[id]?.text : undefined,
      })),
      onPick: (id) => this.choose(id),
    };
  }

  /** @returns {Highlights} */
  highlights() {
    const { options, settled, draft } = this.filling;
    const roster = this.roster();
    const about = roster.about ? [roster.about] : [];
    const before = [...about, ...settled.flatMap((one) => this.#placesOf(one.slot.shape, chosen(one.options, one.value)))];
    if (!options) return { selected: before };
    const now = chosen(options, draft);
    if (PLACES.has(this.#shape) || !UNITS.has(this.#shape)) return { ...this.#ground(now, before) };
    const places = this.#placesOf(this.#shape, names(options));
    const foes = new Set(names(options).filter((id) => roster.foe(id)).flatMap((id) => roster.place(id) ?? []));
    const target = settled.flatMap(({ slot, value }) => (slot.shape === 'unit' && typeof value === 'string' && roster.foe(value) ? (roster.place(value) ?? []) : []))[0];
    const selected = this.#placesOf(this.#shape, now);
    return {
      marked: places.filter((place) => !foes.has(place) && !selected.includes(place)),
      targets: [...foes],
      selected: [...(this.open ? [this.open] : []), ...selected, ...before.filter((place) => place !== target)],
      ...(target ? { attack: { hex: target, from: selected, odds: null, river: null } } : {}),
    };
  }

  /** @param {string[]} now @param {string[]} before @returns {Highlights} the places on offer */
  #ground(now, before) {
    const { options } = this.filling;
    if (!options) return {};
    const { lattice } = this.desk.board;
    const free = names(options).filter((name) => lattice.has(name));
    // Where nearly every place may be chosen, to colour them all would only hide the map.
    const shown = free.length > Object.keys(lattice.board.hexes).length * MOST_SHOWN ? [] : free;
    const goal = this.#hovered && free.includes(this.#hovered) ? this.#hovered : now[0];
    const away = this.#hovered && this.#hovered in refused(options) ? this.#hovered : null;
    if (!isPath(options)) return { bands: { free: shown }, selected: [...before, ...now], refused: away };
    const costs = Object.entries(options.costs).map(([place, cost]) => [place, { text: String(cost), band: /** @type {const} */ ('free'), stops: false }]);
    const start = before.at(-1);
    const way = goal ? options.ways[goal] : undefined;
    return { bands: { free }, costs: Object.fromEntries(costs), selected: before, path: way && start ? [start, ...way] : [], refused: away };
  }

  /** @param {string} shape @param {string[]} ids @returns {string[]} */
  #placesOf(shape, ids) {
    const { lattice } = this.desk.board;
    const found = ids.map((id) => (UNITS.has(shape) ? this.roster().place(id) : id));
    return [...new Set(found.filter((place) => place !== null && lattice.has(place)).map(String))];
  }

  // --- the dock -------------------------------------------------------------------------------------------------------

  /** @returns {Node[]} */
  buttons() {
    const { filling } = this;
    const { options, draft, ready, last } = filling;
    if (!options) return [];
    if (!last) return isSome(options) || typeof draft === 'number' ? [button('Next', () => filling.next(), { tone: 'primary', key: 'next', disabled: !ready, title: ready ? undefined : this.title() })] : [];
    if (isFlag(options) && options.labels) return this.#answers(options.labels, options);
    const chosenSoFar = typeof draft === 'number' ? draft : isSome(options) && options.most > 1 && Array.isArray(draft) ? draft.length : 0;
    const number = chosenSoFar ? h('small', {}, String(chosenSoFar)) : null;
    return [button([this.offer.label, number], () => this.#go(), { tone: 'primary', key: 'order-go', disabled: !ready, title: ready ? undefined : this.title() })];
  }

  /** A yes or no that ends the order has a button each. @param {Record<string, string>} labels @param {Flag} barred */
  #answers(labels, { refusal, needed }) {
    const give = (/** @type {boolean} */ value) => () => {
      this.filling.draft = value;
      this.#go();
    };
    return [
      button(labels.false ?? 'No', give(false), { key: 'order-no', disabled: needed !== null, title: needed?.text }),
      button(labels.true ?? 'Yes', give(true), { tone: 'primary', key: 'order-yes', disabled: refusal !== null, title: refusal?.text }),
    ];
  }

  /** @returns {boolean} whether there was something to put back */
  escape() {
    if (this.open) {
      this.open = null;
      return true;
    }
    return this.filling.back();
  }

  clear() {
    this.open = null;
    this.filling.clear();
  }

  /** Whether everything there is to choose is chosen by itself. */
  get settled() {
    const { options } = this.filling;
    return options !== null && only(options) !== null;
  }
}
