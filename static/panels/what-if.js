/**
 * What-if: a moment of a match is tried out on a copy, in a window of its own, so that nobody sees its player leave the table.
 * One plays all sides there; what one could not see is dealt by chance, and marked.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Match} from '../core/types.js'
 * @import {GameClient} from './game.js'
 * @import {MatchClient} from '../core/match-client.js'
 */

import { ApiError, api } from '../core/api.js';
import { button, count } from '../core/bits.js';
import { h } from '../core/dom.js';
import { matchPage } from '../core/links.js';
import { deal } from '../board/dealt.js';

/** How a page is told to begin one, by a word of its own; with the same one it begins only once. */
const REQUEST = 'what-if';

/** @returns {string} a word for a new one */
const request = () => crypto.randomUUID();

/** Whether a moment of this match can be tried out here. @param {MatchClient} client */
export const canTry = (client) => Boolean(client.seat && client.match?.imagines && !client.match.what_if);

/** Where a moment is tried out. @param {MatchClient} client @param {number|null} number null for now @returns {string} */
export const whatIfPage = (client, number) => matchPage(client.id, { seat: client.seat ?? '', [REQUEST]: request(), ...(number === null ? {} : { number: String(number) }) });

/** @param {MatchClient} client @param {string} key @param {() => number|null} number of the moment; null for now @returns {HTMLAnchorElement} */
export const whatIfLink = (client, key, number) => {
  const link = h('a', { class: 'b ghost', target: '_blank', rel: 'noopener', href: whatIfPage(client, number()), 'data-key': key, title: 'Try it out on a copy: you play both sides, and nobody else learns of it' }, 'What if?');
  // Of the moment that is shown when it is pressed, and every press begins another.
  const renew = () => { link.href = whatIfPage(client, number()); };
  link.addEventListener('pointerdown', renew);
  link.addEventListener('keydown', renew);
  return link;
};

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
  const seat = params.get('seat') ?? '';
  const number = params.get('number');
  try {
    const made = await api.whatIf(id, { id: asked, seat, number: number === null ? null : Number(number) });
    // Nobody shares a side there: a commander of it looks from the side itself.
    const from = made.seats.find((s) => s.seat === seat) ?? made.seats.find((s) => s.side === made.what_if?.side);
    location.replace(matchPage(made.id, { seat: from?.seat ?? seat }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const back = h('a', { class: 'b', href: matchPage(id, { seat }) }, 'Back to the match');
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

/** What was dealt, in words. @param {readonly string[]} dealt @param {GameClient} game */
function inWords(dealt, game) {
  if (game.unseen) return game.unseen(dealt.length);
  const units = `${count(dealt.length, 'unit')} you could not see ${dealt.length > 1 ? 'are' : 'is'} dealt by chance, in the stacks marked ?.`;
  return dealt.length ? units : 'You could see every unit.';
}

/** The bar that says what this is, and leads back; null in a match that counts. @param {Match|null} match @param {GameClient} game @param {(text: string) => void} say @returns {HTMLElement|null} */
export function whatIfBar(match, game, say) {
  const what = match?.what_if;
  if (!match || !what) return null;
  document.body.classList.add('what-if');
  deal(what.dealt, what.side);
  const back = matchPage(what.of, { seat: what.seat });
  const end = () => void api.endWhatIf(match.id).then(() => location.assign(back), (/** @type {ApiError} */ error) => say(error.message));
  return h(
    'div',
    { class: 'what-if-bar float', role: 'note', 'aria-label': 'What if?' },
    h('p', {}, h('b', {}, 'What if? '), `Turn ${what.turn}, ${what.title}. You play both sides. `, h('span', { class: 'wide' }, `${inWords(what.dealt, game)} Nothing here counts.`)),
    h('a', { class: 'b primary', href: back, 'data-key': 'what-if-back' }, 'Back to the match'),
    button('Close', end, { key: 'what-if-end', title: 'Throw this what-if away' }),
  );
}
