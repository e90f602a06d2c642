/**
 * A first match on rails. The learner gives orders by the ordinary controls, and the server judges them as ever; what
 * is not part of the lesson is held back here. The other seat of the same screen is played by the lesson.
 *
 * @import {Match} from '../core/types.js'
 * @import {MatchClient} from '../core/match-client.js'
 * @import {Lesson, Script, Words} from './types.js'
 */

import { ApiError, api } from '../core/api.js';
import { reducedMotion } from '../core/dom.js';
import { given, lessonOf, meets } from './script.js';

/** Between two orders of the other side, so that each can be seen. */
const ORDER_EVERY_MS = 1100;
/** A push that has not come so long after an order of the other side is fetched. */
const FETCH_AFTER_MS = 2000;
/** Kept like a lesson that was read: the standing orders of the lessons are given. */
const STANDING = 'standing-orders';

/** @typedef {{key: string, lesson: Lesson|null, words: Words, orders: import('./types.js').Order[]}} InHand `lesson`: null for a question on the way */

export class Guide {
  /** what the player is told now @type {InHand|null} */ now = null;
  /** an order was held back */ held = false;
  /** the other side is playing */ busy = false;
  /** why it does not play on @type {string|null} */ trouble = null;
  /** Another seat's question, as long as its lesson is read. */ #waits = false;
  /** lessons that are over @type {Set<string>} */ #read;
  /** who waits for news of the table @type {(() => void)|null} */ #wake = null;
  #left = false;

  /**
   * @param {Script} script
   * @param {MatchClient} client
   * @param {object} on
   * @param {() => void} on.changed what is told now is another thing
   * @param {() => void} on.clear put back what the player has in hand
   */
  constructor(script, client, on) {
    this.script = script;
    this.client = client;
    this.on = on;
    this.#read = new Set(kept(client.id));
  }

  /** The lessons of a game. @param {string} game @param {MatchClient} client @param {{changed: () => void, clear: () => void}} on */
  static async of(game, client, on) {
    const response = await fetch(`games/${game}/lessons.json`);
    if (!response.ok) throw new ApiError(response.status, 'no_lessons', '', 'The lessons of this game could not be loaded.');
    return new Guide(/** @type {Script} */ (await response.json()), client, on);
  }

