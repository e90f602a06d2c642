/**
 * What commanders of one side arrange among themselves: who is ready, who commands what, and who may use how much.
 *
 * @import {Offer} from '../../core/wire.js'
 * @import {Seen} from '../drafts/draft.js'
 * @import {GameClient} from '../game.js'
 * @import {JointOrder} from './joint-orders.js'
 * @import {Quota} from './quotas.js'
 */

import { count, join } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { personOf, playerOf, seatOf } from '../people.js';
import { jointOrders } from './joint-orders.js';
import { quotaLists } from './quotas.js';
import { handOver } from './hand-over.js';
import { sure } from '../questions/sure.js';

/** @typedef {Offer & {idle: {seat: string, units: number}[], patience: number|null}} EndForAll */

/**
 * Below the question, in a match whose sides have several commanders.
 *
 * @param {Seen} client @param {GameClient} game @param {(command: object) => Promise<boolean>} send
 * @param {readonly string[]} [chosen] the places that are marked on the map @returns {Node|null}
 */
export function team(client, game, send, chosen = []) {
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
  const kept = quotaLists(client, game, shared.quotas ?? [], handsOut ? send : null);
  const together = jointOrders(client, game, shared.proposals ?? [], send);
  const forAll = /** @type {EndForAll|undefined} */ (legal.offers.find(({ kind }) => kind === 'end_for_all'));
  if (!lend && !forAll && !names.length && !mine && !ended.length && !kept.length && !together.length) return null;
  return h(
    'div',
    { class: 'team', role: 'group', 'aria-label': 'Your side' },
    mine && h('p', {}, `You are ready. ${whoEnds(client) ?? legal.detail}`),
    over && h('p', {}, `You are done with this step. ${legal.detail}`),
    done.length > 0 && h('p', {}, `Done with this step: ${join(done)}.`),
    names.length > 0 && h('p', {}, `${join(names)} ${names.length > 1 ? 'are' : 'is'} ready.`),
    together,
    kept,
    forAll && endForAll(client, game, forAll, send),
    lend && handOver(client, game, lend, shared.lent, send, chosen),
  );
}

/** Who will end the phase, where that seat has a player. @param {Seen} client @returns {string|null} "Dora will end the phase." */
function whoEnds({ match, seat: own }) {
  const chief = match?.seats.find((s) => s.chief && s.side === seatOf(match, own)?.side) ?? null;
  const name = match?.hotseat ? null : playerOf(chief);
  return name ? `${name} will end the phase.` : null;
}

/** The chief may end a step for allies who have not, after the time that the table has settled. @param {Seen} client @param {GameClient} game @param {EndForAll} offer @param {(command: object) => Promise<boolean>} send */
function endForAll(client, game, { idle, patience, label, refusal }, send) {
  if (refusal) return h('div', { class: 'for-all' }, h('p', { class: 'quiet' }, `${label}: not yet. ${refusal.text}`));
  const moves = client.legal?.step === 'movement';
  const names = idle.map(({ seat }) => personOf(client.match, game, seat));
  const left = idle.map(({ units }, n) => `${names[n]}’s ${count(units, 'unit')} ${moves ? (units === 1 ? 'has not moved' : 'have not moved') : 'can still be given orders'}.`);
  const about = [...left, 'What is not done then is lost.'].join(' ');
  return h(
    'div',
    { class: 'for-all' },
    sure(client.id, { key: 'end-for-all', label: `End it for ${join(names)} too`, about, yes: 'End it', act: () => void send({ kind: 'end_for_all' }) }),
    h('p', { class: 'quiet' }, patience === null ? 'This table waits for everyone except players who have left, are away or are out of time.' : `Open to you ${after(patience)} without a move.`),
  );
}

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86400;

/** @param {number} seconds @returns {string} */
function after(seconds) {
  if (seconds < HOUR_S) return `after ${count(seconds / MINUTE_S, 'minute')}`;
  return seconds < DAY_S ? `after ${count(seconds / HOUR_S, 'hour')}` : `after ${count(seconds / DAY_S, 'day')}`;
}
