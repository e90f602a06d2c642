/**
 * §3.3.14 A ship and a gun on neighbouring fields: one challenges, the other may decline unless it guards a shipyard.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {Figure, FightPlan} from '../../types.js'
 */

import { button, count } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { choices } from '../../../../orders/choices.js';
import { addsOf, oddsBar } from '../../fight.js';
import { pieceFace, spoken } from '../../pieces.js';
import { Order } from './order.js';

const FACE = 34;

/** @typedef {{key: string, area: string, unit: Figure, ids: string[]}} Party units that are alike, in one field */

export class Duel extends Order {
  /** @override */ kind = 'challenge';
  /** @type {string|null} */ #own = null;
  /** @type {string|null} */ #target = null;
  /** @type {FightPlan|null} */ plan = null;
  #asked = 0;

  /** @override */
  small() {
    return `${count(Object.keys(this.offer?.pairs ?? {}).length, 'unit')} could challenge`;
  }

  /** @param {readonly string[]} ids @returns {Party[]} */
  #parties(ids) {
    /** @type {Map<string, Party>} */
    const found = new Map();
    for (const id of ids) {
      const [area, unit] = [this.mode.areaOf(id), this.mode.unit(id)];
      if (!area || !unit) continue;
      const key = `${area}-${unit.nation}-${unit.kind}`;
      const party = found.get(key) ?? { key, area, unit, ids: [] };
      party.ids.push(id);
      found.set(key, party);
    }
    return [...found.values()].sort((a, b) => this.mode.name(a.area).localeCompare(this.mode.name(b.area)));
  }

  /** @returns {Party[]} */
  get #owns() {
    return this.#parties(Object.keys(this.offer?.pairs ?? {}));
  }

  /** @returns {Party|null} */
  get #chosen() {
    return this.#owns.find(({ key }) => key === this.#own) ?? null;
  }

  /** @returns {Party[]} */
  get #others() {
    const unit = this.#chosen?.ids[0];
    return this.#parties(unit ? (this.offer?.pairs?.[unit] ?? []) : []);
  }

  /** @returns {Party|null} */
  get #against() {
    return this.#others.find(({ key }) => key === this.#target) ?? null;
  }

  /** @override */
  sync() {
    const owns = this.#owns;
    if (!this.#chosen) this.#own = owns.length === 1 ? (owns[0]?.key ?? null) : null;
    this.#pair();
  }

  #pair() {
    const others = this.#others;
    if (!this.#against) this.#target = others.length === 1 ? (others[0]?.key ?? null) : null;
    void this.#ask();
  }

  async #ask() {
    const mine = ++this.#asked;
    this.plan = null;
    const [unit, target] = [this.#chosen?.ids[0], this.#against?.ids[0]];
    if (!unit || !target) return;
    const plan = /** @type {FightPlan|null} */ (await this.desk.consult({ kind: 'fight', unit, target, capture: false }));
    if (mine !== this.#asked) return;
    this.plan = plan;
    this.refresh();
  }

  /** @override */
  clear() {
    this.#own = this.#target = this.plan = null;
    this.#asked += 1;
  }

  /** @override @param {string} area */
  tap(area) {
    const other = this.#others.find((party) => party.area === area);
    if (other) this.#target = other.key;
    else this.#own = this.#owns.find((party) => party.area === area)?.key ?? null;
    this.#pair();
  }

  /** @override */
  title() {
    if (!this.#chosen) return 'Which unit challenges?';
    return this.#against ? `${spoken(this.#chosen.unit)} against ${spoken(this.#against.unit)}` : 'Challenge whom?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['Both roll once; a tie destroys both. The other side may decline, unless its gun guards a shipyard. ', chip('3.3.14')];
  }

  /** @override @returns {Child} */
  body() {
    const faces = (/** @type {Party} */ { area, unit, ids }) => ({ face: pieceFace(unit, FACE, { count: ids.length, silent: true }), label: this.mode.name(area), note: spoken(unit) });
    return [
      choices('Yours', this.#owns.map((party) => ({
        ...faces(party),
        key: `own-${party.key}`,
        chosen: party.key === this.#own,
        act: () => {
          this.#own = party.key;
          this.#pair();
          this.refresh();
        },
      }))),
      choices('Theirs', this.#others.map((party) => ({
        ...faces(party),
        key: `target-${party.key}`,
        chosen: party.key === this.#target,
        act: () => {
          this.#target = party.key;
          this.#pair();
          this.refresh();
        },
      }))),
      this.plan && [oddsBar(this.plan.chances), addsOf(this.plan, { attacker: 'You', defender: 'They' })],
    ];
  }

  /** @override @returns {Highlights} */
  highlights() {
    const [own, other] = [this.#chosen, this.#against];
    if (!own) return { bands: { free: [...new Set(this.#owns.map(({ area }) => area))] } };
    /** @type {Highlights} */
    const out = { selected: [own.area], targets: [...new Set(this.#others.map(({ area }) => area))] };
    if (other) out.attack = { hex: other.area, from: [own.area], odds: null, river: null };
    return out;
  }

  /** @override */
  buttons() {
    const [own, other] = [this.#chosen, this.#against];
    return [
      button('Challenge', () => {
        void this.mode.send({ kind: 'challenge', unit: own?.ids[0], target: other?.ids[0] });
      }, { tone: 'danger', key: 'challenge', disabled: !own || !other, title: own && other ? undefined : 'Choose both units first' }),
    ];
  }

  /** @override */
  escape() {
    if (this.#target && this.#others.length > 1) this.#target = null;
    else if (this.#own && this.#owns.length > 1) this.clear();
    else return false;
    return true;
  }
}
