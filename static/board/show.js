/**
 * Bring places into the window when most of them are out of it or below what floats over the map; otherwise the map stays
 * where the player put it.
 *
 * @import {Surface} from './board.js'
 */

/** @param {Surface} board @param {readonly string[]} places */
export function show(board, places) {
  const here = places.filter((place) => board.lattice.has(place));
  // They may lie on another board than the one that is open.
  if (!here.length) return board.fit([...places]);
  const { left, top, width, height } = board.window.getBoundingClientRect();
  const seen = here.filter((place) => {
    const { x, y } = board.screen(place);
    return x > 0 && y > 0 && x < width && y < height && !document.elementFromPoint(left + x, top + y)?.closest('.float');
  });
  if (seen.length * 2 < here.length) board.fit(here);
}
