/**
 * Set-up: choose a kind of unit and how many, then tap an area; or let the suggested set-up place everything.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {FanContent} from '../../../board/fan.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {ListItem} from '../../../panels/mode.js'
 * @import {PlaceGroup} from '../types.js'
 * @import {Group} from '../units.js'
 */

import { button, count } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { BOUGHT, KIND_TITLES, some } from '../kinds.js';
import { PowersMode } from '../mode.js';
import { byNation } from '../nations.js';
import { pieceFace, spoken } from '../pieces.js';
import { show } from '../../../board/show.js';
import { stepper } from '../../../orders/stepper.js';
import { figure } from '../units.js';

const FACE = 44;

/** Generals are groups of their own. @param {PlaceGroup} group */
const keyOf = (group) => (group.unit === 'general' ? (group.units[0] ?? '') : `${group.nation}-${group.unit}`);

export class Setup extends PowersMode {
  /** the group in hand @type {string|null} */
  chosen = null;
  /** units in hand are taken from this area; null: from those that wait @type {string|null} */
  from = null;
  /** how many a tap places */
  count = 1;

  /** @returns {PlaceGroup[]} */
  get offered() {
    const rank = (/** @type {PlaceGroup} */ { unit }) => (unit === 'general' ? BOUGHT.length : BOUGHT.indexOf(unit));
    return [...(this.offer('place')?.groups ?? [])].sort((a, b) => rank(a) - rank(b));
  }

  /** @returns {PlaceGroup|null} */
  get group() {
    return this.offered.find((group) => keyOf(group) === this.chosen) ?? null;
  }

  /** @returns {string[]} the units that a tap takes the first of */
  get hand() {
    const { group, from } = this;
    if (!group) return [];
    return from ? group.units.filter((id) => this.areaOf(id) === from) : group.waiting;
  }

  /** @returns {string[]} where the group in hand may go */
  get places() {
    return (this.group?.areas ?? []).filter((area) => area !== this.from);
  }

  get waiting() {
    return this.offered.reduce((n, group) => n + group.waiting.length, 0);
  }

  get all() {
    return this.offered.reduce((n, group) => n + group.units.length, 0);
  }

  /** @override the next group of a nation comes into the hand when one is placed, so that an army takes a tap a group */
  sync() {
    if (!this.hand.length) {
      const nation = this.from ? null : this.chosen?.slice(0, 2);
      const next = this.offered.find((group) => group.nation === nation && group.waiting.length);
      this.chosen = next ? keyOf(next) : null;
      this.from = null;
      this.count = 1;
    }
    this.count = Math.max(1, Math.min(this.count, this.hand.length));
    if (this.open && !this.mine(this.open).length) this.open = null;
  }

  /** @param {string} area @returns {Group[]} your units there that can be moved */
  mine(area) {
    const back = new Set(this.#placed);
    return this.groups(area).filter((group) => group.ids.some((id) => back.has(id)));
  }

  /** @returns {string[]} */
  get #placed() {
    const units = this.offer('unplace')?.units;
    return Array.isArray(units) ? units : [];
  }

