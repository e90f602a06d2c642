/**
 * §3.3 An attack that waits for a yes: who goes, who could come up from other fields as well, and what the battle would be
 * with all of them. The server says all three.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Outlook} from '../outlook.js'
 * @import {Figure, Reach} from '../types.js'
 * @import {Host} from '../../../orders/form.js'
 * @import {Confirm} from '../../../panels/questions/mode.js'
 * @import {Position} from '../position.js'
 */

import { choices } from '../../../orders/choices.js';
import { armies } from '../armies.js';
import { army, capital } from '../army.js';
import { outlookCard } from '../outlook.js';

export class Attack {
  /** @type {Outlook|null} */ #outlook = null;
  /** units elsewhere that could come up @type {string[]} */ #joining = [];
  /** fields from which they do @type {Set<string>} */ #from = new Set();

  /** its question: while that stands, so does the attack @type {Confirm|null} */ #confirm = null;

  /**
   * @param {Position} position
   * @param {Host} host
   * @param {{area: string, reach: Reach, units: string[], enemies: Figure[]}} plan
   */
  constructor(position, host, { area, reach, units, enemies }) {
    this.position = position;
    this.host = host;
    this.area = area;
    this.reach = reach;
    this.units = units;
    this.enemies = enemies;
  }

  /** Have the player say yes, beside all that there is to know of it. @param {Pick<Confirm, "warnings"|"act">} o */
  ask({ warnings, act }) {
    this.#confirm = { title: `Attack ${this.position.the(this.area)}?`, text: this.#sentence, warnings, yes: 'Attack', tone: 'danger', act };
    this.host.ask(this.#confirm);
    void this.#join();
    void this.#reckon();
  }

  get stands() {
    return this.#confirm !== null && this.host.confirm === this.#confirm;
  }

  /** @returns {string[]} fields beside the first one from which units go */
  get from() {
    return [...this.#from];
  }

  async #join() {
    const answer = /** @type {{units: string[]}|null} */ (await this.position.desk.consult({ kind: 'joining', units: this.units, area: this.area }));
    if (!answer || !this.stands) return;
    this.#joining = answer.units;
    this.position.desk.refresh();
  }

  async #reckon() {
    const units = [...this.units, ...this.parties().flat()];
    const outlook = /** @type {Outlook|null} */ (await this.position.desk.consult({ kind: 'attack', units, area: this.area }));
    if (!outlook || !this.#confirm || !this.stands || units.length !== this.units.length + this.parties().flat().length) return;
    const before = new Set(this.#outlook?.stakes.map(({ text }) => text));
    this.#confirm.warnings = [...this.#confirm.warnings.filter(({ text }) => !before.has(text)), ...outlook.stakes];
    this.#outlook = outlook;
    this.position.desk.refresh();
  }

  /** @param {string} area @returns {string[]} who could come up from there */
  #joiners(area) {
    return this.#joining.filter((id) => this.position.areaOf(id) === area);
  }

  /** @returns {string[][]} field by field who comes up as well; of generals the first alone, for one leads a battle */
  parties() {
    const leads = (/** @type {string} */ id) => this.position.unit(id)?.kind === 'general';
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
  get #sentence() {
    const { position, units, enemies } = this;
    return `${capital(army(position.view, position.figures([...units, ...this.parties().flat()])))} against ${army(position.view, enemies)}.`;
  }

  /** @returns {Child} who against whom, with what chances */
  card() {
    const { position, units, enemies } = this;
    return [this.#outlook ? outlookCard(this.#outlook) : armies(position.view, position.figures(units), enemies), this.#others()];
  }

  /** @returns {Child} fields from which others could join in */
  #others() {
    const { position } = this;
    const areas = [...new Set(this.#joining.map((id) => position.areaOf(id)).filter((area) => area !== null))];
    return choices('Also from', areas.map((area) => ({
      key: `also-${area}`,
      label: position.name(area),
      note: army(position.view, position.figures(this.#joiners(area))),
      chosen: this.#from.has(area),
      act: () => {
        if (!this.#from.delete(area)) this.#from.add(area);
        if (this.#confirm) this.#confirm.text = this.#sentence;
        void this.#reckon();
        position.desk.refresh();
      },
    })));
  }
}
