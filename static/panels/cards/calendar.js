/**
 * What is known of the turns of a match, for a game that draws its turn track: what is printed for them, how the match
 * stood at each, and the lines that tell what one of them brought. Asked for while the card with the track is open.
 *
 * @import {ChartOut, ChartsOut, RuleOut, RulesOut} from '../../core/wire.js'
 * @import {LogLine} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {ChartsPanel} from '../charts/charts.js'
 */

import { ApiError, api } from '../../core/api.js';
import { quoted } from '../../core/citing.js';
import { ruleOf } from '../../rulebook/leaf.js';

/** Lines of one turn at most; the log has them all. */
const MAX_LINES = 40;
/** More turns than any game has. */
const MAX_TURNS = 200;

/**
 * @typedef {{kinds: string[], word: string, section: string}} Yearbook which lines tell of what was won and lost; a word and the section of those that begin a turn
 *
 * @typedef {object} Calendar
 * @property {(id: string) => ChartOut|null} chart what is printed, once it is known
 * @property {(section: string) => RuleOut|null} rule what is told of a section, once it is known
 * @property {ChartsOut|null} figures of the turns that were begun
 * @property {number|null} chosen the turn of which more is shown
 * @property {LogLine[]|null} deeds what it brought, oldest first; null while it is asked for
 * @property {number|null} began the number of the line with which it began
 * @property {(turn: number|null) => void} choose
 * @property {(number: number) => void} look at the board as it was then
 */

export class CalendarPanel {
  /** @type {RulesOut|null} */ #rules = null;
  /** @type {number|null} */ #chosen = null;
  /** of which seat, number and turn @type {string} */ #asked = '';
  /** @type {{seat: string|null, turn: number, deeds: LogLine[], began: number|null}|null} */ #known = null;

  /** @param {MatchClient} client @param {Yearbook} book @param {ChartsPanel} charts @param {() => void} changed @param {(number: number) => void} look */
  constructor(client, book, charts, changed, look) {
    this.client = client;
    this.book = book;
    this.charts = charts;
    this.changed = changed;
    this.look = look;
    void this.#read();
  }

  /** What is printed never changes: it is asked for once. */
  async #read() {
    try {
      this.#rules = await api.rules(quoted.game, quoted.plan, quoted.scenario);
    } catch (error) {
      // The track stands without it: what the view says of the turn is there in any case.
      if (!(error instanceof ApiError)) throw error;
    }
    this.changed();
  }

  get #stamp() {
    return `${this.client.seat ?? ''}:${this.client.version}:${this.#chosen}`;
  }

  async #load() {
    const stamp = this.#stamp;
    const turn = this.#chosen;
    if (turn === null || this.#asked === stamp) return;
    this.#asked = stamp;
    const { client, book } = this;
    try {
      const { log } = await api.find(client.id, { ...client.who, find: book.word, limit: MAX_TURNS }, ['phase']);
      const begins = log.filter(({ section, taken_back }) => section === book.section && !taken_back);
      const [line, next] = [begins.find((each) => each.turn === turn), begins.find((each) => (each.turn ?? 0) > turn)];
      // No line begins the first turn of a match.
      const began = line?.seq ?? null;
      const first = began ?? (begins.some((each) => (each.turn ?? 0) < turn) ? Infinity : 0);
      const { log: deeds } = await api.find(client.id, { ...client.who, find: '', limit: MAX_LINES, ...(next ? { before: next.seq } : {}) }, book.kinds);
      if (this.#asked !== stamp) return;
      this.#known = { seat: client.seat, turn, began, deeds: deeds.filter(({ seq, taken_back }) => seq > first && !taken_back).sort((a, b) => a.seq - b.seq) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    this.changed();
  }

  /** @returns {Calendar} what is known; more is asked for */
  get now() {
    void this.#load();
    // While the newest are on their way the last ones stay, but never those of another seat.
    const known = this.#known?.seat === this.client.seat && this.#known.turn === this.#chosen ? this.#known : null;
    return {
      chart: (id) => this.#rules?.charts.find((chart) => chart.id === id) ?? null,
      rule: (section) => (this.#rules ? ruleOf(this.#rules, section) : null),
      figures: this.charts.known,
      chosen: this.#chosen,
      deeds: known?.deeds ?? null,
      began: known?.began ?? null,
      choose: (turn) => {
        this.#chosen = turn;
        this.changed();
      },
      look: this.look,
    };
  }
}
