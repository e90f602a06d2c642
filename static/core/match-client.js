/**
 * What this page knows of a match, and how it learns more: one state, one socket, one way for commands.
 *
 * @import {Legal, LogLine, Match, Proposal, StateMessage, Undo, View} from './types.js'
 * @import {ChatMessage, ClocksOut, MarkOut, StandingOut} from './wire.js'
 * @import {Counted} from './clocks.js'
 * @import {Message, Status} from './socket.js'
 */

import { ApiError, api, query } from './api.js';
import { counted } from './clocks.js';
import { inLane, laned, questions } from './lanes.js';
import { Witness } from './noted.js';
import { mergePatch, mergeQuestion } from './patch.js';
import { Live } from './socket.js';

/** A push that has not come this long after its command was accepted is fetched. */
const FETCH_AFTER_MS = 1500;

/**
 * @typedef {object} MatchEvents
 * @property {() => void} change anything to draw changed
 * @property {(lines: LogLine[], before: View|null) => void} lines news arrived by push, in order
 * @property {(error: ApiError) => void} trouble
 * @property {(room: string, message: ChatMessage) => void} [said] someone spoke, or took back what was said
 * @property {(marks: MarkOut[]) => void} [marked] your side drew on its map; all its marks
 * @property {(orders: StandingOut[]) => void} [ordered] your standing orders were changed
 * @property {(lines: LogLine[]) => Promise<void>|null} [dice] lines that are about to be told: what comes of them is held back until their dice have landed
 */

/** The question put to those who only watch, or look at an earlier moment. @param {View|null} view @returns {Legal} */
export function watching(view) {
  return { ask: '', step: 'watching', section: '', seat: '', yours: false, title: '', prompt: view?.step.title ?? '', detail: 'You are watching.', offers: [], why_not: {} };
}

export class MatchClient {
  /** @type {Match|null} */ match = null;
  /** @type {View|null} */ view = null;
  /** the question in hand @type {Legal|null} */ legal = null;
  /** the first question with the others, as it was told @type {Legal|null} */ #told = null;
  /** the lane of the question in hand, once the player has chosen one @type {string|null} */ lane = null;
  /** @type {Undo} */ undo = { allowed: false, text: '' };
  /** what is open between the players @type {Proposal[]} */ proposals = [];
  /** @type {Counted|null} */ clocks = null;
  /** @type {LogLine[]} ascending by seq */ log = [];
  version = -1;
  /** The newest link of the chain that was told. @type {string|null} */ link = null;
  lastSeen = 0;
  /** @type {Status} */ status = 'connecting';
  busy = false;
  /** @type {Record<string, boolean>} */ presence = {};
  /** how many people watch from a side, by its viewpoint @type {Record<string, number>} */ watched = {};
  /** @type {Live|null} */ #live = null;
  #awaited = -1;
  /** Messages that came while dice roll. @type {Message[]} */ #waiting = [];
  #rolling = false;
  /** The newest version that has come, shown or not. */ #arrived = -1;
  /** @type {Witness} */ #witness;

  /**
   * @param {{id: string, seat: string|null, key: string|null, invite: string|null}} access
   * @param {MatchEvents} on
   */
  constructor(access, on) {
    this.id = access.id;
    this.seat = access.seat;
    this.key = access.key;
    this.invite = access.invite;
    this.on = on;
    this.#witness = new Witness(access.id, (link, who) => api.hasLink(access.id, this.match?.seats.some((s) => s.seat === who) ? { seat: who } : { key: who }, link), () => on.change());
  }

  /** Dice are shown, and what comes of them is held back meanwhile. */
  get rolling() {
    return this.#rolling;
  }

  /** Whether the server no longer told the match that it had told this browser before. */
  get doubted() {
    return this.#witness.misses;
  }

  get who() {
    return { seat: this.seat, key: this.seat ? null : this.key };
  }

  async loadMatch() {
    this.match = await api.match(this.id, { key: this.key, invite: this.invite });
    this.presence = Object.fromEntries(this.match.seats.map((s) => [s.seat, s.online]));
    this.watched = this.match.watched;
    return this.match;
  }

  /** Fetch everything and stay connected. */
  async open() {
    this.#take(await api.state(this.id, this.who));
    this.#connect();
  }

  /** Sit at another seat of the same screen; nothing of the first one is kept. @param {string} seat */
  async change(seat) {
    this.#live?.close();
    this.forget();
    this.seat = seat;
    await this.open();
  }

  /** What was known is put out of sight, for the next player at this screen. */
  forget() {
    this.view = null;
    this.legal = null;
    this.#told = null;
    this.lane = null;
    this.proposals = [];
    this.log = [];
    this.version = -1;
    this.#waiting = [];
    this.#arrived = -1;
    this.link = null;
    this.on.change();
  }

