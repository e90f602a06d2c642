/**
 * §3.15.1 Tactical advantage: a card laid in a field helps all who attack there in this turn.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {ListItem} from '../../../../panels/mode.js'
 */

import { button, chip, count } from '../../../../core/bits.js';
import { sideOfNation } from '../../units.js';
import { Order } from './order.js';

export class Tactic extends Order {
  /** @override */ kind = 'tactic';
  /** @type {string|null} */ #area = null;

  /** @override */
  small() {
    return `${count(this.offer?.left ?? 0, 'card')} left`;
  }

  /** @override */
  sync() {
    const fought = this.view.battle?.area ?? null;
    this.#choose(this.#area ?? fought);
  }

  /** @param {string|null} area */
  #choose(area) {
    this.#area = area && this.desk.board.lattice.has(area) && !this.offer?.laid?.includes(area) ? area : null;
  }

  /** @override */
  clear() {
    this.#area = null;
  }

  /** @override @param {string} area */
  tap(area) {
    if (this.offer?.laid?.includes(area)) this.desk.say(`There is already a card in ${this.mode.the(area)}.`, '3.15.1');
    else this.#choose(area);
  }

  /** @override */
  title() {
    return this.#area ? `Play the card in ${this.mode.the(this.#area)}?` : 'In which field?';
  }

  /** @override @returns {Child} */
  detail() {
    return ['+1 to every unit of your side that attacks there in this turn. ', chip('3.15.1')];
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} fields with enemies */
  list() {
    const side = this.mode.me?.side;
    const areas = Object.keys(this.view.areas).filter((area) => {
      const units = this.view.areas[area]?.units ?? [];
      return !this.offer?.laid?.includes(area) && units.some(({ nation }) => sideOfNation(this.view, nation) !== side);
    });
    return {
      label: 'Fields as a list',
      items: areas
        .sort((a, b) => this.mode.name(a).localeCompare(this.mode.name(b)))
        .map((area) => ({
          label: this.mode.name(area),
          key: `tactic-${area}`,
          act: () => {
            this.#choose(area);
            this.desk.point([area]);
          },
        })),
    };
  }

  /** @override @returns {Highlights} */
  highlights() {
    return { selected: this.#area ? [this.#area] : [], marked: this.offer?.laid ?? [] };
  }

  /** @override */
  buttons() {
    const area = this.#area;
    return [
      button('Play the card', () => {
        if (!area) return;
        this.mode.take(null);
        void this.mode.send({ kind: 'tactic', area });
      }, { tone: 'primary', key: 'tactic', disabled: !area, title: area ? undefined : 'Choose a field first' }),
    ];
  }

  /** @override */
  escape() {
    if (!this.#area || this.view.battle) return false;
    this.#area = null;
    return true;
  }
}
