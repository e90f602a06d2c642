/**
 * Set-up: take a unit from the pool and put it on an offered hex, by two taps or by dragging.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Counter, Unit} from '../types.js'
 * @import {StackFan} from '../mode.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {TipContent} from '../../../board/tip.js'
 * @import {ListItem} from '../../../panels/mode.js'
 */

import { button, count, icon } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { chipFace, known, nationName } from '../counter.js';
import { StackMode } from '../mode.js';
import { placeTitle } from '../../../panels/places.js';
import { byStrength, unitButton } from '../units.js';

const DRAG_SLOP = 7;
const CLICK_AFTER_DROP = 80;

export class Setup extends StackMode {
  /** @type {string|null} */
  unit = null;
  #dropped = -Infinity;

  /** @returns {Record<string, string[]>} */
  get choices() {
    return this.offer('place')?.choices ?? {};
  }

  /** @returns {Unit[]} */
  get pool() {
    return (this.view.boxes.pool ?? []).filter(known).filter((u) => u.side === this.view.viewer);
  }

  /** @override */
  sync() {
    // What is chosen by itself after another is placed has a hex to go to.
    if (this.unit && !this.choices[this.unit]?.length) this.unit = null;
  }

  /** @override */
  title() {
    const counter = this.unit ? this.counter(this.unit) : null;
    return counter && known(counter) ? `Choose a hex for ${counter.name}` : this.legal.prompt;
  }

  /** @override */
  detail() {
    if (!this.unit) return this.legal.detail ?? '';
    const n = this.choices[this.unit]?.length ?? 0;
    if (n) return `${count(n, 'hex', 'hexes')} marked. Tap one, or drag the counter there.`;
    return this.#whose(this.unit)?.text ?? 'It has no open hex now. Place its headquarters first.';
  }

