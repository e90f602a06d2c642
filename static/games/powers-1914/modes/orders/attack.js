/**
 * §3.3 An attack that waits for a yes: who goes, who could come up from other fields as well, and what the battle would be
 * with all of them. The server says all three.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Outlook} from '../../outlook.js'
 * @import {Figure, Reach} from '../../types.js'
 * @import {Ordering} from '../ordering.js'
 */

import { choices } from '../../../../orders/choices.js';
import { armies } from '../../armies.js';
import { army, capital } from '../../army.js';
import { outlookCard } from '../../outlook.js';

export class Attack {
  /** @type {Outlook|null} */ #outlook = null;
  /** units elsewhere that could come up @type {string[]} */ #joining = [];
  /** fields from which they do @type {Set<string>} */ #from = new Set();

  /**
   * @param {Ordering} mode
   * @param {{area: string, reach: Reach, units: string[], enemies: Figure[]}} plan
   */
  constructor(mode, { area, reach, units, enemies }) {
    this.mode = mode;
    this.area = area;
    this.reach = reach;
    this.units = units;
    this.enemies = enemies;
    /** its question: while that stands, so does the attack */
    this.confirm = mode.confirm;
  }

  /** Ask for all that the question shows. */
  begin() {
    this.confirm = this.mode.confirm;
    void this.#join();
    void this.#reckon();
  }

  get #stands() {
    return this.confirm !== null && this.mode.confirm === this.confirm;
  }

  /** @returns {string[]} fields beside the first one from which units go */
  get from() {
    return [...this.#from];
  }

  async #join() {
    const answer = /** @type {{units: string[]}|null} */ (await this.mode.desk.consult({ kind: 'joining', units: this.units, area: this.area }));
    if (!answer || !this.#stands) return;
    this.#joining = answer.units;
    this.mode.desk.refresh();
  }

  async #reckon() {
    const units = [...this.units, ...this.parties().flat()];
    const outlook = /** @type {Outlook|null} */ (await this.mode.desk.consult({ kind: 'attack', units, area: this.area }));
    if (!outlook || !this.confirm || !this.#stands || units.length !== this.units.length + this.parties().flat().length) return;
    const before = new Set(this.#outlook?.stakes.map(({ text }) => text));
    this.confirm.warnings = [...this.confirm.warnings.filter(({ text }) => !before.has(text)), ...outlook.stakes];
    this.#outlook = outlook;
    this.mode.desk.refresh();
  }

  /** @param {string} area @returns {string[]} who could come up from there */
  #joiners(area) {
    return this.#joining.filter((id) => this.mode.areaOf(id) === area);
  }

  /** @returns {string[][]} field by field who comes up as well; of generals the first alone, for one leads a battle */
  parties() {
    const leads = (/** @type {string} */ id) => this.mode.unit(id)?.kind === 'general';
    let led = this.units.some(leads);
    return this.from
      .map((area) =>
        this.#joiners(area).filter((id) => {
          if (!leads(id)) return true;
          const first = !led;
          led = true;
          return first;
        }),
      )
      .filter((party) => party.length);
  }

  /** @returns {string} who goes, from all fields, against whom */
  get sentence() {
    const { mode, units, enemies } = this;
    return `${capital(army(mode.view, figures(mode, [...units, ...this.parties().flat()])))} against ${army(mode.view, enemies)}.`;
  }

  /** @returns {Child} who against whom, with what chances */
  card() {
    const { mode, units, enemies } = this;
    return [this.#outlook ? outlookCard(this.#outlook) : armies(mode.view, figures(mode, units), enemies), this.#others()];
  }

  /** @returns {Child} fields from which others could join in */
  #others() {
    const { mode } = this;
    const areas = [...new Set(this.#joining.map((id) => mode.areaOf(id)).filter((area) => area !== null))];
    return choices('Also from', areas.map((area) => ({
      key: `also-${area}`,
      label: mode.name(area),
      note: army(mode.view, figures(mode, this.#joiners(area))),
      chosen: this.#from.has(area),
      act: () => {
        if (!this.#from.delete(area)) this.#from.add(area);
        if (this.confirm) this.confirm.text = this.sentence;
        void this.#reckon();
        mode.desk.refresh();
      },
    })));
  }
}

/** @param {Ordering} mode @param {string[]} units @returns {Figure[]} */
const figures = (mode, units) => units.map((id) => mode.unit(id)).filter((unit) => unit !== null);
