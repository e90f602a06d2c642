/**
 * Modernisation: how far each nation's kinds are, and the price of the next step.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Kind, ModerniseItem, PowersView} from '../types.js'
 */

import { chip } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { BOUGHT, KIND_TITLES } from '../kinds.js';
import { stars } from '../treasury.js';

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
    h('p', { class: 'quiet' }, 'A tap buys the next ★ for all units of the kind: infantry, aircraft and ships fight better ', chip('3.3.8'), ', artillery hits more easily ', chip('3.9'), '. Only numbers can be bought now; – : too dear, none of the kind, or complete.'),
  ];

  /** @param {string} nation @param {Kind} kind @returns {Child} */
  function cell(nation, kind) {
    const level = view.nations[nation]?.modern?.[kind] ?? 0;
    const item = offered.find((one) => one.nation === nation && one.unit === kind);
    const now = level ? stars(level, kind) : null;
    if (!item) return h('span', { class: 'none' }, now ?? [h('span', { 'aria-hidden': 'true' }, '–'), h('span', { class: 'offstage' }, 'not now')]);
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
