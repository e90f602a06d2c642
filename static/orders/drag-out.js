/**
 * A unit dragged out of the panel onto the map.
 *
 * @import {Desk} from '../panels/desk.js'
 */

import { h } from '../core/dom.js';

/** Less than this is a press. */
const SLOP_PX = 7;
const FACE_PX = 52;

/**
 * @param {PointerEvent} event with which it may begin
 * @param {Desk} desk
 * @param {object} o
 * @param {(px: number) => Node} o.face what follows the pointer
 * @param {() => void} o.begin it is dragged
 * @param {(place: string|null, when: number) => void} o.end let go over a place, or over none
 */
export function dragOut(event, { board }, { face, begin, end }) {
  const { clientX, clientY } = event;
  /** @type {HTMLElement|null} */
  let ghost = null;
  const move = (/** @type {PointerEvent} */ e) => {
    if (!ghost) {
      if (Math.hypot(e.clientX - clientX, e.clientY - clientY) < SLOP_PX) return;
      ghost = h('div', { class: 'drag-ghost', 'aria-hidden': 'true' }, face(FACE_PX));
      document.body.append(ghost);
      begin();
    }
    ghost.style.transform = `translate(${e.clientX - FACE_PX / 2}px, ${e.clientY - FACE_PX / 2}px)`;
  };
  const stop = (/** @type {PointerEvent} */ e) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', stop);
    removeEventListener('pointercancel', stop);
    if (!ghost) return;
    ghost.remove();
    const box = board.window.getBoundingClientRect();
    const over = e.type === 'pointerup' && e.clientX >= box.left && e.clientX < box.right && e.clientY >= box.top && e.clientY < box.bottom;
    const at = over ? board.camera.toBoard({ x: e.clientX - box.left, y: e.clientY - box.top }) : null;
    end(at && (board.lattice.at(at.x, at.y) ?? null), e.timeStamp);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', stop);
  addEventListener('pointercancel', stop);
}
