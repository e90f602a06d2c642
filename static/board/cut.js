/**
 * Cuts what is one path for the whole board into one path a field of the board. A path is small to load, but a browser
 * that draws in software goes through all of it, dashes too, for every tile that comes into the window; of many paths it
 * passes over those that lie elsewhere. What is seen stays the same: the class stands on the group, so that its opacity
 * is that of all fields together, and strokes that cross at the edge of two fields are not darker there.
 */

import { s } from '../core/dom.js';

/** A field's side in units of the board: some hexes of 48. */
const FIELD_UNITS = 256;
/** Layers of separate strokes or separate small shapes; a shape with holes must stay whole. */
const LAYERS = 'path.grid, path.rail, path.tie, path.tree, path.shade, path.reed, path.hach, path.sand';

/** The place at which a part begins. Of a thousand parts nothing else is read. */
const FIRST = /^\s*M\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)/;

/** @param {string} d a path's data @returns {string[]} its parts, each with a place of its own to begin at */
function parts(d) {
  return d.split(/(?=M)/).filter((part) => part.trim());
}

/** @param {string} d @returns {string[]} the same, field by field; whole where a part begins at the end of another */
export function fields(d) {
  if (/m/.test(d)) return [d];
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const part of parts(d)) {
    const [, x = 0, y = 0] = FIRST.exec(part) ?? [];
    const key = `${Math.floor(Number(x) / FIELD_UNITS)},${Math.floor(Number(y) / FIELD_UNITS)}`;
    const field = found.get(key);
    if (field) field.push(part);
    else found.set(key, [part]);
  }
  return [...found.values()].map((all) => all.join(''));
}

/** @param {SVGSVGElement} layer */
export function cut(layer) {
  for (const path of layer.querySelectorAll(LAYERS)) {
    const cuts = fields(path.getAttribute('d') ?? '');
    if (cuts.length < 2) continue;
    const group = s('g');
    for (const { name, value } of path.attributes) if (name !== 'd') group.setAttribute(name, value);
    group.append(...cuts.map((d) => s('path', { d })));
    path.replaceWith(group);
  }
}