  /** @param {PlaceGroup} group @returns {string} "Germany: 2 infantry", "Hindenburg" */
  #words(group) {
    const [first] = group.units;
    const unit = first ? this.unit(first) : null;
    return unit?.name ?? `${this.nation(group.nation)}: ${some(group.unit, this.count)}`;
  }

  /** @override */
  title() {
    const { group } = this;
    if (group) return `Place ${this.#words(group)}`;
    return this.waiting ? this.legal.prompt : 'Your armies are ready';
  }

  /** @override @returns {Child} */
  detail() {
    if (this.from) return `Taken from ${this.the(this.from)}. Tap a marked field to place them.`;
    if (this.group) return this.places.length ? `${count(this.places.length, 'field')} marked. Tap one to place.` : 'They have no open field now.';
    return this.waiting ? (this.legal.detail ?? '') : 'Tap a field to move or take back its units, or end the set-up.';
  }

  /** @override @returns {Child} */
  body() {
    const suggested = this.offer('standard');
    const placed = this.all - this.waiting;
    return [
      h('p', { class: 'left', 'data-left': this.waiting }, this.waiting ? [h('b', {}, this.waiting), ` of ${this.all} units still to place`] : [h('b', {}, 'All'), ` ${count(this.all, 'unit')} placed`]),
      h('progress', { class: 'placed', max: this.all, value: placed, 'aria-label': `${placed} of ${this.all} placed` }),
      suggested &&
        h(
          'div',
          { class: 'row' },
          button(suggested.label, () => this.#suggested(), { key: 'standard', tone: placed ? 'plain' : 'primary' }),
          h('small', { class: 'quiet' }, placed ? 'Starts again: places all of your units. ' : 'Places all of your units; you can still change them. ', chip(suggested.section)),
        ),
      this.from && this.group ? this.#stepper() : null,
      this.#nations().map((nation) => this.#army(nation)),
    ];
  }

  #suggested() {
    this.chosen = null;
    this.from = null;
    this.open = null;
    void this.send({ kind: 'standard' }).then((done) => done && requestAnimationFrame(() => this.desk.frame()));
  }

  /** @returns {string[]} */
  #nations() {
    return [...new Set(this.offered.map((group) => group.nation))].sort(byNation);
  }

  /** @param {string} nation @returns {Child} */
  #army(nation) {
    const groups = this.offered.filter((group) => group.nation === nation);
    const left = groups.reduce((n, group) => n + group.waiting.length, 0);
    if (!this.waiting) return null;
    return h(
      'div',
      { class: 'army' },
      h('h3', {}, this.nation(nation), h('small', {}, left ? `${left} to place` : '✓ placed')),
      left > 0 && h('div', { class: 'units' }, groups.filter((group) => group.waiting.length).map((group) => this.#face(group))),
      this.group?.nation === nation && !this.from ? this.#stepper() : null,
    );
  }

  /** @param {PlaceGroup} group @returns {Child} */
  #face(group) {
    const first = this.unit(group.waiting[0] ?? '');
    if (!first) return null;
    const picked = this.chosen === keyOf(group) && !this.from;
    const n = group.waiting.length;
    const words = first.name ?? KIND_TITLES[group.unit];
    return h(
      'button',
      {
        type: 'button',
        class: `unit${picked ? ' picked' : ''}`,
        'aria-pressed': String(picked),
        'data-key': `group-${keyOf(group)}`,
        onclick: () => this.#take(group),
      },
      h('span', { class: 'offstage' }, `${spoken(first)}, ${n} to place. `),
      pieceFace(first, FACE, { count: n, picked, silent: true }),
      h('span', { 'aria-hidden': 'true' }, words),
    );
  }

  /** @param {PlaceGroup} group */
  #take(group) {
    const again = this.chosen === keyOf(group) && !this.from;
    this.chosen = again ? null : keyOf(group);
    this.from = null;
    this.count = 1;
    this.open = null;
    show(this.desk.board, this.places);
    this.desk.refresh();
  }

  /** @returns {Child} */
  #stepper() {
    if (this.hand.length < 2) return null;
    return stepper({
      key: 'count',
      label: 'Tap to place',
      value: this.count,
      most: this.hand.length,
      all: true,
      change: (n) => {
        this.count = n;
        this.desk.refresh();
      },
    });
  }

  /** @param {string} area */
  #put(area) {
    const { group } = this;
    if (!group) return;
    const section = this.offer('place')?.section;
    if (area === this.from) return void this.escape();
    if (!this.places.includes(area)) return this.desk.say(`${this.#words(group)} may not be set up in ${this.the(area)}.`, section);
    const { from } = this;
    void this.send({ kind: 'place', units: this.hand.slice(0, this.count), area }).then((done) => {
      if (!done || !from) return;
      this.chosen = null;
      this.from = null;
      this.desk.refresh();
    });
  }

  /** @override @param {string} area */
  hex(area) {
    if (this.group) return this.#put(area);
    if (!this.mine(area).length) {
      this.open = null;
      if (this.waiting) this.desk.say('Choose a unit in the list first, then a field.', this.offer('place')?.section);
      return;
    }
    super.hex(area);
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const area = this.open;
    if (!area) return null;
    const groups = this.mine(area);
    if (!groups.length) return null;
    return {
      hex: area,
      title: `${this.name(area)}: move or take back`,
      items: groups.map((group) => ({
        id: group.key,
        face: (px) => pieceFace(figure(group), px, { count: group.ids.length }),
        spoken: `${spoken(figure(group))}, ${group.ids.length} here. Move them`,
        note: 'tap to move',
        can: true,
        picked: false,
        actions: this.#back(group),
      })),
      onPick: (key) => this.#lift(area, key),
    };
  }

  /** @param {Group} group @returns {Node[]} */
  #back(group) {
    const name = spoken(figure(group));
    const one = button('Back one', () => this.send({ kind: 'unplace', units: group.ids.slice(0, 1) }), { key: `back-${group.key}`, label: `Take one ${name} back` });
    if (group.ids.length < 2) return [one];
    return [one, button('Back all', () => this.send({ kind: 'unplace', units: group.ids }), { key: `back-all-${group.key}`, label: `Take all ${name} back` })];
  }

  /** Units that stand in an area come into the hand. @param {string} area @param {string} key of their group there */
  #lift(area, key) {
    const ids = this.mine(area).find((group) => group.key === key)?.ids ?? [];
    const group = this.offered.find((g) => ids.some((id) => g.units.includes(id)));
    if (!group) return;
    this.chosen = keyOf(group);
    this.from = area;
    this.count = ids.length;
    this.open = null;
    this.desk.refresh();
  }

  /** @override @returns {Highlights} */
  highlights() {
    if (!this.group) return super.highlights();
    return { bands: { free: this.places }, selected: this.from ? [this.from] : [] };
  }

  /** @override @param {string|null} area @returns {TipContent|null} */
  hover(area) {
    this.hovered = area;
    const { group } = this;
    if (!area || !group || area === this.from || this.places.includes(area)) return null;
    return { head: `${this.name(area)} is not open.`, lines: [{ text: `${this.#words(group)} may not be set up here.`, section: this.offer('place')?.section }] };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    if (this.group) return { label: 'Open fields as a list', items: this.places.map((area) => ({ label: this.name(area), key: `area-${area}`, act: () => this.#put(area) })) };
    const areas = [...new Set(this.#placed.map((id) => this.areaOf(id)).filter((area) => area !== null))];
    return {
      label: 'Your fields as a list',
      items: areas.map((area) => ({
        label: this.name(area),
        key: `area-${area}`,
        act: () => {
          this.open = area;
          this.desk.point([area]);
        },
      })),
    };
  }

  /** @override */
  dock() {
    const end = super.dock();
    return this.group ? [button('Put down', () => this.escape(), { key: 'back' }), ...end] : end;
  }

  /** @override */
  escape() {
    if (!this.group) return super.escape();
    this.chosen = null;
    this.from = null;
    this.desk.refresh();
    return true;
  }
}
