/**
 * Set-up: what is still to be placed lies in the panel, army by army and those that are alike together. A unit taken into the
 * hand goes to the place that is tapped or onto which it is dragged; what stands is moved or taken back out of the fan of its
 * place.
 *
 * An offer `place` whose slots are units and a place is all it needs. `groups` beside the slots part the units into armies.
 * Where it places one unit, an offer `place_together` beside it places several of an army.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Offer, RefusalJson, Slot} from '../core/wire.js'
 * @import {FanContent} from '../board/fan.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {TipContent} from '../board/tip.js'
 * @import {Desk} from '../panels/desk.js'
 * @import {ListItem} from '../panels/questions/mode.js'
 * @import {Options, Roster} from './types.js'
 */

import { button, count } from '../core/bits.js';
import { h } from '../core/dom.js';
import { show } from '../board/show.js';
import { placeTitle } from '../panels/places.js';
import { dragOut } from './drag-out.js';
import { Form } from './form.js';
import { groups } from './groups.js';
import { stackFan } from './stack-fan.js';
import { stepper } from './stepper.js';
import { unitButton } from './units.js';
import { names, refused } from './values.js';

/**
 * @typedef {object} Army units under one heading
 * @property {string} title
 * @property {string[]} units all of them, placed or not, in the order in which they are shown
 * @property {string[]} [waiting] those that are still to be placed; unless told, those that are nowhere on the map
 * @property {string} [whose] who else commands it
 * @property {string} [seat] the seat that does, where several share a side
 *
 * @typedef {{army: Army, key: string, ids: string[]}} Pile units of an army that wait and are alike
 * @typedef {Offer & {groups?: Army[], units?: string[]}} MusterOffer `units`: those that can be taken back, where its slots do not say it
 * @typedef {Pick<Slot, "name"|"shape">} Part of an order
 */

const FACE_PX = 48;
/** The order that places several units which wait, where `place` is for one. */
const TOGETHER = 'place_together';
/** Orders that end a set-up: Empires & Alliances has one of its own. */
const ENDINGS = ['end_phase', 'end_set_up'];
const DRAGGED_PX = 52;
/** A drop ends with a click on the unit that was dragged, and that click chooses nothing. */
const CLICK_AFTER_DROP_MS = 80;

export class Muster extends Form {
  /** @override */
  static gives = ['unplace', 'take_back', TOGETHER];
  /** the pile in hand @type {Pick<Pile, "key"|"army">|null} */ #pile = null;
  /** units in hand that stand on the map @type {{ids: string[], from: string}|null} */ #lifted = null;
  /** how many a tap places */ #count = 1;
  /** where a unit may go, as the server says @type {{unit: string, options: Options}|null} */ #open = null;
  #asked = 0;
  /** how many waited when the panel was drawn last, and how many were sent off since */ #before = { left: 0, sent: 0 };
  #dropped = -Infinity;

  /** Its slots are filled in here, and not one after the other. @override @param {Offer} offer */
  static laid(offer) {
    return { ...offer, slots: [] };
  }

