/**
 * The newest link of each match that this browser saw (docs/decisions/0016), kept so that a match which is told otherwise later
 * is found out: a link covers all that was before it.
 *
 * One note a seat, of two hundred matches at most; the one that was seen longest ago makes room.
 */

import { ApiError } from './api.js';

/** @import {ExportOut} from './wire.js' */

/**
 * @typedef {{version: number, link: string}} Note
 * @typedef {object} Kept
 * @property {Record<string, Note>} seats the newest of each seat, or of the key of those who watch
 * @property {string[]} gone links that the server no longer had in the match
 * @property {number} at when it was last written
 */

const PREFIX = 'gw-link-';
const MAX_LINKS = 200;
/** Links that went missing, of one match. */
const MAX_GONE = 4;

/** Where the browser keeps nothing for us. @type {Map<string, Kept>} */
const unkept = new Map();

/** @param {string} match @returns {Kept} */
function kept(match) {
  try {
    const text = localStorage.getItem(PREFIX + match);
    if (text) return JSON.parse(text);
  } catch (error) {
    console.warn('This browser stores nothing for this page:', error);
  }
  return unkept.get(match) ?? { seats: {}, gone: [], at: 0 };
}

/** @param {string} match @param {Omit<Kept, "at">} all */
function keep(match, all) {
  const now = { ...all, at: Date.now() };
  unkept.set(match, now);
  try {
    if (localStorage.getItem(PREFIX + match) === null) makeRoom();
    localStorage.setItem(PREFIX + match, JSON.stringify(now));
  } catch (error) {
    // The note lives as long as this page, then.
    console.warn('This browser stores nothing for this page:', error);
  }
}

/** One more may be kept after it. */
function makeRoom() {
  const all = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map((name) => ({ name, at: JSON.parse(localStorage.getItem(name) ?? '{}').at ?? 0 }));
  for (const { name } of all.sort((a, b) => b.at - a.at).slice(MAX_LINKS - 1)) localStorage.removeItem(name);
}

/** All links that were noted of a match, those that the server no longer had before the others. @param {string} match @returns {string[]} */
export function notedLinks(match) {
  const { seats, gone } = kept(match);
  return [...new Set([...gone, ...Object.values(seats).map(({ link }) => link)])];
}

/**
 * Links that were noted and are not in the file of a match that is over: then it is the file of another course.
 *
 * @param {ExportOut} file @param {string[]} links @returns {string[]}
 */
export function missingIn(file, links) {
  const there = new Set([file.opening_link, ...(file.commands ?? []).map((command) => command.link)]);
  return links.filter((link) => !there.has(link));
}

/** Notes what one page is told of a match, and asks whether what was noted before is still a part of it. */
export class Witness {
  #asking = false;
  /** What was told while the server was asked. @type {{who: string, now: Note, whole: boolean}|null} */ #next = null;

  /** @param {string} match @param {(link: string, who: string) => Promise<{there: boolean}>} ask @param {() => void} changed a link is gone */
  constructor(match, ask, changed) {
    this.match = match;
    this.ask = ask;
    this.changed = changed;
    /** Whether a link that was noted was gone, now or when the match was last looked at. */
    this.misses = kept(match).gone.length > 0;
  }

  /**
   * The server tells how a match stands.
   *
   * @param {string} who a seat, or the key of those who watch
   * @param {Note} now
   * @param {boolean} whole and not as a change of what it told this page before
   */
  told(who, now, whole) {
    if (this.#asking) {
      this.#next = { who, now, whole: whole || this.#next?.whole === true };
      return;
    }
    const note = kept(this.match).seats[who];
    if (note?.link === now.link) return;
    // A change goes on from what this page was told; a number that is not greater, or a new beginning, may be of another course.
    if (note && (whole || now.version <= note.version)) void this.#compare(who, note, now);
    else this.#note(who, now);
  }

  /** @param {string} who @param {Note} note @param {Note} now */
  async #compare(who, note, now) {
    this.#asking = true;
    try {
      const { there } = await this.ask(note.link, who);
      if (there) {
        // Another page may have heard more than this one.
        if (now.version > note.version) this.#note(who, now);
      } else {
        const all = kept(this.match);
        keep(this.match, { seats: { ...all.seats, [who]: now }, gone: [...new Set([note.link, ...all.gone])].slice(0, MAX_GONE) });
        this.misses = true;
        this.changed();
      }
    } catch (error) {
      // Not answered: the older note stays, and is asked about another time.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      this.#asking = false;
      const next = this.#next;
      this.#next = null;
      if (next) this.told(next.who, next.now, next.whole);
    }
  }

  /** @param {string} who @param {Note} now */
  #note(who, now) {
    const all = kept(this.match);
    keep(this.match, { ...all, seats: { ...all.seats, [who]: now } });
  }
}
