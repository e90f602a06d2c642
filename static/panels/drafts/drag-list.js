/** Rows of a list are dragged to another place, by mouse or finger. The buttons beside them do the same by keyboard. */

import { h } from '../../core/dom.js';

/** So near to the edge the list scrolls along. */
const EDGE_PX = 36;
const STEP_PX = 10;

/**
 * What a row is taken by.
 *
 * @param {number} from its place in the list @param {(places: number[]) => void} arrange the current places in their new order
 */
export const grip = (from, arrange) => h('span', { class: 'grip', 'aria-hidden': 'true', title: 'Drag to change the order', onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, from, arrange) });

/** @param {PointerEvent} event @param {number} from @param {(places: number[]) => void} arrange */
function drag(event, from, arrange) {
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  const list = row?.parentElement;
  if (!row || !list || event.button > 0) return;
  event.preventDefault();
  const rows = /** @type {HTMLElement[]} */ ([...list.children]);
  const boxes = rows.map((one) => one.getBoundingClientRect());
  const own = boxes[from];
  if (!own) return;
  const scroller = list.closest('.scroll');
  const scrolled = scroller?.scrollTop ?? 0;
  let to = from;
  row.classList.add('dragged');

  const move = (/** @type {PointerEvent} */ e) => {
    // Drawn again meanwhile: these rows are gone.
    if (!row.isConnected) return stop();
    if (scroller) {
      const box = scroller.getBoundingClientRect();
      if (e.clientY < box.top + EDGE_PX) scroller.scrollBy(0, -STEP_PX);
      else if (e.clientY > box.bottom - EDGE_PX) scroller.scrollBy(0, STEP_PX);
    }
    const by = e.clientY - event.clientY + (scroller?.scrollTop ?? 0) - scrolled;
    const middle = own.top + own.height / 2 + by;
    to = boxes.filter((box, n) => n !== from && box.top + box.height / 2 < middle).length;
    rows.forEach((one, n) => {
      const shift = n === from ? by : n > from && n <= to ? -own.height : n < from && n >= to ? own.height : 0;
      one.style.transform = shift ? `translateY(${shift}px)` : '';
    });
  };
  const stop = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', stop);
    row.classList.remove('dragged');
    for (const one of rows) one.style.transform = '';
  };
  const end = () => {
    stop();
    if (to === from || !row.isConnected) return;
    const places = rows.map((_, n) => n).filter((n) => n !== from);
    places.splice(to, 0, from);
    arrange(places);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', stop);
}
