/**
 * An HQ's part in a defence (§6.2): a switch below your own HQ in the fan.
 *
 * @import {Counter, WarOffer} from './types.js'
 */

import { h } from '../../core/dom.js';
import { known } from './counter.js';

const HELPS = 'Helps to defend';
export const STAYS_OUT = 'Stays out of the fight';

/**
 * @param {Counter} counter an HQ of your own
 * @param {WarOffer} offer the order, which says what each part means
 * @param {(helps: boolean) => void} change
 * @returns {HTMLElement}
 */
export function stanceSwitch(counter, offer, change) {
  const helps = known(counter) && counter.helps !== false;
  const name = known(counter) ? counter.name : 'The HQ';
  return h(
    'button',
    {
      type: 'button',
      class: 'b plain stance',
      role: 'switch',
      'aria-checked': String(helps),
      'aria-label': `${name} helps to defend its hex`,
      title: helps ? offer.helping : offer.staying_out,
      'data-key': `stance-${counter.id}`,
      onclick: () => change(!helps),
    },
    helps ? HELPS : STAYS_OUT,
  );
}
