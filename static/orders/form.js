/**
 * One order as a form: the slot in hand is chosen from on the map and in the panel; what was chosen before it stands above,
 * and a press leads back there. It knows shapes and words of the wire, and neither rules nor games.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Flag, Offer, RefusalJson, Slot} from '../core/wire.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {FanContent} from '../board/fan.js'
 * @import {TipContent} from '../board/tip.js'
 * @import {Desk} from '../panels/desk.js'
 * @import {Confirm, ListItem} from '../panels/questions/mode.js'
 * @import {Options, Roster, Value} from './types.js'
 */

import { button, count } from '../core/bits.js';
import { h } from '../core/dom.js';
import { show } from '../board/show.js';
import { placeTitle } from '../panels/places.js';
import { Filling } from './filling.js';
import { groups } from './groups.js';
import { fanOf, highlightsOf, MAX_COLOURED_SHARE, PLACES, UNITS } from './onmap.js';
import { PLACES_IN_PANEL, picker } from './picker.js';
import { chosen, isAllotment, isFlag, isGroups, isMany, isOne, isPath, isSome, isSum, missing, names, only, refused, running, toggled, waysTo, wrong } from './values.js';

/** @type {Record<string, string>} what is asked where the slot does not say it */
const PROMPTS = { unit: 'Choose a unit', units: 'Choose units', hex: 'Choose a place', path: 'Choose where to go', choice: 'Choose one', count: 'How many?', flag: 'Yes or no?' };
/** Of so few words each has a button of its own, if nothing else is left to choose. */
const MAX_BUTTONS = 3;
/** So few places of units come into the window. */
const FEW_PLACES = 3;
/** What the server says of a name of which there is nothing to say. */
const NOTHING_TO_SAY = 'not-offered';
/** More letters than these together are a list: the dock has one row. */
const MAX_DOCK_LETTERS = 60;

/**
 * @typedef {object} Host what has a form in hand, as a mode does
 * @property {Confirm|null} confirm what waits for a yes
 * @property {(confirm: Confirm) => void} ask
 * @property {(offer?: Offer|null) => void} take another order in its place; the one that is at hand at first, unless told
 */

export class Form {
  /** It is taken up by its button alone, and not by a tap where it could begin. */
  static deliberate = false;
  /** Orders that it gives besides its own: they have no form of theirs. @type {string[]} */
  static gives = [];
  /** whose units lie open on the map @type {string|null} */
  open = null;
  /** @type {string|null} */
  hovered = null;
  /** what is asked as long as nothing is chosen, where its slot does not say it */
  question = '';
  /** the group that the next one goes to, of an allotment, once the player has said it @type {string|null} */
  heading = null;
  /** places that find room in the panel; more are folded into a list */
  few = PLACES_IN_PANEL;
  /** the choices after which places were last brought into the window */
  #shown = '';
  /** it was given and may be given again */
  #given = false;
  /** what has it in hand @type {Host|null} */
  host = null;

  /**
   * @param {Desk} desk
   * @param {() => Roster} roster of the position shown
   * @param {Offer} offer
   */
  constructor(desk, roster, offer) {
    this.desk = desk;
    this.roster = roster;
    this.filling = new Filling(new.target.laid(offer), (question) => this.consult(question), () => this.#changed(), (slot, last) => this.first(slot, last), (options) => this.#sole(options));
  }

  // --- what a game may say otherwise ------------------------------------------------------------------------------------

  /** @param {Offer} offer @returns {Offer} as the form reads it: with slots, where it says in fields of its own what may be chosen */
  static laid(offer) {
    return offer;
  }

  /** @param {Offer} offer @returns {string} below its name, on the button that takes it up: how much there is to choose from */
  static small(offer) {
    if (offer.note) return offer.note;
    const [first] = this.laid(offer).slots ?? [];
    return first?.options && UNITS.has(first.shape) ? count(names(first.options).length, 'unit') : '';
  }

  /** What may be chosen in a later slot, and why a name may not. @param {object} question @returns {Promise<any>} */
  consult(question) {
    return this.desk.consult(question);
  }

  /** What is chosen in a slot at first: in the last one the place that the question is about. @param {Slot} _slot @param {boolean} last @returns {string|null} */
  first(_slot, last) {
    return last ? (this.roster().about ?? null) : null;
  }

  // --- the order as it is filled in -------------------------------------------------------------------------------------

  /** The only choice, or one of units that are alike and stand together. @param {Options} options @returns {Value|null} */
  #sole(options) {
    const sole = only(options);
    const roster = this.roster();
    if (sole !== null || !roster.alike || this.#shape !== 'unit' || !isOne(options)) return sole;
    const [first, ...others] = groups(roster, options.of);
    return first && !others.length ? (first.ids[0] ?? null) : null;
  }

  get offer() {
    return this.filling.offer;
  }

  /** Whether a stack stays open while its place to go is chosen. */
  get stays() {
    return false;
  }

  /** Whether the player has chosen anything. */
  get touched() {
    return this.filling.touched;
  }

  /** Whether something is in hand beside which other buttons stand back. */
  get occupied() {
    return false;
  }

  /** The same question, maybe in another position. @param {Offer} offer */
  update(offer) {
    const onward = this.#given;
    this.#given = false;
    const { laid } = /** @type {typeof Form} */ (this.constructor);
    return this.filling.update(laid(offer), onward);
  }

  #changed() {
    const { slot, options } = this.filling;
    if (slot && !UNITS.has(slot.shape) && !this.stays) this.open = null;
    if (slot && options && PLACES.has(slot.shape)) this.bring(names(options));
    else if (slot?.place && options) this.bring([slot.place]);
    else if (slot && options && UNITS.has(slot.shape) && this.desk.legal.offers.length < 2) this.#bringUnits(names(options));
    this.desk.refresh();
  }

