/**
 * What a player notes during the match, so that the file of it can be held against it later (docs/decisions/0016).
 *
 * @import {Match} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 * @import {Child} from '../core/dom.js'
 */

import { h } from '../core/dom.js';
import { wordOf } from '../core/seals.js';

const SHOWN = 16;

/** @param {string} name @param {string} value @param {string} [key] */
const row = (name, value, key) => [h('dt', {}, name), h('dd', { title: value, 'data-key': key }, value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value)];

/** Your words that were kept in this browser, each for the seat on which you sealed it: another, if sides were drawn. @param {Match} match */
const words = (match) => match.seats.filter((s) => match.seats.some((mine) => mine.you && mine.sealed_as === s.seat)).flatMap((s) => {
  const kept = wordOf(match, s);
  return kept ? [{ seat: s.seat, title: s.title, word: kept.word, commitment: kept.commitment }] : [];
});

/** The command that checks the match's file with all that is noted here. @param {Match} match @param {Table} table */
export const verifyLine = (match, table) =>
  [
    `greatwar verify match-${match.id}.json`,
    `--commitment ${match.commitment}`,
    ...words(match).map((w) => `--word ${w.seat}=${w.word}`),
    ...(table.link ? [`--link ${table.link}`] : []),
  ].join(' ');

/**
 * @param {Table} table
 * @param {(label: string, text: string, key: string) => Child} copyLine
 * @returns {Child}
 */
export function proof(table, copyLine) {
  const { match, link } = table;
  if (!match?.commitment) return null;
  const own = words(match);
  const broken = own.some((w) => w.commitment !== null && w.commitment !== match.commitment);
  return [
    h('h4', {}, 'Proof'),
    h('p', { class: 'quiet' }, 'Keep this line. When the match is over, it shows whether the file you download is the match you played, with the dice fixed at its start.'),
    broken && h('p', { class: 'bad', role: 'alert' }, 'The server now shows a different commitment from the one under which your word was opened. Do not trust these dice.'),
    h(
      'dl',
      { class: 'proof' },
      row('Server’s commitment', match.commitment),
      own.map((w) => row(own.length > 1 ? `Word of ${w.title}` : 'Your word', w.word)),
      link && row('Newest link', link, 'proof-link'),
    ),
    copyLine('Proof', verifyLine(match, table), 'proof'),
  ];
}
