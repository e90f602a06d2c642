/**
 * Units under way on the map: a ghost goes along their way, and what begins to stand at its end with them is hidden until it
 * is there.
 *
 * @import {Point} from './lattice.js'
 */

import { s } from '../core/dom.js';

export class Journeys {
  /** @type {Map<string, number>} */ #moving = new Map();
  group = s('g', { class: 'ghosts' });

  /** @param {(place: string) => void} there the last that was on its way to a place is there */
  constructor(there) {
    this.there = there;
  }

  /** @param {string} place @returns {boolean} whether anyone is on the way to it */
  expects(place) {
    return this.#moving.has(place);
  }

  /**
   * @param {SVGElement} ghost
   * @param {readonly Point[]} points
   * @param {string} goal
   * @param {number} ms
   */
  async go(ghost, points, goal, ms) {
    this.group.append(ghost);
    this.#moving.set(goal, (this.#moving.get(goal) ?? 0) + 1);
    const motion = ghost.animate(points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), { duration: ms, easing: 'ease-in-out', fill: 'both' });
    try {
      await motion.finished;
    } finally {
      ghost.remove();
      const n = (this.#moving.get(goal) ?? 0) - 1;
      if (n > 0) this.#moving.set(goal, n);
      else {
        this.#moving.delete(goal);
        this.there(goal);
      }
    }
  }
}
