/**
 * The page of someone who may take over a seat: what it is, how far the match has come, and a look at the board first.
 *
 * @import {GameInfo, Match, SeatJson} from '../../core/types.js'
 * @import {Child} from '../../core/dom.js'
 */

import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { matchPage } from '../../core/links.js';
import { titleOf } from '../../core/variants.js';
import { ago, exactly } from '../../core/when.js';

/** @param {Match} match @returns {SeatJson[]} the seats that someone may take over */
export const openTo = (match) => (match.status === 'active' && !match.seats.some((s) => s.you) ? match.seats.filter((s) => s.open) : []);

/** @param {Match} match @param {GameInfo[]} games @returns {{title: string, about: Child[]}} */
export function takeOverPage(match, games) {
  const game = games.find((g) => g.id === match.game);
  const scenario = game?.scenarios.find((s) => s.id === match.scenario);
  const { glance } = match;
  const decides = match.seats.filter((s) => glance?.deciders.includes(s.seat)).map((s) => s.title);
  return {
    title: `Take over a seat in ${game ? titleOf(game, match.scenario) : match.game}`,
    about: [
      h('img', { class: 'small', src: new URL(`../../boards/${match.boards[0]?.folder}/small.webp`, import.meta.url).pathname, alt: '', width: 240, height: 160 }),
      scenario && h('p', {}, h('b', {}, scenario.title), h('br'), scenario.summary),
      h('ul', { class: 'seat-list' }, match.seats.map((s) => h('li', {}, h('i', { class: `swatch ${s.side}` }), ' ', s.title, ': ', h('b', {}, s.open ? `open, ${s.name ?? 'its player'} has left it` : (s.name ?? ''))))),
      h('p', {}, glance && `Turn ${glance.turn} · ${glance.title}${decides.length ? ` · ${decides.join(', ')} to move` : ''}. `, 'Last move ', h('time', { datetime: match.at, title: exactly(match.at) }, ago(match.at)), '.'),
      match.spectate && h('p', {}, h('a', { class: 'b', href: matchPage(match.id, { key: match.spectate }), target: '_blank', rel: 'noopener', 'data-key': 'look' }, 'Look at the board first'), h('br'), h('small', { class: 'quiet' }, 'As spectators see it, without what the sides hide.')),
      h('p', { class: 'quiet' }, 'You get the position as it is, with everything that this side knows, its log and its history. Once you have seen one side, you cannot take over the other.'),
    ],
  };
}

/** @param {Match} match @param {(seat: SeatJson) => string} named @param {(seat: string) => void} take @returns {Child} */
export const takeButtons = (match, named, take) => h('div', { class: 'starts' }, openTo(match).map((s) => button(`Take over ${named(s)}`, () => take(s.seat), { tone: 'primary', key: `take-${s.seat}` })));
