/**
 * Every board by itself: pan, zoom, and what is in the hex under the pointer or the keyboard's cursor.
 */

import { Board } from './board/board.js';
import { facts, sentence } from './facts.js';
import { Tip } from './board/tip.js';
import { h, render } from './core/dom.js';
import { cycleTheme, themeName } from './core/theme.js';
import { Cursor } from './panels/map/cursor.js';
import { keyboard } from './panels/map/keys.js';

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page lacks #${id}`);
  return found;
}

/** @typedef {{id: string, title: string}} Entry */

/** @returns {Promise<Entry[]>} */
async function entries() {
  const url = new URL('boards/boards.json', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return (await response.json()).boards;
}

/** Sheets that are printed turned say so; the rose on the map shows the same. @param {number} north degrees clockwise from the top @returns {string} */
function turned(north) {
  return ['', 'North is to the right', 'North is below', 'North is to the left'][Math.round(north / 90) % 4] ?? '';
}

/** @param {HTMLElement} map @param {string} id */
async function open(map, id) {
  const spoken = element('hex-sentence');
  /** @param {string|null} hex */
  const show = (hex) => {
    tip.show(hex, hex ? facts(board.lattice, hex) : null);
    board.highlight(hex ? { cursor: hex } : {});
  };
  /** @param {string} hex */
  const point = (hex) => {
    cursor.hex = hex;
    show(hex);
  };
  const board = await Board.load(map, id, { hex: point, hover: show });
  const tip = new Tip(board);
  const cursor = new Cursor(board);
  const { width, height, north } = board.lattice.board;
  const note = turned(north ?? 0);
  if (note) map.append(h('p', { class: 'turned' }, note));
  board.camera.fit({ x: 0, y: 0, width, height });
  keyboard(map, {
    walk: (way) => {
      const hex = cursor.walk(way, null);
      if (!hex) return;
      show(hex);
      spoken.textContent = sentence(board.lattice, hex);
    },
    choose: () => {},
    back: () => {
      show(null);
      return false;
    },
    zoom: (factor) => board.camera.zoom(factor),
    undo: () => {},
  });
}

const button = element('theme');
button.textContent = `Theme: ${themeName()}`;
button.addEventListener('click', () => {
  button.textContent = `Theme: ${cycleTheme()}`;
});

/** The board that the address names, or the first, and links to all of them. @param {HTMLElement} map @returns {Promise<void>} */
async function start(map) {
  const all = await entries();
  const wanted = new URLSearchParams(location.search).get('board');
  const shown = all.find(({ id }) => id === wanted) ?? all[0];
  render(
    element('boards'),
    all.map(({ id, title }) => h('a', { class: 'b', href: `?board=${id}`, 'aria-current': id === shown?.id ? 'page' : null }, title)),
  );
  element('boards').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  if (wanted && wanted !== shown?.id) throw new Error(`There is no board ${wanted}.`);
  if (!shown) throw new Error('There are no boards yet.');
  document.title = `${shown.title} · Great War Online`;
  await open(map, shown.id);
}

const map = element('map');
start(map).catch((problem) => {
  map.append(h('p', { class: 'sorry', role: 'alert' }, problem instanceof Error ? problem.message : String(problem)));
  throw problem;
});
