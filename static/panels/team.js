/**
 * What commanders of one side arrange among themselves: who is ready, who commands what, and who may use how much.
 *
 * @import {Offer} from '../core/wire.js'
 * @import {Seen} from './draft.js'
 * @import {GameTable} from './game.js'
 * @import {Proposal} from './proposals.js'
 * @import {Quota} from './shared-out.js'
 */

import { button, join } from '../core/bits.js';
import { h } from '../core/dom.js';
import { namesIn } from './names.js';
import { seatName } from './people.js';
import { joint } from './proposals.js';
import { sharedOut } from './shared-out.js';

/** Units that are about to be handed over, by match: the panel is drawn again whenever something happens. @type {Map<string, Set<string>>} */
const marked = new Map();
/** Whether the list is open, by match. @type {Set<string>} */
const opened = new Set();

/**
 * Below the question, in a match whose sides have several commanders.
 *
 * @param {Seen} table @param {GameTable} game @param {(command: object) => Promise<boolean>} send @returns {Node|null}
 */
export function team(table, game, send) {
  const { view, legal } = table;
  const shared = /** @type {{ready: string[], lent: Record<string, string>, quotas?: Quota[], proposals?: Proposal[]}|undefined} */ (/** @type {any} */ (view)?.team);
  if (!view || !legal || !shared || view.outcome) return null;
  const lend = legal.offers.find(({ kind }) => kind === 'lend') ?? null;
  const names = shared.ready.filter((seat) => seat !== table.seat).map((seat) => seatName(table.match, game, seat));
  const mine = shared.ready.includes(table.seat ?? '');
  const sharesOut = legal.offers.some(({ kind }) => kind === 'quota');
  const kept = sharedOut(table, game, shared.quotas ?? [], sharesOut ? send : null);
  const together = joint(table, game, shared.proposals ?? [], send);
  if (!lend && !names.length && !mine && !kept.length && !together.length) return null;
  return h(
    'div',
    { class: 'team', role: 'group', 'aria-label': 'Your side' },
    mine && h('p', {}, `You are ready. ${legal.detail}`),
    names.length > 0 && h('p', {}, `${join(names)} ${names.length > 1 ? 'are' : 'is'} ready.`),
    together,
    kept,
    lend && handOver(table, game, lend, shared.lent, send),
  );
}

/** @param {Seen} table @param {GameTable} game @param {Offer} offer @param {Record<string, string>} lent @param {(command: object) => Promise<boolean>} send */
function handOver(table, game, offer, lent, send) {
  const options = /** @type {{of?: string[]}|undefined} */ (offer.slots?.[0]?.options);
  const units = options?.of ?? [];
  const picked = marked.get(table.id) ?? new Set();
  marked.set(table.id, picked);
  for (const unit of picked) if (!units.includes(unit)) picked.delete(unit);
  const names = namesIn(table.view);
  const side = table.match?.seats.find((s) => s.seat === table.seat)?.side;
  const seats = (table.match?.seats ?? []).filter((s) => s.side === side);
  const line = (/** @type {string} */ unit) => {
    const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked: picked.has(unit), 'data-key': `lend-${unit}` }));
    box.addEventListener('change', () => (box.checked ? picked.add(unit) : picked.delete(unit)));
    const whose = lent[unit];
    return h('label', {}, box, ' ', names.get(unit) ?? unit, whose ? h('small', {}, ` (${seatName(table.match, game, whose)})`) : null);
  };
  const give = (/** @type {string} */ to) => {
    if (!picked.size) return;
    const chosen = [...picked].sort();
    picked.clear();
    void send({ kind: 'lend', units: chosen, to });
  };
  return h(
    'details',
    { open: opened.has(table.id), ontoggle: (/** @type {Event} */ e) => (/** @type {HTMLDetailsElement} */ (e.currentTarget).open ? opened.add(table.id) : opened.delete(table.id)) },
    h('summary', { 'data-key': 'lend' }, offer.label),
    h('p', { class: 'quiet' }, offer.help ?? ''),
    h('div', { class: 'lend-list' }, units.map(line)),
    h('div', { class: 'row' }, seats.map((s) => button(`To ${s.title}`, () => give(s.seat), { key: `lend-to-${s.seat}` }))),
  );
}
