/**
 * §3.2 Moves: a field, how many of its units, a field to go to. Where they can go, and why not, the server says; a move
 * among enemies is an attack and asks once.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {TipContent} from '../../../../board/tip.js'
 * @import {ListItem} from '../../../../panels/mode.js'
 * @import {Figure, MovePlan, Reach} from '../../types.js'
 */

import { button, count, join } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { h, s } from '../../../../core/dom.js';
import { army, capital } from '../../army.js';
import { follow } from '../../following.js';
import { sideOfNation } from '../../units.js';
import { Attack } from './attack.js';
import { Picking } from './picking.js';

const ONE_GENERAL = 'one-general';

export class March extends Picking {
  /** @override */ kind = 'move';
  /** of the chosen without their general, when some field has one already @type {MovePlan|null} */
  lean = null;
  /** the attack that waits for a yes @type {Attack|null} */
  #attack = null;

  /** @override */
  sync() {
    if (!this.mode.confirm) this.#attack = null;
    super.sync();
  }

  /** @override Enemies and units that have moved are looked at too. @param {string} area */
  stays(area) {
    return this.mode.units(area).length > 0;
  }

  /** @override */
  forget() {
    super.forget();
    this.lean = null;
  }

  /** @override */
  clear() {
    super.clear();
    this.#attack = null;
  }

  /** @override Where a field has its general already: where the others can go alone. @param {MovePlan|null} plan @param {string[]} units @param {() => boolean} current */
  async further(plan, units, current) {
    this.lean = null;
    if (!plan || !Object.values(plan.refused).some(({ code }) => code === ONE_GENERAL)) return;
    const without = this.#withoutGeneral(units);
    if (!without.length || without.length === units.length) return;
    const lean = /** @type {MovePlan|null} */ (await this.desk.consult({ kind: 'move', units: without }));
    if (!current() || !lean) return;
    this.lean = lean;
    this.refresh();
  }

