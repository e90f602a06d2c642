/**
 * What a player notes during the match, so that the file of it can be held against it later (docs/decisions/0016).
 *
 * @import {Match} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {Child} from '../../core/dom.js'
 */

import { h } from '../../core/dom.js';
import { notedLinks } from '../../core/noted.js';
import { notedCommitments, wordOf } from '../../core/dice-words.js';
import { sealedAgain } from '../agreements/sealed-again.js';

const LETTERS_SHOWN = 16;

/** @param {string} name @param {string} value @param {string} [key] */
const row = (name, value, key) => [h('dt', {}, name), h('dd', { title: value, 'data-key': key }, value.length > LETTERS_SHOWN ? `${value.slice(0, LETTERS_SHOWN)}…` : value)];

/** Your words that were kept in this browser, each for the seat on which you sealed it: another, if sides were drawn. @param {Match} match */
const words = (match) => match.seats.filter((s) => match.seats.some((mine) => mine.you && mine.sealed_as === s.seat)).flatMap((s) => {
  const kept = wordOf(match, s);
  return kept ? [{ seat: s.seat, title: s.title, word: kept.word, commitment: kept.commitment }] : [];
});

/** The commitments of rounds that did not count: those that the server shows, and those that this browser has noted. @param {Match} match */
const voided = (match) => [...new Set([...match.voided.map((v) => v.commitment), ...notedCommitments(match).filter((c) => c !== match.commitment)])];

/** The command that checks the match's file with all that is noted here. @param {Match} match @param {MatchClient} client */
export const verifyLine = (match, client) =>
  [
    `greatwar verify match-${match.id}.json`,
    `--commitment ${match.commitment}`,
    ...words(match).map((w) => `--word ${w.seat}=${w.word}`),
    ...voided(match).map((commitment) => `--void ${commitment}`),
    ...[...new Set([...notedLinks(match.id), ...(client.link ? [client.link] : [])])].map((link) => `--link ${link}`),
  ].join(' ');

export const NOT_THE_SAME = 'The server no longer tells the match that it told this browser before: moves were changed or left out, or the server lost some. This browser keeps what it noted. Ask the others what they were told, and do not trust this match until you know why.';

/**
 * @param {MatchClient} client
 * @param {(label: string, text: string, key: string) => Child} copyLine
 * @returns {Child}
 */
export function proof(client, copyLine) {
  const { match, link } = client;
  if (!match?.commitment) return null;
  const own = words(match);
  const broken = own.some((w) => w.commitment !== null && w.commitment !== match.commitment);
  const hidden = voided(match).length > match.voided.length;
  const again = sealedAgain(match);
  return [
    h('h4', {}, 'Proof'),
    h('p', { class: 'quiet' }, 'Keep this line. When the match is over, it shows whether the file you download is the match you played, with the dice fixed at its start. This browser notes the newest link by itself each time it hears of the match.'),
    client.doubted && h('p', { class: 'bad', role: 'alert', 'data-key': 'not-the-same' }, NOT_THE_SAME),
    broken && h('p', { class: 'bad', role: 'alert' }, 'The server now shows a different commitment from the one under which your word was opened. Do not trust these dice.'),
    !broken && hidden && h('p', { class: 'bad', role: 'alert' }, 'Your browser opened a word under a commitment that the server shows no longer. Do not trust these dice.'),
    again && h('p', { class: 'quiet', 'data-key': 'sealed-again' }, again),
    h(
      'dl',
      { class: 'proof' },
      row('Server’s commitment', match.commitment),
      own.map((w) => row(own.length > 1 ? `Word of ${w.title}` : 'Your word', w.word)),
      link && row('Newest link', link, 'proof-link'),
    ),
    copyLine('Proof', verifyLine(match, client), 'proof'),
  ];
}
