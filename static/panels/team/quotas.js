/**
 * What a side has only so much of: how much is left, what is kept for whom, and for the commander in chief the lists in which
 * that is changed.
 *
 * @import {Offer} from '../../core/wire.js'
 * @import {Seen} from '../drafts/draft.js'
 * @import {GameClient} from '../game.js'
 */

import { h } from '../../core/dom.js';
import { seatName } from '../people.js';

/** What one commander has of it: what they were given, what of that they have used, and what they may still use in all. @typedef {{given: number, used: number, may: number}} Share */
/** @typedef {{id: string, title: string, each: string, left: number, most: number, seats: Record<string, Share>}} Quota */

/** Whether the lists are open, by match. @type {Set<string>} */
const opened = new Set();

/**
 * @param {Seen} client @param {GameClient} game @param {readonly Quota[]} quotas
 * @param {((command: object) => Promise<boolean>)|null} send null for whoever cannot hand out now
 * @returns {Node[]}
 */
export function quotaLists(client, game, quotas, send) {
  const shared = quotas.filter(({ seats }) => Object.values(seats).some(({ given }) => given > 0));
  /** @type {HTMLElement[]} */ const found = shared.map((quota) => h('p', { class: 'kept' }, sentence(client, quota)));
  if (send) {
    const whether = { open: opened.has(client.id), ontoggle: (/** @type {Event} */ e) => keep(client.id, e) };
    const lists = quotas.map((quota) => selects(client, game, quota, send));
    const how = h('p', { class: 'quiet' }, 'Nobody else can use what you keep for a commander. The rest goes to whoever uses it first.');
    found.push(h('details', whether, h('summary', { 'data-key': 'quota' }, 'Hand out'), how, lists));
  } else if (shared.length) {
    found.push(...shared.map((quota) => h('ul', { class: 'kept-list' }, rows(client, game, quota))));
  }
  return found;
}

/** @param {string} id @param {Event} event */
function keep(id, event) {
  const { open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  void (open ? opened.add(id) : opened.delete(id));
}

/** What it comes to for the reader. @param {Seen} client @param {Quota} quota */
function sentence(client, quota) {
  const may = quota.seats[client.seat ?? '']?.may ?? 0;
  return `${quota.title}: ${quota.left} left, of which you may use ${may || 'none'}.`;
}

/** @param {Seen} client @param {GameClient} game @param {Quota} quota */
function rows(client, game, quota) {
  const some = Object.entries(quota.seats).filter(([, { given }]) => given > 0);
  return some.map(([seat, { given, used }]) => h('li', {}, `${given} kept for ${seatName(client.match, game, seat)}${used ? `, ${used} used` : ''}`));
}

/** @param {Seen} client @param {GameClient} game @param {Quota} quota @param {(command: object) => Promise<boolean>} send */
function selects(client, game, quota, send) {
  const all = Object.values(quota.seats).reduce((sum, { given }) => sum + given, 0);
  const row = (/** @type {[string, Share]} */ [seat, { given, used }]) => {
    const numbers = Array.from({ length: Math.max(given, quota.most - all + given) + 1 }, (_, n) => n);
    const list = h(
      'select',
      { 'data-key': `quota-${quota.id}-${seat}`, onchange: (/** @type {Event} */ e) => give(seat, Number(/** @type {HTMLSelectElement} */ (e.currentTarget).value)) },
      numbers.map((n) => h('option', { value: n, selected: n === given }, n)),
    );
    return h('label', {}, h('span', {}, seatName(client.match, game, seat)), list, used ? h('small', {}, `${used} used`) : null);
  };
  const give = (/** @type {string} */ to, /** @type {number} */ amount) => void send({ kind: 'quota', what: quota.id, to, amount });
  return h('fieldset', { class: 'quota' }, h('legend', {}, `${quota.title}, kept in each ${quota.each}`), Object.entries(quota.seats).map(row));
}
