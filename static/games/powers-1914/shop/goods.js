/**
 * The price list of units: a row for each nation, a column for each kind. What cannot be bought is pale and says why.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {BuyItem, Closed, Kind, PowersView} from '../types.js'
 */

import { count } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { BOUGHT, KIND_TITLES, sample } from '../kinds.js';
import { pieceFace, spoken } from '../pieces.js';

const FACE_PX = 34;

/**
 * @param {PowersView} view
 * @param {readonly string[]} nations
 * @param {readonly BuyItem[]} goods
 * @param {readonly Closed[]} closed
 * @param {{nation: string, unit: Kind}|null} chosen
 * @param {(good: {nation: string, unit: Kind}) => void} choose
 * @returns {Child}
 */
export function goodsTable(view, nations, goods, closed, chosen, choose) {
  const price = (/** @type {Kind} */ kind) => [...goods, ...closed].find((item) => item.unit === kind)?.price;
  return h(
    'table',
    { class: 'shop' },
    h('thead', {}, h('tr', {}, h('td', {}), BOUGHT.map((kind) => h('th', { scope: 'col' }, KIND_TITLES[kind], h('b', {}, price(kind) ?? '–'))))),
    h('tbody', {}, nations.map((nation) => h('tr', {}, h('th', { scope: 'row' }, view.nations[nation]?.name ?? nation), BOUGHT.map((kind) => h('td', {}, cell(nation, kind)))))),
  );

  /** @param {string} nation @param {Kind} unit @returns {Child} */
  function cell(nation, unit) {
    const sites = goods.filter((item) => item.nation === nation && item.unit === unit);
    const first = sites[0];
    const why = closed.find((item) => item.nation === nation && item.unit === unit)?.refusal;
    const figure = sample(nation, unit);
    const picked = chosen?.nation === nation && chosen.unit === unit;
    return h(
      'button',
      {
        type: 'button',
        class: `ware${picked ? ' picked' : ''}${first ? '' : ' shut'}`,
        'aria-pressed': String(picked),
        'aria-label': first ? `${spoken(figure)}, ${first.price} each, in ${count(sites.length, 'field')}` : `${spoken(figure)}, not now. ${why?.text ?? ''}`,
        'data-key': `buy-${nation}-${unit}`,
        onclick: () => choose({ nation, unit }),
      },
      pieceFace(figure, FACE_PX, { silent: true, dim: !first }),
    );
  }
}