  /**
   * @param {Desk} desk
   * @param {() => Roster} roster
   * @param {Offer} offer
   */
  constructor(desk, roster, offer) {
    super(desk, roster, offer);
    /** @type {MusterOffer} */ this.given = offer;
    // What a game says otherwise may stand in fields that are not there yet.
    queueMicrotask(() => void this.#begins());
  }

  /** Nothing stands yet: the map opens where the first unit goes. */
  async #begins() {
    const armies = this.armies();
    const [first] = armies.find(({ whose }) => !whose)?.units ?? [];
    const { place } = this.roster();
    if (!first || armies.some(({ units }) => units.some((unit) => place(unit) !== null))) return;
    const places = this.placesOf(first) ?? (await this.#told(first).then((told) => told && names(told.options)));
    if (places) this.desk.opens(places);
  }

  /** What the server says of where a unit may go. @param {string} unit @returns {Promise<{options: Options}|null>} */
  async #told(unit) {
    const [who, where] = this.slots;
    return who && where ? this.filling.consult({ kind: 'slot', order: this.given.kind, slot: where.name, chosen: { [who.name]: this.#several ? [unit] : unit } }) : null;
  }

  // --- what a game may say otherwise ------------------------------------------------------------------------------------

  /** @returns {Army[]} */
  armies() {
    const { groups: told, slots } = this.given;
    const options = slots?.[0]?.options;
    return told ?? (options ? [{ title: '', units: names(options) }] : []);
  }

  /** @returns {Part[]} whom the order places, and where */
  get slots() {
    return this.given.slots ?? [];
  }

  /** @param {MusterOffer} offer to take units back @returns {Part|undefined} whom */
  back(offer) {
    return offer.slots?.[0];
  }

  /** @param {string} unit @returns {string[]|null} where it may go now; null: the server is asked */
  placesOf(unit) {
    void unit;
    return null;
  }

  /** @param {string} unit @returns {RefusalJson|undefined} why it cannot go anywhere now */
  whyNot(unit) {
    return this.desk.legal.why_not?.[unit];
  }

  /** @param {string[]} units alike @returns {string} in a sentence */
  called([first = '', ...others]) {
    const name = this.roster().name(first);
    return others.length ? `${name} and ${count(others.length, 'other')}` : name;
  }

  /** @param {string} unit @returns {string} below its face in the panel */
  below(unit) {
    void unit;
    return '';
  }

  /** @param {string} place @returns {string} its name in a sentence */
  the(place) {
    return placeTitle(this.desk, place);
  }

  // --- what there is, and what is in hand --------------------------------------------------------------------------------

  /** @returns {Pile[]} */
  get #piles() {
    const roster = this.roster();
    return this.armies().flatMap((army, n) =>
      groups(roster, army.waiting ?? army.units.filter((id) => roster.place(id) === null)).map(({ ids }) => {
        const [first = ''] = ids;
        return { army, ids, key: roster.alike ? `${n}.${roster.alike(first)}` : first };
      }),
    );
  }

  /** How many are still to be placed, those of other commanders of the side aside. */
  get #left() {
    return this.#piles.reduce((n, { army, ids }) => n + (army.whose ? 0 : ids.length), 0);
  }

  /** @returns {{ids: string[], from: string|null}} the units that a tap takes the first of */
  get #hand() {
    const { place } = this.roster();
    const lifted = this.#lifted;
    if (lifted) return { from: lifted.from, ids: lifted.ids.filter((id) => place(id) === lifted.from) };
    return { from: null, ids: this.#piles.find(({ key }) => key === this.#pile?.key)?.ids ?? [] };
  }

  /** @returns {string[]} those of the hand that go next */
  get #next() {
    return this.#hand.ids.slice(0, this.#count);
  }

  /** @override */
  get touched() {
    return this.#hand.ids.length > 0;
  }

  /** @override */
  get occupied() {
    return this.touched;
  }

  /** @override */
  get settled() {
    return false;
  }

