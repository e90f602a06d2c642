/**
 * This browser's words for the dice (docs/decisions/0016): drawn and kept here, sealed at once, opened when all have sealed.
 *
 * Several words of a seat may be kept, since two tabs may draw at the same time: the one that counts is the one whose seal
 * the server has.
 *
 * @import {Match, SeatJson} from './types.js'
 */

import { sha256 } from '../vendor/noble-hashes-2.4.0/sha2.js';
import { api, randomHex } from './api.js';

/**
 * @typedef {object} Kept
 * @property {string} word
 * @property {string} seal
 * @property {string|null} commitment the server's, under which the word was sent off; it is known now, and good for no other
 */

const WORD_BYTES = 32;

/** Where the browser keeps nothing for us. @type {Map<string, string>} */
const unkept = new Map();

/** @param {string} match */
const place = (match) => `gw-words-${match}`;

/** @param {Match} match */
export const hasStarted = (match) => match.status === 'active' || match.status === 'finished';

/** @param {string} match @param {string} seat @param {string} word */
function sealOf(match, seat, word) {
  const hash = sha256(new TextEncoder().encode(`greatwar seal/${match}/${seat}/${word}`));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} match @returns {Record<string, Kept[]>} by seat */
function kept(match) {
  let text = unkept.get(match) ?? null;
  try {
    text = localStorage.getItem(place(match)) ?? text;
  } catch (error) {
    console.warn('This browser stores nothing for this page:', error);
  }
  return text ? JSON.parse(text) : {};
}

/** @param {string} match @param {(all: Record<string, Kept[]>) => void} change */
function keep(match, change) {
  const all = kept(match);
  change(all);
  const text = JSON.stringify(all);
  unkept.set(match, text);
  try {
    localStorage.setItem(place(match), text);
  } catch (error) {
    // The words live as long as this page, then; who closes it before all are open has to seal another.
    console.warn('This browser stores nothing for this page:', error);
  }
}

/** The word behind a seat's seal, if it was drawn in this browser. @param {Match} match @param {SeatJson} seat */
export const wordOf = (match, seat) => (kept(match.id)[seat.seat] ?? []).find((k) => k.seal === seat.seal) ?? null;

/** Whether a kept word may still be opened: not if it was sent off under another commitment. @param {Match} match @param {Kept|null} word */
const fresh = (match, word) => word !== null && (word.commitment === null || word.commitment === match.commitment);

/**
 * Whether a word of mine became known before the server committed itself: then another must be sealed.
 *
 * @param {Match} match @param {SeatJson} seat
 */
const spent = (match, seat) => {
  const word = wordOf(match, seat);
  return word !== null && !fresh(match, word) && canReplaceWord(match);
};

/** Seats of mine whose sealed word cannot be opened from here. @param {Match} match */
export const lostWords = (match) => match.seats.filter((s) => s.you && s.seal && !s.opened && !hasStarted(match) && !fresh(match, wordOf(match, s)));

/** Whether a seal can be replaced and nobody else need do anything. @param {Match} match */
export const canReplaceWord = (match) => match.status === 'open';

/** @param {string} match */
const wishPlace = (match) => `gw-without-me-${match}`;

/** Whether a match may begin while you are away: one by a link, unless you have said otherwise in this browser. @param {Match} match */
function beginsWithoutMe(match) {
  if (match.hotseat) return false;
  let said = unkept.get(wishPlace(match.id)) ?? null;
  try {
    said = localStorage.getItem(wishPlace(match.id)) ?? said;
  } catch (error) {
    console.warn('This browser stores nothing for this page:', error);
  }
  return said === null ? match.listing === 'unlisted' : said === 'yes';
}

/** Say whether a match may begin while you are away. @param {string} match @param {boolean} yes */
export function wishWithoutMe(match, yes) {
  const said = yes ? 'yes' : 'no';
  unkept.set(wishPlace(match), said);
  try {
    localStorage.setItem(wishPlace(match), said);
  } catch (error) {
    console.warn('This browser stores nothing for this page:', error);
  }
}

