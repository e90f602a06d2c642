/**
 * What the general order form asks of the figures: their names, faces and fields.
 *
 * @import {Roster} from '../../orders/types.js'
 * @import {PowersMode} from './mode.js'
 */

import { h } from '../../core/dom.js';
import { army } from './army.js';
import { matter, shows } from './matter.js';
import { pieceFace, spoken } from './pieces.js';
import { sideOfNation } from './units.js';

/** @param {PowersMode} mode @returns {Roster} */
export function roster(mode) {
  const { view } = mode;
  return {
    name(id) {
      const unit = mode.unit(id);
      return unit ? spoken(unit) : id;
    },
    place: (id) => mode.areaOf(id),
    at: (area) => mode.units(area).map(({ id }) => id),
    foe(id) {
      const unit = mode.unit(id);
      return unit !== null && sideOfNation(view, unit.nation) !== mode.me?.side;
    },
    face(id, px, { count, picked, dim } = {}) {
      const unit = mode.unit(id);
      return unit ? pieceFace(unit, px, { count, picked, dim, silent: true }) : h('span');
    },
    // Whether a unit is spent makes no difference to what is asked here.
    alike(id) {
      const unit = mode.unit(id);
      return unit && !unit.name ? `${unit.nation}.${unit.kind}` : id;
    },
    standing: (area) => army(view, mode.units(area)),
    about: view.pending?.area ?? view.battle?.area ?? null,
    shows: shows(mode),
    matter: () => matter(mode),
  };
}