  /** The places come into the window, once for what led to them. @param {string[]} all */
  bring(all) {
    const { board } = this.desk;
    const led = JSON.stringify([this.offer.kind, this.filling.settled.map(({ value }) => value)]);
    if (led === this.#shown) return;
    this.#shown = led;
    const places = all.filter((place) => board.lattice.has(place) || board.hexOf?.(place));
    // A page just opened shows your front first; this comes after it.
    if (places.length && places.length <= Object.keys(board.lattice.board.hexes).length * MAX_COLOURED_SHARE) requestAnimationFrame(() => show(board, places));
  }

  /** Nothing else can be done: where the units to choose from stand comes into the window, if that is in few places. @param {readonly string[]} ids */
  #bringUnits(ids) {
    const roster = this.roster();
    const places = [...new Set(ids.map((id) => roster.place(id) ?? ''))];
    if (places.length <= FEW_PLACES) this.bring(places);
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
    const { slot, options, settled } = this.filling;
    if (this.question && !slot?.prompt && settled.every(({ alone }) => alone)) return this.question;
    if (slot && !slot.prompt && options && isFlag(options) && options.labels) return `${options.labels.false} or ${options.labels.true?.toLowerCase()}?`;
    return slot ? slot.prompt || PROMPTS[slot.shape] || this.offer.label : this.offer.label;
  }

  /** @returns {Child} what you need to know beside the prompt; null: what the question says of it */
  detail() {
    return null;
  }

  /** @param {string} name @returns {string} what the offer says of it, as the odds of an attack on it */
  note(name) {
    const { options } = this.filling;
    return (options && 'notes' in options && options.notes?.[name]) || '';
  }

