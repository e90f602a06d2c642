/**
 * The warnings that a player has passed over, in this browser. What is noted comes from the server and goes back to it,
 * which leaves out of its next warnings what has not become worse.
 */

/** @param {string} match @param {string} seat */
const place = (match, seat) => `gw-passed-${match}-${seat}`;

/** @param {string} match @param {string} seat @returns {object|null} */
export function kept(match, seat) {
  try {
    return JSON.parse(localStorage.getItem(place(match, seat)) ?? 'null');
  } catch (error) {
    console.warn('This browser stores nothing for this page:', error);
    return null;
  }
}

/** @param {string} match @param {string} seat @param {object} passed */
export function keep(match, seat, passed) {
  try {
    localStorage.setItem(place(match, seat), JSON.stringify(passed));
  } catch (error) {
    // Then the player is warned once more.
    console.warn('This browser stores nothing for this page:', error);
  }
}
