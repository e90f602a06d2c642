/**
 * Orders that commanders of a side give together: what the others are asked to join in, and what waits for them.
 *
 * @import {Seen} from '../drafts/draft.js'
 * @import {GameClient} from '../game.js'
 */

import { button, join } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { namesIn } from '../names.js';
import { seatName } from '../people.js';

/** Its leader, what it is, the units of others that it takes along by their commanders, and the seats that have still to agree. @typedef {{leader: string, what: string, units: Record<string, string[]>, waits: string[]}} JointOrder */

/**
 * @param {Seen} client @param {GameClient} game @param {readonly JointOrder[]} proposals @param {(command: object) => Promise<boolean>} send
 * @returns {HTMLElement[]}
 */
export function jointOrders(client, game, proposals, send) {
  const offers = client.legal?.offers ?? [];
  const asking = /** @type {{of?: string[]}|undefined} */ (offers.find(({ kind }) => kind === 'join')?.slots?.[0]?.options)?.of ?? [];
  const own = offers.some(({ kind }) => kind === 'call_off');
  const names = namesIn(client.view);
  return proposals.flatMap(({ leader, what, units, waits }) => {
    const mine = (units[client.seat ?? ''] ?? []).map((unit) => names.get(unit) ?? unit);
    if (asking.includes(leader)) return [asked(`${seatName(client.match, game, leader)} asks you to join in ${what} with ${join(mine)}.`, leader, send)];
    const waiting = join(waits.map((seat) => seatName(client.match, game, seat)));
    if (leader !== client.seat) return [];
    const text = waits.length ? `You have asked ${waiting} to join in ${what}.` : `${what.charAt(0).toUpperCase()}${what.slice(1)} no longer needs anyone else. Give the order again.`;
    return [h('div', { class: 'proposal', role: 'status' }, h('p', {}, text), own && button('Call off', () => void send({ kind: 'call_off' }), { key: 'call-off' }))];
  });
}

/** @param {string} text @param {string} leader @param {(command: object) => Promise<boolean>} send @returns {HTMLElement} */
function asked(text, leader, send) {
  const say = (/** @type {'yes'|'no'} */ yes) => void send({ kind: 'join', with: leader, yes });
  return h(
    'div',
    { class: 'proposal', role: 'status' },
    h('p', {}, text),
    h('p', { class: 'quiet' }, 'If you join in, the attack takes place at once, and the other commander leads it.'),
    h('div', { class: 'row' }, button('Join in', () => say('yes'), { key: 'join-yes', tone: 'primary' }), button('Refuse', () => say('no'), { key: 'join-no' })),
  );
}
