/**
 * Units as buttons in a panel.
 *
 * @import {Counter} from './types.js'
 * @import {Child} from '../../core/dom.js'
 */

import { unitButton as button } from '../../orders/units.js';
import { chipFace, spoken } from './counter.js';

const FACE_PX = 48;

/**
 * @param {Counter} counter
 * @param {object} o
 * @param {boolean} [o.picked]
 * @param {Child} [o.note]
 * @param {string} [o.why] it may not be chosen, and this is why
 * @param {() => void} [o.act]
 * @param {string} o.prefix of the data-key
 */
export const unitButton = (counter, { prefix, ...o }) => button({ key: `${prefix}-${counter.id}`, face: chipFace(counter, FACE_PX, { silent: true }), spoken: spoken(counter), ...o });

/** @param {Counter} a @param {Counter} b by side, then strength */
export function byStrength(a, b) {
  const rank = (/** @type {Counter} */ c) => ('factor' in c ? (c.kind === 'hq' ? 100 : 0) - c.factor : 200);
  return rank(a) - rank(b);
}
