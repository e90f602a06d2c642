/**
 * Bring areas into the window when most of them are out of it; otherwise the map stays where the player put it.
 *
 * @import {Surface} from '../../board/board.js'
 */

/** @param {Surface} board @param {readonly string[]} areas */
export function show(board, areas) {
  const { clientWidth, clientHeight } = board.window;
  const seen = areas.filter((area) => {
    const { x, y } = board.screen(area);
    return x > 0 && y > 0 && x < clientWidth && y < clientHeight;
  });
  if (areas.length && seen.length * 2 < areas.length) board.fit([...areas]);
}
