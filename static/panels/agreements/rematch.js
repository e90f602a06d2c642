/**
 * Once more with sides swapped, or with the same seats if it had not begun: who asks first makes the match, the others find a seat kept
 * for them.
 *
 * @import {Match} from '../../core/types.js'
 * @import {Child} from '../../core/dom.js'
 */

import { api } from '../../core/api.js';
import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { joinPage } from '../../core/links.js';

/** Begin a match again that was called off, or cannot begin any more. @param {Pick<Match, 'id'>} match @returns {Child} */
export function beginAgain(match) {
  const problem = h('span', { class: 'bad', role: 'alert' });
  const ask = () => void api.rematch(match.id).then((made) => location.assign(joinPage(made.id)), (error) => { problem.textContent = error.message; });
  return h('div', { class: 'starts' }, button('Begin again with the same seats', ask, { tone: 'primary', key: 'begin-again', title: 'A new match of the same kind: you keep your seat, and the other seats are kept for their players' }), problem);
}

/** What you can do about a rematch of a match that is over. @param {Pick<Match, 'id'|'hotseat'|'rematch'> & {seats: {you: boolean}[]}} match @returns {Child} */
export function rematch(match) {
  if (!match.seats.some((s) => s.you)) return null;
  if (match.rematch) return h('a', { class: 'b', href: joinPage(match.rematch), 'data-key': `rematch-${match.id}` }, 'To the rematch');
  const problem = h('span', { class: 'bad', role: 'alert' });
  const ask = () => void api.rematch(match.id).then((made) => location.assign(joinPage(made.id)), (error) => { problem.textContent = error.message; });
  const title = match.hotseat ? 'The same scenario from the beginning' : 'The same scenario with sides swapped';
  return [button('Rematch', ask, { key: `rematch-${match.id}`, title }), problem];
}
