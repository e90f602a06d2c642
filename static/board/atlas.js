/**
 * Several boards in one window, one shown at a time: tabs, the page's one handle to whichever is shown, and a count on a
 * tab of what was told of its places since one last looked there. Ids of places begin with their board's prefix, so one
 * of them says on which board it lies.
 *
 * @import {BoardHex, BoardJson, LogLine, View} from '../core/types.js'
 * @import {BoardEvents, Surface} from './board.js'
 * @import {Highlights} from './highlights.js'
 * @import {Drawn} from './marks.js'
 * @import {Side} from './float.js'
 */

import { count } from '../core/bits.js';
import { h, painted, render } from '../core/dom.js';
import { Board } from './board.js';
import { narrowed } from './highlights.js';

/** Between the tabs and a board that is shown whole, in px. */
const GAP_PX = 8;
/** Of more boards than these the tabs leave out a last word that all titles share: "Western Front" among fronts. */
const SHORT_TITLES_FROM = 4;

/** @typedef {{id: string, folder: string, title: string, prefix: string, read: string}} BoardInfo its drawing under boards/, what the ids of its places begin with, and what people read instead */

/** What the tabs of boards say. @param {BoardInfo[]} boards @returns {string[]} */
function tabsOf(boards) {
  const titles = boards.map(({ title }) => title);
  const [last = ''] = (titles[0] ?? '').split(' ').slice(-1);
  const shared = titles.length > SHORT_TITLES_FROM && titles.every((title) => title.endsWith(` ${last}`));
  return shared ? titles.map((title) => title.slice(0, -last.length - 1)) : titles;
}

class Sheet {
  /** @type {Board|null} */ board = null;
  /** @type {Promise<void>|null} */ #loading = null;
  /** lines about it since it was last shown */
  fresh = 0;
  /** places on it that can be chosen now */
  lit = 0;
  /** whether it was shown with counters on it */
  seen = false;
  /** how far down the tabs lie over it, in px */
  tabbed = () => 0;

  /** @param {BoardInfo} info @param {BoardJson} data @param {string} called on its tab */
  constructor(info, data, called) {
    this.info = info;
    this.called = called;
    this.data = data;
    this.places = new Set(Object.keys(data.hexes));
    this.pane = h('div', { class: 'pane', role: 'tabpanel', id: `pane-${info.id}`, hidden: true, 'aria-labelledby': `tab-${info.id}` });
    this.count = h('span', { class: 'unseen' });
    this.lights = h('span', { class: 'lit' });
    this.tab = h('button', { type: 'button', class: 'b', role: 'tab', id: `tab-${info.id}`, 'aria-controls': this.pane.id, title: called === info.title ? null : info.title }, called, ' ', this.lights, this.count);
  }

  /** Once, however often it is asked for; again after a failure. @param {BoardEvents} on */
  load(on) {
    this.#loading ??= this.#load(on).catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** @param {BoardEvents} on */
  async #load(on) {
    this.pane.hidden = false;
    const board = await Board.load(this.pane, this.info.folder, on, this.info.prefix, this.info.read);
    // It is made and laid into the window in two goes: both together take a phone longer than a hand waits.
    await painted();
    this.board = board;
    this.board.camera.cover(this.tabbed());
    this.board.fit([...this.places]);
  }

  /** @param {boolean} shown */
  mark(shown) {
    this.pane.hidden = !shown;
    this.tab.setAttribute('aria-selected', String(shown));
    this.tab.tabIndex = shown ? 0 : -1;
    const lit = shown ? 0 : this.lit;
    render(this.count, this.fresh ? [String(this.fresh), h('span', { class: 'word' }, ' new')] : null);
    this.count.title = this.fresh ? `${count(this.fresh, 'event')} there since you last looked` : '';
    this.lights.textContent = lit ? String(lit) : '';
    this.lights.title = lit ? `${count(lit, 'place')} there to choose from` : '';
    if (this.fresh || lit) this.tab.setAttribute('aria-label', [this.called, this.fresh && `${this.fresh} new`, lit && count(lit, 'place')].filter(Boolean).join(', '));
    else this.tab.removeAttribute('aria-label');
  }
}

