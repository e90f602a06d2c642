/**
 * §3.14 Units that an event card takes: tap them in the list or on the map, then remove them together.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {FanContent} from '../../../board/fan.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {Figure} from '../types.js'
 * @import {Group} from '../units.js'
 */

import { button, count } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { cardFace } from '../hand.js';
import { PowersMode } from '../mode.js';
import { pieceFace, spoken } from '../pieces.js';
import { figure, groups } from '../units.js';

const FACE = 40;

export class Losing extends PowersMode {
  /** units that are to go @type {Set<string>} */
  chosen = new Set();

  /** @returns {string[]} */
  get eligible() {
    const units = this.offer('give_up')?.units;
    return Array.isArray(units) ? units : [];
  }

  get due() {
    return this.offer('give_up')?.count ?? 0;
  }

  /** @override */
  sync() {
    const could = new Set(this.eligible);
    this.chosen = new Set([...this.chosen].filter((id) => could.has(id)).slice(0, this.due));
  }

  /** @returns {Map<string, Group[]>} by area; whether a unit is spent makes no difference here */
  get there() {
    /** @type {Map<string, Figure[]>} */
    const units = new Map();
    for (const id of this.eligible) {
      const [area, unit] = [this.areaOf(id), this.unit(id)];
      if (area && unit) units.set(area, [...(units.get(area) ?? []), { ...unit, spent: false }]);
    }
    return new Map([...units].map(([area, list]) => [area, groups(list)]));
  }

  /** @param {Group} group */
  picked(group) {
    return group.ids.filter((id) => this.chosen.has(id)).length;
  }

  /** One more of a group goes; when no more may go, those of the group stay. @param {Group} group */
  tap(group) {
    const next = group.ids.find((id) => !this.chosen.has(id));
    if (next && this.chosen.size < this.due) this.chosen.add(next);
    else if (this.picked(group)) for (const id of group.ids) this.chosen.delete(id);
    else if (next && this.due === 1) this.chosen = new Set([next]);
    else this.desk.say(`${this.due} are chosen already. Tap one of them to let it stay.`, this.offer('give_up')?.section);
    this.desk.refresh();
  }

  /** @override @returns {Child} */
  detail() {
    return `${this.chosen.size} of ${count(this.due, 'unit')} chosen. Tap units here or on the map.`;
  }

  /** @override @returns {Child} */
  body() {
    const offer = this.offer('give_up');
    const card = this.view.pending?.card;
    return [
      card && cardFace(card, { section: offer?.section }),
      h('div', { class: 'losing' }, [...this.there].map(([area, list]) => h('div', { class: 'army' }, h('h4', {}, this.name(area)), h('div', { class: 'units' }, list.map((group) => this.#face(area, group)))))),
    ];
  }

  /** @param {string} area @param {Group} group @returns {Child} */
  #face(area, group) {
    const [unit, n, all] = [figure(group), this.picked(group), group.ids.length];
    return h(
      'button',
      {
        type: 'button',
        class: `unit${n ? ' picked' : ''}`,
        'aria-pressed': String(n > 0),
        'aria-label': `${spoken(unit)} in ${this.the(area)}, ${n} of ${all} chosen to be removed`,
        'data-key': `lose-${area}-${group.key}`,
        onclick: () => this.tap(group),
      },
      pieceFace(unit, FACE, { count: all, picked: n > 0, silent: true }),
      h('span', {}, n ? h('span', { class: 'loss' }, `−${n}`) : 'stays'),
    );
  }

  /** @override @param {string} area */
  hex(area) {
    const list = this.there.get(area);
    const [only, ...others] = list ?? [];
    if (only && !others.length) this.tap(only);
    else if (list) super.hex(area);
    else this.desk.say(`Nothing in ${this.the(area)} can be chosen.`, this.offer('give_up')?.section);
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const area = this.open;
    const list = area ? this.there.get(area) : null;
    if (!area || !list) return null;
    return {
      hex: area,
      title: `${this.name(area)}: remove which units?`,
      items: list.map((group) => {
        const n = this.picked(group);
        return {
          id: group.key,
          face: (/** @type {number} */ px) => pieceFace(figure(group), px, { count: group.ids.length, picked: n > 0 }),
          spoken: `${spoken(figure(group))}, ${n} of ${group.ids.length} chosen to be removed`,
          note: n ? `−${n}` : 'stays',
          can: true,
          picked: n > 0,
        };
      }),
      onPick: (key) => {
        const group = list.find((g) => g.key === key);
        if (group) this.tap(group);
      },
    };
  }

  /** @override @returns {Highlights} */
  highlights() {
    const going = [...new Set([...this.chosen].map((id) => this.areaOf(id)).filter((area) => area !== null))];
    return { bands: { tiring: [...this.there.keys()].filter((area) => !going.includes(area)), free: going }, selected: this.open ? [this.open] : [] };
  }

  /** @override */
  dock() {
    const offer = this.offer('give_up');
    if (!offer) return [];
    const n = this.chosen.size;
    const go = () => void this.send({ kind: 'give_up', units: [...this.chosen] });
    return [
      n > 0 && button('None', () => this.escape(), { key: 'back' }),
      button([`${offer.label} ${n || ''}`.trim(), h('small', {}, `${n} of ${this.due} chosen`)], go, { tone: n ? 'danger' : 'primary', key: 'give-up', disabled: !n, title: n ? undefined : 'Choose units first' }),
    ].filter((b) => b instanceof HTMLElement);
  }

  /** @override */
  escape() {
    if (this.open || !this.chosen.size) return super.escape();
    this.chosen.clear();
    this.desk.refresh();
    return true;
  }
}