  /** @param {string[]} units */
  #withoutGeneral(units) {
    return units.filter((id) => this.mode.unit(id)?.kind !== 'general');
  }

  /** Where they can go; to a field that has its general the others go alone. @returns {Record<string, Reach>} */
  get #reaches() {
    const { plan, lean } = this;
    if (!plan) return {};
    const only = Object.entries(lean?.areas ?? {}).filter(([area]) => plan.refused[area]?.code === ONE_GENERAL);
    return { ...Object.fromEntries(only), ...plan.areas };
  }

  /** @param {string} area @returns {string[]} who of the chosen goes there */
  #going(area) {
    return this.plan?.areas[area] ? this.chosen : this.#withoutGeneral(this.chosen);
  }

  /** @override Whoever leads and flies goes along, wherever the fleet or the army goes. @param {Figure[]} able @param {string} area */
  usual(able, area) {
    const main = (/** @type {Figure} */ { kind }) => (this.sea(area) ? kind === 'ship' : kind === 'infantry' || kind === 'artillery');
    return able.some(main) ? able.filter((unit) => main(unit) || unit.kind === 'general' || unit.kind === 'aircraft') : able;
  }

  /** @param {string} area */
  sea(area) {
    return this.desk.board.lattice.has(area) && this.desk.board.lattice.hex(area).surface === 'sea';
  }

  /** @override */
  changed() {
    this.mode.confirm = null;
    this.#attack = null;
    super.changed();
  }

  /** @override @param {string} area */
  tap(area) {
    this.#attack = null;
    const reach = this.#reaches[area];
    if (reach && this.chosen.length) return this.#go(area, reach);
    if (this.mode.open === area) return this.put();
    if (this.able(area).length) return this.select(area);
    if (this.chosen.length) return this.#decline(area);
    this.clear();
    this.mode.open = this.mode.units(area).length ? area : null;
  }

  /** Why the chosen do not get there; they stay chosen. @param {string} area */
  #decline(area) {
    // Until the server has said where they can go there is nothing to say.
    if (!this.plan) return;
    const why = this.plan.refused[area];
    const [unit] = this.mode.units(area);
    if (why) this.desk.say(`${this.mode.name(area)} is closed to these units. ${why.text}`, why.section);
    else if (unit && this.friendly(unit)) this.desk.say(`${capital(army(this.view, this.mode.units(area)))} in ${this.mode.the(area)}: ${this.barred(unit).why}`, '3.2.1');
    else this.desk.say(`${this.mode.name(area)} is out of reach for these units.`, '3.2.1');
  }

  /** @param {Figure} unit */
  friendly({ nation }) {
    return sideOfNation(this.view, nation) === this.mode.me?.side;
  }

  /** @param {string} area @param {Reach} reach */
  #go(area, reach) {
    const units = this.#going(area);
    const figures = this.figures(units);
    /** @type {Attack|null} */ let attack = null;
    const act = () => {
      follow(this.desk, area, attack?.parties() ?? []);
      this.put();
      void this.mode.send({ kind: 'move', units, path: reach.path });
    };
    const stakes = this.plan?.stakes ?? [];
    const grave = stakes.filter((stake) => stake.grave);
    if (!reach.attack && !grave.length) return act();
    if (!reach.attack) {
      return this.mode.ask({
        title: `Leave ${this.mode.the(this.mode.open ?? '')}?`,
        text: `${capital(army(this.view, figures))} to ${this.mode.the(area)}.`,
        warnings: grave,
        yes: 'Move anyway',
        tone: 'danger',
        act,
      });
    }
    const enemies = this.#enemies(area);
    this.#attack = attack = new Attack(this.mode, { area, reach, units, enemies });
    this.mode.ask({
      title: `Attack ${this.mode.the(area)}?`,
      text: attack.sentence,
      warnings: stakes,
      yes: 'Attack',
      tone: 'danger',
      act,
    });
    attack.begin();
  }

  /** @param {string} area @returns {Figure[]} */
  #enemies(area) {
    const mine = this.mode.me?.side;
    return this.mode.units(area).filter((unit) => sideOfNation(this.view, unit.nation) !== mine);
  }

  /** @override */
  title() {
    const { open } = this.mode;
    if (!open || !this.able(open).length) return '';
    return this.chosen.length ? `Where to from ${this.mode.the(open)}?` : `${this.mode.name(open)}: which units move?`;
  }

  /** @override @returns {Child} */
  detail() {
    const { open } = this.mode;
    if (!open) return 'Tap a field with your units, then their destination.';
    if (!this.able(open).length) return 'No unit there can move.';
    const n = this.chosen.length;
    if (!n) return 'Choose units with + and −.';
    const far = this.plan?.allowance;
    return [`${capital(army(this.view, this.figures()))}${far ? `, up to ${count(far, 'field')}` : ''}. `, far ? chip('3.2.1') : null];
  }

  /** @override @returns {Child} */
  body() {
    if (!this.plan) return null;
    const reaches = Object.values(this.plan.areas);
    return [this.plan.stakes.map((stake) => this.mode.warning(stake)), this.#key(reaches)];
  }

  /** @param {Reach[]} reaches @returns {Child} what the marks on the map mean */
  #key(reaches) {
    const sample = (/** @type {Element[]} */ ...marks) => s('svg', { width: 22, height: 16, 'aria-hidden': 'true' }, marks);
    const box = { x: 1.5, y: 1.5, width: 19, height: 13, rx: 3 };
    return h(
      'div',
      { class: 'key' },
      reaches.some((reach) => !reach.attack) && h('span', {}, sample(s('rect', { ...box, class: 'reach free' }), s('rect', { ...box, class: 'reach-line free' })), 'Go there'),
      reaches.some((reach) => reach.attack) && h('span', {}, sample(s('rect', { ...box, class: 'target offered' })), 'Attack'),
    );
  }

  /** @override @returns {Child} who against whom */
  asking() {
    return this.#attack?.card() ?? null;
  }

  /** @override */
  fan() {
    return this.mode.confirm ? null : super.fan();
  }

  /** @override @param {Figure} unit */
  barred({ nation, spent }) {
    const { seat } = this.desk;
    const owner = this.view.nations[nation]?.seat;
    if (owner === seat) return { note: 'moved', why: spent ? 'It has already moved, shot or fought this turn.' : 'It cannot move now.' };
    const title = owner ? (this.view.seats[owner]?.title ?? '') : '';
    const friend = sideOfNation(this.view, nation) === this.mode.me?.side;
    return friend ? { note: 'ally', why: `It belongs to ${title}.` } : { note: 'enemy', why: 'It is an enemy.' };
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { open, hovered } = this.mode;
    /** @type {Highlights} */
    const out = { selected: open ? [open] : [] };
    if (!open || !this.plan) return out;
    const reached = Object.entries(this.#reaches);
    out.bands = { free: reached.filter(([, reach]) => !reach.attack).map(([area]) => area) };
    out.targets = reached.filter(([, reach]) => reach.attack).map(([area]) => area);
    const aim = this.#attack ?? (hovered && this.#reaches[hovered] ? { area: hovered, reach: this.#reaches[hovered] } : null);
    if (this.#attack) out.attack = { hex: this.#attack.area, from: [[open, ...this.#attack.reach.path].at(-2) ?? open, ...this.#attack.from], odds: null, river: null };
    if (aim) out.path = [open, ...aim.reach.path];
    else if (hovered && hovered !== open && !this.#reaches[hovered] && this.plan.refused[hovered]) out.refused = hovered;
    return out;
  }

  /** @override @param {string} area @returns {TipContent|null} */
  hover(area) {
    if (!this.plan || area === this.mode.open) return null;
    const reach = this.#reaches[area];
    const refused = this.plan.refused[area];
    if (refused && !reach) return { head: `${this.mode.name(area)} is closed to these units.`, lines: [{ text: refused.text, section: refused.section }] };
    if (!reach) return null;
    const head = `${reach.attack ? `Attack ${this.mode.the(area)}` : this.mode.name(area)}: ${count(reach.moves, 'move')}`;
    const lines = reach.attack ? [{ text: `Against ${army(this.view, this.#enemies(area))}` }] : [];
    const falls = this.#falls(reach);
    const stays = this.#going(area).length < this.chosen.length ? refused : null;
    return { head, lines: [...lines, ...(falls ? [{ text: falls, section: '3.7' }] : []), ...(stays ? [{ text: `Your general stays. ${stays.text}`, section: stays.section }] : [])] };
  }

  /** @param {Reach} reach @returns {string} what is taken by marching through it */
  #falls({ falls }) {
    return falls?.length ? `On the way you take ${join(falls.map((area) => this.mode.name(area)))}` : '';
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.plan && this.chosen.length) {
      return {
        label: 'Fields as a list',
        items: Object.entries(this.#reaches)
          .sort(([a, x], [b, y]) => Number(y.attack) - Number(x.attack) || this.mode.name(a).localeCompare(this.mode.name(b)))
          .map(([area, reach]) => ({
            label: [reach.attack ? 'Attack ' : '', this.mode.name(area), h('small', {}, ` ${[count(reach.moves, 'move'), this.#falls(reach)].filter(Boolean).join('. ')}`)],
            key: `go-${area}`,
            act: () => {
              this.#go(area, reach);
              this.refresh();
            },
          })),
      };
    }
    return super.list();
  }

  /** @override */
  buttons() {
    return this.mode.open ? [button('Choose others', () => this.mode.escape(), { key: 'back' })] : [];
  }
}
