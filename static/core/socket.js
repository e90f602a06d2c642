/**
 * The live half of the wire: one socket that comes back by itself.
 *
 * @import {ChatMessage, MarkOut, StandingOut} from './wire.js'
 * @import {PatchMessage, StateMessage} from './types.js'
 */

/**
 * @typedef {"connecting"|"live"|"waiting"|"closed"} Status
 * @typedef {({type: "state"} & StateMessage)|({type: "patch"} & PatchMessage)|{type: "presence", seats: Record<string, boolean>, watching: Record<string, number>}|{type: "chat", room: string, message: ChatMessage}|{type: "marks", marks: MarkOut[]}|{type: "standing", orders: StandingOut[]}|{type: "pong"}|{type: "match"}} Message
 */

const FIRST_WAIT_MS = 400;
const MAX_WAIT_MS = 10_000;
const PING_EVERY_MS = 25_000;
/** Closed so, it would be closed again: no session, no seat, no match. */
const FINAL = new Set([4401, 4403, 4404]);

export class Live {
  /** @type {WebSocket|null} */ #socket = null;
  #failures = 0;
  #wanted = true;
  /** @type {number|undefined} */ #timer;
  /** @type {number|undefined} */ #ping;

  /**
   * @param {object} options
   * @param {() => string} options.path asked again at each attempt, since what was seen has moved on
   * @param {(message: Message) => void} options.onMessage
   * @param {(status: Status, retryIn: number) => void} options.onStatus
   */
  constructor(options) {
    this.options = options;
    this.#open();
    this.wake = () => {
      if (this.#wanted && !this.#socket) this.#open();
    };
    addEventListener('online', this.wake);
  }

  #open() {
    clearTimeout(this.#timer);
    const url = new URL(this.options.path(), location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.options.onStatus('connecting', 0);
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.options.onStatus('live', 0);
      this.#ping = window.setInterval(() => this.send({ type: 'ping' }), PING_EVERY_MS);
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.options.onMessage(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      clearInterval(this.#ping);
      this.#socket = null;
      if (!this.#wanted) return;
      if (FINAL.has(event.code)) {
        this.options.onStatus('closed', 0);
        return;
      }
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures) * (0.75 + Math.random() / 2);
      this.#failures += 1;
      this.options.onStatus('waiting', wait);
      this.#timer = window.setTimeout(() => this.#open(), wait);
    };
  }

  /** @param {object} message dropped while there is no connection: the next one begins with what was missed */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    removeEventListener('online', this.wake);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.options.onStatus('closed', 0);
  }
}
