/**
 * What a match draws from, as far as this seat may know: what lies where, since when, and the lines that told of it. Asked
 * for while the card that shows it is open, again when more has been told.
 *
 * @import {PoolsOut} from '../../core/wire.js'
 * @import {LogLine} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { ApiError, api } from '../../core/api.js';

/** Lines at most; the log has them all. */
const MAX_LINES = 40;

/**
 * @typedef {object} Lots
 * @property {PoolsOut["lots"]} lots
 * @property {LogLine[]} told newest first
 * @property {LogLine[]} moved what moved the game's tracks, newest first
 * @property {(number: number) => void} look at the board as it was then
 *
 * @typedef {{kinds: string[], turn: {word: string, section: string}, moving?: string[]}} Telling the lines that tell of them, those that begin a turn, and those that tell of a track that moved
 */

export class LotsPanel {
  /** of which seat and number @type {string} */ #asked = '';
  /** @type {{seat: string|null, lots: Lots}|null} */ #known = null;

  /** @param {MatchClient} client @param {Telling} telling @param {() => void} changed @param {(number: number) => void} look */
  constructor(client, telling, changed, look) {
    this.client = client;
    this.telling = telling;
    this.changed = changed;
    this.look = look;
  }

  async #load() {
    const { client } = this;
    const { seat } = client;
    const now = `${seat ?? ''}:${client.version}:${client.view?.outcome ? 'over' : ''}`;
    if (this.#asked === now) return;
    this.#asked = now;
    try {
      const { kinds, turn, moving = [] } = this.telling;
      const find = (/** @type {string} */ word, /** @type {string[]} */ of) => api.find(client.id, { ...client.who, find: word, limit: MAX_LINES }, of);
      const tracks = moving.length ? find('', moving) : Promise.resolve({ log: [] });
      const [{ lots }, { log }, { log: phases }, { log: moves }] = await Promise.all([api.lots(client.id, client.who), find('', kinds), find(turn.word, ['phase']), tracks]);
      if (this.#asked !== now) return;
      const told = [...log.filter((line) => !line.taken_back), ...phases.filter(({ section }) => section === turn.section)];
      const newest = (/** @type {LogLine[]} */ lines) => lines.sort((a, b) => b.seq - a.seq);
      this.#known = { seat, lots: { lots, told: newest(told), moved: newest(moves.filter((line) => !line.taken_back)), look: this.look } };
    } catch (error) {
      // What the view says of them stands there in any case.
      if (!(error instanceof ApiError)) throw error;
    }
    this.changed();
  }

  /** @returns {Lots|null} what is known; more is asked for */
  get now() {
    void this.#load();
    // While the newest are on their way the last ones stay, but never those of another seat.
    return this.#known?.seat === this.client.seat ? this.#known.lots : null;
  }
}
