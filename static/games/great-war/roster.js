/**
 * What the general order form asks of the counters: their names, faces and hexes.
 *
 * @import {Desk} from '../../panels/desk.js'
 * @import {Roster} from '../../orders/types.js'
 */

import { h } from '../../core/dom.js';
import { chipFace, figures, known, nameOf } from './counter.js';
import { find, stacksOf, war } from './index-of.js';
import { shortStack } from './sentence.js';

/** Where a headquarters may be named, or none. */
const NONE = 'none';

/** Aircraft of one kind are told apart by a number. @param {string} id */
const chitOf = (id) => id.replace(/\.\d+$/, '');

/** @param {Desk} desk @returns {Roster} */
export function roster(desk) {
  const view = war(desk.view);
  const stacks = stacksOf(view);
  const counter = (/** @type {string} */ id) => find(view, id)?.counter ?? null;
  const titled = (/** @type {string} */ id) => view.titles[chitOf(id)];
  return {
    name(id) {
      const found = counter(id);
      if (id === NONE) return 'No support';
      return found && known(found) ? nameOf(found) : (titled(id) ?? id);
    },
    place: (id) => find(view, id)?.hex ?? null,
    at: (hex) => (stacks[hex] ?? []).map(({ id }) => id),
    foe: (id) => counter(id)?.side !== view.viewer,
    face(id, px, { count = 1 } = {}) {
      const found = counter(id);
      if (found) return chipFace(found, px, { silent: true, stack: count });
      const title = titled(id);
      return title ? h('span', { class: 'chit-face' }, title, count > 1 && h('b', {}, count)) : h('span', { class: 'no-unit' }, 'None');
    },
    note(id) {
      const found = counter(id);
      if (!found || !known(found)) return found ? 'concealed' : '';
      return found.mp ? `${found.mp} of ${found.ma} MP` : found.name;
    },
    // In the boxes hundreds wait that differ only in the number of their division.
    alike(id) {
      const found = find(view, id);
      if (!found && titled(id)) return titled(id) ?? id;
      if (!found || found.hex || !known(found.counter)) return id;
      const { nation, kind, size, turned } = found.counter;
      return kind === 'hq' ? id : [nation, kind, size, turned, figures(found.counter)].join(' ');
    },
    // Headquarters move by fewer points and are worn out by more: they go by themselves unless they stand alone.
    together(ids) {
      const troops = ids.filter((id) => {
        const found = counter(id);
        return found && known(found) && found.kind !== 'hq';
      });
      return troops.length ? troops : ids;
    },
    standing: (hex) => shortStack(stacks[hex] ?? []),
    about: view.battle?.target ?? null,
  };
}
