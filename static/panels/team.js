/**
 * What commanders of one side arrange among themselves: who is ready, who commands what, and who may use how much.
 *
 * @import {Offer} from '../core/wire.js'
 * @import {Seen} from './draft.js'
 * @import {GameClient} from './game.js'
 * @import {JointOrder} from './joint-orders.js'
 * @import {Quota} from './shares.js'
 */

import { button, join } from '../core/bits.js';
import { h } from '../core/dom.js';
import { namesIn } from './names.js';
import { personOf, playerOf, seatName, seatOf } from './people.js';
import { jointOrders } from './joint-orders.js';
import { shares } from './shares.js';

/** Units that are about to be handed over, by match: the panel is drawn again whenever something happens. @type {Map<string, Set<string>>} */
const marked = new Map();
/** Whether the list is open, by match. @type {Set<string>} */
const opened = new Set();

/**
 * Below the question, in a match whose sides have several commanders.
 *
 * @param {Seen} client @param {GameClient} game @param {(command: object) => Promise<boolean>} send @returns {Node|null}
 */
export function team(client, game, send) {
  const { view, legal } = client;
  const shared = /** @type {{ready: string[], ended?: string[], lent: Record<string, string>, quotas?: Quota[], proposals?: JointOrder[]}|undefined} */ (/** @type {any} */ (view)?.team);
  if (!view || !legal || !shared || view.outcome) return null;
  const lend = legal.offers.find(({ kind }) => kind === 'lend') ?? null;
  const named = (/** @type {string} */ seat) => personOf(client.match, game, seat);
  const names = shared.ready.filter((seat) => seat !== client.seat).map(named);
  const mine = shared.ready.includes(client.seat ?? '');
  const ended = shared.ended ?? [];
  const done = ended.filter((seat) => seat !== client.seat).map(named);
  const over = ended.includes(client.seat ?? '');
  const handsOut = legal.offers.some(({ kind }) => kind === 'quota');
  const kept = shares(client, game, shared.quotas ?? [], handsOut ? send : null);
  const together = jointOrders(client, game, shared.proposals ?? [], send);
  if (!lend && !names.length && !mine && !ended.length && !kept.length && !together.length) return null;
  return h(
    'div',
    { class: 'team', role: 'group', 'aria-label': 'Your side' },
    mine && h('p', {}, `You are ready. ${whoEnds(client) ?? legal.detail}`),
    over && h('p', {}, `You are done with this step. ${legal.detail}`),
    done.length > 0 && h('p', {}, `Done with this step: ${join(done)}.`),
    names.length > 0 && h('p', {}, `${join(names)} ${names.length > 1 ? 'are' : 'is'} ready.`),
    together,
    kept,
    lend && handOver(client, game, lend, shared.lent, send),
  );
}

/** Who will end the phase, where that seat has a player. @param {Seen} client @returns {string|null} "Dora will end the phase." */
function whoEnds({ match, seat: own }) {
  const chief = match?.seats.find((s) => s.chief && s.side === seatOf(match, own)?.side) ?? null;
  const name = match?.hotseat ? null : playerOf(chief);
  return name ? `${name} will end the phase.` : null;
}

/** @param {Seen} client @param {GameClient} game @param {Offer} offer @param {Record<string, string>} lent @param {(command: object) => Promise<boolean>} send */
function handOver(client, game, offer, lent, send) {
  const options = /** @type {{of?: string[]}|undefined} */ (offer.slots?.[0]?.options);
  const units = options?.of ?? [];
  const picked = marked.get(client.id) ?? new Set();
  marked.set(client.id, picked);
  for (const unit of picked) if (!units.includes(unit)) picked.delete(unit);
  const names = namesIn(client.view);
  const side = client.match?.seats.find((s) => s.seat === client.seat)?.side;
  const seats = (client.match?.seats ?? []).filter((s) => s.side === side);
  const line = (/** @type {string} */ unit) => {
    const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked: picked.has(unit), 'data-key': `lend-${unit}` }));
    box.addEventListener('change', () => (box.checked ? picked.add(unit) : picked.delete(unit)));
    const whose = lent[unit];
    return h('label', {}, box, ' ', names.get(unit) ?? unit, whose ? h('small', {}, ` (${seatName(client.match, game, whose)})`) : null);
  };
  const give = (/** @type {string} */ to) => {
    if (!picked.size) return;
    const chosen = [...picked].sort();
    picked.clear();
    void send({ kind: 'lend', units: chosen, to });
  };
  return h(
    'details',
    { open: opened.has(client.id), ontoggle: (/** @type {Event} */ e) => (/** @type {HTMLDetailsElement} */ (e.currentTarget).open ? opened.add(client.id) : opened.delete(client.id)) },
    h('summary', { 'data-key': 'lend' }, offer.label),
    h('p', { class: 'quiet' }, offer.help ?? ''),
    h('div', { class: 'lend-list' }, units.map(line)),
    h('div', { class: 'row' }, seats.map((s) => button(`To ${s.title}`, () => give(s.seat), { key: `lend-to-${s.seat}` }))),
  );
}