  /** @param {string} id @returns {import('../../../core/wire.js').RefusalJson|undefined} that a unit of your side obeys another commander of it, and whom */
  #whose(id) {
    const why = this.legal.why_not?.[id];
    return why?.code === 'not-your-command' ? why : undefined;
  }

  /** @override @returns {Child} */
  body() {
    /** @type {Map<string, Unit[]>} */
    const armies = new Map();
    for (const unit of this.pool) {
      const key = this.#army(unit);
      armies.set(key, [...(armies.get(key) ?? []), unit]);
    }
    const historical = this.offer('historical');
    return [
      historical &&
        h('div', { class: 'row' }, button(historical.label, () => this.#historical(), { key: 'historical', title: 'Place every unit where it stood in August 1914' })),
      this.#inOrder(armies).map(([army, units, whose]) =>
        h(
          'div',
          { class: `army${whose ? ' others' : ''}` },
          h('h3', {}, army, h('small', {}, `${units.length} to place`)),
          whose && h('p', { class: 'quiet' }, whose),
          h('div', { class: 'units' }, units.sort(byStrength).map((unit) => this.#poolUnit(unit))),
        ),
      ),
    ];
  }

  /** @param {Map<string, Unit[]>} armies @returns {[string, Unit[], string][]} your own first; of those of another commander of your side, who that is */
  #inOrder(armies) {
    const all = [...armies].map(([army, units]) => /** @type {[string, Unit[], string]} */ ([army, units, units.map(({ id }) => this.#whose(id)?.text ?? '').reduce((a, b) => (a === b ? a : ''))]));
    return all.sort(([a, , mine], [b, , theirs]) => Number(Boolean(mine)) - Number(Boolean(theirs)) || a.localeCompare(b, 'en', { numeric: true }));
  }

  #historical() {
    this.unit = null;
    this.open = null;
    void this.send({ kind: 'historical' }).then((done) => done && requestAnimationFrame(() => this.desk.frame()));
  }

  /** @param {Unit} unit */
  #army(unit) {
    if (unit.nation === 'BE') return 'Belgian Army';
    if (unit.nation === 'BR') return 'British Expeditionary Force';
    return unit.army ? `${nationName(unit.nation)} ${unit.army}. Army`.replace(/(\d+)\. Army/, (_, n) => `${ordinal(Number(n))} Army`) : `${nationName(unit.nation)} reserve`;
  }

  /** @param {Unit} unit */
  #poolUnit(unit) {
    const places = this.choices[unit.id];
    const why = this.legal.why_not?.[unit.id]?.text ?? (places && !places.length ? 'Place its headquarters first' : undefined);
    return unitButton(unit, {
      picked: this.unit === unit.id,
      prefix: 'pool',
      note: unit.kind === 'hq' ? `HQ, radius ${unit.radius ?? ''}` : '',
      why: places?.length ? undefined : why,
      tell: () => why && this.desk.say(why, this.#whose(unit.id)?.section ?? this.offer('place')?.section),
      act: () => this.choose(unit.id),
      grab: places?.length ? (event) => this.#grab(event, unit) : undefined,
    });
  }

  /** @param {string} id */
  choose(id) {
    // A drop ends with a click on the counter that was dragged: that click chooses nothing.
    if (performance.now() - this.#dropped < CLICK_AFTER_DROP) return;
    this.unit = this.unit === id ? null : id;
    this.open = null;
    this.desk.refresh();
  }

  /** @param {PointerEvent} event @param {Counter} unit */
  #grab(event, unit) {
    const start = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement|null} */
    let ghost = null;
    const { board } = this.desk;
    const move = (/** @type {PointerEvent} */ e) => {
      if (!ghost) {
        if (Math.hypot(e.clientX - start.x, e.clientY - start.y) < DRAG_SLOP) return;
        ghost = h('div', { class: 'drag-ghost', 'aria-hidden': 'true' }, chipFace(unit, 52, { silent: true }));
        document.body.append(ghost);
        this.unit = unit.id;
        this.open = null;
        this.desk.refresh();
      }
      ghost.style.transform = `translate(${e.clientX - 26}px, ${e.clientY - 26}px)`;
    };
    const stop = (/** @type {PointerEvent} */ e) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', stop);
      removeEventListener('pointercancel', stop);
      if (!ghost) return;
      ghost.remove();
      this.#dropped = e.timeStamp;
      const box = board.window.getBoundingClientRect();
      if (e.type === 'pointerup' && e.clientX >= box.left && e.clientX < box.right && e.clientY >= box.top && e.clientY < box.bottom) {
        const at = board.camera.toBoard({ x: e.clientX - box.left, y: e.clientY - box.top });
        const hex = board.lattice.at(at.x, at.y);
        if (hex) this.#put(hex);
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', stop);
    addEventListener('pointercancel', stop);
  }

  /** @param {string} hex */
  #put(hex) {
    const { unit } = this;
    if (!unit) return;
    if (!this.choices[unit]?.includes(hex)) {
      this.desk.say(`${this.names([unit])[0]} may not be set up in ${placeTitle(this.desk, hex)}.`, this.offer('place')?.section);
      return;
    }
    const wasPool = this.pool.some((u) => u.id === unit);
    const next = this.#after(unit);
    void this.send({ kind: 'place', unit, hex }).then((done) => {
      if (!done) return;
      this.unit = wasPool ? next : null;
      this.desk.refresh();
    });
  }

  /** The next unit of the same army, so that an army is placed with a tap a unit. @param {string} id @returns {string|null} */
  #after(id) {
    const pool = this.pool;
    const placed = pool.find((u) => u.id === id);
    if (!placed) return null;
    return pool.filter((u) => u.id !== id && this.#army(u) === this.#army(placed)).sort(byStrength)[0]?.id ?? null;
  }

  /** @override @param {string} hex */
  hex(hex) {
    if (this.unit) this.#put(hex);
    else super.hex(hex);
  }

  /** @override @param {string} hex the top counter there that can stand elsewhere */
  grab(hex) {
    const counter = this.stack(hex).find((c) => this.choices[c.id]?.length);
    if (!counter) return null;
    this.unit = counter.id;
    this.open = null;
    return chipFace(counter, 52, { silent: true });
  }

  /** @override @param {Counter} counter */
  aloneInFan(counter) {
    return Boolean(this.choices[counter.id]?.length || this.offer('unplace')?.units?.includes(counter.id));
  }

  /** @override @returns {StackFan|null} */
  fan() {
    const fan = super.fan();
    if (!fan) return null;
    const back = this.offer('unplace')?.units ?? [];
    fan.items = fan.items.map((item) => {
      const { counter } = item;
      const label = `Take ${known(counter) ? counter.name : 'it'} back into the pool`;
      const takeBack = back.includes(counter.id) ? [button(icon('undo'), () => this.send({ kind: 'unplace', unit: counter.id }), { key: `unplace-${counter.id}`, title: label, label })] : [];
      return { ...item, can: Boolean(this.choices[counter.id]?.length), why: this.#whose(counter.id)?.text, actions: [...(item.actions ?? []), ...takeBack] };
    });
    fan.onPick = (id) => {
      this.unit = id;
      this.open = null;
      this.desk.refresh();
    };
    return fan;
  }

  /** @override @returns {Highlights} */
  highlights() {
    if (!this.unit) return super.highlights();
    const at = this.hexOf(this.unit);
    return { bands: { free: this.choices[this.unit] ?? [] }, selected: at ? [at] : [] };
  }

  /** @override @param {string|null} hex @returns {TipContent|null} */
  hover(hex) {
    this.hovered = hex;
    if (!hex || !this.unit || this.choices[this.unit]?.includes(hex)) return null;
    const counter = this.counter(this.unit);
    return { head: `${hex} is not open.`, lines: [{ text: `${counter && known(counter) ? counter.name : 'The unit'} may not be set up here.`, section: this.offer('place')?.section }] };
  }

  /** @override @returns {{label: string, items: ListItem[]}|null} */
  list() {
    const { unit } = this;
    if (!unit) return null;
    return {
      label: 'Open hexes as a list',
      items: (this.choices[unit] ?? []).map((hex) => ({ label: placeTitle(this.desk, hex), key: `to-${hex}`, act: () => this.#put(hex) })),
    };
  }

  /** @override */
  dock() {
    const left = this.pool.length;
    const offer = this.offer('end_phase');
    if (offer && left) {
      return [button([offer.label, h('small', {}, `${left} to place`)], () => this.end(offer), { key: 'end-phase', tone: 'primary', disabled: true, title: 'Place every unit first' })];
    }
    return super.dock();
  }

  /** @override */
  escape() {
    if (this.unit) {
      this.unit = null;
      this.desk.refresh();
      return true;
    }
    return super.escape();
  }
}

/** @param {number} n */
function ordinal(n) {
  const tail = n % 10 === 1 && n !== 11 ? 'st' : n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th';
  return `${n}${tail}`;
}
