/**
 * The stacks on the map: one keyed group a hex, redrawn only when its units changed.
 *
 * @import {Face} from './types.js'
 * @import {Lattice, Point} from './lattice.js'
 */

import { painted, reducedMotion, s } from '../core/dom.js';
import { counter as draw } from './counter.js';
import { Journeys } from './journeys.js';

/** A counter is .72 of a hex wide. */
const COUNTER_SHARE = 0.72;
const STEP_MS = 60;
const MAX_MOVE_MS = 600;
/** Stacks that come into view in one picture; of more, those that are out of sight wait for the next ones, and of the first all. */
const STACKS_PER_FRAME = 8;

/** @template T what stands there */
export class Stacks {
  /** @type {Map<string, {group: SVGGElement, seal: string}>} */ #drawn = new Map();
  /** what has not been drawn yet; what is in sight comes first @type {Map<string, () => SVGElement>} */ #waiting = new Map();
  /** of these what is in sight @type {Set<string>} */ #sight = new Set();
  #follows = false;
  /** nobody looks at the map yet */ unseen = false;
  /** @type {Map<string, boolean>} */ #standing = new Map();
  #journeys = new Journeys((hex) => this.#drawn.get(hex)?.group.classList.remove('arriving'));

  /** @param {Lattice} lattice @param {(counter: T, stack?: T[]) => Face} face what each shows, on top of a stack */
  constructor(lattice, face) {
    this.lattice = lattice;
    this.face = face;
    this.size = lattice.w * COUNTER_SHARE;
    this.group = s('g', { class: 'stacks' });
    this.ghosts = this.#journeys.group;
  }

  /** @param {Point} centre */
  #transform([x, y]) {
    return `translate(${(x - this.size / 2).toFixed(2)} ${(y - this.size / 2).toFixed(2)}) scale(${(this.size / 64).toFixed(4)})`;
  }

  /**
   * @param {Record<string, T[]>} stacks top first
   * @param {(counters: T[]) => boolean} dim whether a stack has nothing left to do
   * @param {(hex: string) => boolean} [near] whether a place is in sight, or close to it
   */
  draw(stacks, dim, near = () => true) {
    let [added, now] = [0, 0];
    // Behind the curtain the map fills up picture by picture; another board is looked at as it opens.
    const first = this.unseen && !this.#drawn.size;
    /** @type {[string, () => SVGElement][]} */
    const far = [];
    this.#standing = new Map(Object.entries(stacks).flatMap(([hex, { length }]) => (length ? [/** @type {[string, boolean]} */ ([hex, length > 1])] : [])));
    for (const [hex, drawn] of this.#drawn) {
      if (stacks[hex]?.length) continue;
      drawn.group.remove();
      this.#drawn.delete(hex);
      this.#waiting.delete(hex);
    }
    for (const [hex, counters] of Object.entries(stacks)) {
      const top = counters[0];
      if (!top || !this.lattice.has(hex)) continue;
      const faded = dim(counters);
      const face = this.face(top, counters);
      const seal = JSON.stringify([face, counters.length, faded]);
      const drawn = this.#drawn.get(hex);
      if (drawn?.seal === seal) continue;
      const content = () => draw(face, { stack: counters.length, dim: faded });
      if (drawn) {
        if (this.#waiting.has(hex)) this.#waiting.set(hex, content);
        else drawn.group.replaceChildren(content());
        drawn.seal = seal;
      } else {
        const sight = first ? near(hex) : added < STACKS_PER_FRAME || near(hex);
        const later = !sight || (first && now >= STACKS_PER_FRAME);
        if (!sight) far.push([hex, content]);
        else if (later) {
          this.#waiting.set(hex, content);
          this.#sight.add(hex);
        } else now += 1;
        const group = s('g', { 'data-hex': hex, transform: this.#transform(this.lattice.centre(hex)) }, later ? null : content());
        group.classList.toggle('arriving', this.#journeys.expects(hex));
        this.#drawn.set(hex, { group, seal });
        added += 1;
      }
    }
    for (const [hex, content] of far) this.#waiting.set(hex, content);
    if (added) {
      // Lower hexes over higher ones, so that pills and badges are not cut off.
      const order = [...this.#drawn].sort(([a], [b]) => this.lattice.hex(a).y - this.lattice.hex(b).y || this.lattice.hex(a).x - this.lattice.hex(b).x);
      this.group.replaceChildren(...order.map(([, { group }]) => group));
      if (!this.#follows) void this.#follow();
    }
  }

  /** Where something stands, and whether with a count. @returns {ReadonlyMap<string, boolean>} */
  standing() {
    return this.#standing;
  }

  /** Behind the curtain what is out of sight waits until the panels are there: both in one picture take a phone too long. */
  get #due() {
    return this.#waiting.size > 0 && (!this.unseen || [...this.#sight].some((hex) => this.#waiting.has(hex)));
  }

  /** What is out of sight is drawn in the next pictures: a phone has those that count sooner. */
  async #follow() {
    this.#follows = true;
    while (this.#due) {
      await painted();
      for (const [hex, content] of [...this.#waiting].slice(0, STACKS_PER_FRAME)) {
        this.#waiting.delete(hex);
        this.#drawn.get(hex)?.group.replaceChildren(content());
      }
    }
    this.#follows = false;
  }

  /** When all that is in sight is drawn. @returns {Promise<void>} */
  async settled() {
    while ([...this.#sight].some((hex) => this.#waiting.has(hex))) await painted();
    this.#sight.clear();
  }

  /** The curtain rises: what is out of sight follows. */
  seen() {
    this.unseen = false;
    if (!this.#follows) void this.#follow();
  }

  /**
   * A counter goes along its path, 60 ms a hex. A stack that begins with it is hidden until it is there.
   *
   * @param {T} counter
   * @param {string[]} path with the hex it left
   * @returns {Promise<void>}
   */
  async along(counter, path) {
    const points = path.filter((hex) => this.lattice.has(hex)).map((hex) => this.lattice.centre(hex));
    const goal = path.at(-1);
    if (points.length < 2 || !goal || reducedMotion() || document.hidden) return;
    const ghost = s('g', { class: 'ghost' }, s('g', { transform: `scale(${this.size / 64})` }, draw(this.face(counter))));
    const half = this.size / 2;
    await this.#journeys.go(ghost, points.map(([x, y]) => [x - half, y - half]), goal, Math.min(MAX_MOVE_MS, STEP_MS * points.length));
  }
}
