/**
 * Units as buttons in a panel.
 *
 * @import {Counter} from './types.js'
 * @import {Child} from '../../core/dom.js'
 */

import { h } from '../../core/dom.js';
import { chipFace, spoken } from './counter.js';

/**
 * @param {Counter} counter
 * @param {object} o
 * @param {boolean} [o.picked]
 * @param {Child} [o.note]
 * @param {string} [o.why] it may not be chosen, and this is why
 * @param {() => void} [o.tell] says why, to a press
 * @param {() => void} [o.act]
 * @param {(event: PointerEvent) => void} [o.grab] begins to drag
 * @param {string} [o.prefix] of the data-key
 * @param {number} [o.px]
 */
export function unitButton(counter, o) {
  const disabled = o.why !== undefined;
  return h(
    'button',
    {
      type: 'button',
      class: `unit${o.picked ? ' picked' : ''}`,
      'aria-pressed': o.picked === undefined ? null : String(o.picked),
      'aria-disabled': disabled ? 'true' : null,
      title: o.why ?? spoken(counter),
      'data-key': `${o.prefix ?? 'unit'}-${counter.id}`,
      onclick: () => (disabled ? o.tell?.() : o.act?.()),
      onpointerdown: o.grab,
    },
    // Read in place of the face; an aria-label would silence the note as well.
    h('span', { class: 'offstage' }, `${spoken(counter)}. ${o.why ?? ''}`),
    chipFace(counter, o.px ?? 48, { silent: true }),
    h('span', {}, o.note ?? ''),
  );
}

/** @param {Counter} a @param {Counter} b by side, then strength */
export function byStrength(a, b) {
  const rank = (/** @type {Counter} */ c) => ('factor' in c ? (c.kind === 'hq' ? 100 : 0) - c.factor : 200);
  return rank(a) - rank(b);
}
