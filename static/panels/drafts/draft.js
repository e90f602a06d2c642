/**
 * Orders that are written down and not given: where they lead is shown apart from the table, which goes on behind it.
 *
 * @import {DraftOut, DraftSentOut} from '../../core/wire.js'
 * @import {Legal, Undo, View} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { ApiError, api, randomHex } from '../../core/api.js';
import { inLane, laned, questions } from '../../core/lanes.js';

/** @typedef {Pick<MatchClient, "id"|"seat"|"match"|"view"|"legal"|"questions"|"take"|"undo"|"log"|"proposals"|"send"|"settle">} Seen what panels read of a position, and how they give orders there */

/** Milliseconds until a draft is looked at again that is being given, and how often. */
const LOOK_EVERY_MS = 1000;
const MAX_LOOKS = 10;

/** @typedef {DraftOut["commands"][number]} Written an order as it stands in the draft */

/** @param {Written} order @returns {(other: Written) => boolean} whether that is the same order, in a draft that was read again */
const same = ({ ask, command }) => (other) => other.ask === ask && JSON.stringify(other.command) === JSON.stringify(command);

export class Drafting {
  /** as the server tried it last @type {DraftOut|null} */ draft = null;
  /** orders go to the draft, and the board shows where it leads */
  open = false;
  /** what came of sending; null once it was read @type {DraftSentOut|null} */ sent = null;
  /** drafts of other commanders of the side, as they were read @type {Map<string, DraftOut>} */ theirs = new Map();
  /** what this page has written down, as JSON, the newest last @type {string[]} */ #added = [];
  #loading = false;
  busy = false;
  /** Changes wait for each other, and each is made to what the one before it left. @type {Promise<boolean>} */ #last = Promise.resolve(true);
  /** a send that is not answered yet @type {Promise<boolean>|null} */ #given = null;
  /** set for the next send: it goes on after dice and after what others decide */ through = false;
  /** how often it is still asked for while it goes by itself */ #looks = 0;
  /** The id of a send that nobody answered: the server may have begun with it. @type {string|null} */ #unanswered = null;

  /** @param {MatchClient} client @param {{changed: () => void, busy: () => void, trouble: (error: ApiError) => void, say: (text: string) => void}} on */
  constructor(client, on) {
    this.client = client;
    this.on = on;
  }

  /** Whether orders can be drafted: players at one screen would only hide them from themselves. */
  get possible() {
    const { match, seat, view } = this.client;
    return seat !== null && match !== null && !match.hotseat && match.status === 'active' && !view?.outcome;
  }

  /** Whether someone else decides, in a game whose next turn can be drafted meanwhile. */
  get waits() {
    const { match, legal } = this.client;
    return this.possible && match?.drafts_ahead === true && legal?.yours === false;
  }

  get count() {
    return this.draft?.commands.length ?? 0;
  }

  /** The drafted position. @returns {View|null} null when the table is looked at */
  get view() {
    return this.open ? /** @type {View|null} */ (this.draft?.view ?? this.client.view) : null;
  }

  /** @returns {Legal|null} */
  get legal() {
    const drafted = /** @type {Legal|null} */ (this.draft?.legal ?? null);
    return this.open ? (drafted ? inLane(drafted, this.client.lane) : this.client.legal) : null;
  }

  /** All that is asked in the drafted position. */
  get questions() {
    return this.draft?.legal ? questions(/** @type {Legal} */ (/** @type {unknown} */ (this.draft.legal))) : this.client.questions;
  }

  /** What tells one drafted position from the next. */
  get stamp() {
    return this.open ? `${this.draft?.revision}.${this.draft?.version}` : '';
  }

  /** The table, or in a draft the drafted position with orders that go there. @returns {Seen} */
  get seen() {
    const { client, draft } = this;
    if (!this.open || !draft) return client;
    const { id, seat, match, log } = client;
    const undo = { allowed: this.count > 0, text: this.count ? 'Drop the last order of the draft.' : 'The draft is empty.' };
    return { id, seat, match, log, undo, view: this.view, legal: this.legal, questions: this.questions, take: client.take, proposals: [], send: (command) => this.add(command), settle: (order) => client.settle(order) };
  }