  /** The table changed: look which lesson it is now. */
  changed() {
    this.#wake?.();
    this.#remember();
    const { view, legal, seat } = this.client;
    if (!view || !legal || !seat || this.busy || this.#left) return;
    if (view.outcome) return this.#take(null);
    if (legal.yours) {
      this.#waits = false;
      return this.#take(this.#lesson({ view, legal, seat }) ?? this.#question());
    }
    // Another window may have read on.
    if (this.#waits && this.#read.has(this.now?.lesson?.id ?? '')) this.#waits = false;
    if (!this.#waits) void this.#theirs();
    return undefined;
  }

  /** @param {Pick<Parameters<typeof lessonOf>[1], "view"|"legal"|"seat">} now @returns {InHand|null} */
  #lesson(now) {
    const kinds = new Set(this.client.log.map((line) => line.kind));
    const lesson = lessonOf(this.script, { ...now, read: this.#read, kinds });
    if (!lesson) return null;
    const { title = '', text = '', task = '' } = lesson;
    return { key: lesson.id, lesson, words: { ...lesson, title, text, task }, orders: lesson.order ? [lesson.order] : [] };
  }

  /** Something that comes up on the way, such as whose loss it is. @returns {InHand|null} */
  #question() {
    const { legal } = this.client;
    const answer = legal && this.script.answers[legal.step];
    return answer ? { key: legal.ask, lesson: null, words: answer, orders: answer.orders } : null;
  }

  /** @param {InHand|null} next */
  #take(next) {
    if (next?.key === this.now?.key) {
      this.now = next;
      return;
    }
    this.now = next;
    this.held = false;
    this.on.changed();
  }

  /** Whether there is an order to give, and not only something to read. */
  get asks() {
    return Boolean(this.now && this.now.orders.length && !this.#waits);
  }

  /** The newest line of the log that a lesson is about. @returns {string[]} */
  get told() {
    const { log } = this.client;
    return (this.now?.words.tells ?? []).map((kind) => log.findLast((line) => line.kind === kind)?.text ?? '').filter(Boolean);
  }

  /** Whether a command may be sent. @param {Record<string, unknown>} command */
  lets(command) {
    const { now } = this;
    const { legal, view } = this.client;
    if (this.#left || !now || !legal || !view) return true;
    const fits = now.lesson ? meets(now.lesson, command, legal, view) : true;
    this.held = !fits;
    if (!fits) this.on.changed();
    return fits;
  }

  /** Do what the lesson asks for. */
  async show() {
    const { now } = this;
    const { legal } = this.client;
    const command = legal && now?.orders.map((order) => given(order, legal, now.lesson?.partial)).find((c) => c !== null);
    if (!now || !command) return;
    this.held = false;
    this.on.clear();
    if (await this.client.send(command, once(this.client, this.client.seat ?? ''))) this.done(now);
  }

  /** The lesson has been read. */
  goOn() {
    const id = this.now?.lesson?.id;
    if (id) this.#note(id);
    this.#waits = false;
    this.trouble = null;
    this.changed();
  }

  /** Play on without lessons. */
  leave() {
    this.#left = true;
    this.now = null;
  }

  /** What was asked for then has been done. @param {InHand|null} then */
  done(then) {
    if (!then?.lesson?.once) return;
    this.#note(then.lesson.id);
    this.changed();
  }

  /** What was read in another window counts here too. */
  #remember() {
    for (const id of kept(this.client.id)) this.#read.add(id);
  }

  /** @param {string} id */
  #note(id) {
    this.#read.add(id);
    keep(this.client.id, [...this.#read]);
  }

  // --- the other side -------------------------------------------------------------------------------------------------

  /** Play the other seat until the learner is asked, or has something to read. */
  async #theirs() {
    this.busy = true;
    this.trouble = null;
    this.#take(null);
    this.on.changed();
    try {
      await this.#stand();
      while (!this.#left && !(await this.#turn()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#waits = true;
      this.trouble = error.message;
    } finally {
      this.busy = false;
    }
    this.on.changed();
    if (!this.#waits) this.changed();
  }

  /** The small decisions that lessons leave to standing orders. */
  async #stand() {
    if (this.#read.has(STANDING)) return;
    const seats = Object.entries(this.script.standing ?? {});
    const orders = seats.flatMap(([seat, kinds]) => Object.entries(kinds).map(([kind, answer]) => ({ kind, seat, answer })));
    for (const { kind, ...order } of orders) await api.giveStanding(this.client.id, kind, { ...order, conditions: {}, ends: 'changed' });
    this.#note(STANDING);
  }

  /** One order of the other seat. @returns {Promise<boolean>} whether it is enough for now */
  async #turn() {
    const { client } = this;
    const { match, view } = client;
    const seat = view?.step.deciders[0];
    if (!match || !seat || view.outcome || client.legal?.yours || !mine(match, seat)) return true;
    const state = await api.state(client.id, { seat });
    const { legal } = state;
    this.#remember();
    if (!legal?.yours) return this.#catchUp();
    const next = this.#lesson({ view: state.view, legal, seat });
    if (next && !next.lesson?.order) {
      this.#waits = true;
      this.#take(next);
      return true;
    }
    const orders = next ? next.orders : (this.script.answers[legal.step]?.orders ?? []);
    const command = orders.map((order) => given(order, legal, next?.lesson?.partial)).find((c) => c !== null);
    if (!command) {
      // A standing order of that side may be about to answer.
      await new Promise((resolve) => setTimeout(resolve, ORDER_EVERY_MS));
      if ((await api.state(client.id, { seat })).legal?.ask !== legal.ask) return this.#catchUp();
      throw new ApiError(0, 'no_order', '', 'The lesson has no order for the other side here. Leave the lesson to play on.');
    }
    if (!reducedMotion()) await new Promise((resolve) => setTimeout(resolve, ORDER_EVERY_MS));
    try {
      await api.command(client.id, seat, legal.ask, command, once({ version: state.version }, seat));
    } catch (error) {
      // Another tab was quicker: look again.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
    return this.#catchUp();
  }

  /** Until the learner's table shows what became of it, its dice included. @returns {Promise<boolean>} whether the learner decides */
  async #catchUp() {
    const { client } = this;
    const { version } = await api.state(client.id, client.who);
    while (client.version < version && !this.#left) {
      const news = new Promise((/** @type {(value: boolean) => void} */ resolve) => { this.#wake = () => resolve(true); });
      const late = new Promise((/** @type {(value: boolean) => void} */ resolve) => { setTimeout(() => resolve(false), FETCH_AFTER_MS); });
      if (!(await Promise.race([news, late])) && !client.rolling) await client.refresh();
    }
    this.#wake = null;
    return client.legal?.yours === true;
  }
}

/**
 * What the lesson gives as an order in one position has one id: given by two windows at once it counts once, and both are
 * told the same.
 *
 * @param {{version: number}} position
 * @param {string} seat
 */
const once = ({ version }, seat) => `lesson-${seat}-${version}`;

/** @param {Match} match @param {string} seat */
const mine = (match, seat) => match.seats.some((s) => s.seat === seat && s.you);

/** @param {string} match */
const place = (match) => `gw-lessons-${match}`;

/** What was read in this match. @param {string} match @returns {string[]} */
function kept(match) {
  try {
    return JSON.parse(localStorage.getItem(place(match)) ?? '[]');
  } catch (error) {
    console.warn('This browser stores nothing for this page:', error);
    return [];
  }
}

/** @param {string} match @param {string[]} read */
function keep(match, read) {
  try {
    localStorage.setItem(place(match), JSON.stringify(read));
  } catch (error) {
    // A reload begins with the first thing to read of this phase, then.
    console.warn('This browser stores nothing for this page:', error);
  }
}
