/**
 * Long work in pieces. While a script runs the page answers nobody, and a phone takes four times as long as a desk: what
 * takes more than a few milliseconds says where it can be left off, and goes on when the page has looked round.
 */

/** A piece takes about as long as this. */
const PIECE_MS = 5;

/** What waits is done first: fingers, pictures, answers of the server. Unlike a timer it comes at once, in a page in the background too. @returns {Promise<void>} */
const others = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** @template T @param {Generator<void, T>} work yields where it can be left off @returns {Promise<T>} what it comes to */
export async function inPieces(work) {
  for (let until = performance.now() + PIECE_MS; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await others();
    until = performance.now() + PIECE_MS;
  }
}
