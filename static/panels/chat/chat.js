/**
 * What people say at the table (decisions/0029). The server sends plain text; places and sections in it become links here.
 *
 * @import {ChatMessage, RoomOut} from '../../core/wire.js'
 * @import {Child} from '../../core/dom.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { ApiError, api, randomHex } from '../../core/api.js';
import { button, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h, render } from '../../core/dom.js';
import { HOME } from '../../core/links.js';
import { ago, exactly } from '../../core/when.js';
import { ChatMenu } from './chat-menu.js';

const TABLE = 'table';
const WATCHERS = 'watchers';
const SIDE = 'side:';
const PAGE_MESSAGES = 50;
const MAX_LETTERS = 500;

/** The most characters that are shown of a quoted message. */
const MAX_QUOTED_LETTERS = 120;

/** `[Ghent]`, `#1213`, `§10.1` */
const LINKED = /(\[[^[\]]{1,40}\]|#\w{1,12}|§\d+(?:\.\d+)*|https?:\/\/[^\s/]+\/match\.html\?m=[\w-]+(?!\S))/;

/**
 * @typedef {object} ChatDesk
 * @property {(hexes: string[]) => void} point
 * @property {(word: string) => string|null} find a place by its number or name
 * @property {() => boolean} seen whether the chat is in front of the player
 * @property {() => {stamp: string, list: () => Child}} marks what your side has drawn on the map
 * @property {() => void} changed
 */

export class ChatPanel {
  /** by room, ascending by number @type {Map<string, ChatMessage[]>} */ #said = new Map();
  /** @type {RoomOut[]} */ rooms = [];
  room = TABLE;
  /** whether there may be older ones, by room @type {Set<string>} */ #whole = new Set();
  /** sent, and not yet answered: the same id for the same words @type {{id: string, text: string, quotes: number|null}|null} */ #sending = null;
  /** what this page has said without a seat, as `room/number` @type {Set<string>} */ #own = new Set();
  /** by whom messages are hidden here @type {Set<string>} */ #muted = new Set();
  /** muted messages that are shown, as `room/number` @type {Set<string>} */ #opened = new Set();
  /** the message that is answered @type {ChatMessage|null} */ #quoting = null;
  /** quoted messages from before what is loaded @type {Map<string, ChatMessage|null>} */ #apart = new Map();
  /** quoted messages that were asked for, as `room/number` @type {Set<string>} */ #missing = new Set();
  #live = false;
  /** whether the room has been chosen in which one begins */ #begun = false;
  #marksOpen = true;
  #seal = '';
  #input = h('input', { type: 'text', maxlength: MAX_LETTERS, autocomplete: 'off', placeholder: 'Write to the table', 'aria-label': 'Message', 'data-key': 'chat-text' });
  #problem = h('p', { class: 'bad', role: 'alert' });
  #form = h('form', { class: 'say', onsubmit: (/** @type {Event} */ e) => void this.#send(e) }, this.#input, h('button', { type: 'submit', class: 'b', 'data-key': 'chat-send' }, 'Send'));
  #answered = h('div', { class: 'answered', hidden: true });
  #head = h('div', { class: 'hd' });
  #list = h('div', {});

  /** @param {HTMLElement} place @param {MatchClient} client @param {ChatDesk} desk */
  constructor(place, client, desk) {
    this.place = place;
    this.client = client;
    this.desk = desk;
    this.menu = new ChatMenu({
      writes: () => this.#write,
      known: () => this.client.seat !== null || this.rooms.some(({ write }) => write),
      muted: (by) => this.#muted.has(by),
      mine: (message) => this.#mine(this.room, message),
      quote: (message) => this.#quote(message),
      mute: (message, yes) => this.#mute(message, yes),
      report: (message, text) => this.#report(message, text),
      takeBack: (message) => this.#takeBack(message.number),
      changed: () => desk.changed(),
    });
    place.append(this.#head, this.#answered, this.#form, this.#problem, this.#list);
  }

  /** Nobody talks at one screen. */
  get open() {
    return this.client.match?.hotseat === false;
  }

  /** What others have said and this seat has not read; null where there is no chat. */
  get unread() {
    return this.open ? this.rooms.reduce((sum, { unread }) => sum + unread, 0) : null;
  }

  /** Draw it, and ask for what was missed when the connection is back. */
  show() {
    if (!this.open) return;
    if (!this.#begun) this.room = this.#first();
    this.#begun = true;
    const live = this.client.status === 'live';
    if (live && !this.#live) void this.#load();
    this.#live = live;
    if (this.desk.seen()) void this.#read();
    this.#draw();
  }

  /** @param {string} room @param {ChatMessage} message that was pushed @returns {string|null} what is read aloud */
  take(room, message) {
    const known = this.#said.get(room)?.some(({ number }) => number === message.number) ?? false;
    this.#merge(room, [message]);
    const here = this.rooms.find((r) => r.room === room);
    const fresh = here && !known && message.number > here.newest;
    if (fresh) here.newest = message.number;
    // The push of what this page says may be here before the answer to it.
    if (message.seat === null && room === this.room && this.#sending?.text === message.text) this.#own.add(`${room}/${message.number}`);
    const others = !this.#mine(room, message) && !this.#muted.has(message.by);
    if (fresh && others && this.client.seat && !message.hidden) here.unread += 1;
    if (!here) void this.#load();
    this.desk.changed();
    return fresh && others && !message.hidden ? `${message.name} says: ${message.text}` : null;
  }

  /** Whoever shares a side begins among their own. @returns {string} */
  #first() {
    const { match, seat } = this.client;
    const side = match?.seats.find((s) => s.seat === seat)?.side;
    return side !== undefined && (match?.seats ?? []).filter((s) => s.side === side).length > 1 ? `${SIDE}${side}` : TABLE;
  }

  /** Ask for what was said: those who are told later than the players are sent nothing. */
  renew() {
    if (this.open) void this.#load();
  }

  /** @param {string} room @param {ChatMessage} message */
  #mine(room, { seat, number }) {
    return seat === null ? this.#own.has(`${room}/${number}`) : seat === this.client.seat;
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** @param {number} [before] */
  async #load(before) {
    const { room } = this;
    try {
      const { rooms, messages, muted } = await api.chat(this.client.id, { ...this.client.who, room, before, limit: PAGE_MESSAGES });
      this.rooms = rooms;
      this.#muted = new Set(muted);
      if (messages.length < PAGE_MESSAGES) this.#whole.add(room);
      this.#merge(room, messages);
      this.#problem.textContent = '';
    } catch (error) {
      this.#trouble(error);
    }
    this.desk.changed();
  }

  /** @param {string} room @param {ChatMessage[]} messages */
  #merge(room, messages) {
    const all = new Map((this.#said.get(room) ?? []).map((m) => [m.number, m]));
    for (const message of messages) all.set(message.number, message);
    for (const message of messages) if (this.#apart.has(`${room}/${message.number}`)) this.#apart.set(`${room}/${message.number}`, message);
    this.#said.set(room, [...all.values()].sort((a, b) => a.number - b.number));
  }

  async #read() {
    const here = this.rooms.find((r) => r.room === this.room);
    const { seat } = this.client;
    if (!here?.unread || !seat) return;
    here.unread = 0;
    try {
      await api.chatSeen(this.client.id, seat, here.room, here.newest);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Only a convenience: it counts as new once more at the next visit.
      console.warn('Could not store how far the chat was read:', error.message);
    }
  }

  /** @param {Event} event */
  async #send(event) {
    event.preventDefault();
    const text = this.#input.value.trim();
    if (!text) return;
    const quotes = this.#quoting?.number ?? null;
    if (this.#sending?.text !== text || this.#sending.quotes !== quotes) this.#sending = { id: randomHex(), text, quotes };
    const { id } = this.#sending;
    try {
      const message = await api.say(this.client.id, { id, ...this.client.who, room: this.room, text, quotes });
      if (!message.seat) this.#own.add(`${this.room}/${message.number}`);
      this.#sending = null;
      this.#quoting = null;
      if (this.#input.value.trim() === text) this.#input.value = '';
      this.#problem.textContent = '';
      this.take(this.room, message);
    } catch (error) {
      this.#trouble(error);
    }
  }

  /** @param {number} number */
  async #takeBack(number) {
    try {
      this.take(this.room, await api.unsay(this.client.id, this.client.who, this.room, number));
    } catch (error) {
      this.#trouble(error);
    }
  }

  get #write() {
    return this.rooms.find((r) => r.room === this.room)?.write ?? false;
  }

  /** @param {ChatMessage|null} message that is to be answered; none any more */
  #quote(message) {
    this.#quoting = message;
    this.desk.changed();
    if (message) requestAnimationFrame(() => this.#input.focus());
  }

  /** @param {ChatMessage} message @param {boolean} yes */
  async #mute(message, yes) {
    try {
      const { by, muted } = await api.muteSpeaker(this.client.id, { ...this.client.who, room: this.room, muted: yes }, message.number);
      if (muted) this.#muted.add(by);
      else this.#muted.delete(by);
      await this.#load();
    } catch (error) {
      this.#trouble(error);
    }
  }

  /** @param {ChatMessage} message @param {string} text @returns {Promise<boolean>} */
  async #report(message, text) {
    if (!text) return false;
    try {
      await api.reportMessage(this.client.id, { ...this.client.who, room: this.room, text }, message.number);
      return true;
    } catch (error) {
      this.#trouble(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #trouble(error) {
    if (!(error instanceof ApiError)) throw error;
    this.#problem.textContent = error.message;
  }

  /** @param {string} room */
  #enter(room) {
    this.room = room;
    this.#quoting = null;
    this.menu.close();
    if (!this.#said.has(room)) void this.#load();
    this.desk.changed();
  }

  #draw() {
    const said = this.#said.get(this.room) ?? [];
    const marks = this.room.startsWith(SIDE) ? this.desk.marks() : null;
    const seal = JSON.stringify([marks?.stamp, this.room, this.rooms, said, this.#whole.has(this.room), this.#own.size, [...this.#muted], this.#opened.size, this.#missing.size, this.#quoting?.number, this.menu.seal, Math.floor(Date.now() / 60_000)]);
    if (seal === this.#seal) return;
    this.#seal = seal;
    const goOn = this.menu.hold();
    const side = this.client.match?.seats.find((s) => s.seat === this.client.seat)?.side;
    const named = (/** @type {string} */ room) => (room === TABLE ? 'Everyone' : room === WATCHERS ? 'Spectators' : room === `side:${side}` ? 'Your side' : room);
    const choice = (/** @type {RoomOut} */ { room, unread }) =>
      button(`${named(room)}${unread && room !== this.room ? ` (${unread})` : ''}`, () => this.#enter(room), { key: `room-${room}`, pressed: room === this.room });
    render(this.#head, h('h3', {}, 'Chat'), this.rooms.length > 1 && this.rooms.map(choice));
    const { write } = this.rooms.find((r) => r.room === this.room) ?? { write: false };
    this.#form.hidden = !write;
    this.#drawAnswered();
    this.#input.placeholder = this.room === TABLE ? 'Write to everyone' : this.room === WATCHERS ? 'Write to the other spectators' : 'Write to your side';
    const nameless = this.room === WATCHERS && !write && this.client.view?.viewer === 'spectator';
    render(
      this.#list,
      marks?.stamp ? h('details', { class: 'list', open: this.#marksOpen }, h('summary', { 'data-key': 'chat-marks', onclick: () => { this.#marksOpen = !this.#marksOpen; } }, 'Marks on the map'), marks.list()) : null,
      nameless && h('p', { class: 'quiet' }, 'To write here, enter a name on the ', h('a', { href: HOME }, 'first page'), '.'),
      said.length ? h('ol', {}, said.toReversed().map((m) => this.#line(m))) : h('p', { class: 'quiet' }, 'Nobody has said anything yet.', write && ' Write #1213 or [Liège] for a place, §4.1 for a rule.'),
      said.length > 0 && !this.#whole.has(this.room) && button('Earlier', () => void this.#load(said[0]?.number), { key: 'chat-earlier' }),
    );
    goOn();
  }

  /** Above the line to write in: what is answered. */
  #drawAnswered() {
    const quoting = this.#quoting;
    this.#answered.hidden = !quoting;
    if (quoting) render(this.#answered, h('p', {}, h('b', {}, `Answer to ${quoting.name}: `), short(quoting.text)), button(icon('close'), () => this.#quote(null), { key: 'quote-none', tone: 'ghost', label: 'No answer' }));
  }

  /** @param {ChatMessage} message */
  #line(message) {
    const mine = this.#mine(this.room, message);
    const seat = this.client.match?.seats.find((s) => s.seat === message.seat);
    return h(
      'li',
      { class: mine ? 'mine' : '', 'data-key': `said-${message.number}`, tabindex: -1 },
      h('p', { class: 'by' }, h('i', { class: `swatch ${seat?.side ?? ''}` }), h('bdi', {}, message.name), h('time', { datetime: message.at, title: exactly(message.at) }, ago(message.at)), this.menu.opener(message)),
      this.#words(message),
      this.menu.draw(message),
    );
  }

  /** @param {ChatMessage} message @returns {Child} */
  #words(message) {
    const place = `${this.room}/${message.number}`;
    if (message.hidden) return h('p', { class: 'quiet' }, 'Taken back.');
    if (this.#muted.has(message.by) && !this.#opened.has(place)) {
      return h('p', { class: 'quiet' }, 'Muted. ', h('button', { type: 'button', class: 'place', 'data-key': `unveil-${message.number}`, onclick: () => {
        this.#opened.add(place);
        this.desk.changed();
      } }, 'Show'));
    }
    return [this.#quoted(message), h('p', { dir: 'auto' }, this.#linked(message.text))];
  }

  /** What a message answers; a press leads to it. @param {ChatMessage} message @returns {Child} */
  #quoted({ quotes }) {
    if (quotes === null) return null;
    const said = this.#said.get(this.room)?.find(({ number }) => number === quotes) ?? this.#apart.get(`${this.room}/${quotes}`);
    if (!said) void this.#seek(quotes);
    const words = !said ? 'an earlier message' : said.hidden ? 'taken back' : this.#muted.has(said.by) ? 'muted' : short(said.text);
    return h('button', { type: 'button', class: 'quoted', 'data-key': `quoted-${quotes}`, title: 'Show that message', onclick: () => this.#show(quotes) }, said && h('b', {}, `${said.name}: `), words);
  }

  /** Ask for a quoted message that is not here yet. @param {number} number */
  async #seek(number) {
    const place = `${this.room}/${number}`;
    if (this.#missing.has(place)) return;
    this.#missing.add(place);
    const { room } = this;
    try {
      const { messages } = await api.chat(this.client.id, { ...this.client.who, room, before: number + 1, limit: 1 });
      // It stands apart from the page that is loaded: what lies between is asked for by whoever goes there.
      this.#apart.set(place, messages.find((m) => m.number === number) ?? null);
    } catch (error) {
      this.#trouble(error);
    }
    this.desk.changed();
  }

  /** Bring a message into view. @param {number} number */
  async #show(number) {
    const { room } = this;
    const oldest = () => this.#said.get(room)?.[0]?.number ?? 0;
    while (oldest() > number && !this.#whole.has(room) && room === this.room) {
      const before = oldest();
      await this.#load(before);
      if (oldest() >= before) break;
    }
    this.#draw();
    const item = this.#list.querySelector(`[data-key="said-${number}"]`);
    if (!(item instanceof HTMLElement)) return;
    item.scrollIntoView({ block: 'nearest' });
    item.focus({ preventScroll: true });
  }

  /** Text nodes and links: nothing in it is markup. @param {string} text @returns {Child[]} */
  #linked(text) {
    return text.split(LINKED).map((part, n) => {
      if (n % 2 === 0) return part;
      if (part.startsWith('§')) return chip(part.slice(1));
      if (part.startsWith('http')) return here(part);
      const word = part.startsWith('#') ? part.slice(1) : part.slice(1, -1);
      const place = this.desk.find(word);
      return place ? h('button', { type: 'button', class: 'place', onclick: () => this.desk.point([place]) }, word) : part;
    });
  }
}

/** A match of this server is a link; nothing leads anywhere else. @param {string} address @returns {Child} */
const here = (address) => (address.startsWith(`${location.origin}/`) ? h('a', { href: address, target: '_blank', rel: 'noopener' }, 'open the match') : address);

/** @param {string} text */
const short = (text) => (text.length > MAX_QUOTED_LETTERS ? `${text.slice(0, MAX_QUOTED_LETTERS).trimEnd()}…` : text);
