/**
 * What the general order form asks of the counters: their names, faces and hexes.
 *
 * @import {Desk} from '../../panels/desk.js'
 * @import {Roster} from '../../orders/types.js'
 * @import {WarView} from './types.js'
 */

import { h } from '../../core/dom.js';
import { chipFace, known, nationShown, spoken } from './counter.js';
import { find } from './index-of.js';
import { StackMode } from './mode.js';

/** @param {Desk} desk @returns {Roster} */
export function roster(desk) {
  const view = /** @type {WarView} */ (desk.view);
  const mode = new StackMode(desk);
  const counter = (/** @type {string} */ id) => find(view, id)?.counter ?? null;
  return {
    name(id) {
      const found = counter(id);
      return found && known(found) ? found.name : id;
    },
    place: (id) => find(view, id)?.hex ?? null,
    at: (hex) => (view.stacks[hex] ?? []).map(({ id }) => id),
    foe: (id) => counter(id)?.side !== view.viewer,
    face(id, px, { dim } = {}) {
      const { counter: found, hex = null } = find(view, id) ?? {};
      return found ? chipFace(found, px, { silent: true, dim, nation: nationShown(view.stacks[hex ?? ''] ?? []) }) : h('span');
    },
    spoken(id) {
      const found = counter(id);
      return found ? spoken(found) : id;
    },
    actions(id) {
      const { counter: found, hex } = find(view, id) ?? {};
      return found && hex ? [...mode.arrangeActions(hex, found), ...mode.stanceActions(found)] : [];
    },
    note: (id) => {
      const found = counter(id);
      return found ? mode.note(found) : '';
    },
    about: view.battle?.target ?? null,
  };
}
