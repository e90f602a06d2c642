/**
 * What-if: a moment of a match is tried out on a copy, in a window of its own, so that nobody sees its player leave the table.
 * One plays all sides there; what one could not see is dealt by chance, and marked. A match that is over is played on as it lay.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Match} from '../../core/types.js'
 * @import {WhatIfOfOut} from '../../core/wire.js'
 * @import {GameClient} from '../game.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { ApiError, api } from '../../core/api.js';
import { button, count, join } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { absolute, matchPage } from '../../core/links.js';
import { deal } from '../../board/dealt.js';

/** How a page is told to begin one, by a word of its own; with the same one it begins only once. */
const REQUEST = 'what-if';

/** Where the key of a side that was watched is kept, by the id of what was begun with it. @param {string} id */
const keptKey = (id) => `what-if.${id}`;

/** Where what is tried out came from. @param {string} id @param {{of: string, seat: string}} what @returns {string} */
export function whenceItCame(id, what) {
  // Whoever watches has no seat to come back to, but the key.
  const key = sessionStorage.getItem(keptKey(id));
  return matchPage(what.of, key ? { key } : { seat: what.seat });
}

/** @returns {string} a word for a new one */
const request = () => crypto.randomUUID();

/** Whether a moment of this match can be tried out here; by anyone who may look, once it is over. @param {MatchClient} client */
export const canTry = ({ match, seat, key, view }) => Boolean(match && !match.what_if && (view?.outcome ? seat || key : match.imagines && (seat || (key && view && view.viewer !== 'spectator'))));

/** Where a moment is tried out. @param {MatchClient} client @param {number|null} number null for now @returns {string} */
const whatIfPage = (client, number) => matchPage(client.id, { ...(client.seat ? { seat: client.seat } : { key: client.key ?? '' }), [REQUEST]: request(), ...(number === null ? {} : { number: String(number) }) });

/** Where a match that is over goes on, from just before its end. @param {string} id @param {Record<string, string>} access `seat` or `key` */
export const playOnLink = (id, access) => opensAnother(() => matchPage(id, { ...access, [REQUEST]: request() }), { class: 'b', 'data-key': `play-on-${id}`, title: 'Go on from just before the end, on a copy that does not count' }, 'Play on');

/** @param {MatchClient} client @param {string} key @param {() => number|null} number of the moment; null for now @returns {HTMLAnchorElement} */
export const whatIfLink = (client, key, number) => opensAnother(() => whatIfPage(client, number()), { class: 'b ghost', 'data-key': key, title: 'Try it out on a copy: you play both sides, and nobody else learns of it' }, 'What if?');

/** A link to a window of its own. @param {() => string} address @param {Record<string, string>} attributes @param {string} text @returns {HTMLAnchorElement} */
function opensAnother(address, attributes, text) {
  const link = h('a', { ...attributes, target: '_blank', rel: 'noopener', href: address() }, text);
  // Of the moment that is shown when it is pressed, and every press begins another.
  const renew = () => { link.href = address(); };
  link.addEventListener('pointerdown', renew);
  link.addEventListener('keydown', renew);
  return link;
}

/**
 * The page was opened to begin one: begin it and go there.
 *
 * @param {string} id of the match @param {URLSearchParams} params
 * @param {(title: string, ...rest: Child[]) => void} full shows a page
 * @returns {Promise<boolean>} whether it was
 */
