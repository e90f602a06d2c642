/**
 * A layer of a board as its file has it, made into elements piece by piece: on a phone all of it takes longer than a hand waits.
 */

import { putBack, takeOut } from './cut.js';

/** The numbers of all hexes: what a board has most of. They are made where they are seen (numbers.js). */
const NUMBERS = /(<g class="nums[^>]*>)(.*?)(?=<\/g>)/s;
const TAG = /<(\/?)\w[^>]*?(\/?)>/g;
/** Letters of a file that are read in one piece, where it has an element that ends there. */
const PIECE_LETTERS = 30_000;

/** @typedef {{layer: SVGSVGElement, numbers: string}} Read `numbers`: those of its hexes, as the file has them */

/** @param {string} source @returns {SVGSVGElement} */
function read(source) {
  const root = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  if (!(root instanceof SVGSVGElement)) throw new Error('A layer of the board is not SVG');
  return document.adoptNode(root);
}

/** What lies in an element, cut between its children. @param {string} inner @returns {Generator<string, void>} */
function* children(inner) {
  let [depth, from] = [0, 0];
  for (const { 0: { length }, 1: ends, 2: empty, index } of inner.matchAll(TAG)) {
    depth += ends ? -1 : empty ? 0 : 1;
    const to = index + length;
    if (depth || to - from < PIECE_LETTERS) continue;
    yield inner.slice(from, to);
    from = to;
  }
  yield inner.slice(from);
}

/**
 * With the board's name before its ids: several boards lie in one page, and each has railways and rivers of its own.
 *
 * @param {string} source @param {string} board @returns {Generator<void, Read>}
 */
export function* layerOf(source, board) {
  const { rest, taken } = takeOut(source.replaceAll('id="map-', `id="${board}-map-`).replaceAll('#map-', `#${board}-map-`));
  yield;
  let numbers = '';
  const bare = rest.replace(NUMBERS, (_, head, texts) => {
    numbers = texts;
    return head;
  });
  const [from, to] = [bare.indexOf('>') + 1, bare.lastIndexOf('</svg>')];
  const [head, foot] = [bare.slice(0, from), bare.slice(to)];
  const layer = read(head + foot);
  for (const part of children(bare.slice(from, to))) {
    yield;
    layer.append(...read(head + part + foot).childNodes);
  }
  yield;
  yield* putBack(layer, taken);
  return { layer, numbers };
}
