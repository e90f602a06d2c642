/**
 * Modernisation: how far each nation's kinds are, and the price of the next step; what cannot be bought says why.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Closed, Kind, ModerniseItem, PowersView} from '../types.js'
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
 * @param {readonly Closed[]} closed
 * @param {{nation: string, unit: Kind}|null} asked which of those closed was asked about
 * @param {(good: {nation: string, unit: Kind}) => void} choose
 * @returns {Child}
 */
export function progressTable(view, nations, offered, closed, asked, choose) {
  return [
    h(
      'table',
      { class: 'shop' },
      h('thead', {}, h('tr', {}, h('td', {}), BOUGHT.map((kind) => h('th', { scope: 'col' }, KIND_TITLES[kind])))),
      h('tbody', {}, nations.map((nation) => h('tr', {}, h('th', { scope: 'row' }, view.nations[nation]?.name ?? nation), BOUGHT.map((kind) => h('td', {}, cell(nation, kind)))))),
    ),
    h('p', { class: 'quiet' }, 'A tap buys the next ★ for all units of the kind: infantry, aircraft and ships fight better ', chip('3.3.8'), ', artillery hits more easily ', chip('3.9'), '. Pale: not now; tap it to read why.'),
  ];

  /** @param {string} nation @param {Kind} kind @returns {Child} */
  function cell(nation, kind) {
    const level = view.nations[nation]?.modern?.[kind] ?? 0;
    const item = offered.find((one) => one.nation === nation && one.unit === kind);
    const shut = closed.find((one) => one.nation === nation && one.unit === kind);
    const picked = asked?.nation === nation && asked.unit === kind;
    const what = `${KIND_TITLES[kind].toLowerCase()} of ${view.nations[nation]?.name ?? nation}`;
    return h(
      'button',
      {
        type: 'button',
        class: `ware${item ? '' : ' shut'}${picked ? ' picked' : ''}`,
        'aria-label': item ? `Modernise ${what} to level ${item.level} for ${item.price}` : `Modernise ${what}: not now. ${shut?.refusal.text ?? ''}`,
        'data-key': `modern-${nation}-${kind}`,
        onclick: () => choose({ nation, unit: kind }),
      },
      pieceFace(sample(nation, kind), FACE, { silent: true, dim: !item }),
      level ? stars(level, kind) : null,
      h('b', {}, item?.price ?? shut?.price ?? '–'),
    );
  }
}
