/**
 * What a game that is still being built lacks, said wherever someone may choose it.
 *
 * @import {GameInfo} from '../core/types.js'
 */

import { h } from '../core/dom.js';

/** @param {GameInfo} game @returns {HTMLElement|null} */
export const underConstruction = (game) => (game.missing ? h('p', { class: 'missing', 'data-key': `missing-${game.id}` }, h('b', {}, 'Under construction.'), ' ', game.missing) : null);
