/**
 * §3.9 Modernisation: how far each nation's kinds are, and the price of the next step; what cannot be bought says why.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Kind, ModerniseItem} from '../types.js'
 * @import {Good} from './shelf.js'
 */

import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { BOUGHT, KIND_TITLES, sample } from '../kinds.js';
import { pieceFace } from '../pieces.js';
import { stars } from '../treasury.js';
import { same, Shelf } from './shelf.js';

const FACE_PX = 26;

export class Progress extends Shelf {
  /** @override */
  static title = 'modernisation';

  /** @override */
  static tab() {
    return 'Modernisation';
  }

  /** @returns {ModerniseItem[]} */
  get #steps() {
    return this.offer.items ?? [];
  }

  /** @override @returns {Child} */
  body() {
    return [
      h(
        'table',
        { class: 'shop' },
        h('thead', {}, h('tr', {}, h('td', {}), BOUGHT.map((kind) => h('th', { scope: 'col' }, KIND_TITLES[kind])))),
        h('tbody', {}, this.nations.map((nation) => h('tr', {}, h('th', { scope: 'row' }, this.position.nation(nation)), BOUGHT.map((kind) => h('td', {}, this.#cell(nation, kind)))))),
      ),
      this.why(),
      h('p', { class: 'quiet' }, 'Tap to buy the next ★ for all units of that kind: infantry, aircraft and ships fight better ', chip('3.3.8'), ', artillery hits more easily ', chip('3.9'), '. Pale: not available now; tap it to see why.'),
    ];
  }

  /** @param {Good} good */
  #buy({ nation, unit }) {
    if (!this.ask({ nation, unit })) void this.desk.send({ kind: 'modernise', nation, unit });
  }

  /** @param {string} nation @param {Kind} kind @returns {Child} */
  #cell(nation, kind) {
    const level = this.position.view.nations[nation]?.modern?.[kind] ?? 0;
    const item = this.#steps.find((one) => one.nation === nation && one.unit === kind);
    const shut = this.closed.find((one) => one.nation === nation && one.unit === kind);
    const picked = same(this.asked, { nation, unit: kind });
    const what = `${KIND_TITLES[kind].toLowerCase()} of ${this.position.nation(nation)}`;
    return h(
      'button',
      {
        type: 'button',
        class: `ware${item ? '' : ' shut'}${picked ? ' picked' : ''}`,
        'aria-label': item ? `Modernise ${what} to level ${item.level} for ${item.price}` : `Modernise ${what}: not now. ${shut?.refusal.text ?? ''}`,
        'data-key': `modern-${nation}-${kind}`,
        onclick: () => this.#buy({ nation, unit: kind }),
      },
      pieceFace(sample(nation, kind), FACE_PX, { silent: true, dim: !item }),
      level ? stars(level, kind) : null,
      h('b', {}, item?.price ?? shut?.price ?? '–'),
    );
  }
}
