/** Pauses that a press can end: between dice, between moments of the past. */
export class Pause {
  /** Ends the one that is on, if there is one. @type {() => void} */ end = () => {};

  /** @param {number} ms @returns {Promise<void>} */
  take(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
