/** Something waits for the player: a dot before the page's title and on its icon, to be seen while another tab is in front. */

const DOT = '● ';

/** @param {boolean} waits @param {string} title of the page without the dot */
export function attention(waits, title) {
  const named = `${waits ? DOT : ''}${title}`;
  if (document.title !== named) document.title = named;
  const icon = document.querySelector('link[rel=icon]');
  const href = new URL(waits ? '../icon-waiting.svg' : '../icon.svg', import.meta.url).pathname;
  if (icon?.getAttribute('href') !== href) icon?.setAttribute('href', href);
}
