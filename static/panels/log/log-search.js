/**
 * A search in the log: by words, and by what the lines tell of. The server looks through the whole log; what is found stands
 * in its place until the field is empty again. The fields are made once: whoever types keeps the place.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { ApiError, api } from '../../core/api.js';
import { h } from '../../core/dom.js';

/** ms without a further letter. */
const TYPED_MS = 250;
const PAGE_LINES = 60;

/** @typedef {{label: string, kinds: string[]}} Sort lines of some kinds under one name */

export class LogSearch {
  /** newest first; null while nothing is looked for @type {LogLine[]|null} */ found = null;
  /** whether there may be older ones */ more = false;
  problem = '';
  #asked = 0;
  /** @type {number|undefined} */ #timer;

  /** @param {Sort[]} sorts @param {() => void} changed */
  constructor(sorts, changed) {
    this.sorts = sorts;
    this.changed = changed;
    this.words = h('input', { type: 'search', maxlength: 100, placeholder: 'Search the log', 'aria-label': 'Search the log', 'data-key': 'log-find', oninput: () => this.#later() });
    this.sort = h('select', { 'aria-label': 'Kinds of line', 'data-key': 'log-kind', onchange: () => this.#now() }, h('option', { value: '' }, 'All lines'), sorts.map(({ label }, i) => h('option', { value: i }, label)));
    this.element = h('form', { class: 'log-search', role: 'search', onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); this.#now(); } }, this.words, sorts.length > 0 && this.sort);
    /** @type {MatchClient|null} */ this.client = null;
  }

  /** @returns {boolean} whether there is something to look for */
  get wanted() {
    return this.words.value.trim() !== '' || this.sort.value !== '';
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#now(), TYPED_MS);
  }

  #now() {
    clearTimeout(this.#timer);
    void this.look();
  }

  /** @param {boolean} [older] those before the ones that were found */
  async look(older = false) {
    const { client } = this;
    const asked = (this.#asked += 1);
    this.problem = '';
    if (!this.wanted || !client) {
      this.found = null;
      return this.changed();
    }
    const known = older ? (this.found ?? []) : [];
    const before = known.at(-1)?.seq;
    const kinds = this.sorts[Number(this.sort.value || -1)]?.kinds ?? [];
    try {
      const { log } = await api.find(client.id, { ...client.who, find: this.words.value.trim(), limit: PAGE_LINES, ...(before ? { before } : {}) }, kinds);
      // Something else was asked meanwhile.
      if (asked !== this.#asked) return;
      this.found = [...known, ...log.reverse()];
      this.more = log.length === PAGE_LINES;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (asked === this.#asked) this.problem = error.message;
    }
    this.changed();
  }

  /** Another player has the screen. */
  forget() {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.words.value = '';
    this.sort.value = '';
    this.found = null;
  }
}