/** Seats of mine whose words the server has already, so that it need not wait for me. @param {Match} match */
export const aheadHere = (match) => match.seats.filter((s) => s.you && s.ahead);

/** From now on the match waits for you: another word is sealed, and stays here until it is opened. @param {Match} match @returns {Promise<Match>} */
export async function waitForMe(match) {
  wishWithoutMe(match.id, false);
  const given = aheadHere(match);
  return given.length && canReplaceWord(match) ? seal(match, given) : match;
}

/**
 * Hand in the words of sealed seats while someone has still to come (docs/decisions/0054): the server can begin without this browser.
 *
 * @param {Match} match @returns {Promise<Match>}
 */
async function handInAhead(match) {
  if (!canReplaceWord(match) || !beginsWithoutMe(match) || match.seats.every((s) => s.taken)) return match;
  const mine = match.seats.filter((s) => s.you && s.seal && !s.opened).map((s) => ({ seat: s.seat, kept: wordOf(match, s) }));
  const words = Object.fromEntries(mine.flatMap(({ seat, kept: own }) => (own ? [[seat, own.word]] : [])));
  return Object.keys(words).length ? api.openAhead(match.id, words) : match;
}

/** The commitments under which words of mine were sent off. @param {Match} match @returns {string[]} */
export const notedCommitments = (match) => [...new Set(Object.values(kept(match.id)).flat().map((k) => k.commitment))].filter((c) => c !== null);

/** Draw new words for seats of mine, and keep them. @param {Match} match @param {SeatJson[]} seats @returns {Record<string, string>} their seals, by seat */
function draw(match, seats) {
  const drawn = seats.map(({ seat }) => {
    const word = randomHex(WORD_BYTES);
    return { seat, kept: { word, seal: sealOf(match.id, seat, word), commitment: null } };
  });
  // Kept before they are sent: an answer that is lost must not leave the seal without its word.
  keep(match.id, (all) => {
    for (const one of drawn) all[one.seat] = [...(all[one.seat] ?? []), one.kept];
  });
  return Object.fromEntries(drawn.map((one) => [one.seat, one.kept.seal]));
}

/** Seal new words for seats of mine. @param {Match} match @param {SeatJson[]} seats @returns {Promise<Match>} */
export const seal = async (match, seats) => api.seal(match.id, draw(match, seats));

/**
 * Go on here with seats whose words lie elsewhere: once the server has committed itself, all words are void with them
 * (docs/decisions/0047), and the others' pages seal new ones by themselves.
 *
 * @param {Match} match @param {SeatJson[]} seats @returns {Promise<Match>}
 */
export const sealAgain = async (match, seats) => {
  // The word was kept elsewhere, so that the match would wait for its player: it does so here too.
  wishWithoutMe(match.id, false);
  return match.commitment ? api.sealAgain(match.id, match.commitment, draw(match, seats)) : seal(match, seats);
};

/**
 * Do what the match's dice wait for from this browser: seal the words of seats that have none, or open them.
 *
 * @param {Match} match @returns {Promise<Match>} as it stands then
 */
export async function sealOrOpen(match) {
  if (hasStarted(match) || match.status === 'called-off') return match;
  let now = match;
  const bare = now.seats.filter((s) => s.you && (!s.seal || spent(now, s)));
  if (bare.length) now = await seal(now, bare);
  now = await handInAhead(now);
  const { commitment } = now;
  if (now.status !== 'opening' || !commitment) return now;
  /** @type {Record<string, string>} */
  const words = {};
  for (const seat of now.seats.filter((s) => s.you && !s.opened)) {
    const word = wordOf(now, seat);
    if (word && fresh(now, word)) words[seat.seat] = word.word;
  }
  if (!Object.keys(words).length) return now;
  // Noted before they are sent: once the server may know a word, it must not commit itself to another secret.
  keep(now.id, (all) => {
    for (const [seat, word] of Object.entries(words)) for (const k of all[seat] ?? []) if (k.word === word) k.commitment = commitment;
  });
  return api.open(now.id, commitment, words);
}
