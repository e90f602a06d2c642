/**
 * Modernisation: how far each nation's kinds are, and the price of the next step.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Kind, ModerniseItem, PowersView} from '../types.js'
 */

import { chip } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { BOUGHT, KIND_TITLES, sample } from '../kinds.js';
import { pieceFace } from '../pieces.js';
import { stars } from '../treasury.js';

const FACE = 26;

/**
 * @param {PowersView} view
 * @param {readonly string[]} nations
 * @param {readonly ModerniseItem[]} offered
 * @param {(item: ModerniseItem) => void} buy
 * @returns {Child}
 */
export function progressTable(view, nations, offered, buy) {
  return [
    h(
      'table',
      { class: 'shop' },
      h('thead', {}, h('tr', {}, h('td', {}), BOUGHT.map((kind) => h('th', { scope: 'col' }, KIND_TITLES[kind])))),
      h('tbody', {}, nations.map((nation) => h('tr', {}, h('th', { scope: 'row' }, view.nations[nation]?.name ?? nation), BOUGHT.map((kind) => h('td', {}, cell(nation, kind)))))),
    ),
    h('p', { class: 'quiet' }, 'A tap buys the next ★ for all units of the kind: infantry, aircraft and ships fight better ', chip('3.3.8'), ', artillery hits more easily ', chip('3.9'), '. – : not now, for it is too dear, complete, or the nation has none of the kind.'),
  ];

  /** @param {string} nation @param {Kind} kind @returns {Child} */
  function cell(nation, kind) {
    const level = view.nations[nation]?.modern?.[kind] ?? 0;
    const item = offered.find((one) => one.nation === nation && one.unit === kind);
    const now = [pieceFace(sample(nation, kind), FACE, { silent: true, dim: !item }), level ? stars(level, kind) : null];
    if (!item) return h('span', { class: 'ware none' }, now, h('b', { 'aria-hidden': 'true' }, '–'), h('span', { class: 'offstage' }, 'nothing to buy now'));
    return h(
      'button',
      {
        type: 'button',
        class: 'ware',
        'aria-label': `Modernise ${KIND_TITLES[kind].toLowerCase()} of ${view.nations[nation]?.name ?? nation} to level ${item.level} for ${item.price}`,
        'data-key': `modern-${nation}-${kind}`,
        onclick: () => buy(item),
      },
      now,
      h('b', {}, item.price),
    );
  }
}
