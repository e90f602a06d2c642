/** Land that has changed hands: hatched in the colour of its holder, so that names stay legible, and edged with it. */

import { s } from '../../core/dom.js';
import { colours } from './face.js';

/** @param {string} nation @returns {string} the id of its hatching, made when it is first wanted */
function hatching(nation) {
  const dress = colours(nation);
  const id = `pw-held-${dress.replaceAll(' ', '-')}`;
  if (!document.getElementById(id)) {
    document.querySelector('#figures defs')?.append(
      s(
        'pattern',
        { id, width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)', class: dress },
        s('path', { class: 'held-stripe', d: 'M4.500 0V9' }),
      ),
    );
  }
  return id;
}

/** @param {string} nation who holds it @param {string} path the area's outline @returns {SVGElement[]} */
export const occupied = (nation, path) => [s('path', { class: 'held', d: path, fill: `url(#${hatching(nation)})` }), s('g', { class: colours(nation) }, s('path', { class: 'held-edge', d: path }))];