  /** What was the only choice in a slot, with what the offer says of it. @param {number} place @returns {Child} */
  #alone(place) {
    const settled = this.filling.settled[place];
    const notes = settled && 'notes' in settled.options ? settled.options.notes : undefined;
    const note = notes?.[String(settled?.value)];
    return h('span', { class: 'crumb' }, this.said(place), note ? h('small', {}, note) : null);
  }

  /** What was chosen in a slot, in words. @param {number} place @returns {string} */
  said(place) {
    const settled = this.filling.settled[place];
    if (!settled) return '';
    const { slot, options, value } = settled;
    const labels = 'labels' in options ? options.labels : undefined;
    if (typeof value === 'boolean') return labels?.[String(value)] ?? (value ? 'Yes' : 'No');
    if (typeof value === 'number') return String(value);
    const said = (/** @type {string} */ name) => labels?.[name] ?? this.#known(name, slot.shape);
    if (isAllotment(options) && isGroups(value)) return Object.entries(value).map(([group, ids]) => `${this.groupTitle(group, options)}: ${ids.map(said).join(', ')}`).join('; ');
    return chosen(options, value).map(said).join(', ');
  }

  /** The group that the next one goes to: what the player said, else the first that lacks something. @returns {string} */
  get group() {
    const { options, draft } = this.filling;
    if (!options || !isAllotment(options)) return '';
    if (this.heading !== null && this.heading in options.groups) return this.heading;
    const has = isGroups(draft) ? draft : {};
    const needs = Object.entries(options.groups);
    const lacks = needs.find(([group, need]) => wrong(need, has[group] ?? []) !== null || (!need.optional && !has[group]?.length));
    return (lacks ?? needs[0])?.[0] ?? '';
  }

  /** @param {string} group @param {Options|null} [options] @returns {string} */
  groupTitle(group, options = this.filling.options) {
    return (options && isAllotment(options) && options.groups[group]?.title) || this.#known(group, this.#shape);
  }

  /** @param {string} group that the next one goes to */
  head(group) {
    this.heading = group;
    this.desk.refresh();
  }

  // --- the panel ------------------------------------------------------------------------------------------------------

  /** @returns {Child} */
  body() {
    const { settled } = this.filling;
    const trail = settled.map(({ alone }, place) =>
      alone
        ? this.#alone(place)
        : button(this.said(place), () => this.filling.reopen(place), { key: `back-${place}`, class: 'crumb', title: 'Choose another' }),
    );
    return [trail.length > 0 && h('div', { class: 'row crumbs' }, trail), picker(this)];
  }

  /** @returns {Child} above what it waits for a yes to */
  asking() {
    return null;
  }

  /** @returns {{name: string, label: string, note?: string, chosen: boolean, why?: string}[]} the places of the map in words */
  places() {
    const { options, draft } = this.filling;
    if (!options || !PLACES.has(this.#shape)) return [];
    const costs = isPath(options) ? options.costs : {};
    const now = chosen(options, draft);
    const may = names(options).map((name) => {
      const cost = costs[name];
      return { name, label: cost === undefined ? this.word(name) : `${this.word(name)} · ${cost}`, note: [this.note(name), this.roster().standing?.(name)].filter(Boolean).join('. '), chosen: now.includes(name) };
    });
    return [...may, ...Object.entries(refused(options)).map(([name, why]) => ({ name, label: this.word(name), chosen: false, why: why.text }))];
  }

  /** @returns {{label: string, items: ListItem[]}|null} the places of the map as a list; a few of them stand in the panel */
  list() {
    const places = this.places();
    if (places.length <= this.few) return null;
    const may = places.filter(({ why }) => why === undefined).length;
    return { label: `${count(may, 'place')} as a list`, items: places.map(({ name, label, note, why }) => ({ label: note ? `${label}: ${note}` : label, key: `to-${name}`, why, act: () => this.choose(name) })) };
  }

  // --- choosing -------------------------------------------------------------------------------------------------------

  /** One more name, or one less. @param {string} name */
  choose(name) {
    const { filling } = this;
    const { options, draft, last } = filling;
    if (!options) return;
    const why = refused(options)[name];
    if (why) return this.tell(why);
    if (!names(options).includes(name)) return;
    if (this.offer.at_once && last && !isSum(options) && !isAllotment(options)) return this.#give(isSome(options) ? [name] : toggled(options, null, name));
    if (!isMany(options) && chosen(options, draft).includes(name)) return;
    const value = toggled(options, draft, name, this.group);
    if (value === null && isSome(options)) return this.desk.say(`You can choose ${options.most} at most.`, this.offer.section);
    filling.set(value);
  }

  /** One of some units that are alike: one more of them, or none when no more may be chosen. @param {readonly string[]} ids */
  pick(ids) {
    const { options, draft } = this.filling;
    const had = options ? chosen(options, draft) : [];
    const [first = ''] = ids;
    if (!options || !isMany(options) || (isSome(options) && options.repeats) || ids.length === 1) return this.choose(first);
    const next = ids.find((id) => !had.includes(id));
    if (next && (!isSome(options) || had.length < options.most)) return this.choose(next);
    if (isAllotment(options) && isGroups(draft)) {
      const rest = Object.entries(draft).map(([group, names]) => /** @type {[string, string[]]} */ ([group, names.filter((id) => !ids.includes(id))]));
      return this.set(Object.fromEntries(rest.filter(([, names]) => names.length)));
    }
    if (ids.some((id) => had.includes(id))) return this.set(had.filter((id) => !ids.includes(id)));
    this.choose(next ?? first);
  }

  /** @param {Value|null} value */
  set(value) {
    this.filling.set(value);
  }

  /** @param {RefusalJson} why @param {string} [head] what may not be done */
  tell({ text, section }, head = '') {
    this.desk.say(head ? `${head} ${text}` : text, section);
  }

  /** Why a name may not be chosen: what is known of it, or else what the server says. @param {string} name @param {string} head @param {number} [place] of the slot */
  async explain(name, head, place) {
    const why = this.desk.legal.why_not?.[name] ?? (await this.filling.why(name, place));
    // Where nothing particular is to be said, the head says it all.
    if (why && why.code !== NOTHING_TO_SAY) this.tell(why, head);
    else this.desk.say(head, this.offer.section);
  }

  /** Why none of your own who stand here can be chosen. @param {string} place @param {string} cannot "cannot go" @param {number} [slot] */
  async pass(place, cannot, slot) {
    const roster = this.roster();
    const [first] = roster.at(place).filter((id) => !roster.foe(id));
    if (first) await this.explain(first, `${roster.name(first)} ${cannot}.`, slot);
  }

  go() {
    const { command } = this.filling;
    if (!command) return;
    const { grave } = this.filling;
    const give = () => {
      this.#given = Boolean(this.offer.at_once);
      void this.desk.send(command);
    };
    if (grave && this.host) this.host.ask(toConfirm(this.offer.label, grave, give));
    else give();
  }

  /** The last choice is the yes. @param {Value|null} value */
  #give(value) {
    this.filling.draft = value;
    this.go();
    this.desk.refresh();
  }

  /** Whether it is what is chosen now. @param {string} place */
  holds(place) {
    const { options, draft } = this.filling;
    return Boolean(options) && PLACES.has(this.#shape) && chosen(/** @type {Options} */ (options), draft).includes(place);
  }

  /** Whether a tap there would choose something. @param {string} place */
  uses(place) {
    const { options } = this.filling;
    return Boolean(options) && placesMeant(options, this.#shape, this.roster()).includes(place);
  }

  /** Take up the next of those who may be chosen. @returns {boolean} whether there is one */
  leap() {
    return false;
  }

  // --- the map --------------------------------------------------------------------------------------------------------

  /** @param {string} place tapped */
  tap(place) {
    const { filling } = this;
    const { options } = filling;
    if (options && PLACES.has(this.#shape)) {
      // The same place a second time is a yes.
      if (!isMany(options) && chosen(options, filling.draft).includes(place)) return this.go();
      if (names(options).includes(place)) return this.choose(place);
      if (this.#another(place)) return;
      const why = refused(options)[place];
      const head = `${placeTitle(this.desk, place)} cannot be chosen.`;
      if (why) return this.tell(why, head);
      if (!this.roster().at(place).length) return void this.explain(place, head);
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
    const [only, ...others] = groups(this.roster(), able);
    if (only && !others.length) return this.pick(only.ids);
    if (!able.length && this.#another(place)) return;
    const why = options && here.map((id) => refused(options)[id]).find(Boolean);
    if (!able.length && why) return this.tell(why);
    if (!able.length && this.open !== place && options && UNITS.has(this.#shape)) void this.pass(place, 'cannot be chosen');
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
    this.hovered = place;
    const { options } = this.filling;
    const why = place && options && PLACES.has(this.#shape) ? refused(options)[place] : null;
    return place && why ? { head: `${placeTitle(this.desk, place)} cannot be ${this.stays ? 'entered' : 'chosen'}.`, lines: [why] } : null;
  }

  /** @returns {Child} what it would come to, beside the map */
  planner() {
    return null;
  }

  /** @returns {string|null} its tab on a phone */
  plannerTab() {
    return null;
  }

  /** @param {string} place where someone begins to drag @returns {Node|null} what follows the pointer, if the order can be given so */
  grab(place) {
    void place;
    return null;
  }

  /** @param {string} place where it is let go @returns {void|Promise<void>} */
  drop(place) {
    this.tap(place);
  }

  /** @returns {FanContent|null} */
  fan() {
    return fanOf(this);
  }

  /** @returns {Highlights} */
  highlights() {
    return highlightsOf(this);
  }

  // --- the dock -------------------------------------------------------------------------------------------------------

  /** @param {"primary"|"plain"|"danger"} [tone] plain while the end of the step is the strong button @returns {Node[]} */
  buttons(tone = 'primary') {
    const { filling, offer } = this;
    const { options, draft, ready, last } = filling;
    const title = ready ? undefined : this.title();
    if (!options) return [];
    if (!last) {
      const lacks = ready ? '' : missing(options, draft);
      const label = ['Next', lacks ? h('small', {}, lacks) : null];
      return isMany(options) || typeof draft === 'number' ? [button(label, () => filling.next(), { tone: 'primary', key: 'next', disabled: !ready, title: lacks ? `${title}: ${lacks}` : title })] : [];
    }
    if (isFlag(options) && options.labels) return this.#answers(options.labels, options);
    if (this.fewWords) return names(options).map((name) => this.#word(name));
    if (offer.at_once && !ready) return [];
    // What is the only answer stands on the button that gives it.
    if (offer.at_once && this.settled && isOne(options)) return chosen(options, draft).map((name) => button([this.word(name), this.note(name) ? h('small', {}, this.note(name)) : null], () => this.#give(name), { tone, key: 'order-go' }));
    const more = isPath(options) && Array.isArray(draft) ? waysTo(options, draft.at(-1) ?? '') : [];
    const what = this.#what();
    return [
      ...(more.length > 1 ? [button('Another route', () => this.#reroute(more), { key: 'another' })] : []),
      button([offer.label, what ? h('small', {}, what) : null], () => this.go(), { tone, key: 'order-go', disabled: !ready, title }),
    ];
  }

  /** Whether all that is left is one of a few words: then each is a button that gives the order. */
  get fewWords() {
    const { options, last, slot } = this.filling;
    if (!last || slot?.shape !== 'choice' || !options || !isOne(options) || options.of.length > MAX_BUTTONS || Object.keys(options.refused).length) return false;
    return options.of.reduce((letters, name) => letters + this.word(name).length, 0) <= MAX_DOCK_LETTERS;
  }

  /** @param {string} name */
  #word(name) {
    const note = this.note(name);
    return button([this.word(name), note ? h('small', {}, note) : null], () => this.#give(name), { tone: 'primary', key: `choice-${name}` });
  }

  /** The next of several ways to the same end. @param {string[][]} ways */
  #reroute(ways) {
    const now = ways.findIndex((way) => String(way) === String(this.filling.draft));
    this.set(ways[(now + 1) % ways.length] ?? null);
  }

  /** What the order would do now, below its name on the button. @returns {string} */
  #what() {
    const { options, draft, settled } = this.filling;
    if (!options || draft === null) return '';
    if (typeof draft === 'number') return String(draft);
    if (isSome(options)) return options.most === 1 || !Array.isArray(draft) ? '' : options.most < options.of.length ? `${draft.length} of ${options.most}` : String(draft.length || '');
    if (isSum(options)) return Array.isArray(draft) ? running(options.need, draft, options.what) : '';
    if (isAllotment(options)) return count(chosen(options, draft).length, 'unit');
    const before = settled.map(({ slot }, place) => (UNITS.has(slot.shape) ? '' : this.said(place)));
    return [...before, ...chosen(options, draft).flatMap((name) => [this.word(name), this.note(name)])].filter(Boolean).join(' · ');
  }

  /** A yes or no that ends the order has a button each. @param {Record<string, string>} labels @param {Flag} barred */
  #answers(labels, { refusal, needed, even }) {
    const give = (/** @type {boolean} */ value) => () => {
      this.filling.draft = value;
      this.go();
    };
    return [
      button(labels.false ?? 'No', give(false), { key: 'order-no', disabled: needed !== null, title: needed?.text }),
      button(labels.true ?? 'Yes', give(true), { tone: even ? 'plain' : 'primary', key: 'order-yes', disabled: refusal !== null, title: refusal?.text }),
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
    this.heading = null;
    this.filling.clear();
  }

  /** Whether everything there is to choose is chosen by itself. */
  get settled() {
    const { options } = this.filling;
    return options !== null && this.filling.sole(options) !== null;
  }
}

/** @param {string} label of an order @param {string} grave what comes of it @param {() => void} act @returns {Confirm} */
export const toConfirm = (label, grave, act) => ({ title: `${label}?`, text: grave, warnings: [], yes: label, tone: 'danger', act });

/** @param {Options|null} options @param {string} shape @param {Roster} roster @returns {string[]} places at which something of it can be chosen */
export function placesMeant(options, shape, roster) {
  if (!options) return [];
  if (PLACES.has(shape)) return names(options);
  return UNITS.has(shape) ? names(options).flatMap((id) => roster.place(id) ?? []) : [];
}