  get #several() {
    return this.slots[0]?.shape === 'units';
  }

  /** Whether several that wait can be placed by one tap. */
  get #together() {
    return this.#several || this.desk.legal.offers.some(({ kind, refusal }) => kind === TOGETHER && !refusal);
  }

  /** @param {string} unit @returns {boolean} whether it can stand elsewhere */
  #goes(unit) {
    return this.placesOf(unit)?.length !== 0 && !this.whyNot(unit) && this.armies().some(({ units }) => units.includes(unit));
  }

  /** @returns {string[]} where the units in hand may go */
  get #places() {
    const { ids: [first], from } = this.#hand;
    if (!first) return [];
    // While the next of a pile is asked about, what was told of the last one stands.
    const known = this.placesOf(first) ?? (this.#open ? names(this.#open.options) : []);
    return known.filter((place) => place !== from);
  }

  /** Those of a pile come into the hand; none: nothing is. @param {Pile|null} pile */
  #take(pile) {
    this.#pile = pile;
    this.#lifted = null;
    this.#begin(1);
  }

  /** Units that stand come into the hand. @param {string[]} ids @param {string} from */
  #lift(ids, from) {
    this.#pile = null;
    this.#lifted = { ids, from };
    this.#begin(this.#several ? ids.length : 1);
  }

  /** @param {number} n */
  #begin(n) {
    this.#count = n;
    this.#open = null;
    this.open = null;
    void this.#ask(true);
  }

  /** Where those in hand may go. @param {boolean} [first] it has not been shown yet */
  async #ask(first = false) {
    const asked = (this.#asked += 1);
    const [unit] = this.#hand.ids;
    if (!unit) return;
    if (!this.placesOf(unit) && this.slots.length > 1 && this.#open?.unit !== unit) {
      const answer = await this.#told(unit);
      if (asked !== this.#asked) return;
      this.#open = answer && { unit, options: answer.options };
      this.desk.refresh();
    }
    if (first) show(this.desk.board, this.#places);
  }

  /** The same question in another position: the next of an army comes into the hand when one is placed, so that it takes a tap a pile. @override @param {Offer} offer */
  async update(offer) {
    this.given = offer;
    this.filling.offer = Muster.laid(offer);
    this.#open &&= { ...this.#open, unit: '' };
    const hand = this.#hand;
    if (!hand.ids.length && this.#pile) {
      const { army } = this.#pile;
      this.#pile = this.#piles.find((pile) => pile.army.title === army.title && pile.army.seat === army.seat && pile.ids.some((id) => this.#goes(id))) ?? null;
      this.#count = 1;
    }
    if (!hand.ids.length) this.#lifted = null;
    this.#count = Math.max(1, Math.min(this.#count, this.#hand.ids.length));
    const { left, sent } = this.#before;
    this.#before.sent = 0;
    // All were placed at once.
    if (left - this.#left > sent) requestAnimationFrame(() => this.desk.frame());
    await this.#ask();
  }

  // --- words --------------------------------------------------------------------------------------------------------------

  /** @param {number} n @returns {string} "3 hexes" */
  #fields(n) {
    return this.desk.board.lattice.numbered ? count(n, 'hex', 'hexes') : count(n, 'field');
  }

  get #field() {
    return this.desk.board.lattice.numbered ? 'hex' : 'field';
  }

  get #ready() {
    const ending = this.desk.legal.offers.find(({ kind }) => ENDINGS.includes(kind));
    return !this.#left && !ending?.refusal;
  }

  /** @override */
  title() {
    if (this.touched) return `Place ${this.called(this.#next)}`;
    return this.#ready ? 'Your armies are ready' : this.desk.legal.prompt;
  }

  /** @override @returns {Child} */
  detail() {
    const { ids: [first], from } = this.#hand;
    if (!first) return this.#ready ? `Tap a ${this.#field} to move or take back its units, or end the set-up.` : null;
    const n = this.#places.length;
    if (!n) return this.#waits ? '' : (this.whyNot(first)?.text ?? `There is no open ${this.#field} for it now.`);
    return `${from ? `Taken from ${this.the(from)}. ` : ''}${this.#fields(n)} marked. Tap one, or drag the unit there.`;
  }

  /** Whether the server has not yet said where those in hand may go. */
  get #waits() {
    const [first] = this.#hand.ids;
    return first !== undefined && !this.placesOf(first) && !this.#open;
  }

  // --- the panel ----------------------------------------------------------------------------------------------------------

  /** @override @returns {Child} */
  body() {
    const armies = this.armies();
    const all = armies.reduce((n, { units, whose }) => n + (whose ? 0 : units.length), 0);
    const left = this.#left;
    const piles = this.#piles;
    this.#before.left = left;
    return [
      h('p', { class: 'left', 'data-left': left }, left ? [h('b', {}, left), ` of ${count(all, 'unit')} still to place`] : [h('b', {}, 'All'), ` ${count(all, 'unit')} placed`]),
      h('progress', { class: 'placed', max: all, value: all - left, 'aria-label': `${all - left} of ${all} placed` }),
      this.#lifted ? this.#stepper() : null,
      piles.length > 0 && armies.map((army, n) => [this.#commander(army, armies[n - 1]), this.#army(army, piles.filter((pile) => pile.army.title === army.title && pile.army.seat === army.seat))]),
    ];
  }

  /** Whose armies follow, where several command on your side. @param {Army} army @param {Army|undefined} before @returns {Child} */
  #commander({ seat }, before) {
    if (seat === undefined || seat === before?.seat) return null;
    return h('h3', { class: 'commander' }, seat === this.desk.seat ? 'Yours' : this.desk.person(seat));
  }

  /** @param {Army} army @param {Pile[]} piles @returns {Child} */
  #army({ title, whose }, piles) {
    const left = piles.reduce((n, { ids }) => n + ids.length, 0);
    return h(
      'div',
      { class: `army${whose ? ' others' : ''}` },
      h('h3', {}, title, h('small', {}, left ? `${left} to place` : '✓ placed')),
      whose && h('p', { class: 'quiet' }, whose),
      left > 0 && h('div', { class: 'units' }, piles.map((pile) => this.#face(pile))),
      piles.some(({ key }) => key === this.#pile?.key) && this.#stepper(),
    );
  }

  /** @param {Pile} pile @returns {Child} */
  #face(pile) {
    const { key, ids } = pile;
    const roster = this.roster();
    const [first = ''] = ids;
    const picked = key === this.#pile?.key;
    const n = ids.length;
    const goes = this.#goes(first);
    const why = goes ? undefined : this.whyNot(first);
    const face = (/** @type {number} */ px) => roster.face(first, px, { count: n, picked });
    return unitButton({
      key: `pool-${key}`,
      face: face(FACE_PX),
      spoken: `${roster.spoken?.(first) ?? roster.name(first)}${n > 1 ? `, ${n} to place` : ''}`,
      picked,
      note: this.below(first),
      ...(goes ? {} : { why: why?.text ?? '' }),
      tell: () => why && this.desk.say(why.text, why.section),
      act: () => {
        if (performance.now() - this.#dropped < CLICK_AFTER_DROP_MS) return;
        this.#take(picked ? null : pile);
        this.desk.refresh();
      },
      grab: goes ? (event) => dragOut(event, this.desk, { face, begin: () => this.#dragged(pile), end: (place, when) => this.#drop(place, when) }) : undefined,
    });
  }

  /** @param {Pile} pile */
  #dragged(pile) {
    if (pile.key !== this.#pile?.key) this.#take(pile);
    this.open = null;
    this.desk.refresh();
  }

  /** @param {string|null} place @param {number} when */
  #drop(place, when) {
    this.#dropped = when;
    if (place) void this.drop(place);
  }

  /** @returns {Child} */
  #stepper() {
    const most = this.#hand.ids.length;
    if (most < 2 || !(this.#lifted ? this.#several : this.#together)) return null;
    const change = (/** @type {number} */ n) => {
      this.#count = n;
      this.desk.refresh();
    };
    return stepper({ key: 'count', label: 'Tap to place', value: this.#count, most, all: true, change });
  }

  /** @override @returns {{label: string, items: ListItem[]}} */
  list() {
    const field = this.#field;
    const { board } = this.desk;
    if (this.touched) return { label: `Open ${field === 'hex' ? 'hexes' : 'fields'} as a list`, items: this.#places.map((place) => ({ label: placeTitle(this.desk, place), key: `to-${place}`, act: () => this.#put(place) })) };
    const { place: at, standing } = this.roster();
    const places = [...new Set(this.armies().flatMap(({ units }) => units.map(at)))].filter((place) => place !== null).sort();
    const open = (/** @type {string} */ place) => {
      this.open = place;
      board.reveal(place);
      this.desk.refresh();
    };
    return { label: `Your ${field === 'hex' ? 'hexes' : 'fields'} as a list`, items: places.map((place) => ({ label: [placeTitle(this.desk, place), standing?.(place)].filter(Boolean).join(': '), key: `stack-${place}`, act: () => open(place) })) };
  }

  // --- the map ------------------------------------------------------------------------------------------------------------

  /** @override */
  uses() {
    return true;
  }

  /** @param {string} place */
  #put(place) {
    const { from } = this.#hand;
    if (place === from) return void this.escape();
    const units = this.#next;
    if (!this.#places.includes(place)) {
      const why = this.#open && refused(this.#open.options)[place];
      return this.desk.say(why?.text ?? `${this.called(units)} may not be set up in ${this.the(place)}.`, why?.section ?? this.given.section);
    }
    const [who, where] = this.slots;
    if (!who || !where) return;
    this.#before.sent = from ? 0 : units.length;
    const joint = !this.#several && units.length > 1;
    const sent = this.desk.send(joint ? { kind: TOGETHER, units, hex: place } : { kind: this.given.kind, [who.name]: this.#several ? units : units[0], [where.name]: place });
    if (!from) return;
    // What was moved is where it should be.
    void Promise.resolve(sent).then((done) => {
      if (done) this.clear();
      this.desk.refresh();
    });
  }

  /** @override @param {string} place */
  tap(place) {
    if (this.touched) return this.#put(place);
    const here = this.roster().at(place);
    this.open = this.open === place || !here.length ? null : place;
    if (!here.length && this.#left) this.desk.say(`Choose a unit in the list first, then a ${this.#field}.`, this.given.section);
  }

  /** @override The top unit that can stand elsewhere. On a board of areas a drag moves the map. @param {string} place */
  grab(place) {
    const roster = this.roster();
    const unit = this.desk.board.lattice.numbered ? roster.at(place).find((id) => this.#goes(id)) : null;
    if (!unit) return null;
    this.#lift([unit], place);
    return roster.face(unit, DRAGGED_PX);
  }

  /** @override @param {string} place */
  async drop(place) {
    if (this.#waits) await this.#ask();
    if (this.touched) this.#put(place);
    this.desk.refresh();
  }

  /** @override @param {string|null} place @returns {TipContent|null} */
  hover(place) {
    this.hovered = place;
    if (!place || !this.touched || this.#waits || place === this.#hand.from || this.#places.includes(place)) return null;
    const why = this.#open && refused(this.#open.options)[place];
    return { head: `${placeTitle(this.desk, place)} is not open.`, lines: [why ?? { text: `${this.called(this.#next)} may not be set up here.`, section: this.given.section }] };
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { from, ids } = this.#hand;
    if (ids.length) return { bands: { free: this.#places }, selected: from ? [from] : [] };
    return this.open ? { selected: [this.open] } : {};
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const { open, desk } = this;
    const { note } = this.roster();
    const laid = stackFan({
      desk,
      roster: this.roster(),
      place: open,
      may: (id) => this.#goes(id),
      why: (id) => this.whyNot(id)?.text,
      note: ([id = '']) => note?.(id) ?? (this.#goes(id) ? 'tap to move' : undefined),
      actions: (ids) => this.#backs(ids),
      stacked: true,
      pick: (ids) => {
        this.#lift(ids, open ?? '');
        desk.refresh();
      },
    });
    // Of a unit by itself with which nothing can be done there is no more to see.
    return laid && laid.items.length < 2 && !laid.items.some(({ can, actions }) => can || actions?.length) ? null : laid;
  }

  /** @param {string[]} ids alike, in one place @returns {Node[]} what takes them back */
  #backs(ids) {
    const kinds = /** @type {typeof Muster} */ (this.constructor).gives;
    /** @type {MusterOffer|undefined} */
    const offer = this.desk.legal.offers.find(({ kind, refusal }) => kinds.includes(kind) && !refusal);
    const part = offer && this.back(offer);
    const may = offer?.slots?.[0]?.options ? names(offer.slots[0].options) : (offer?.units ?? []);
    const able = ids.filter((id) => may.includes(id));
    const [first] = able;
    if (!offer || !part || !first) return [];
    const name = this.roster().name(first);
    const send = (/** @type {string[]} */ units) => () => this.desk.send({ kind: offer.kind, [part.name]: part.shape === 'units' ? units : units[0] });
    const one = button('Back', send([first]), { key: `back-${first}`, label: able.length > 1 ? `Take one ${name} back` : `Take ${name} back`, title: `Take ${able.length > 1 ? 'one' : 'it'} back` });
    return able.length < 2 || part.shape !== 'units' ? [one] : [one, button('All back', send(able), { key: `back-all-${first}`, label: `Take all ${name} back` })];
  }

  // --- the dock -----------------------------------------------------------------------------------------------------------

  /** @override @returns {Node[]} */
  buttons() {
    const down = () => {
      this.escape();
      this.desk.refresh();
    };
    return this.touched ? [button('Put down', down, { key: 'back' })] : [];
  }

  /** @override */
  escape() {
    if (!this.touched) return super.escape();
    this.clear();
    return true;
  }

  /** @override */
  clear() {
    this.open = null;
    this.#pile = null;
    this.#lifted = null;
    this.#open = null;
  }
}
