/**
 * Factories and shipyards: what each is for, its price, or why none can be built.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {BuildItem} from '../types.js'
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
 * @param {BuildItem["works"]|null} chosen
 * @param {(works: BuildItem["works"]) => void} choose
 * @returns {Child}
 */
export function worksChoice(offered, chosen, choose) {
  const kinds = /** @type {BuildItem["works"][]} */ (Object.keys(WORKS));
  return [
    kinds.map((works) => {
      const { title, text, section } = WORKS[works];
      const places = offered.filter((item) => item.works === works);
      const price = places[0]?.price;
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
        h('span', { class: 'price' }, price ?? '–'),
        h('span', { class: 'quiet' }, text, ' ', places.length ? `${count(places.length, 'area')} free for one. ` : 'Not now: too little money, or no area of your side with your units that has none. ', chip(section)),
      );
    }),
  ];
}
