/**
 * §3.3.2 Units for a battle that goes on, your own or an ally's, field by field.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {Figure, MovePlan} from '../../types.js'
 * @import {Outlook} from '../../outlook.js'
 */

import { button, count } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { h } from '../../../../core/dom.js';
import { army, capital } from '../../army.js';
import { forecastBar } from '../../outlook.js';
import { Picking } from './picking.js';

export class Reinforce extends Picking {
  /** @override */ kind = 'reinforce';
  /** @type {Outlook|null} */
  outlook = null;

  /** @returns {string} */
  get #goal() {
    return this.view.battle?.area ?? '';
  }

  /** @override */
  small() {
    return `${count(this.movers.size, 'unit')} in reach`;
  }

  /** @override */
  forget() {
    super.forget();
    this.outlook = null;
  }

  /** @override Guns stay where they are, unless there is nobody else. @param {Figure[]} able */
  usual(able) {
    const others = able.filter(({ kind }) => kind !== 'artillery');
    return others.length ? others : able;
  }

  /** @override What the battle would be with them. @param {MovePlan|null} _plan @param {string[]} units @param {() => boolean} current */
  async further(_plan, units, current) {
    this.outlook = null;
    if (!this.#path) return;
    const outlook = /** @type {Outlook|null} */ (await this.desk.consult({ kind: 'attack', units, area: this.#goal }));
    if (!current() || !outlook) return;
    this.outlook = outlook;
    this.refresh();
  }

  /** @override @param {Figure} unit */
  barred(unit) {
    return unit.spent ? super.barred(unit) : { note: 'stays', why: 'It cannot reach this battle.' };
  }

  get #path() {
    return this.plan?.areas[this.#goal]?.path ?? null;
  }

  get #refusal() {
    return this.plan && !this.#path ? (this.plan.refused[this.#goal] ?? { text: 'These units cannot reach the battle together.', section: '3.3.2' }) : null;
  }

  #go() {
    const [units, path] = [this.chosen, this.#path];
    if (!units.length || !path) return;
    const act = () => {
      this.mode.take(null);
      void this.mode.send({ kind: 'reinforce', units, path });
    };
    const grave = (this.plan?.stakes ?? []).filter((stake) => stake.grave);
    if (!grave.length) return act();
    this.mode.ask({ title: `Leave ${this.mode.the(this.mode.open ?? '')}?`, text: '', warnings: grave, yes: 'Bring up anyway', tone: 'danger', act });
  }

  /** @override @param {string} area */
  tap(area) {
    if (area === this.#goal) return this.#go();
    if (area !== this.mode.open && this.able(area).length) return this.select(area);
    this.put();
  }

  /** @override @returns {string} */
  title() {
    const { open } = this.mode;
    if (!open && this.mode.main === this) return this.mode.legal.prompt;
    return open ? `From ${this.mode.the(open)} to the battle of ${this.mode.the(this.#goal)}` : `Which units go to the battle of ${this.mode.the(this.#goal)}?`;
  }

  /** @override @returns {Child} */
  detail() {
    const refusal = this.#refusal;
    if (refusal) return [refusal.text, ' ', chip(refusal.section)];
    const units = this.figures();
    if (units.length) return `${capital(army(this.view, units))}.`;
    const whose = this.mode.main === this ? `${this.mode.legal.detail ?? ''} ` : '';
    return [whose, 'Tap a field with units in reach. Units that you bring up have moved for this turn. ', chip('3.3.2')];
  }

  /** @override @returns {Child} what the battle would be with them */
  body() {
    const stakes = [...(this.plan?.stakes ?? []), ...(this.outlook?.stakes ?? [])].map((stake) => this.mode.warning(stake));
    return [stakes, this.outlook && h('div', { class: 'outlook' }, forecastBar('Odds with these reinforcements', this.outlook.forecast))];
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { open } = this.mode;
    const path = this.#path;
    return {
      attack: { hex: this.#goal, from: [], odds: null, river: null },
      bands: { free: this.fields },
      selected: open ? [open] : [],
      ...(open && path ? { path: [open, ...path] } : {}),
    };
  }

  /** @override @returns {Node[]} */
  buttons() {
    const n = this.chosen.length;
    const ready = n > 0 && this.#path;
    const back = this.mode.open && this.mode.main === this ? [button('Choose others', () => this.mode.escape(), { key: 'back' })] : [];
    return [...back, button(n ? `Bring up ${n}` : 'Bring up', () => this.#go(), { tone: 'primary', key: 'reinforce', disabled: !ready, title: ready ? undefined : (this.#refusal?.text ?? 'Choose units first') })];
  }
}
