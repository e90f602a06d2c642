/**
 * A layer of names and signs comes into view a slice a picture. A browser lays out what is in the page in one go, also in a
 * group that is hidden, and for all the names of a board that is longer than a hand waits gladly on a phone.
 */

/** What holds many names, signs or pieces of rivers, each on its own. */
const GROUPS = '.rc, .rv, .places, .lab, .cartouche, .tags';
/** Elements that come together. */
const SLICE_ELEMENTS = 90;

/** @param {Element} layer from which they are taken out @returns {(() => void)[]} each puts a slice back, in the order in which they lay there */
export function slices(layer) {
  /** @type {[Element, Element][][]} */
  const found = [];
  let room = 0;
  // The name of an area stays with its signs: a line that crosses it has both once more above it, whenever it is drawn.
  const groups = [...layer.querySelectorAll(GROUPS)].filter((group) => !group.parentElement?.closest('.tags'));
  for (const group of groups) {
    for (const child of [...group.children]) {
      const size = 1 + child.getElementsByTagName('*').length;
      if (room < size) {
        found.push([]);
        room = SLICE_ELEMENTS;
      }
      room -= size;
      found.at(-1)?.push([group, child]);
    }
    group.replaceChildren();
  }
  return found.map((slice) => () => {
    for (const [group, child] of slice) group.append(child);
  });
}