/** @implements {Surface} */
export class Atlas {
  /** @type {View|null} */ #view = null;
  /** @type {Highlights} */ #highlights = {};
  /** @type {[Drawn[], string]} */ #marks = [[], ''];
  /** @type {Sheet[]} */ #sheets;
  /** @type {Sheet} */ #shown;
  #opened = 0;
  /** Told when another board is shown, and whether for the first time. @type {((first: boolean) => void)|null} */
  onopened = null;

  /**
   * @param {HTMLElement} window_
   * @param {Sheet[]} sheets the first with its board
   * @param {BoardEvents} on
   */
  constructor(window_, sheets, on) {
    const [first] = sheets;
    if (!first) throw new Error('There is no board');
    this.window = window_;
    this.on = on;
    this.#sheets = sheets;
    this.#shown = first;
    this.tabs = h('div', { class: `sheets float${sheets.length > SHORT_TITLES_FROM ? ' many' : ''}`, role: 'tablist', 'aria-label': 'Boards' }, sheets.map((sheet) => sheet.tab));
    window_.prepend(...sheets.map((sheet) => sheet.pane), this.tabs);
    for (const sheet of sheets) sheet.tabbed = () => this.tabs.offsetTop + this.tabs.offsetHeight + GAP_PX;
    // The layers stand beside the tabs, and no board lies below either.
    new ResizeObserver(() => this.#laid()).observe(this.tabs);
    window_.setAttribute('aria-keyshortcuts', '[ ]');
    for (const sheet of sheets) sheet.tab.addEventListener('click', () => void this.open(sheet.info.id));
    this.tabs.addEventListener('keydown', (event) => this.#walk(event));
    window_.addEventListener('keydown', (event) => {
      const step = { '[': -1, ']': 1 }[event.key];
      if (step && !event.ctrlKey && !event.metaKey && !event.altKey) void this.#beside(step);
    });
    this.#mark();
  }

  /**
   * @param {HTMLElement} window_
   * @param {BoardInfo[]} boards the first is shown first
   * @param {BoardEvents} on
   */
  static async load(window_, boards, on) {
    const called = tabsOf(boards);
    const sheets = await Promise.all(boards.map(async (info, n) => new Sheet(info, await Board.data(info.folder, info.prefix, info.read), called[n] ?? info.title)));
    const atlas = new Atlas(window_, sheets, on);
    await atlas.open(sheets[0]?.info.id ?? '');
    return atlas;
  }

  #laid() {
    this.window.style.setProperty('--tabs', `${this.tabs.offsetWidth}px`);
    for (const sheet of this.#sheets) sheet.board?.camera.cover(sheet.tabbed());
  }

  get #board() {
    if (!this.#shown.board) throw new Error('The board is not there yet');
    return this.#shown.board;
  }

  get lattice() {
    return this.#board.lattice;
  }

  get camera() {
    return this.#board.camera;
  }

  // --- which is shown ------------------------------------------------------------------------------------------------

  /** Whether it is one of the boards here. @param {string} id @returns {boolean} */
  has(id) {
    return this.#sheets.some((sheet) => sheet.info.id === id);
  }

  /** Show a board; its drawing is fetched when it is first opened. @param {string} id @returns {Promise<void>} */
  async open(id) {
    const wanted = this.#sheets.find((sheet) => sheet.info.id === id);
    if (!wanted) return;
    const mine = ++this.#opened;
    try {
      await wanted.load(this.on);
    } finally {
      // What could not be fetched does not cover what is shown.
      if (!wanted.board) this.#mark();
    }
    // Someone was quicker to open another.
    if (mine !== this.#opened) return this.#mark();
    this.on.hover(null);
    this.#shown = wanted;
    wanted.fresh = 0;
    this.window.dataset.board = id;
    this.#mark();
    // Where the tabs have little room, that of the board that is shown is among those in sight.
    wanted.tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (this.#view) this.#board.show(this.#view);
    this.highlight(this.#highlights);
    this.mark(...this.#marks);
    if (!this.#view) return;
    const first = !wanted.seen;
    wanted.seen = true;
    this.onopened?.(first);
  }

  #mark() {
    for (const sheet of this.#sheets) sheet.mark(sheet === this.#shown);
  }

  /** @param {number} step */
  #beside(step) {
    const n = this.#sheets.length;
    const next = this.#sheets[(this.#sheets.indexOf(this.#shown) + step + n) % n];
    return this.open(next?.info.id ?? '');
  }

  /** Arrows, Home and End among the tabs. @param {KeyboardEvent} event */
  #walk(event) {
    const last = this.#sheets.length - 1;
    const at = this.#sheets.indexOf(this.#shown);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.#sheets[(to + last + 1) % (last + 1)];
    if (!next) return;
    void this.open(next.info.id).then(() => next.tab.focus());
  }

  /** @param {string} place */
  #having(place) {
    return this.#shown.places.has(place) ? this.#shown : this.#sheets.find((sheet) => sheet.places.has(place));
  }

  /** @param {string} place on any of the boards @returns {BoardHex|undefined} */
  hexOf(place) {
    return this.#having(place)?.data.hexes[place];
  }

  // --- what the page asks of a board ---------------------------------------------------------------------------------

  /** @param {View} view */
  prepare(view) {
    return this.#board.prepare(view);
  }

  settled() {
    return this.#board.settled();
  }

  seen() {
    this.#board.seen();
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    this.#board.show(view);
  }

  clear() {
    this.#view = null;
    for (const sheet of this.#sheets) sheet.board?.clear();
  }

  /** @param {Highlights} highlights */
  highlight(highlights) {
    this.#highlights = highlights;
    const lit = new Set([...Object.values(highlights.bands ?? {}).flat(), ...(highlights.targets ?? [])]);
    for (const sheet of this.#sheets) sheet.lit = lit.size ? [...lit].filter((place) => sheet.places.has(place)).length : 0;
    this.#mark();
    this.#board.highlight(narrowed(this.lattice, highlights));
  }

  /** @param {Drawn[]} marks @param {string} side */
  mark(marks, side) {
    this.#marks = [marks, side];
    this.#board.mark(marks, side);
  }

  /** @param {HTMLElement} element @param {string|null} hex @param {Side[]} [order] @param {boolean} [far] */
  float(element, hex, order, far) {
    // First from the others: what is taken away is taken out of the page.
    for (const sheet of this.#sheets) if (sheet !== this.#shown) sheet.board?.float(element, null);
    this.#board.float(element, hex, order, far);
  }

  /**
   * What a line tells of: shown on its way, or counted on the tab of a board that is not shown.
   *
   * @param {LogLine} line
   * @param {View} before
   * @param {View} now
   */
  travel(line, before, now) {
    const places = [...(line.path ?? []), ...(line.hexes ?? []), ...(line.areas ?? [])];
    const told = new Set(places.map((place) => this.#having(place)));
    for (const sheet of told) if (sheet && sheet !== this.#shown) sheet.fresh += 1;
    this.#mark();
    return told.has(this.#shown) ? this.#board.travel(line, before, now) : null;
  }

  /** @param {string} hex on the board that is shown */
  screen(hex) {
    return this.#board.screen(hex);
  }

  /** @param {string} hex @param {number} [margin] px to the window's edge */
  reveal(hex, margin) {
    const sheet = this.#having(hex);
    if (sheet === this.#shown) this.#board.reveal(hex, margin);
    else if (sheet) void this.open(sheet.info.id).then(() => sheet.board?.reveal(hex, margin));
  }

  /** Show these together, as far as they lie on one board: the shown one if it has any of them. @param {string[]} hexes */
  fit(hexes) {
    const sheet = hexes.some((hex) => this.#shown.places.has(hex)) ? this.#shown : hexes.map((hex) => this.#having(hex)).find(Boolean);
    if (sheet === this.#shown) this.#board.fit(hexes);
    else if (sheet) void this.open(sheet.info.id).then(() => sheet.board?.fit(hexes));
  }
}
