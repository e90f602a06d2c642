/**
 * The keyboard at the table: arrows walk the hexes, Enter chooses, Escape goes back, + and - zoom, u takes back,
 * n takes up the next stack that may act, m marks the map and p points at a place for the side.
 *
 * @import {Way} from '../../board/lattice.js'
 */

/**
 * @typedef {object} KeyActions
 * @property {(way: Way) => void} walk
 * @property {() => void} choose
 * @property {() => boolean} back
 * @property {(factor: number) => void} zoom
 * @property {() => void} undo
 * @property {() => void} [next]
 * @property {() => void} [mark]
 * @property {() => void} [ping]
 * @property {(key: string) => boolean} [leap] whether a key steps through the history
 */

/** @type {Record<string, Way>} */
const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const ZOOM_STEP = 1.25;
/** ms: the page is drawn again in the next frame */
const REDRAWN_AFTER_MS = 60;

/** What goes back may take the focused button with it: then the map has the focus, not the top of the page. @param {HTMLElement} map */
const keepFocus = (map) => setTimeout(() => document.activeElement === document.body && map.focus({ preventScroll: true }), REDRAWN_AFTER_MS);

/** @param {HTMLElement} map @param {KeyActions} act */
export function keyboard(map, act) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input, textarea, select')) return;
    const onMap = target === map || target === document.body;
    const arrow = ARROWS[event.key];
    if (onMap && act.leap?.(event.key)) event.stopPropagation();
    else if (arrow && onMap) act.walk(arrow);
    else if (event.key === 'Enter' && onMap) act.choose();
    else if (event.key === 'Escape') {
      if (act.back()) keepFocus(map);
      else map.focus({ preventScroll: true });
    } else if (event.key === '+' || event.key === '=') act.zoom(ZOOM_STEP);
    else if (event.key === '-') act.zoom(1 / ZOOM_STEP);
    else if (event.key === 'u') act.undo();
    else if (event.key === 'n') act.next?.();
    else if (event.key === 'm') act.mark?.();
    else if (event.key === 'p' && onMap) act.ping?.();
    else return;
    event.preventDefault();
  });
}
