/**
 * §3.3.2 Units for a battle that goes on, your own or an ally's, field by field.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {AnyOffer, Figure, MovePlan} from '../types.js'
 * @import {Outlook} from '../outlook.js'
 */

import { button, count } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { warningRow } from '../../../panels/questions/warning.js';
import { army, capital } from '../army.js';
import { forecastBar } from '../outlook.js';
import { March, SPENT } from './march.js';

export class Reinforce extends March {
  /** @override @param {AnyOffer} offer */
  static small({ units }) {
    return `${count(Array.isArray(units) ? units.length : 0, 'unit')} in reach`;
  }

  /** what the battle would be with them, by plan @type {WeakMap<MovePlan, Outlook>} */ #outlooks = new WeakMap();

  /** @override @returns {string} */
  get goal() {
    return this.position.view.battle?.area ?? '';
  }

  /** An ally is asked for nothing else. */
  get #alone() {
    return !this.desk.legal.offers.some(({ kind }) => kind === 'fight');
  }

  /** @override */
  get stakes() {
    return [...super.stakes, ...(this.#outlook?.stakes ?? [])];
  }

  get #outlook() {
    return this.plan ? (this.#outlooks.get(this.plan) ?? null) : null;
  }

  get #path() {
    return this.plan?.areas[this.goal]?.path ?? null;
  }

  get #refusal() {
    return this.plan && !this.#path ? (this.plan.refused[this.goal] ?? { text: 'These units cannot reach the battle together.', section: '3.3.2' }) : null;
  }

  /** @override Guns stay where they are, unless there is nobody else. @param {string[]} ids */
  usual(ids) {
    const others = ids.filter((id) => this.position.unit(id)?.kind !== 'artillery');
    return others.length ? others : ids;
  }

  /** @override Then what the battle would be with them. @param {string[]} units */
  async ways(units) {
    const plan = /** @type {MovePlan|null} */ (await this.desk.consult({ kind: 'move', units }));
    if (plan?.areas[this.goal]) {
      void this.desk.consult({ kind: 'attack', units, area: this.goal }).then((outlook) => {
        if (outlook) this.#outlooks.set(plan, outlook);
        this.desk.refresh();
      });
    }
    return plan;
  }

  /** @override @param {Figure} unit */
  barred(unit) {
    return unit.spent ? SPENT : { note: 'stays', one: 'cannot reach this battle.', many: 'cannot reach this battle.' };
  }

  /** @override The battle has begun already: only what they leave behind wants a yes. */
  go() {
    const path = this.#path;
    const { host, going, position } = this;
    if (!path || !going.length || !host) return;
    const act = () => {
      host.take();
      this.order([...going], path);
    };
    const warnings = (this.plan?.stakes ?? []).filter(({ grave }) => grave);
    if (warnings.length) host.ask({ title: `Leave ${position.the(this.open ?? '')}?`, text: '', warnings, yes: 'Bring up anyway', tone: 'danger', act });
    else act();
  }

  /** @override @returns {string} */
  title() {
    const { open, position } = this;
    if (open) return `From ${position.the(open)} to the battle of ${position.the(this.goal)}`;
    return this.#alone ? this.desk.legal.prompt : `Which units go to the battle of ${position.the(this.goal)}?`;
  }

  /** @override @returns {Child} */
  detail() {
    const refusal = this.#refusal;
    if (refusal) return [refusal.text, ' ', chip(refusal.section)];
    const units = this.position.figures(this.going);
    if (units.length) return `${capital(army(this.position.view, units))}.`;
    return [this.#alone ? `${this.desk.legal.detail ?? ''} ` : '', 'Tap a field with units in reach. Units that you bring up have moved for this turn. ', chip('3.3.2')];
  }

  /** @override @returns {Child} what the battle would be with them */
  body() {
    const outlook = this.#outlook;
    return [this.stakes.map((stake) => warningRow(this.desk, stake)), outlook && h('div', { class: 'outlook' }, forecastBar('Odds with these reinforcements', outlook.forecast))];
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { open } = this;
    const path = this.#path;
    return {
      attack: { hex: this.goal, from: [], odds: null, river: null },
      bands: { free: this.waiting },
      selected: open ? [open] : [],
      ...(open && path ? { path: [open, ...path] } : {}),
    };
  }

  /** @override @returns {Node[]} */
  buttons() {
    const n = this.going.length;
    const ready = n > 0 && this.#path;
    return [
      ...(this.#alone ? super.buttons() : []),
      button(n ? `Bring up ${n}` : 'Bring up', () => this.go(), { tone: 'primary', key: 'reinforce', disabled: !ready, title: ready ? undefined : (this.#refusal?.text ?? 'Choose units first') }),
    ];
  }
}
