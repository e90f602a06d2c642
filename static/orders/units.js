/**
 * Units as buttons in a panel.
 *
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';

/**
 * @param {object} o
 * @param {string} o.key
 * @param {Node} o.face
 * @param {string} o.spoken what the face says
 * @param {boolean} [o.picked] left out: there is nothing to pick
 * @param {Child} [o.note]
 * @param {string} [o.why] it may not be chosen, and this is why
 * @param {() => void} [o.tell] says why, to a press
 * @param {() => void} [o.act]
 * @param {(event: PointerEvent) => void} [o.grab] begins to drag
 */
export function unitButton({ key, face, spoken, picked, note, why, tell, act, grab }) {
  const disabled = why !== undefined;
  return h(
    'button',
    {
      type: 'button',
      class: `unit${picked ? ' picked' : ''}`,
      'aria-pressed': picked === undefined ? null : String(picked),
      'aria-disabled': disabled ? 'true' : null,
      title: why || spoken,
      'data-key': key,
      onclick: () => (disabled ? tell?.() : act?.()),
      onpointerdown: grab,
    },
    // Read in place of the face; an aria-label would silence the note as well.
    h('span', { class: 'offstage' }, `${spoken}. ${why ?? ''}`),
    face,
    h('span', {}, note ?? ''),
  );
}
