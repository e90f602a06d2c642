/**
 * What can be done about a message: answer it, mute its speaker, report it, take your own back. One menu is open at a time.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {ChatMessage} from '../../core/wire.js'
 */

import { button, icon } from '../../core/bits.js';
import { h } from '../../core/dom.js';

const MAX_LETTERS = 1000;

/**
 * @typedef {object} MenuDesk what the menu asks of the chat
 * @property {() => boolean} writes whether an answer may be written here
 * @property {() => boolean} known whether the reader has a name: nobody else mutes or reports
 * @property {(by: string) => boolean} muted
 * @property {(message: ChatMessage) => boolean} mine
 * @property {(message: ChatMessage) => void} quote
 * @property {(message: ChatMessage, yes: boolean) => Promise<void>} mute
 * @property {(message: ChatMessage, text: string) => Promise<boolean>} report
 * @property {(message: ChatMessage) => Promise<void>} takeBack
 * @property {() => void} changed draw again
 */

export class ChatMenu {
  /** number of the message @type {number|null} */ #open = null;
  /** its report, as far as it is written: a list that is drawn again takes it as it is @type {HTMLElement|null} */ #form = null;
  #reported = new Set();

  /** @param {MenuDesk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** What another drawing depends on. */
  get seal() {
    return `${this.#open}:${this.#form !== null}:${this.#reported.size}`;
  }

  /** Whoever writes a report goes on after the list was drawn again. @returns {() => void} to be called then */
  hold() {
    const active = document.activeElement;
    return active instanceof HTMLElement && this.#form?.contains(active) ? () => active.focus({ preventScroll: true }) : () => {};
  }

  close() {
    this.#open = null;
    this.#form = null;
  }

  /** @param {ChatMessage} message @returns {Child} the button that opens the menu */
  opener(message) {
    const { number, name } = message;
    const mine = this.desk.mine(message);
    if (message.hidden || !(mine || this.desk.writes() || this.desk.known())) return null;
    const open = this.#open === number;
    const button_ = button(icon('more'), () => {
      const was = open;
      this.close();
      if (!was) this.#open = number;
      this.desk.changed();
    }, { key: `menu-${number}`, class: 'more', tone: 'ghost', label: mine ? 'What to do with your message' : `What to do with what ${name} said` });
    button_.setAttribute('aria-expanded', String(open));
    return button_;
  }

  /** @param {ChatMessage} message @returns {Child} */
  draw(message) {
    const { desk } = this;
    const { number, name, by } = message;
    if (this.#open !== number || message.hidden) return null;
    if (this.#form) return this.#form;
    const mine = desk.mine(message);
    const others = !mine && desk.known() && by !== '';
    const act = (/** @type {() => void} */ then) => () => {
      this.close();
      then();
      desk.changed();
    };
    return h(
      'div',
      { class: 'menu', role: 'group', 'aria-label': 'About this message', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event) },
      desk.writes() && button('Quote', act(() => desk.quote(message)), { key: `quote-${number}` }),
      others && button(desk.muted(by) ? `Unmute ${name}` : `Mute ${name}`, act(() => void desk.mute(message, !desk.muted(by))), { key: `mute-${number}`, title: desk.muted(by) ? '' : 'Hide what they say in every match. They are not told.' }),
      others && (this.#reported.has(number) ? h('span', { class: 'quiet', role: 'status' }, 'Reported.') : button('Report…', () => this.#report(message), { key: `report-${number}` })),
      mine && button('Take back', act(() => void desk.takeBack(message)), { key: `unsay-${number}` }),
    );
  }

  /** @param {ChatMessage} message */
  #report(message) {
    this.#form = this.#written(message);
    this.desk.changed();
    // It is there after the drawing that is asked for here.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#form?.querySelector('input')?.focus()));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.close();
    this.desk.changed();
  }

  /** @param {ChatMessage} message */
  #written(message) {
    const { number, name } = message;
    const input = h('input', { type: 'text', required: true, maxlength: MAX_LETTERS, autocomplete: 'off', 'aria-label': 'What is wrong with it?', placeholder: 'What is wrong with it?', 'data-key': 'report-text' });
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!(await this.desk.report(message, input.value.trim()))) return;
      this.#reported.add(number);
      this.#form = null;
      this.desk.changed();
    };
    return h(
      'form',
      { class: 'menu report', onsubmit: (/** @type {Event} */ event) => void send(event), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event) },
      h('p', { class: 'quiet' }, `The people who run this server read this message and what you write. ${name} is not told.`),
      input,
      h('button', { type: 'submit', class: 'b', 'data-key': 'report-send' }, 'Send report'),
      button('Cancel', () => {
        this.close();
        this.desk.changed();
      }, { key: 'report-cancel', tone: 'ghost' }),
    );
  }
}
