/**
 * What the general order form asks of the counters: their names, faces and hexes.
 *
 * @import {Desk} from '../../panels/desk.js'
 * @import {Roster} from '../../orders/types.js'
 */

import { h } from '../../core/dom.js';
import { chipFace, spoken } from './counter.js';
import { find, stacksOf } from './index-of.js';
import { shortStack } from './sentence.js';

/** @param {Desk} desk @returns {Roster} */
export function roster(desk) {
  const stacks = stacksOf(desk.view);
  const unit = (/** @type {string} */ id) => find(desk.view, id)?.unit ?? null;
  return {
    name: (id) => unit(id)?.name ?? id,
    spoken(id) {
      const found = unit(id);
      return found ? spoken(found) : id;
    },
    place: (id) => find(desk.view, id)?.hex ?? null,
    at: (hex) => (stacks[hex] ?? []).map(({ id }) => id),
    foe: (id) => unit(id)?.side !== desk.view.viewer,
    face(id, px, { count: number = 1, dim } = {}) {
      const found = unit(id);
      return found ? chipFace(found, px, { silent: true, stack: number, dim }) : h('span', { class: 'no-unit' }, 'None');
    },
    note(id) {
      const found = unit(id);
      if (!found) return '';
      return found.spent && found.most !== null ? `${found.spent} of ${found.most} MP` : found.label;
    },
    standing: (hex) => shortStack(stacks[hex] ?? []),
    about: null,
  };
}
