/**
 * Factories and shipyards: what each is for, its price, or why none can be built.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {BuildItem, Closed} from '../types.js'
 */

import { chip, count } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';

/** @type {Record<BuildItem["works"], {title: string, text: string, section: string}>} */
export const WORKS = {
  factory: { title: 'Factory', text: 'Makes artillery and aircraft for the nation whose flag flies over the area.', section: '3.6' },
  shipyard: { title: 'Shipyard', text: 'Stands by the sea and launches ships into the seas beside it.', section: '3.8' },
};

/**
 * @param {readonly BuildItem[]} offered
 * @param {readonly Closed[]} closed
 * @param {BuildItem["works"]|null} chosen
 * @param {(works: BuildItem["works"]) => void} choose
 * @returns {Child}
 */
export function worksChoice(offered, closed, chosen, choose) {
  const kinds = /** @type {BuildItem["works"][]} */ (Object.keys(WORKS));
  return [
    kinds.map((works) => {
      const { title, text, section } = WORKS[works];
      const places = offered.filter((item) => item.works === works);
      const shut = closed.find((item) => item.works === works);
      return h(
        'button',
        {
          type: 'button',
          class: `offer${chosen === works ? ' picked' : ''}`,
          'aria-pressed': String(chosen === works),
          'aria-disabled': places.length ? null : 'true',
          'data-key': `build-${works}`,
          onclick: () => places.length > 0 && choose(works),
        },
        h('b', {}, title),
        h('span', { class: 'price' }, places[0]?.price ?? shut?.price ?? '–'),
        h('span', { class: 'quiet' }, text, ' ', places.length ? `${count(places.length, 'area')} free for one. ` : '', chip(section)),
        shut ? h('span', { class: 'bad' }, shut.refusal.text, ' ', chip(shut.refusal.section)) : null,
      );
    }),
  ];
}
