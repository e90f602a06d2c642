/**
 * §3.2 Moves, given as a march of the general form: a field, how many of its units, a field to go to. Where they can go, and why
 * not, the server says; a move among enemies is an attack and asks once.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Path} from '../../../core/wire.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {Laid} from '../../../orders/stack-fan.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {Roster} from '../../../orders/types.js'
 * @import {AnyOffer, Figure, MovePlan, Reach, Stake} from '../types.js'
 */

import { count, join } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h, s } from '../../../core/dom.js';
import { March as General } from '../../../orders/march.js';
import { warningRow } from '../../../panels/questions/warning.js';
import { army, capital } from '../army.js';
import { apart } from '../field-fan.js';
import { follow } from '../following.js';
import { Position } from '../position.js';
import { Attack } from './attack.js';

const ONE_GENERAL = 'one-general';
/** As long as the server has not said where they can go. @type {Path} */
const NOWHERE = { ways: {}, costs: {}, refused: {} };

/** @typedef {{note: string, one: string, many: string}} Barred why a unit may not go: below its face, and what is said of one and of several */

/** @type {Barred} */
export const SPENT = { note: 'moved', one: 'has already moved, shot or fought this turn.', many: 'have already moved, shot or fought this turn.' };

export class March extends General {
  /** what the server said of units and where they can go, by what the form made of it @type {WeakMap<object, MovePlan>} */ #plans = new WeakMap();
  /** the attack that waits for a yes @type {Attack|null} */ #attack = null;

  /** @param {Desk} desk @param {() => Roster} roster @param {AnyOffer} offer */
  constructor(desk, roster, offer) {
    super(desk, () => ({ ...roster(), ...apart(desk), together: (ids) => this.usual(ids) }), offer);
  }

  /** @override @param {AnyOffer} offer */
  static laid(offer) {
    const units = /** @type {string[]} */ (offer.units ?? []);
    // Of one unit that could go, nobody goes as long as it is not tapped: so the least is none.
    return { ...offer, slots: [{ name: 'units', shape: /** @type {const} */ ('units'), options: { of: units, least: 0, most: units.length, repeats: false, refused: {} } }, { name: 'path', shape: /** @type {const} */ ('path') }] };
  }

  /** @returns {Position} */
  get position() {
    return new Position(this.desk);
  }

  // --- what the server says ---------------------------------------------------------------------------------------------

  /** @returns {MovePlan|null} where the units in hand can go */
  get plan() {
    return this.#plans.get(this.filling.options ?? {}) ?? null;
  }

  /** @override @param {{chosen?: {units?: string[]}, why?: string}} question */
  async consult(question) {
    const units = question.chosen?.units;
    if (question.why !== undefined || !units) return super.consult(question);
    const plan = await this.ways(units);
    if (!plan) return { options: NOWHERE };
    const { areas, refused } = plan;
    const options = {
      ways: Object.fromEntries(Object.entries(areas).map(([area, { path }]) => [area, path])),
      costs: Object.fromEntries(Object.entries(areas).map(([area, { moves }]) => [area, moves])),
      refused: Object.fromEntries(Object.entries(refused).filter(([area]) => !(area in areas))),
    };
    this.#plans.set(options, plan);
    return { options };
  }

  /** Where they can go; to a field that has its general already the others go alone. @param {string[]} units @returns {Promise<MovePlan|null>} */
  async ways(units) {
    const ask = (/** @type {string[]} */ ids) => /** @type {Promise<MovePlan|null>} */ (this.desk.consult({ kind: 'move', units: ids }));
    const plan = await ask(units);
    const closed = Object.entries(plan?.refused ?? {}).filter(([, { code }]) => code === ONE_GENERAL);
    const others = this.#withoutGeneral(units);
    if (!plan || !closed.length || !others.length || others.length === units.length) return plan;
    const alone = (await ask(others))?.areas ?? {};
    return { ...plan, areas: { ...Object.fromEntries(closed.flatMap(([area]) => (alone[area] ? [[area, alone[area]]] : []))), ...plan.areas } };
  }

