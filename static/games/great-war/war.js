/**
 * The card of the war: each track that may decide it, where it stands, what moved it last and what moves it next.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Lots} from '../../panels/cards/lots.js'
 * @import {WarView} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';

/** @param {WarView} view @param {Lots|null} lots null while it is asked for @returns {Child} */
export function tracksOf({ war }, lots) {
  return h(
    'table',
    { class: 'facts tracks', 'aria-label': 'Tracks of the war' },
    h('tbody', {}, war.tracks.map(({ title, now, next, section, kinds }) => {
      const last = lots?.moved.find(({ kind }) => kinds.includes(kind));
      return [
        h('tr', {}, h('th', { scope: 'row' }, title), h('td', {}, now), h('td', {}, chip(section))),
        (next || last) && h('tr', { class: 'quiet' }, h('td', { colspan: 3 }, next, last && [h('br', {}), h('i', {}, 'Last: ', last.text)])),
      ];
    })),
  );
}
