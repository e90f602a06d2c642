/**
 * Bookmarks of a match: moments that its reader wants to find again, each with a note for their own eyes (docs/decisions/0087).
 *
 * @import {Scene} from '../../core/types.js'
 * @import {BookmarkOut, BookmarksOut} from '../../core/wire.js'
 * @import {Past} from './past.js'
 */

import { ApiError, api } from '../../core/api.js';
import { button, icon } from '../../core/bits.js';
import { h, render } from '../../core/dom.js';

const MAX_LETTERS = 200;

export class Bookmarks {
  /** @type {BookmarkOut[]} */ #all = [];
  /** whose they are, once they were asked for: a screen may have several players @type {string|null} */ #whose = null;
  /** nobody without a name has any */ #known = true;
  #open = false;
  /** notes of bookmarks taken away here, should one be wanted back @type {Map<number, string>} */ #dropped = new Map();
  /** the moment that the note stands for @type {number|null} */ #noted = null;
  /** the moment that was marked just now: its note is written next @type {number|null} */ #writes = null;

  /** @param {Past} past */
  constructor(past) {
    this.past = past;
    this.mark = button(icon('bookmark'), () => void this.#toggle(), { key: 'bookmark', pressed: false });
    this.opener = button('', () => this.#show(!this.#open), { key: 'bookmarks', title: 'Show your bookmarks' });
    this.note = h('input', {
      type: 'text',
      class: 'copy',
      maxlength: MAX_LETTERS,
      hidden: true,
      placeholder: 'A note for yourself',
      'aria-label': 'Note on this moment',
      'data-key': 'bookmark-note',
      onchange: () => void this.#write(),
    });
    this.shelf = h('ul', { class: 'kept-moments', 'aria-label': 'Bookmarks', hidden: true });
  }

  /** Another player has the screen. */
  forget() {
    this.#all = [];
    this.#whose = null;
    this.#dropped.clear();
    this.#open = false;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const whose = JSON.stringify(this.past.client.who);
    if (this.#whose !== whose) {
      this.forget();
      this.#whose = whose;
      void this.#ask(() => api.bookmarks(this.past.client.id, this.past.client.who));
    }
    const here = this.#all.find((b) => b.number === scene.number);
    const says = here ? 'Remove the bookmark' : 'Bookmark this moment';
    this.mark.hidden = !this.#known;
    this.mark.setAttribute('aria-pressed', String(here !== undefined));
    this.mark.setAttribute('aria-label', says);
    this.mark.title = says;
    this.opener.hidden = !this.#all.length;
    this.opener.textContent = `Bookmarks (${this.#all.length})`;
    this.opener.setAttribute('aria-expanded', String(this.#open));
    this.note.hidden = !here;
    // What is being written stays.
    if (here && (this.#noted !== scene.number || document.activeElement !== this.note)) this.note.value = here.note;
    this.#noted = here ? scene.number : null;
    if (here && this.#writes === scene.number) {
      this.#writes = null;
      this.note.focus({ preventScroll: true });
    }
    this.shelf.hidden = !this.#open || !this.#all.length;
    if (!this.shelf.hidden) render(this.shelf, this.#all.map((b) => this.#row(b, b.number === scene.number)));
  }

  /** @param {BookmarkOut} b @param {boolean} here it is what is looked at */
  #row(b, here) {
    const goes = button([`Turn ${b.turn}, ${b.title}`, b.note && h('span', { class: 'quiet' }, b.note)], () => void this.past.look(b.number), { key: `bookmark-${b.number}`, tone: 'ghost' });
    if (here) goes.setAttribute('aria-current', 'true');
    const off = button(icon('close'), () => void this.#remove(b), { key: `unbookmark-${b.number}`, tone: 'ghost', label: 'Remove this bookmark', title: 'Remove this bookmark' });
    return h('li', { class: 'row' }, goes, off);
  }

  /** @param {boolean} open */
  #show(open) {
    this.#open = open;
    this.past.on.changed();
  }

  /** Mark what is looked at, or take its bookmark away. */
  async #toggle() {
    const number = this.past.scene?.number;
    if (number === undefined) return;
    this.past.stop();
    const here = this.#all.find((b) => b.number === number);
    if (here) return this.#remove(here);
    this.#writes = number;
    await this.#put(number, this.#dropped.get(number) ?? '');
  }

  /** @param {BookmarkOut} b */
  async #remove(b) {
    if (b.note) this.#dropped.set(b.number, b.note);
    await this.#ask(() => api.unbookmark(this.past.client.id, this.past.client.who, b.number));
  }

  /** The note was changed: of the moment that it stood for, though another may be looked at by now. */
  async #write() {
    if (this.#noted !== null) await this.#put(this.#noted, this.note.value);
  }

  /** @param {number} number @param {string} note */
  #put(number, note) {
    return this.#ask(() => api.bookmark(this.past.client.id, this.past.client.who, number, note));
  }

  /** @param {() => Promise<BookmarksOut>} call */
  async #ask(call) {
    const whose = this.#whose;
    try {
      const { bookmarks } = await call();
      if (this.#whose !== whose) return;
      this.#all = bookmarks;
      this.#known = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) this.#known = false;
      else this.past.on.say(error.message);
    }
    this.past.on.changed();
  }
}
