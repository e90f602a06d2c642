/**
 * A button that is drawn again while someone presses it loses the press, because the browser sees it go down on one
 * element and up on another. So a page does not draw while a press lasts.
 */

/** Milliseconds after which someone who still holds a button down still sees news. */
const MAX_HOLD_MS = 1000;
/** Pixels by which a pointer that drags something moves. */
const DRAG_PX = 4;

/** @type {{x: number, y: number, at: number}|null} */
let press = null;

/** Whether a button or a link is being pressed now. */
export function isPressed() {
  return press !== null && performance.now() - press.at < MAX_HOLD_MS;
}

const over = () => {
  press = null;
};

addEventListener(
  'pointerdown',
  (e) => {
    press = e.button === 0 && e.target instanceof Element && e.target.closest('button, a') ? { x: e.clientX, y: e.clientY, at: performance.now() } : null;
  },
  true,
);
addEventListener(
  'pointermove',
  (e) => {
    if (press && Math.hypot(e.clientX - press.x, e.clientY - press.y) > DRAG_PX) over();
  },
  { capture: true, passive: true },
);
// The click follows before anything is drawn.
addEventListener('pointerup', over, true);
addEventListener('pointercancel', over, true);
