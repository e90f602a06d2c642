/**
 * §3.3.12 Heavy artillery: a gun, a neighbouring field, a unit there. What a hit needs is told by the server.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {AnyOffer} from '../types.js'
 */

import { count } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { Aimed, oneOf, slotted } from './asked.js';

const SIDES_OF_A_DIE = 6;

/** @param {number} needed */
const told = needed => (needed > SIDES_OF_A_DIE ? 'cannot hit' : `hits with ${needed}`);

export class Shoot extends Aimed {
  /** @override @param {AnyOffer} offer */
  static small({ guns = {} }) {
    return `${count(Object.keys(guns).length, 'gun')} in range`;
  }

  /** @override @param {AnyOffer} offer */
  static laid(offer) {
    const guns = Object.entries(offer.guns ?? {});
    const notes = Object.fromEntries(guns.map(([id, { needed }]) => [id, told(Math.min(...Object.values(needed)))]));
    return slotted(offer, 'Shoot', [
      { name: 'unit', shape: 'unit', prompt: 'Which gun shoots?', options: oneOf(Object.keys(notes), { notes }) },
      { name: 'area', shape: 'hex', prompt: 'Which field should it shoot into?' },
      { name: 'target', shape: 'unit', prompt: 'What should it aim at?' },
    ]);
  }

  /** @override @returns {Child} */
  detail() {
    const { guns } = /** @type {AnyOffer} */ (this.offer);
    const scores = guns?.[this.chosen.unit ?? '']?.needed;
    if (!scores) return ['Once a turn, before infantry fights there. A gun that shoots cannot move. ', chip('3.3.12')];
    const needed = scores[this.chosen.area ?? ''] ?? Math.min(...Object.values(scores));
    if (needed > SIDES_OF_A_DIE) return [`It cannot hit: it needs more than ${SIDES_OF_A_DIE}. `, chip('3.3.12')];
    return [`Hits with ${needed < SIDES_OF_A_DIE ? `${needed} or more` : needed}: ${SIDES_OF_A_DIE + 1 - needed} in ${SIDES_OF_A_DIE}. `, chip('3.3.12')];
  }
}