  /** The seats whose drafts may be read: those that see the match as this seat does. */
  get allies() {
    const { match, seat, view } = this.client;
    const side = match?.seats.find((s) => s.seat === seat)?.side;
    return view && 'team' in view ? (match?.seats ?? []).filter((s) => s.side === side && s.seat !== seat).map((s) => s.seat) : [];
  }

  /** Ask for the draft of another commander. @param {string} of */
  async read(of) {
    const { id, seat } = this.client;
    if (!seat) return;
    try {
      this.theirs.set(of, await api.draft(id, seat, of));
    } catch (error) {
      this.#trouble(error);
    }
    this.on.changed();
  }

  /** Ask for the draft, as the page is opened or the match has moved on. */
  async load() {
    const { id, seat } = this.client;
    if (this.#loading || !seat || !this.possible) return;
    this.#loading = true;
    try {
      const draft = await api.draft(id, seat);
      // What was asked for earlier may be answered later than a change.
      const known = this.draft;
      const older = known && (draft.revision < known.revision || (draft.revision === known.revision && draft.version < known.version));
      if (seat === this.client.seat && !older) this.draft = draft;
    } catch (error) {
      this.#trouble(error);
    } finally {
      this.#loading = false;
    }
    this.#watch();
    this.on.changed();
  }

  /** It was sent ahead and its turn seems to have come: it is given one order after the other, so ask again soon. */
  #watch() {
    const { draft, client } = this;
    if (!draft?.goes || !(draft.sending !== null || client.legal?.yours)) this.#looks = MAX_LOOKS;
    else if (this.#looks-- > 0) setTimeout(() => void this.load(), LOOK_EVERY_MS);
  }

  /** The page is looked at again: another tab may have changed the draft. */
  recall() {
    if (this.draft && (this.open || this.count)) void this.load();
  }

  /** The match moved on: what was drafted may not fit any more. */
  follow() {
    if (!this.possible) this.open = false;
    else if (this.draft && this.draft.version < this.client.version && (this.open || this.count)) void this.load();
  }

  async enter() {
    this.sent = null;
    this.theirs.clear();
    if (!this.draft || this.draft.version < this.client.version) await this.load();
    if (this.waits && this.draft && !this.draft.ahead && !this.count) this.on.say('You cannot draft your next turn yet.');
    else this.open = this.draft !== null;
    this.on.changed();
  }

  /** Back to the table; the draft stays. @returns {boolean} whether there was anything to leave */
  leave() {
    if (!this.open) return false;
    this.open = false;
    this.on.changed();
    return true;
  }

  /** @param {object} command @returns {Promise<boolean>} whether it was written down; the server puts it where it fits */
  async add(command) {
    const { id, seat } = this.client;
    const { legal } = this;
    if (!seat || !legal) return false;
    const order = laned(legal, command);
    const added = await this.#change(({ revision }) => {
      // While it waited for another order, that may have ended the step which it was given for.
      if (this.legal?.step === legal.step) return api.draftMore(id, { seat, revision, ask: this.legal.ask, command: order });
      this.on.say('Your last order is not in the draft, which has come to another step. Give it again.');
      return null;
    });
    if (added) this.#added.push(JSON.stringify(order));
    return added;
  }

  /** Drop the order that was written down last, as far as this page knows; else the last of all. */
  dropLast() {
    return this.#put((orders) => {
      const known = orders.map(({ command }) => JSON.stringify(command));
      let place = -1;
      while (place < 0 && this.#added.length) place = known.lastIndexOf(/** @type {string} */ (this.#added.pop()));
      const dropped = place < 0 ? orders.length - 1 : place;
      return orders.filter((_, n) => n !== dropped);
    });
  }

  async discard() {
    const { id, seat } = this.client;
    if (await this.#change(({ revision }) => (seat ? api.draftDrop(id, { seat, revision }) : null))) this.leave();
  }

  /** The same orders without one of them, or in another order. @param {number[]} places those that stay, by their place now */
  arrange(places) {
    const shown = this.draft?.commands ?? [];
    const kept = places.flatMap((n) => shown[n] ?? []);
    // What has come, gone or changed since then stays so.
    return this.#put((orders) => (orders === shown ? kept : [...kept.flatMap((order) => orders.find(same(order)) ?? []), ...orders.filter((order) => !shown.some(same(order)))]));
  }

  /** The same orders, one of which is left out below some odds. @param {number} place @param {string} least */
  demand(place, least) {
    const order = this.draft?.commands[place];
    return this.#put((orders) => {
      const now = order ? Math.max(orders.indexOf(order), orders.findIndex(same(order))) : -1;
      return orders.map((other, n) => (n === now ? { ...other, least } : other));
    });
  }

  /** @param {(orders: Written[]) => Written[]} make of the orders as they are when its turn comes */
  #put(make) {
    const { id, seat } = this.client;
    return this.#change(({ revision, commands: orders }) => {
      const commands = make(orders).map(({ ask, command, least }) => ({ ask, command, least }));
      return seat ? api.draftPut(id, { seat, revision, commands }) : null;
    });
  }

  /** Give the orders, with those that are being written down. @returns {Promise<boolean>} whether an answer came */
  send() {
    this.#given ??= (this.busy ? this.#last.then((made) => made && this.#give()) : this.#give()).finally(() => void (this.#given = null));
    this.#last = this.#given;
    return this.#given;
  }

  /** An answer that was lost is asked for again under the same id. */
  async #give() {
    const { id, seat } = this.client;
    const { draft } = this;
    if (!seat || !draft) return false;
    const sending = draft.sending ?? this.#unanswered ?? randomHex();
    this.busy = true;
    this.on.busy();
    this.#unanswered = sending;
    try {
      this.sent = await api.draftSend(id, { id: sending, seat, revision: draft.revision });
      this.draft = this.sent.draft;
      this.open = false;
      this.#unanswered = null;
    } catch (error) {
      if (error instanceof ApiError && error.status && error.status < 500) this.#unanswered = null;
      this.#trouble(error);
      await this.load();
      return false;
    } finally {
      this.busy = false;
      this.on.changed();
    }
    return true;
  }

  /** Have the orders given when your turn comes, or at once if that is now. */
  async sendAhead() {
    const { id, seat } = this.client;
    const { through } = this;
    const sent = await this.#change(({ revision }) => (seat ? api.draftAhead(id, { id: randomHex(), seat, revision, through }) : null));
    if (!sent) return;
    this.#looks = MAX_LOOKS;
    this.leave();
    this.#watch();
  }

  /** Take that back, and what was told of it as read. @returns {Promise<boolean>} */
  stay() {
    const { id, seat } = this.client;
    return this.#change(() => (seat ? api.draftStay(id, seat) : null));
  }

  /** @param {object} question */
  async consult(question) {
    if (!this.client.seat) throw new ApiError(403, 'not_seated', '', 'Only players can plan.');
    const slot = 'kind' in question && question.kind === 'slot';
    return api.draftConsult(this.client.id, this.client.seat, slot ? laned(this.legal, question) : question);
  }

  /**
   * Change the draft, as soon as the change before is made. If that one is refused, so are those that wait for it: they were
   * meant for what it would have led to.
   *
   * @param {(draft: DraftOut) => Promise<DraftOut>|null} act @returns {Promise<boolean>}
   */
  #change(act) {
    const { seat } = this.client;
    this.#last = this.busy ? this.#last.then((made) => made && seat === this.client.seat && this.#now(act)) : this.#now(act);
    return this.#last;
  }

  /** @param {(draft: DraftOut) => Promise<DraftOut>|null} act @returns {Promise<boolean>} */
  async #now(act) {
    const asked = this.draft && act(this.draft);
    if (!asked) return false;
    this.busy = true;
    this.on.busy();
    try {
      this.draft = await asked;
    } catch (error) {
      this.#trouble(error);
      // Another tab has changed it, or the match has moved on.
      if (error instanceof ApiError && error.status === 409) await this.load();
      return false;
    } finally {
      this.busy = false;
      this.on.busy();
    }
    this.on.changed();
    return true;
  }

  /** @param {unknown} error */
  #trouble(error) {
    if (!(error instanceof ApiError)) throw error;
    this.on.trouble(error);
  }
}
