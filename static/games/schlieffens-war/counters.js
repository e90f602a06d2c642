/**
 * What stands on the map of a game of stacks: the counters, and which of them goes along the path of a log line.
 *
 * @import {LogLine, View} from '../../core/types.js'
 * @import {Lattice} from '../../board/lattice.js'
 * @import {Counter, WarView} from './types.js'
 */

import { detail } from '../../board/counter.js';
import { Stacks } from '../../board/stacks.js';
import { faceOf, known } from './counter.js';

const MOVING = new Set(['moved', 'retreated', 'advanced', 'probed', 'displaced']);

/** Whether a stack looks spent: those of it that could ever move have nothing left to do; a fort by itself never does. @param {Counter[]} counters */
function spent(counters) {
  const mobile = counters.filter((c) => !known(c) || c.kind !== 'fort');
  return mobile.length > 0 && mobile.every((c) => known(c) && c.done === true);
}

/** @extends {Stacks<Counter>} */
export class Counters extends Stacks {
  /** @param {Lattice} lattice */
  constructor(lattice) {
    super(lattice, (counter) => faceOf(counter));
  }

  /** @type {Record<string, Counter[]>} */ #shown = {};

  /** @param {number} z */
  detail(z) {
    return detail(this.size * z);
  }

  /** @param {View} view */
  show(view) {
    this.#shown = /** @type {WarView} */ (view).stacks;
    this.draw(this.#shown, spent);
  }

  clear() {
    this.#shown = {};
    this.draw({}, spent);
  }

  occupied() {
    return Object.keys(this.#shown);
  }

  /** @param {string} hex */
  covers(hex) {
    return Boolean(this.#shown[hex]?.length);
  }

  /** @param {LogLine} line @param {View} before @param {View} now */
  travel(line, before, now) {
    const path = line.path ?? [];
    if (!MOVING.has(line.kind) || path.length < 2) return null;
    const from = /** @type {WarView} */ (before).stacks[path[0] ?? ''] ?? [];
    const to = /** @type {WarView} */ (now).stacks[path.at(-1) ?? ''] ?? [];
    const was = new Set(from.map((c) => c.id));
    const top = to.find((c) => was.has(c.id)) ?? to[0] ?? from[0];
    return top ? this.along(top, path) : Promise.resolve();
  }
}