export async function beginWhatIf(id, params, full) {
  const asked = params.get(REQUEST);
  if (!asked) return false;
  const seat = params.get('seat');
  const key = params.get('key');
  /** @type {Record<string, string>} */
  const access = seat || !key ? { seat: seat ?? '' } : { key };
  const number = params.get('number');
  try {
    const made = await api.whatIf(id, { id: asked, ...(access.key ? { key: access.key } : { seat }), number: number === null ? null : Number(number) });
    // Nobody shares a side there: a commander of it looks from the side itself.
    const from = made.seats.find((s) => s.seat === made.what_if?.seat) ?? made.seats.find((s) => s.side === made.what_if?.side);
    if (access.key) sessionStorage.setItem(keptKey(made.id), access.key);
    location.replace(matchPage(made.id, { seat: from?.seat ?? '' }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const back = h('a', { class: 'b', href: matchPage(id, access) }, 'Back to the match');
    if (error.code !== 'too_many_what_ifs') full(error.message, back);
    else await makeRoom(error.message, full, () => location.reload(), back);
  }
  return true;
}

/** What is tried out already, each to go on with or to close. @param {string} title @param {(title: string, ...rest: Child[]) => void} full @param {() => void} then when there is room @param {Child} back */
async function makeRoom(title, full, then, back) {
  const { what_ifs: mine } = await api.whatIfs();
  const close = (/** @type {string} */ id) => void api.endWhatIf(id).then(then);
  full(
    title,
    h('ul', { class: 'what-ifs' }, mine.map((one) => h('li', {}, h('a', { href: matchPage(one.id) }, `Turn ${one.turn}, ${one.title}`), ' ', button('Close', () => close(one.id), { key: `what-if-close-${one.id}` })))),
    back,
  );
}

/** What was dealt, in words. @param {WhatIfOfOut} what @param {GameClient} game */
function inWords({ dealt, whole }, game) {
  if (whole) return 'The match is over, so everything lies as it did.';
  if (game.unseen) return game.unseen(dealt.length);
  const units = `${count(dealt.length, 'unit')} you could not see ${dealt.length > 1 ? 'are' : 'is'} dealt by chance, in the stacks marked ?.`;
  return dealt.length ? units : 'You could see every unit.';
}

/** The bar that says what this is, and leads back; null in a match that counts. @param {Match|null} match @param {GameClient} game @param {(text: string) => void} say @returns {HTMLElement|null} */
export function whatIfBar(match, game, say) {
  const what = match?.what_if;
  if (!match || !what) return null;
  document.body.classList.add('what-if');
  if (!what.whole) deal(what.dealt, what.side);
  const back = whenceItCame(match.id, what);
  // Of a match that is over the whole table is let in.
  const side = what.whole ? 'the others' : 'your side';
  const letIn = button(`Let ${side} in`, () => void invite(match, what).then((text) => { letIn.remove(); say(text); }, (/** @type {ApiError} */ error) => say(error.message)), { key: 'what-if-let-in', title: `They move all units here as you do. The link goes into ${what.whole ? 'the chat of the match' : 'the chat of your side'}` });
  letIn.hidden = true;
  if (what.yours && !what.let_in.length) void others(what).then((there) => { letIn.hidden = !there; });
  const end = () => void api.endWhatIf(match.id).then(() => location.assign(back), (/** @type {ApiError} */ error) => say(error.message));
  return h(
    'div',
    { class: 'what-if-bar float', role: 'note', 'aria-label': 'What if?' },
    h('p', {}, h('b', {}, 'What if? '), `Turn ${what.turn}, ${what.title}. ${who(what)} `, h('span', { class: 'wide' }, `${inWords(what, game)} Nothing here counts.`)),
    letIn,
    h('a', { class: 'b primary', href: back, 'data-key': 'what-if-back' }, 'Back to the match'),
    what.yours && button('Close', end, { key: 'what-if-end', title: 'Throw this what-if away' }),
  );
}

/** Names of those who play here. @param {WhatIfOfOut} what */
function who({ by, yours, let_in: guests }) {
  if (!yours) return `${by} lets you in: you move both sides together.`;
  return guests.length ? `You and ${join(guests)} move both sides.` : 'You play both sides.';
}

/** Whether someone can be let in: an ally, or anyone of a match that is over. @param {WhatIfOfOut} what @returns {Promise<boolean>} */
async function others({ of, side, whole }) {
  const { hotseat, seats } = await api.match(of).catch(() => ({ hotseat: true, seats: /** @type {Match["seats"]} */ ([]) }));
  return !hotseat && seats.some((s) => s.you) && seats.some((s) => s.taken && !s.you && !s.program && (whole || s.side === side));
}

/** Let them in, and tell them where. @param {Match} match @param {WhatIfOfOut} what @returns {Promise<string>} who may come */
async function invite({ id }, { of, seat, side, whole, turn, title }) {
  const { what_if: now } = await api.letIn(id);
  await api.say(of, { id: request(), seat, key: null, quotes: null, room: whole ? 'table' : `side:${side}`, text: `What if? Turn ${turn}, ${title}: ${absolute(matchPage(id))}` });
  return `${join(now?.let_in ?? [])} can come in: the link is in the chat of the match.`;
}
