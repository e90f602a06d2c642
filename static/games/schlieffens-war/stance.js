/**
 * An HQ's part in a defence (§6.2): a switch below your own HQ in the fan.
 *
 * @import {Counter} from './types.js'
 */

import { h } from '../../core/dom.js';
import { known } from './counter.js';

export const HELPS = 'Helps to defend';
export const STAYS_OUT = 'Stays out of the fight';

/**
 * @param {Counter} counter an HQ of your own
 * @param {(helps: boolean) => void} change
 * @returns {HTMLElement}
 */
export function stanceSwitch(counter, change) {
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
      title: helps ? 'Adds its factor to the defence and may take losses (§6.2). Press to keep it out of the fight.' : 'Adds nothing, and takes losses only when no other unit is left (§6.2). Press to let it help.',
      'data-key': `stance-${counter.id}`,
      onclick: () => change(!helps),
    },
    helps ? HELPS : STAYS_OUT,
  );
}
