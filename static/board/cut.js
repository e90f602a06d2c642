/**
 * Cuts what is one path for the whole board into one path a field of the board. A path is small to load, but a browser
 * that draws in software goes through all of it, dashes too, for every tile that comes into the window; of many paths it
 * passes over those that lie elsewhere. What is seen stays the same: the class stands on the group, so that its opacity
 * is that of all fields together, and strokes that cross at the edge of two fields are not darker there.
 *
 * It is cut as it is read (layer.js): a browser that made one element of it before would read all of it twice.
 */

import { s } from '../core/dom.js';

/** A field's side in units of the board: some hexes of 48. */
const FIELD_UNITS = 256;
/** Layers of separate strokes or separate small shapes, as a file has them; a shape with holes must stay whole. */
const LAYERS = /<path class="((?:grid|rail|tie|tree|shade|reed|hach|sand)(?: [^"]*)?)" d="([^"]*)"\/>/g;
/** The attribute of a group that waits for its fields. */
const WAITS = 'data-fields';
/** Letters of fields that are read in one piece. */
const PIECE_LETTERS = 12_000;

/** The place at which a part begins. Of a thousand parts nothing else is read. */
const FIRST = /^M\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)/;

/** @param {string} d a path's data @returns {string[]} the same, field by field, each part with a place of its own to begin at; whole where a part begins at the end of another */
export function fields(d) {
  if (d.includes('m')) return [d];
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (let at = d.indexOf('M'); at >= 0; ) {
    const next = d.indexOf('M', at + 1);
    const part = next < 0 ? d.slice(at) : d.slice(at, next);
    at = next;
    const [, x = 0, y = 0] = FIRST.exec(part) ?? [];
    const key = `${Math.floor(Number(x) / FIELD_UNITS)},${Math.floor(Number(y) / FIELD_UNITS)}`;
    const field = found.get(key);
    if (field) field.push(part);
    else found.set(key, [part]);
  }
  return [...found.values()].map((all) => all.join(''));
}

/** Takes the data of these paths out of a file. @param {string} source @returns {{rest: string, taken: string[]}} with a group in place of each */
export function takeOut(source) {
  /** @type {string[]} */
  const taken = [];
  const rest = source.replace(LAYERS, (_, looks, d) => `<g class="${looks}" ${WAITS}="${taken.push(d) - 1}"/>`);
  return { rest, taken };
}

/** Each group gets what was taken out, field by field. @param {Element} layer @param {string[]} taken @returns {Generator<void, void>} */
export function* putBack(layer, taken) {
  for (const group of /** @type {NodeListOf<SVGGElement>} */ (layer.querySelectorAll(`[${WAITS}]`))) {
    const cuts = fields(taken[Number(group.getAttribute(WAITS))] ?? '');
    group.removeAttribute(WAITS);
    yield;
    const [only] = cuts;
    if (cuts.length === 1 && only !== undefined) {
      group.replaceWith(s('path', { class: group.getAttribute('class'), d: only }));
      continue;
    }
    let read = 0;
    for (const d of cuts) {
      group.append(s('path', { d }));
      read += d.length;
      if (read < PIECE_LETTERS) continue;
      read = 0;
      yield;
    }
  }
}
