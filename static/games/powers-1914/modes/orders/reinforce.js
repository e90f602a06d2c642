/**
 * §3.3.2 Units for a battle that goes on, your own or an ally's, field by field.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {FanContent} from '../../../../board/fan.js'
 * @import {ListItem} from '../../../../panels/mode.js'
 * @import {Figure, MovePlan} from '../../types.js'
 * @import {Outlook} from '../../outlook.js'
 * @import {Group} from '../../units.js'
 */

import { button, count } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { h } from '../../../../core/dom.js';
import { army, capital } from '../../army.js';
import { forecastBar } from '../../outlook.js';
import { Picks, pickFan } from '../../picks.js';
import { groups } from '../../units.js';
import { Order } from './order.js';

export class Reinforce extends Order {
  /** @override */ kind = 'reinforce';
  picks = new Picks();
  /** @type {MovePlan|null} */
  plan = null;
  /** @type {Outlook|null} */
  outlook = null;
  #asked = 0;

  /** @returns {Set<string>} */
  get #coming() {
    return new Set(/** @type {string[]|undefined} */ (this.offer?.units) ?? []);
  }

  /** @returns {string} */
  get #goal() {
    return this.view.battle?.area ?? '';
  }

  /** @param {string|null} area @returns {Group[]} */
  #able(area) {
    const coming = this.#coming;
    return area ? groups(this.mode.units(area).filter(({ id }) => coming.has(id))) : [];
  }

  /** @returns {string[]} */
  get #chosen() {
    return this.picks.ids(this.#able(this.mode.open));
  }

  /** @returns {string[]} fields with units that could come, by name */
  get #areas() {
    const areas = new Set([...this.#coming].map((id) => this.mode.areaOf(id)).filter((area) => area !== null));
    return [...areas].sort((a, b) => this.mode.name(a).localeCompare(this.mode.name(b)));
  }

  /** @override */
  small() {
    return `${count(this.#coming.size, 'unit')} in reach`;
  }

  /** @override */
  sync() {
    if (this.mode.open && !this.#able(this.mode.open).length) this.mode.open = null;
    void this.#ask();
  }

  /** @override */
  clear() {
    this.picks.clear();
    this.plan = this.outlook = null;
    this.#asked += 1;
  }

  async #ask() {
    const mine = ++this.#asked;
    const units = this.#chosen;
    this.plan = this.outlook = null;
    if (!units.length) return;
    const plan = /** @type {MovePlan|null} */ (await this.desk.consult({ kind: 'move', units }));
    if (mine !== this.#asked) return;
    this.plan = plan;
    this.refresh();
    if (!this.#path) return;
    const outlook = /** @type {Outlook|null} */ (await this.desk.consult({ kind: 'attack', units, area: this.#goal }));
    if (mine !== this.#asked || !outlook) return;
    this.outlook = outlook;
    this.refresh();
  }

  /** @param {string} area */
  #select(area) {
    this.clear();
    this.mode.open = area;
    for (const group of this.#able(area)) if (group.kind !== 'artillery') this.picks.set(group, group.ids.length);
    if (!this.#chosen.length) for (const group of this.#able(area)) this.picks.set(group, group.ids.length);
    void this.#ask();
  }

  get #path() {
    return this.plan?.areas[this.#goal]?.path ?? null;
  }

  get #refusal() {
    return this.plan && !this.#path ? (this.plan.refused[this.#goal] ?? { text: 'These units cannot reach the battle together.', section: '3.3.2' }) : null;
  }

  #go() {
    const [units, path] = [this.#chosen, this.#path];
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
    if (area !== this.mode.open && this.#able(area).length) return this.#select(area);
    this.clear();
    this.mode.open = null;
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
    /** @type {Figure[]} */
    const units = this.#chosen.map((id) => this.mode.unit(id)).filter((unit) => unit !== null);
    if (units.length) return `${capital(army(this.view, units))}.`;
    const whose = this.mode.main === this ? `${this.mode.legal.detail ?? ''} ` : '';
    return [whose, 'Tap a field with units in reach. Units that you bring up have moved for this turn. ', chip('3.3.2')];
  }

  /** @override @returns {Child} what the battle would be with them */
  body() {
    const stakes = [...(this.plan?.stakes ?? []), ...(this.outlook?.stakes ?? [])].map((stake) => this.mode.warning(stake));
    return [stakes, this.outlook && h('div', { class: 'outlook' }, forecastBar('Fought to the end, with them', this.outlook.forecast))];
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const { open } = this.mode;
    if (!open) return null;
    return pickFan({
      area: open,
      title: this.mode.name(open),
      units: this.mode.units(open),
      able: this.#able(open),
      picks: this.picks,
      barred: ({ spent }) => (spent ? { note: 'moved', why: 'It has already moved, shot or fought this turn.' } : { note: 'stays', why: 'It cannot reach this battle.' }),
      changed: () => {
        void this.#ask();
        this.refresh();
      },
    });
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { open } = this.mode;
    const path = this.#path;
    return {
      attack: { hex: this.#goal, from: [], odds: null, river: null },
      bands: { free: this.#areas },
      selected: open ? [open] : [],
      ...(open && path ? { path: [open, ...path] } : {}),
    };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.mode.open) return null;
    return {
      label: 'Fields as a list',
      items: this.#areas.map((area) => ({
        label: `${this.mode.name(area)}: ${count(this.#able(area).reduce((n, group) => n + group.ids.length, 0), 'unit')}`,
        key: `from-${area}`,
        act: () => {
          this.#select(area);
          this.desk.board.reveal(area);
          this.refresh();
        },
      })),
    };
  }

  /** @override @returns {Node[]} */
  buttons() {
    const n = this.#chosen.length;
    const ready = n > 0 && this.#path;
    const back = this.mode.open && this.mode.main === this ? [button('Choose others', () => this.mode.escape(), { key: 'back' })] : [];
    return [...back, button(n ? `Bring up ${n}` : 'Bring up', () => this.#go(), { tone: 'primary', key: 'reinforce', disabled: !ready, title: ready ? undefined : (this.#refusal?.text ?? 'Choose units first') })];
  }

  /** @override */
  escape() {
    if (!this.mode.open) return false;
    this.clear();
    this.mode.open = null;
    return true;
  }
}
