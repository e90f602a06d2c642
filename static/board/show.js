/**
 * Bring places into the window when most of them are out of it; otherwise the map stays where the player put it.
 *
 * @import {Surface} from './board.js'
 */

/** @param {Surface} board @param {readonly string[]} places */
export function show(board, places) {
  const { clientWidth, clientHeight } = board.window;
  const seen = places.filter((place) => {
    const { x, y } = board.screen(place);
    return x > 0 && y > 0 && x < clientWidth && y < clientHeight;
  });
  if (places.length && seen.length * 2 < places.length) board.fit([...places]);
}