  /** @param {readonly string[]} units */
  #withoutGeneral(units) {
    return units.filter((id) => this.position.unit(id)?.kind !== 'general');
  }

  /** @param {string} area @returns {readonly string[]} who of those in hand goes there */
  #to(area) {
    return this.plan?.refused[area]?.code === ONE_GENERAL ? this.#withoutGeneral(this.going) : this.going;
  }

  // --- who goes ---------------------------------------------------------------------------------------------------------

  /** Whoever leads and flies goes along, wherever the fleet or the army goes. @param {string[]} ids @returns {string[]} those who go unless the player says otherwise */
  usual(ids) {
    const { position } = this;
    const sea = position.sea(position.areaOf(ids[0] ?? '') ?? '');
    const kind = (/** @type {string} */ id) => position.unit(id)?.kind;
    const main = (/** @type {string} */ id) => (sea ? kind(id) === 'ship' : kind(id) === 'infantry' || kind(id) === 'artillery');
    return ids.some(main) ? ids.filter((id) => main(id) || kind(id) === 'general' || kind(id) === 'aircraft') : ids;
  }

  /** @param {Figure} unit that may not go @returns {Barred} */
  barred(unit) {
    const { view } = this.position;
    const owner = view.nations[unit.nation]?.seat;
    if (owner === this.desk.seat) return unit.spent ? SPENT : { note: 'moved', one: 'cannot move now.', many: 'cannot move now.' };
    if (!this.position.friendly(unit)) return { note: 'enemy', one: 'is an enemy.', many: 'are enemies.' };
    const whose = view.seats[owner ?? '']?.title ?? '';
    return { note: 'ally', one: `belongs to ${whose}.`, many: `belong to ${whose}.` };
  }

  /** @override @returns {Partial<Laid>} */
  get laidOpen() {
    const movers = new Set(this.movers(this.open ?? ''));
    const barred = (/** @type {string} */ id) => {
      const unit = this.position.unit(id);
      return unit && !movers.has(id) ? this.barred(unit) : null;
    };
    return {
      why(id) {
        const reason = barred(id);
        return reason ? `It ${reason.one}` : undefined;
      },
      note: ([id = '', ...more], n) => barred(id)?.note ?? (more.length ? undefined : n ? 'goes' : 'stays'),
      dim: (_, n) => n === 0,
    };
  }

  /** @override Why those in hand do not get there; they stay in hand. @param {string} area */
  async decline(area) {
    const { position } = this;
    await this.filling.entering;
    if (this.reaches(area)) return this.choose(area);
    // Until the server has said where they can go there is nothing to say.
    if (!this.plan) return;
    const why = this.plan.refused[area];
    const [unit] = position.units(area);
    if (why) this.tell(why, `${position.name(area)} is closed to these units.`);
    else if (unit && position.friendly(unit)) await this.pass(area);
    else this.desk.say(`${position.name(area)} is out of reach for these units.`, '3.2.1');
  }

  /** @override The figures show why they stay: nobody else has to be asked. @param {string} area */
  async pass(area) {
    const { position } = this;
    const all = position.units(area);
    const own = all.filter(({ nation }) => position.view.nations[nation]?.seat === this.desk.seat);
    const units = own.length ? own : all;
    const [unit] = units;
    if (!unit || !position.friendly(unit)) return;
    const { one, many } = this.barred(unit);
    this.desk.say(`${capital(army(position.view, units))} in ${position.the(area)} ${units.length > 1 ? many : one}`, '3.2.1');
  }

  /** @override A field is wide: a drag that begins there moves the map, and sends nobody off. @param {string} _area @returns {Node|null} */
  grab(_area) {
    return null;
  }

  // --- the yes ----------------------------------------------------------------------------------------------------------

  /** @returns {Attack|null} the attack that waits for a yes */
  get attack() {
    return this.#attack?.stands ? this.#attack : null;
  }

  /** @returns {Stake[]} what is at risk when they leave */
  get stakes() {
    return this.plan?.stakes ?? [];
  }

  /** @override */
  go() {
    const area = this.goal;
    const reach = this.plan?.areas[area];
    if (!reach || !this.host) return;
    const { position } = this;
    const units = this.#to(area);
    const attack = reach.attack ? new Attack(position, this.host, { area, reach, units: [...units], enemies: position.enemies(area) }) : null;
    const act = () => {
      follow(this.desk, area, attack?.parties() ?? []);
      this.order([...units], reach.path);
    };
    this.#attack = attack;
    if (attack) return attack.ask({ warnings: this.stakes, act });
    const warnings = this.stakes.filter(({ grave }) => grave);
    if (!warnings.length) return act();
    this.host.ask({ title: `Leave ${position.the(this.open ?? '')}?`, text: `${capital(army(position.view, position.figures(units)))} to ${position.the(area)}.`, warnings, yes: 'Move anyway', tone: 'danger', act });
  }

  /** @returns {string} the field chosen last */
  get goal() {
    const { draft, slot } = this.filling;
    return slot?.name === 'path' && Array.isArray(draft) ? (draft.at(-1) ?? '') : '';
  }

  /** @param {string[]} units @param {string[]} path */
  order(units, path) {
    this.put();
    void this.desk.send({ kind: this.offer.kind, units, path });
  }

  // --- the panel --------------------------------------------------------------------------------------------------------

  /** @override */
  title() {
    const { open, position } = this;
    if (!open || !this.movers(open).length) return this.desk.legal.prompt;
    return this.going.length ? `Where to from ${position.the(open)}?` : `${position.name(open)}: which units move?`;
  }

  /** @override @returns {Child} */
  detail() {
    const { open, position } = this;
    if (!open) return 'Tap a field with your units, then their destination.';
    if (!this.movers(open).length) return 'No unit there can move.';
    if (!this.going.length) return 'Choose units with + and −.';
    const far = this.plan?.allowance;
    return [`${capital(army(position.view, position.figures(this.going)))}${far ? `, up to ${count(far, 'field')}` : ''}. `, far ? chip('3.2.1') : null];
  }

  /** @override @returns {Child} */
  body() {
    if (!this.plan) return this.open ? null : super.body();
    return [this.stakes.map((stake) => warningRow(this.desk, stake)), key(Object.values(this.plan.areas))];
  }

  /** @override @returns {Child} who against whom */
  asking() {
    return this.attack?.card() ?? null;
  }

  /** @override */
  fan() {
    return this.host?.confirm ? null : super.fan();
  }

  /** @override The list stays open from the stack to where it goes. */
  list() {
    const list = super.list();
    const notes = new Map(this.going.length ? this.places().map(({ name, note }) => [`to-${name}`, note]) : []);
    return list && { label: 'Fields as a list', items: list.items.map((item) => (notes.has(item.key) ? { ...item, label: [item.label, h('small', {}, ` ${notes.get(item.key)}`)] } : item)) };
  }

  /** @override */
  places() {
    const { position, plan } = this;
    return Object.entries(plan?.areas ?? {})
      .sort(([a, x], [b, y]) => Number(y.attack) - Number(x.attack) || position.name(a).localeCompare(position.name(b)))
      .map(([name, reach]) => ({ name, label: `${reach.attack ? 'Attack ' : ''}${position.name(name)}`, note: [count(reach.moves, 'move'), this.#falls(reach)].filter(Boolean).join('. '), chosen: false }));
  }

  /** @param {Reach} reach @returns {string} what is taken by marching through it */
  #falls({ falls }) {
    return falls?.length ? `On the way you take ${join(falls.map((area) => this.position.name(area)))}` : '';
  }

  // --- the map ----------------------------------------------------------------------------------------------------------

  /** @override @returns {Highlights} */
  highlights() {
    const { open, plan, attack, hovered } = this;
    if (!open || !plan) return super.highlights();
    const reached = Object.entries(plan.areas);
    const aim = attack ?? (hovered && plan.areas[hovered] ? { area: hovered, reach: plan.areas[hovered] } : null);
    return {
      selected: [open],
      bands: { free: reached.filter(([, reach]) => !reach.attack).map(([area]) => area) },
      targets: reached.filter(([, reach]) => reach.attack).map(([area]) => area),
      ...(attack ? { attack: { hex: attack.area, from: [[open, ...attack.reach.path].at(-2) ?? open, ...attack.from], odds: null, river: null } } : {}),
      ...(aim ? { path: [open, ...aim.reach.path] } : hovered && hovered !== open && plan.refused[hovered] ? { refused: hovered } : {}),
    };
  }

  /** @override @param {string|null} area @returns {TipContent|null} */
  hover(area) {
    this.hovered = area;
    const { plan, position } = this;
    if (!area || !plan || area === this.open) return null;
    const reach = plan.areas[area];
    const refused = plan.refused[area];
    if (!reach) return refused ? { head: `${position.name(area)} is closed to these units.`, lines: [refused] } : null;
    const head = `${reach.attack ? `Attack ${position.the(area)}` : position.name(area)}: ${count(reach.moves, 'move')}`;
    const falls = this.#falls(reach);
    return {
      head,
      lines: [
        ...(reach.attack ? [{ text: `Against ${army(position.view, position.enemies(area))}` }] : []),
        ...(falls ? [{ text: falls, section: '3.7' }] : []),
        ...(refused && this.#to(area).length < this.going.length ? [{ text: `Your general stays. ${refused.text}`, section: refused.section }] : []),
      ],
    };
  }
}

/** @param {Reach[]} reaches @returns {Child} what the marks on the map mean */
function key(reaches) {
  const sample = (/** @type {Element[]} */ ...marks) => s('svg', { width: 22, height: 16, 'aria-hidden': 'true' }, marks);
  const box = { x: 1.5, y: 1.5, width: 19, height: 13, rx: 3 };
  return h(
    'div',
    { class: 'key' },
    reaches.some((reach) => !reach.attack) && h('span', {}, sample(s('rect', { ...box, class: 'reach free' }), s('rect', { ...box, class: 'reach-line free' })), 'Go there'),
    reaches.some((reach) => reach.attack) && h('span', {}, sample(s('rect', { ...box, class: 'target offered' })), 'Attack'),
  );
}
