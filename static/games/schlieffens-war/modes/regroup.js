/**
 * Regroup and reinforcements: the kinds of action in the rulebook's order, each with the units that may take it.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Counter, WarOffer} from '../types.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {ListItem} from '../../../panels/mode.js'
 */

import { button, chip, count } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { known } from '../counter.js';
import { StackMode } from '../mode.js';
import { placeTitle } from '../../../panels/places.js';
import { unitButton } from '../units.js';

const PLACING = new Set(['return', 'reinforce']);
const MARKING = new Set(['remove_fatigue', 'restore', 'withdraw']);

export class Regroup extends StackMode {
  /** @type {Record<string, Set<string>>} chosen units by kind of action */
  picked = {};
  /** the unit to be placed @type {{kind: string, unit: string}|null} */
  placing = null;

  /** @override */
  sync() {
    for (const kind of MARKING) {
      const could = new Set(this.offer(kind)?.units ?? []);
      this.picked[kind] = new Set([...(this.picked[kind] ?? [])].filter((id) => could.has(id)));
    }
    if (this.placing && !this.offer(this.placing.kind)?.choices?.[this.placing.unit]) this.placing = null;
  }

  /** @returns {string[]} */
  get places() {
    return this.placing ? (this.offer(this.placing.kind)?.choices?.[this.placing.unit] ?? []) : [];
  }

  /** @override */
  title() {
    if (this.confirm) return this.confirm.title;
    return this.placing ? `Choose a hex for ${this.names([this.placing.unit])[0]}` : this.legal.prompt;
  }

  /** @override @returns {Child} */
  body() {
    if (this.confirm) return null;
    const refuse = this.offer('refuse_withdrawal');
    // A duty comes before what one merely may do, and why the phase cannot end stands above the lists.
    const offers = /** @type {WarOffer[]} */ (this.legal.offers);
    const duties = offers.filter((offer) => offer.count);
    const chances = offers.filter((offer) => !offer.count);
    return [
      super.caution(),
      this.#blocked(),
      [...duties, ...chances].map((offer) => (MARKING.has(offer.kind) ? this.#marking(offer) : PLACING.has(offer.kind) ? this.#placing(offer) : null)),
      refuse &&
        h(
          'div',
          { class: 'row' },
          button(refuse.label, () => {
            this.confirm = { title: 'Refuse and lose the match?', text: 'The Entente wins at once.', warnings: [], yes: 'Refuse and lose', tone: 'danger', act: () => void this.send({ kind: 'refuse_withdrawal' }) };
            this.desk.refresh();
          }, { key: 'refuse-withdrawal' }),
          chip(refuse.section),
        ),
    ];
  }

  /** @override @returns {Child} the question that waits for a yes; the rest stands above the lists */
  caution() {
    return this.confirm ? super.caution() : null;
  }

  /** @returns {Child} */
  #blocked() {
    const ending = this.offer('end_phase');
    return ending?.refusal && ending.note ? this.warning({ text: ending.refusal.text, section: ending.refusal.section }) : null;
  }

  /** @param {WarOffer} offer @param {number} chosen @returns {string} */
  #counted({ count: due, units }, chosen) {
    if (!due) return `${chosen} of ${units?.length ?? 0} `;
    return due === chosen ? `${chosen} chosen ` : `${due - chosen} still to choose `;
  }

  /** @param {WarOffer} offer */
  #marking(offer) {
    const units = offer.units ?? [];
    if (!units.length) return null;
    const chosen = (this.picked[offer.kind] ??= new Set());
    const enough = offer.count ? chosen.size === offer.count : chosen.size > 0;
    return h(
      'div',
      { class: 'army' },
      h('h4', {}, offer.label, h('small', {}, this.#counted(offer, chosen.size), chip(offer.section))),
      h(
        'div',
        { class: 'units' },
        units.map((id) => {
          const counter = this.counter(id);
          return counter && unitButton(counter, { picked: chosen.has(id), prefix: offer.kind, note: this.hexOf(id) ?? '', act: () => this.#toggle(offer, id) });
        }),
      ),
      h(
        'div',
        { class: 'row' },
        !offer.count && units.length > 1 && button(chosen.size === units.length ? 'None' : 'All', () => {
          this.picked[offer.kind] = new Set(chosen.size === units.length ? [] : units);
          this.desk.refresh();
        }, { key: `${offer.kind}-all` }),
        button(`${offer.label}${chosen.size ? ` (${chosen.size})` : ''}`, () => this.send({ kind: offer.kind, units: [...chosen] }), { key: `${offer.kind}-go`, disabled: !enough, tone: enough ? 'primary' : 'plain' }),
      ),
    );
  }

  /** @param {WarOffer} offer @param {string} id */
  #toggle(offer, id) {
    const chosen = (this.picked[offer.kind] ??= new Set());
    if (!chosen.delete(id)) chosen.add(id);
    const hex = this.hexOf(id);
    if (hex) this.desk.point([hex]);
    this.desk.refresh();
  }

  /** @param {WarOffer} offer */
  #placing(offer) {
    const units = Object.keys(offer.choices ?? {});
    if (!units.length) return null;
    return h(
      'div',
      { class: 'army' },
      h('h4', {}, offer.label, h('small', {}, `${count(units.length, 'unit')} `, chip(offer.section))),
      h(
        'div',
        { class: 'units' },
        units.map((id) => {
          const counter = this.counter(id);
          const open = offer.choices?.[id]?.length ?? 0;
          return counter && unitButton(counter, {
            picked: this.placing?.unit === id,
            prefix: offer.kind,
            note: count(open, 'hex', 'hexes'),
            why: open ? undefined : 'It has no open hex now.',
            act: () => {
              this.placing = this.placing?.unit === id ? null : { kind: offer.kind, unit: id };
              if (this.places.length) this.desk.board.fit(this.places);
              this.desk.refresh();
            },
          });
        }),
      ),
    );
  }

  /** @param {string} hex */
  #put(hex) {
    const { placing } = this;
    if (!placing) return;
    if (!this.places.includes(hex)) return this.desk.say('That hex is not open to it.', this.offer(placing.kind)?.section);
    const others = Object.keys(this.offer(placing.kind)?.choices ?? {}).filter((id) => id !== placing.unit);
    this.placing = others[0] ? { kind: placing.kind, unit: others[0] } : null;
    void this.send({ kind: placing.kind, unit: placing.unit, hex });
  }

  /** @override @param {string} hex */
  hex(hex) {
    if (this.placing) return this.#put(hex);
    super.hex(hex);
  }

  /** @override @returns {Highlights} */
  highlights() {
    if (this.placing) return { bands: { free: this.places } };
    const chosen = Object.values(this.picked).flatMap((ids) => [...ids]);
    const marked = chosen.map((id) => this.hexOf(id)).filter((hex) => hex !== null);
    return { ...super.highlights(), marked };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    return this.placing ? { label: 'Open hexes as a list', items: this.places.map((hex) => ({ label: placeTitle(this.desk, hex), key: `to-${hex}`, act: () => this.#put(hex) })) } : null;
  }

  /** @override @param {Counter} counter */
  note(counter) {
    return this.legal.why_not?.[counter.id] && known(counter) ? 'cannot regroup' : super.note(counter);
  }

  /** @override */
  escape() {
    if (!this.confirm && this.placing) {
      this.placing = null;
      this.desk.refresh();
      return true;
    }
    return super.escape();
  }
}
