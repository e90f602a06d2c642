/**
 * §3.3.12 Heavy artillery: a gun, a neighbouring field, a unit there. What a hit needs is told by the server.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Highlights} from '../../../../board/highlights.js'
 * @import {FanContent} from '../../../../board/fan.js'
 * @import {TipContent} from '../../../../board/tip.js'
 * @import {Figure, Gun} from '../../types.js'
 */

import { button, count } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { h } from '../../../../core/dom.js';
import { choices } from '../../../../orders/choices.js';
import { pieceFace, spoken } from '../../pieces.js';
import { figure, groups } from '../../units.js';
import { Order } from './order.js';

const FACE = 34;

/** @typedef {{key: string, area: string, unit: Figure, ids: string[], gun: Gun}} Battery guns of one nation in one field */

export class Shoot extends Order {
  /** @override */ kind = 'shoot';
  /** @type {string|null} the key of the battery that shoots */ #battery = null;
  /** @type {string|null} */ #area = null;
  /** @type {string|null} the group that is shot at */ #target = null;

  /** @override */
  small() {
    return `${count(Object.keys(this.offer?.guns ?? {}).length, 'gun')} in range`;
  }

  /** @returns {Battery[]} */
  get batteries() {
    /** @type {Map<string, Battery>} */
    const found = new Map();
    for (const [id, gun] of Object.entries(this.offer?.guns ?? {})) {
      const [area, unit] = [this.mode.areaOf(id), this.mode.unit(id)];
      if (!area || !unit) continue;
      const key = `${area}-${unit.nation}`;
      const battery = found.get(key) ?? { key, area, unit, ids: [], gun };
      battery.ids.push(id);
      found.set(key, battery);
    }
    return [...found.values()].sort((a, b) => this.mode.name(a.area).localeCompare(this.mode.name(b.area)));
  }

  /** @returns {Battery|null} */
  get battery() {
    return this.batteries.find(({ key }) => key === this.#battery) ?? null;
  }

  get #targets() {
    const ids = this.#area ? (this.battery?.gun.areas[this.#area] ?? []) : [];
    return groups(ids.map((id) => this.mode.unit(id)).filter((unit) => unit !== null).map((unit) => ({ ...unit, spent: false })));
  }

  /** @override */
  sync() {
    const only = this.batteries.length === 1 ? this.batteries[0] : null;
    this.#choose(this.battery ?? only ?? null);
  }

  /** @override */
  clear() {
    this.#battery = this.#area = this.#target = null;
  }

  /** @param {Battery|null} battery */
  #choose(battery) {
    this.#battery = battery?.key ?? null;
    const areas = Object.keys(battery?.gun.areas ?? {});
    this.#aim(this.#area && areas.includes(this.#area) ? this.#area : areas.length === 1 ? (areas[0] ?? null) : null);
  }

  /** @param {string|null} area */
  #aim(area) {
    this.#area = area;
    const known = this.#targets;
    if (!known.some(({ key }) => key === this.#target)) this.#target = known.length === 1 ? (known[0]?.key ?? null) : null;
  }

  /** @override @param {string} area */
  tap(area) {
    if (this.battery?.gun.areas[area]) this.#aim(area);
    else this.#choose(this.batteries.find((battery) => battery.area === area) ?? null);
  }

  /** @override */
  title() {
    if (!this.battery) return 'Which gun shoots?';
    if (!this.#area) return `Where should the gun in ${this.mode.the(this.battery.area)} shoot?`;
    return `Shoot into ${this.mode.the(this.#area)}`;
  }

  /** @override @returns {Child} */
  detail() {
    const { battery } = this;
    if (!battery) return ['Once a turn, before infantry fights there. A gun that shoots cannot move. ', chip('3.3.12')];
    const { needed } = battery.gun;
    const chance = `Hits with ${needed < 6 ? `${needed} or more` : needed}: ${7 - needed} in 6. `;
    return [chance, chip('3.3.12'), this.#area ? !this.#target && ' Choose what to aim at.' : ' Choose a field in range.'];
  }

  /** @override @returns {Child} */
  body() {
    const { battery } = this;
    return [
      choices('Guns', this.batteries.map((b) => ({
        key: `gun-${b.key}`,
        face: pieceFace(b.unit, FACE, { count: b.ids.length, silent: true }),
        label: this.mode.name(b.area),
        note: `${spoken(b.unit)}, hits with ${b.gun.needed}`,
        chosen: b.key === this.#battery,
        act: () => this.#then(() => this.#choose(b)),
      }))),
      battery && choices('Fields in range', Object.keys(battery.gun.areas).map((area) => ({
        key: `aim-${area}`,
        label: this.mode.name(area),
        chosen: area === this.#area,
        act: () => this.#then(() => this.#aim(area)),
      }))),
      this.#area && choices('Target of the shot', this.#targets.map((group) => ({
        key: `target-${group.key}`,
        face: pieceFace(figure(group), FACE, { count: group.ids.length, silent: true }),
        label: spoken(figure(group)),
        chosen: group.key === this.#target,
        act: () => this.#then(() => { this.#target = group.key; }),
      }))),
    ];
  }

  /** @param {() => void} act */
  #then(act) {
    act();
    this.refresh();
  }

  /** @override @returns {FanContent|null} */
  fan() {
    const area = this.#area;
    if (!area || this.#targets.length < 2) return null;
    return {
      hex: area,
      title: `Targets in ${this.mode.the(area)}`,
      items: this.#targets.map((group) => ({
        id: group.key,
        face: (px) => pieceFace(figure(group), px, { count: group.ids.length, picked: group.key === this.#target, silent: true }),
        spoken: spoken(figure(group)),
        note: '',
        can: true,
        picked: group.key === this.#target,
      })),
      onPick: (key) => this.#then(() => { this.#target = key; }),
    };
  }

  /** @override @returns {Highlights} */
  highlights() {
    const { battery } = this;
    if (!battery) return { bands: { free: [...new Set(this.batteries.map(({ area }) => area))] } };
    /** @type {Highlights} */
    const out = { selected: [battery.area], targets: Object.keys(battery.gun.areas) };
    if (this.#area) out.attack = { hex: this.#area, from: [battery.area], odds: null, river: null };
    return out;
  }

  /** @override @param {string} area @returns {TipContent|null} */
  hover(area) {
    const { battery } = this;
    if (!battery?.gun.areas[area]) return null;
    return { head: `Shoot into ${this.mode.the(area)}`, lines: [{ text: `Hits with ${battery.gun.needed}`, section: '3.3.12' }] };
  }

  /** @override */
  buttons() {
    const { battery } = this;
    const target = this.#targets.find(({ key }) => key === this.#target)?.ids[0];
    const ready = battery && this.#area && target;
    return [
      button(['Shoot', battery ? h('small', {}, `hits with ${battery.gun.needed}`) : null], () => {
        void this.mode.send({ kind: 'shoot', unit: battery?.ids[0], area: this.#area, target });
      }, { tone: 'danger', key: 'shoot', disabled: !ready, title: ready ? undefined : 'Choose a gun, a field and a target first' }),
    ];
  }

  /** @override */
  escape() {
    if (this.#target && this.#targets.length > 1) this.#target = null;
    else if (this.#area && Object.keys(this.battery?.gun.areas ?? {}).length > 1) this.#aim(null);
    else if (this.#battery && this.batteries.length > 1) this.#choose(null);
    else return false;
    return true;
  }
}