  #connect() {
    this.#live = new Live({
      path: () => `/api/matches/${encodeURIComponent(this.id)}/live${query({ ...this.who, seen: this.version })}`,
      onMessage: (message) => this.#come(message),
      onStatus: (status) => {
        this.status = status;
        this.on.change();
      },
    });
  }

  /** @param {Message} message */
  #come(message) {
    if (message.type === 'state' || message.type === 'patch') this.#arrived = Math.max(this.#arrived, message.version);
    this.#waiting.push(message);
    if (!this.#rolling) void this.#deal();
  }

  /** One message after another, each after its dice. Without dice it is shown at once. */
  async #deal() {
    this.#rolling = true;
    try {
      for (let message = this.#waiting.shift(); message; message = this.#waiting.shift()) {
        const live = this.#live;
        const next = message.type === 'patch' && message.from === this.version ? message.log : [];
        const show = next.length ? this.on.dice?.(next) : null;
        if (show) await show;
        // Another has sat down meanwhile.
        if (live === this.#live) this.#message(message);
      }
    } finally {
      this.#rolling = false;
    }
  }

  /** @param {Message} message */
  #message(message) {
    if (message.type === 'state') this.#take(message);
    else if (message.type === 'patch') {
      if (message.version <= this.version) return;
      if (message.from !== this.version || !this.view) {
        this.#live?.send({ type: 'resync' });
        return;
      }
      const before = this.view;
      this.view = /** @type {View} */ (mergePatch(before, message.patch));
      this.#settle(message, this.#told && message.legal && mergeQuestion(this.#told, message.legal), before);
    } else if (message.type === 'presence') {
      this.presence = message.seats;
      this.watched = message.watching;
      this.on.change();
    } else if (message.type === 'chat') this.on.said?.(message.room, message.message);
    else if (message.type === 'marks') this.on.marked?.(message.marks);
    else if (message.type === 'standing') this.on.ordered?.(message.orders);
  }

  /** @param {StateMessage} message the whole of it */
  #take(message) {
    const before = this.view;
    this.view = message.view;
    // A number that went back is counted in another way, or by a server that lost something: so are those of the lines.
    if (message.version < this.version) this.log = [];
    if (before === null) {
      this.lastSeen = message.last_seen ?? this.lastSeen;
      this.log = [];
    }
    this.#settle(message, message.legal, before, true);
  }

  /** @param {{version: number, link: string|null, undo: Undo, proposals: Proposal[], clocks: ClocksOut|null, log: LogLine[]}} message @param {Legal|null} legal @param {View|null} before @param {boolean} whole and not a change of what was told before */
  #settle(message, legal, before, whole = false) {
    this.version = message.version;
    if (message.link) {
      this.link = message.link;
      this.#witness.told(this.seat ?? this.key ?? '', { version: this.version, link: message.link }, whole);
    }
    this.#told = legal ?? watching(this.view);
    this.legal = inLane(this.#told, this.lane);
    this.undo = message.undo;
    this.proposals = message.proposals;
    this.clocks = counted(message.clocks);
    const fresh = this.#merge(message.log);
    if (this.version >= this.#awaited) this.busy = false;
    this.on.change();
    if (before && this.view && fresh.length) this.on.lines(fresh, before);
  }

  /** @param {LogLine[]} lines @returns {LogLine[]} those not known before */
  #merge(lines) {
    const known = new Set(this.log.map((line) => line.seq));
    const fresh = lines.filter((line) => !known.has(line.seq));
    if (fresh.length) this.log = [...this.log, ...fresh].sort((a, b) => a.seq - b.seq);
    return fresh;
  }

  /** Older lines. @returns {Promise<boolean>} whether there were any */
  async older() {
    const first = this.log[0];
    if (!first) return false;
    const answer = await api.log(this.id, { ...this.who, before: first.seq });
    const fresh = this.#merge(Array.isArray(answer) ? answer : answer.log);
    this.on.change();
    return fresh.length > 0;
  }

  /**
   * @param {object} command
   * @param {string} [as] its id, where another page of the same player may send the same
   * @returns {Promise<boolean>} whether it was accepted; the board changes when the push comes
   */
  async send(command, as) {
    const { seat, legal } = this;
    if (!seat || !legal || this.busy) return false;
    return this.#attempt(() => api.command(this.id, seat, legal.ask, laned(legal, command), as));
  }

  /** All that is asked of the seat now, the first question first. */
  get questions() {
    return questions(this.#told);
  }

  /** Another of the questions comes to hand. @param {string} lane */
  take = (lane) => {
    this.lane = lane;
    this.legal = inLane(this.#told, lane);
    this.on.change();
  };

  /** @returns {Promise<boolean>} */
  async takeBack() {
    const { seat } = this;
    if (!seat || this.busy) return false;
    return this.#attempt(() => api.undo(this.id, seat));
  }

  /** An order of the house: it needs no question. @param {object} order @returns {Promise<boolean>} */
  async settle(order) {
    const { seat } = this;
    if (!seat || this.busy) return false;
    return this.#attempt(() => api.settle(this.id, seat, order));
  }

  /** @param {() => Promise<{version: number}>} act */
  async #attempt(act) {
    this.busy = true;
    this.on.change();
    try {
      const { version } = await act();
      this.#awaited = version;
      if (this.version >= version) this.busy = false;
      else setTimeout(() => Math.max(this.version, this.#arrived) < version && this.refresh(), FETCH_AFTER_MS);
      this.on.change();
      return true;
    } catch (error) {
      this.busy = false;
      this.on.change();
      if (!(error instanceof ApiError)) throw error;
      this.on.trouble(error);
      if (error.status === 409) await this.refresh();
      return false;
    }
  }

  /** Fetch the state again, whole. */
  async refresh() {
    try {
      const state = await api.state(this.id, this.who);
      this.busy = false;
      if (state.version >= this.version) this.#take(state);
      else this.on.change();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.busy = false;
      this.on.trouble(error);
    }
  }

  /**
   * @param {object} question
   * @returns {Promise<any>} the answer, or a refusal in its `refusal`
   */
  async consult(question) {
    if (!this.seat) throw new ApiError(403, 'not_seated', '', 'Only players can plan.');
    const slot = 'kind' in question && question.kind === 'slot';
    return api.consult(this.id, this.seat, slot ? laned(this.legal, question) : question);
  }

  /** Remember how far the log was read. */
  async markSeen() {
    const last = this.log.at(-1);
    if (!last || !this.seat || last.seq <= this.lastSeen) return;
    this.lastSeen = last.seq;
    try {
      await api.seen(this.id, this.seat, last.seq);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Only a convenience: the summary may repeat lines next time.
      console.warn('Could not store how far the log was read:', error.message);
    }
  }
}
