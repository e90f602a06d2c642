/**
 * The panel of a first match: the lesson in hand, what to do now, and the way out.
 *
 * @import {Guide} from './guide.js'
 */

import { ApiError } from '../core/api.js';
import { button } from '../core/bits.js';
import { chip } from '../core/citing.js';
import { h, render } from '../core/dom.js';
import { HOME } from '../core/links.js';
import { playTheProgram } from './start.js';

/** Of a lesson's buttons those that are on the page now. */
const MARK = 'coached';

export class Coach {
  #said = '';
  /** why no match against a program could be begun */ #problem = '';
  /** the lesson in which a button was pressed last @type {string|null} */ #pressed = null;

  /**
   * @param {HTMLElement} element
   * @param {Guide} guide
   * @param {object} on
   * @param {(places: string[]) => void} on.look bring these places into the window
   * @param {() => void} on.leave
   */
  constructor(element, guide, on) {
    this.element = element;
    this.guide = guide;
    this.on = on;
    element.addEventListener('click', (event) => this.#heed(event), { capture: true });
  }

  /** The second half of a double-click was meant for the lesson of the first: nobody has read the next one. @param {MouseEvent} event */
  #heed(event) {
    const key = this.guide.now?.key ?? null;
    if (event.detail > 1 && key !== this.#pressed) event.stopPropagation();
    else this.#pressed = key;
  }

  /** @returns {string[]} places to mark on the map */
  get marks() {
    return this.guide.now?.words.mark ?? [];
  }

  draw() {
    const { guide, element } = this;
    const { now } = guide;
    element.hidden = false;
    element.classList.toggle('asking', guide.asks);
    render(element, h('div', { class: 'eye' }, h('span', { class: 'dot yours' }), 'First match', now?.words.sections?.map((section) => chip(section))), now ? this.#lesson(now) : this.#between());
    if (now && now.key !== this.#said) {
      this.#said = now.key;
      element.closest('.scroll')?.scrollTo({ top: 0 });
      if (now.words.mark?.length) this.on.look(now.words.mark);
    }
    this.#paint(now?.words.press ?? []);
  }

  /** @param {NonNullable<Guide["now"]>} now */
  #lesson({ words, lesson }) {
    const { guide } = this;
    const last = lesson?.last === true;
    return [
      h('h2', {}, words.title),
      guide.told.map((text) => h('p', { class: 'told' }, text)),
      h('p', { class: 'about' }, words.text),
      h('p', { class: 'task' }, words.task),
      this.#problem && h('p', { class: 'bad', role: 'alert' }, this.#problem),
      guide.held && h('p', { class: 'bad', role: 'alert' }, 'That is not part of this lesson. Do what it asks for, or leave the lesson and play on as you like.'),
      h(
        'div',
        { class: 'row' },
        guide.asks ? button('Show me', () => void guide.show(), { key: 'lesson-show', title: 'Do it for me' }) : !last && button('Go on', () => guide.goOn(), { tone: 'primary', key: 'lesson-next' }),
        last && button('Play a program', () => void this.#playTheProgram(), { tone: 'primary', key: 'lesson-program', title: 'Begin the same scenario again, against a program that answers at once' }),
        button(last ? 'Play on' : 'Leave the lesson', () => this.on.leave(), { tone: last ? 'plain' : 'ghost', key: 'lesson-leave', title: 'Play on at one screen, without lessons' }),
        last && h('a', { class: 'b', href: HOME, 'data-key': 'lesson-home' }, 'All matches'),
      ),
    ];
  }

  async #playTheProgram() {
    const { client, script } = this.guide;
    const { match } = client;
    if (!match) return;
    this.#problem = '';
    try {
      await playTheProgram(match.game, script, match.seats.map((s) => s.seat));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#problem = error.message;
      this.draw();
    }
  }

  #between() {
    const { guide } = this;
    const over = Boolean(guide.client.view?.outcome);
    const said = guide.trouble ?? (over ? 'The match is over.' : guide.busy ? 'The other side plays.' : 'Play on as you like: the next lesson comes soon.');
    return [
      h('p', { class: guide.trouble ? 'bad' : '' }, said),
      h('div', { class: 'row' }, guide.trouble && button('Try again', () => guide.goOn(), { key: 'lesson-next' }), !guide.busy && button('Leave the lesson', () => this.on.leave(), { tone: 'ghost', key: 'lesson-leave' })),
    ];
  }

  /** @param {string[]} keys of the buttons to press */
  #paint(keys) {
    for (const element of document.querySelectorAll(`.${MARK}`)) element.classList.remove(MARK);
    for (const key of keys) for (const element of document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)) element.classList.add(MARK);
  }

  clear() {
    this.#paint([]);
    this.element.replaceChildren();
    this.element.hidden = true;
  }
}
