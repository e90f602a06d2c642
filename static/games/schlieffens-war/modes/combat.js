/**
 * Combat: a target, the units against it, the odds; or a probe into an empty hex.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {AttackPlan, Counter} from '../types.js'
 * @import {StackFan} from '../mode.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {ListItem} from '../../../panels/questions/mode.js'
 */

import { button, count, join } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { chipFace, known } from '../counter.js';
import { StackMode } from '../mode.js';
import { oddsPlan } from '../odds.js';
import { placeTitle } from '../../../panels/places.js';
import { shortStack } from '../sentences.js';

export class Combat extends StackMode {
  /** @type {Set<string>} */
  picked = new Set();
  /** @type {string|null} */
  target = null;
  /** @type {AttackPlan|null} */
  plan = null;
  #asked = 0;

  /** @returns {Record<string, string[]>} */
  get targets() {
    return this.offer('attack')?.targets ?? {};
  }

  /** @returns {Record<string, string[]>} */
  get probes() {
    return this.offer('probe')?.choices ?? {};
  }

  /** Units of the other commanders of your side that could join in, by target, with their seats. @returns {Record<string, Record<string, string>>} */
  get others() {
    return this.offer('attack')?.others ?? {};
  }

  /** Who can be chosen against a target. @param {string} target */
  #candidates(target) {
    return [...(this.targets[target] ?? []), ...Object.keys(this.others[target] ?? {})];
  }

  /** Whether someone else has to join in the attack as it is planned. */
  get #joint() {
    const others = this.others[this.target ?? ''] ?? {};
    return [...this.picked].some((id) => id in others);
  }

  /** @override */
  sync() {
    if (this.target && !this.targets[this.target]) this.target = null;
    const could = new Set(this.target ? this.#candidates(this.target) : [...Object.keys(this.probes), ...Object.values(this.targets).flat()]);
    this.picked = new Set([...this.picked].filter((id) => could.has(id)));
    if (this.open && !this.stack(this.open).length) this.open = null;
    void this.#plan();
  }

  async #plan(firstTry = false) {
    const mine = ++this.#asked;
    const { target } = this;
    if (!target || !this.picked.size) {
      this.plan = null;
      return;
    }
    const plan = await this.#ask(target, [...this.picked]);
    if (mine !== this.#asked) return;
    this.plan = plan;
    if (firstTry && plan && !plan.legal) {
      // All together is refused: begin with the most that is allowed, and let the player add to it.
      for (const some of this.#fewer(target)) {
        const other = await this.#ask(target, some);
        if (mine !== this.#asked) return;
        if (!other?.legal) continue;
        this.picked = new Set(some);
        this.plan = other;
        break;
      }
    }
    this.desk.refresh();
  }

  /** @param {string} target @param {string[]} units @returns {Promise<AttackPlan|null>} */
  #ask(target, units) {
    return this.desk.consult({ kind: 'attack', units, target, coup: false, artillery: false });
  }

  /** @param {string} target @returns {string[][]} the candidates hex by hex, then one by one, the strongest first */
  #fewer(target) {
    /** @type {Map<string, {ids: string[], sum: number}>} */
    const byHex = new Map();
    /** @type {{ids: string[], sum: number}[]} */
    const alone = [];
    for (const id of this.targets[target] ?? []) {
      const hex = this.hexOf(id);
      const counter = this.counter(id);
      if (!hex || !counter || !known(counter)) continue;
      const group = byHex.get(hex) ?? { ids: [], sum: 0 };
      byHex.set(hex, { ids: [...group.ids, id], sum: group.sum + counter.factor });
      alone.push({ ids: [id], sum: counter.factor });
    }
    const strongest = (/** @type {{ids: string[], sum: number}[]} */ groups) => groups.sort((a, b) => b.sum - a.sum).map(({ ids }) => ids);
    return [...strongest([...byHex.values()]), ...strongest(alone)];
  }

  /** @param {string} hex */
  #aim(hex) {
    const candidates = this.targets[hex] ?? [];
    const chosen = [...this.picked].filter((id) => candidates.includes(id));
    this.target = hex;
    this.open = null;
    this.picked = new Set(chosen.length ? chosen : candidates);
    this.plan = null;
    void this.#plan(true);
  }

  /** An enemy's hex that cannot be attacked says why. @param {string} hex */
  async #barred(hex) {
    const beside = this.desk.board.lattice.neighbours(hex).flatMap((near) => this.stack(near)).filter((c) => c.side === this.view.viewer);
    const place = placeTitle(this.desk, hex);
    if (!beside.length) return this.desk.say(`None of your units is next to ${place}.`);
    const plan = await this.#ask(hex, beside.map((c) => c.id));
    if (plan?.refusal) this.desk.say(plan.refusal.text, plan.refusal.section);
  }

  /** @param {string} hex @returns {string[]} units chosen that could probe into it */
  #probing(hex) {
    return [...this.picked].filter((id) => this.probes[id]?.includes(hex));
  }

  /** @override @param {string} hex */
  grab(hex) {
    const able = new Set([...Object.keys(this.probes), ...Object.values(this.targets).flat()]);
    const there = this.stack(hex).filter((c) => able.has(c.id));
    if (!there.length) return null;
    if (this.target || this.open !== hex || !this.picked.size) {
      this.#put();
      this.hex(hex);
    }
    const top = there.find((c) => this.picked.has(c.id)) ?? there[0];
    return top ? chipFace(top, 52, { silent: true, stack: this.picked.size }) : null;
  }

  /** @override @param {string} hex */
  drop(hex) {
    const could = this.targets[hex]?.some((id) => this.picked.has(id)) || this.#probing(hex).length;
    if (could) this.hex(hex);
    else this.desk.say(`${join(this.names([...this.picked]))} cannot attack or probe ${placeTitle(this.desk, hex)}.`);
  }

  /** @override @param {string} hex */
  hex(hex) {
    this.confirm = null;
    if (this.targets[hex]) {
      if (this.target === hex) this.#put();
      else this.#aim(hex);
      return;
    }
    const probing = this.target ? [] : this.#probing(hex);
    if (probing.length) {
      this.confirm = {
        title: `Probe to ${placeTitle(this.desk, hex)}?`,
        text: `${join(this.names(probing))} will not attack this phase.`,
        warnings: [],
        yes: 'Probe',
        tone: 'primary',
        act: () => {
          this.#put();
          void this.send({ kind: 'probe', units: probing, hex });
        },
      };
      this.desk.refresh();
      return;
    }
    if (this.open === hex) return this.#put();
    if (!this.stack(hex).length) return this.picked.size ? this.#decline(hex) : this.#put();
    if (this.target) {
      // An attacker's hex: its units join or leave.
      const there = this.stack(hex).map((c) => c.id).filter((id) => this.#candidates(this.target ?? '').includes(id));
      if (there.length) {
        const all = there.every((id) => this.picked.has(id));
        for (const id of there) all ? this.picked.delete(id) : this.picked.add(id);
        this.plan = null;
        void this.#plan();
        return;
      }
      return this.#decline(hex);
    }
    const able = new Set([...Object.keys(this.probes), ...Object.values(this.targets).flat()]);
    const there = this.stack(hex).map((c) => c.id).filter((id) => able.has(id));
    if (!there.length && this.picked.size) return this.#decline(hex);
    this.open = hex;
    this.picked = new Set(there);
    if (!there.length) this.#decline(hex);
  }

  /** Why nothing comes of a tap there; what is in hand stays so. @param {string} hex */
  #decline(hex) {
    const [top] = this.stack(hex);
    if (top && top.side !== this.view.viewer) return void this.#barred(hex);
    if (top && this.sayWhyNot(hex)) return;
    const title = placeTitle(this.desk, hex);
    if (top) this.desk.say(this.target ? `No unit at ${title} can join in.` : `No unit at ${title} can attack.`, this.offer('attack')?.section);
    else this.desk.say(this.target ? `No enemy is known at ${title}.` : `${join(this.names([...this.picked]))} cannot attack or probe ${title}.`, this.offer('attack')?.section);
  }

  #put() {
    this.target = null;
    this.open = null;
    this.plan = null;
    this.picked.clear();
  }

  /** @param {string} id */
  #toggle(id) {
    this.confirm = null;
    if (!this.picked.delete(id)) this.picked.add(id);
    this.plan = null;
    void this.#plan();
    this.desk.refresh();
  }

  /** @override */
  title() {
    if (this.confirm) return this.confirm.title;
    if (this.target) return `Attack ${placeTitle(this.desk, this.target)}`;
    if (this.picked.size) return `${join(this.names([...this.picked]))}: choose a hex`;
    return this.legal.prompt;
  }

  /** @override @returns {Child} */
  detail() {
    if (this.#joint) return 'The attack takes place when the other commander of your side joins in.';
    if (this.target) return 'Tap units to add or remove them.';
    if (this.picked.size) return 'Red: a hex to attack. Gold: an empty hex to probe into.';
    return this.legal.detail || `${count(Object.keys(this.targets).length, 'hex', 'hexes')} may be attacked. Tap one, or the units that should attack.`;
  }

  /** @override @returns {Child} */
  planner() {
    const { target } = this;
    if (!target) return null;
    const candidates = this.#candidates(target).map((id) => this.counter(id)).filter((c) => c !== null);
    return oddsPlan({
      title: `Planned attack: ${placeTitle(this.desk, target)}`,
      attackers: candidates,
      picked: this.picked,
      defenders: this.stack(target),
      plan: this.plan,
      toggle: (id) => this.#toggle(id),
      why: (id) => this.legal.why_not?.[id],
      mine: this.desk.seat ? this.view.viewer : '',
    });
  }

  /** @override */
  plannerTab() {
    return this.target ? `Attack ${this.plan ? pill(this.plan) : ''}`.trim() : null;
  }

  /** @override @returns {StackFan|null} */
  fan() {
    const fan = super.fan();
    if (!fan) return null;
    const able = new Set([...Object.keys(this.probes), ...Object.values(this.targets).flat()]);
    fan.items = fan.items.map((item) => ({ ...item, can: able.has(item.counter.id), picked: this.picked.has(item.counter.id) }));
    fan.onPick = (id) => this.#toggle(id);
    return fan;
  }

  /** @override @param {Counter} counter */
  note(counter) {
    const why = this.legal.why_not?.[counter.id];
    if (why && known(counter) && counter.done) return 'done';
    return super.note(counter);
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { target } = this;
    if (target) {
      const from = [...new Set([...this.picked].map((id) => this.hexOf(id)).filter((hex) => hex !== null))];
      const river = this.plan?.shifts.find((shift) => shift.section === '11.12');
      return {
        attack: { hex: target, from, odds: this.plan ? pill(this.plan) : null, river: river ? `${Math.abs(river.columns)}${river.columns < 0 ? 'L' : 'R'}` : null },
        selected: from,
      };
    }
    const offered = Object.keys(this.targets);
    if (!this.picked.size) return { targets: offered, selected: this.open ? [this.open] : [] };
    const reachable = offered.filter((hex) => this.targets[hex]?.some((id) => this.picked.has(id)));
    const probes = new Set([...this.picked].flatMap((id) => this.probes[id] ?? []));
    return { targets: reachable, bands: { tiring: [...probes] }, selected: this.open ? [this.open] : [] };
  }

  /** @override @param {string|null} hex @returns {TipContent|null} */
  hover(hex) {
    this.hovered = hex;
    if (!hex || this.target) return null;
    if (this.targets[hex] && !this.picked.size) {
      return { head: `Attack ${placeTitle(this.desk, hex)}`, lines: [{ text: `${count(this.targets[hex]?.length ?? 0, 'unit')} could take part.` }] };
    }
    if (this.#probing(hex).length) return { head: `Probe to ${placeTitle(this.desk, hex)}`, lines: [{ text: 'Enters without a fight.', section: this.offer('probe')?.section }] };
    return null;
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.target) return null;
    if (this.picked.size) {
      const hexes = [...new Set([...this.picked].flatMap((id) => this.probes[id] ?? []))];
      return hexes.length ? { label: 'Probes as a list', items: hexes.map((hex) => ({ label: placeTitle(this.desk, hex), key: `to-${hex}`, act: () => { this.hex(hex); this.desk.refresh(); } })) } : null;
    }
    return {
      label: 'Targets as a list',
      items: Object.keys(this.targets).sort().map((hex) => ({
        label: `${placeTitle(this.desk, hex)}: ${shortStack(this.stack(hex))}`,
        key: `target-${hex}`,
        act: () => {
          this.#aim(hex);
          this.desk.board.reveal(hex);
          this.desk.refresh();
        },
      })),
    };
  }

  /** @override */
  escape() {
    if (!this.confirm && (this.target || this.open)) {
      this.#put();
      this.desk.refresh();
      return true;
    }
    return super.escape();
  }

  /** @override */
  dock() {
    const { target, plan } = this;
    if (this.confirm || !target) return super.dock();
    const own = this.targets[target]?.some((id) => this.picked.has(id));
    const ready = Boolean(plan?.legal && own);
    return [
      button('Back', () => this.escape(), { key: 'back' }),
      button([this.#joint ? 'Ask to attack' : 'Attack', plan?.legal ? h('small', {}, `${pill(plan)} ${plan.plan_xvii ? '· Plan XVII' : ''}`) : null], () => {
        const units = [...this.picked];
        this.#put();
        void this.send({ kind: 'attack', units, target });
      }, { tone: 'danger', key: 'attack', disabled: !ready, title: plan?.refusal?.text }),
    ];
  }
}

/** @param {AttackPlan} plan @returns {string} the final column, or columns, on the map */
function pill(plan) {
  if (!plan.legal) return '–';
  const name = (/** @type {number} */ i) => (i < 0 ? `<${plan.columns[0]}` : i >= plan.columns.length ? `>${plan.columns.at(-1)}` : (plan.columns[i] ?? ''));
  const [low, high] = [plan.final[0] ?? 0, plan.final.at(-1) ?? 0];
  return low === high ? name(low) : `${name(low)}–${name(high)}`;
}
