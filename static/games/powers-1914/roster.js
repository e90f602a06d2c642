/**
 * What the general order form asks of the figures: their names, faces and fields.
 *
 * @import {Roster} from '../../orders/types.js'
 * @import {Desk} from '../../panels/desk.js'
 */

import { h } from '../../core/dom.js';
import { army } from './army.js';
import { matter, shows } from './matter.js';
import { pieceFace, spoken } from './pieces.js';
import { Position } from './position.js';

/** @param {Desk} desk @returns {Roster} */
export function roster(desk) {
  const position = new Position(desk);
  const { view } = position;
  return {
    name(id) {
      const unit = position.unit(id);
      return unit ? spoken(unit) : id;
    },
    place: (id) => position.areaOf(id),
    at: (area) => position.units(area).map(({ id }) => id),
    foe(id) {
      const unit = position.unit(id);
      return unit !== null && !position.friendly(unit);
    },
    face(id, px, { count, picked, dim } = {}) {
      const unit = position.unit(id);
      return unit ? pieceFace(unit, px, { count, picked, dim, silent: true }) : h('span');
    },
    // Whether a unit is spent makes no difference to what is asked here.
    alike(id) {
      const unit = position.unit(id);
      return unit && !unit.name ? `${unit.nation}.${unit.kind}` : id;
    },
    standing: (area) => army(view, position.units(area)),
    about: view.pending?.area ?? view.battle?.area ?? null,
    shows: shows(position),
    matter: () => matter(position),
  };
}
