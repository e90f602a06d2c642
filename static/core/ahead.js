/** Files that will be wanted: asked for before the scripts that want them are there. */

import { h } from './dom.js';
import { theme } from './theme.js';

/** @param {string} href @param {Record<string, string>} how */
const ask = (href, how) => document.head.append(h('link', { rel: 'preload', href, ...how }));

/** The files of a board that is about to be laid. @param {string} id */
export function boardAhead(id) {
  const boards = new URL('../boards', import.meta.url).pathname;
  for (const file of ['board.json', 'ground.svg', 'lines.svg']) ask(`${boards}/${id}/${file}`, { as: 'fetch', crossorigin: 'anonymous' });
  ask(`${boards}/map.css`, { as: 'style' });
}

/** The relief of a board that has one: it is most of what is seen of it at first. @param {string} base the board's folder */
export const reliefAhead = (base) => ask(`${base}/relief-${theme()}.webp`, { as: 'image', fetchpriority: 'high' });
