/**
 * What stands on the map of a game whose view has stacks by hex: the counters, and which of them goes along the path of a
 * log line. A game says how a counter looks and when a stack has nothing left to do.
 *
 * @import {LogLine, View} from '../core/types.js'
 * @import {Face} from './types.js'
 * @import {Lattice} from './lattice.js'
 */

import { isDealt } from './dealt.js';
import { painted, s } from '../core/dom.js';
import { detail } from './counter.js';
import { Stacks } from './stacks.js';

/**
 * @template {{id: string, side: string}} T
 * @typedef {object} Piling what a game says of its stacks
 * @property {(counter: T) => Face} face
 * @property {(view: View) => Record<string, T[]>} stacks top first
 * @property {(counters: T[]) => boolean} spent whether a stack has nothing left to do
 * @property {ReadonlySet<string>} moving kinds of lines that tell of counters on their way
 * @property {(view: View, lattice: Lattice) => Generator<void, unknown>} [prepare] works out what `ground` needs of a view
 * @property {(view: View, lattice: Lattice) => {stamp: string, draw: () => SVGElement[]}} [ground] what lies under the counters; drawn again when its stamp is another
 */

/**
 * @template {{id: string, side: string}} T
 * @extends {Stacks<T>}
 */
export class Piles extends Stacks {
  /** @type {Record<string, T[]>} */ #shown = {};

  #stamp = '';

  /** @param {Lattice} lattice @param {Piling<T>} game */
  constructor(lattice, game) {
    // Of a what-if the mark says of the whole stack that not all of it was seen.
    super(lattice, (top, stack = [top]) => (stack.some(isDealt) ? { ...game.face(top), dealt: true } : game.face(top)));
    this.game = game;
    this.ground = s('g', { class: 'held-ground' });
  }

  /** @param {number} z */
  detail(z) {
    return detail(this.size * z);
  }

  /** What lies on the ground, as trenches; until it is `seen` nobody looks. @param {View} view @returns {Generator<void, void>} */
  *prepare(view) {
    this.unseen = true;
    yield* this.game.prepare?.(view, this.lattice) ?? [];
  }

  /** @param {View} view @param {(hex: string) => boolean} [near] whether a place is in sight */
  show(view, near) {
    this.#shown = this.game.stacks(view);
    this.draw(this.#shown, this.game.spent, near);
    const ground = this.game.ground?.(view, this.lattice);
    if (!ground || ground.stamp === this.#stamp) return;
    const draw = () => this.#stamp === ground.stamp && this.ground.replaceChildren(...ground.draw());
    const first = !this.#stamp;
    this.#stamp = ground.stamp;
    // At first what stands comes with one picture, and what lies below it with the next.
    if (first) void painted().then(draw);
    else draw();
  }

  clear() {
    this.#shown = {};
    this.#stamp = '';
    this.ground.replaceChildren();
    this.draw({}, this.game.spent);
  }

  occupied() {
    return Object.keys(this.#shown);
  }

  /** @returns {[string, string][]} */
  sides() {
    return Object.entries(this.#shown).flatMap(([hex, [top]]) => (top ? [/** @type {[string, string]} */ ([hex, top.side])] : []));
  }

  /** @param {string} hex */
  covers(hex) {
    return Boolean(this.#shown[hex]?.length);
  }

  /** @param {LogLine} line @param {View} before @param {View} now */
  travel(line, before, now) {
    const path = line.path ?? [];
    if (!this.game.moving.has(line.kind) || path.length < 2) return null;
    const from = this.game.stacks(before)[path[0] ?? ''] ?? [];
    const to = this.game.stacks(now)[path.at(-1) ?? ''] ?? [];
    const was = new Set(from.map((c) => c.id));
    const top = to.find((c) => was.has(c.id)) ?? to[0] ?? from[0];
    return top ? this.along(top, path) : Promise.resolve();
  }
}
