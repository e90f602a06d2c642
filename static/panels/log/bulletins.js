/**
 * Cards for everyone at the table: news too great for a line of the log, such as a country that falls. Each stays until
 * it is put away, or the deed behind it is taken back.
 *
 * @import {Bulletin, LogLine} from '../../core/types.js'
 * @import {Child} from '../../core/dom.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {Chapter, GameClient} from '../game.js'
 */

import { button, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { $, h } from '../../core/dom.js';
import { takenBack } from '../../core/taken-back.js';
import { isNarrow } from '../../core/window-size.js';
import { cardAside } from '../cards/cards.js';


/** @typedef {LogLine & {bulletin: Bulletin, chapters?: Chapter[]}} Great `chapters`: of the report of a turn, in place of lines */

/** What a card stands on that is about the match and not of its log. */
const NO_LINE = { seq: -1, at: '', kind: '', section: '', text: '', side: null, standing: null, stand_in: null };

/** What a line means that begins a turn, in games whose turns are long enough for a report. */
const TURN = 'turn';
/** Pages of the log that a report is made of at most. */
const MAX_PAGES = 6;

export class Bulletins {
  /** @type {Great[]} */ #open = [];
  /** @type {HTMLElement|null} */ #element = null;
  /** it has made room for the map */ #aside = false;
  /** and shows there what it told of */ #pointed = false;

  /** @param {MatchClient} client @param {GameClient} game @param {HTMLElement} map @param {(place: string) => string} title of a place @param {(hexes: string[]) => void} point @param {() => void} refresh */
  constructor(client, game, map, title, point, refresh) {
    this.title = title;
    this.client = client;
    this.game = game;
    this.map = map;
    this.point = (/** @type {string[]} */ places) => {
      this.#aside = isNarrow();
      this.#pointed = true;
      point(places);
    };
    this.refresh = refresh;
  }

  /** @param {readonly LogLine[]} lines news, or what happened while the player was away */
  take(lines) {
    const known = new Set(this.#open.map(({ seq }) => seq));
    for (const line of lines) if (isGreat(line) && !known.has(line.seq)) this.#open.push(line);
  }

  /** A turn has ended while the player looked on: what came of it. @param {readonly LogLine[]} lines news */
  async report(lines) {
    const { game, client } = this;
    const begun = lines.findLast(isTurn);
    if (!begun || !game.digest) return;
    for (let page = 0; page < MAX_PAGES && !this.#lastTurn(begun) && (await client.older()); page += 1);
    const from = this.#lastTurn(begun)?.seq ?? 0;
    const back = takenBack(client.log);
    const chapters = game.digest(client.log.filter(({ seq }) => seq > from && seq < begun.seq && !back.has(seq)), this.title);
    if (!chapters.length) return;
    this.#open = this.#open.filter((line) => !line.chapters);
    // A report covers no map until it is asked for.
    if (!this.#open.length) [this.#aside, this.#pointed] = [isNarrow(), false];
    this.#open.push({ ...begun, chapters, bulletin: { title: `Report: turn ${begun.turn - 1}`, lines: [] } });
    this.refresh();
  }

  /** @param {LogLine} begun @returns {LogLine|undefined} where the turn before began, as far as the log is here */
  #lastTurn({ seq }) {
    return this.client.log.findLast((line) => line.seq < seq && isTurn(line));
  }

  /** Something that is no news of the match, but about it. @param {string} title @param {string} text */
  warn(title, text) {
    this.#open.push({ ...NO_LINE, bulletin: { title, lines: [{ text, areas: [] }] } });
  }

  clear() {
    this.#aside = false;
    this.#open = [];
  }

  #close() {
    this.clear();
    this.refresh();
  }

  /** @param {boolean} shown whether there is a table to see */
  draw(shown) {
    const back = this.#open.length ? takenBack(this.client.log) : null;
    this.#open = this.#open.filter(({ seq }) => !back?.has(seq));
    const focused = this.#element?.contains(document.activeElement) ?? false;
    this.#element?.remove();
    this.#element = null;
    if (!shown || !this.#open.length) return;
    const element = this.#aside ? cardAside(this.#title, this.#pointed ? `Back to: ${this.#title}` : this.#title, () => this.#comeBack(), button(icon('close'), () => this.#close(), { label: 'Put it away', class: 'icon-only', key: 'bulletin-close' })) : this.#card();
    this.#element = element;
    const beside = !isNarrow() ? document.querySelector('#side .scroll') : null;
    // A report is read when there is time: the question stays where it was.
    if (beside && this.#open.every(({ chapters }) => chapters)) $('#planner').after(element);
    else if (beside) beside.prepend(element);
    else this.map.append(element);
    if (focused) element.querySelector('button')?.focus({ preventScroll: true });
  }

  #comeBack() {
    this.#aside = false;
    this.refresh();
  }

  get #title() {
    const [only] = this.#open;
    return this.#open.length === 1 && only ? only.bulletin.title : 'Great news';
  }

  #card() {
    const title = this.#title;
    return h(
      'section',
      { class: 'card float bulletin', 'aria-label': title },
      this.#open.map(({ bulletin, section, side, chapters = [] }) => [
        h('div', { class: 'hd' }, h('h3', {}, h('i', { class: `swatch ${side ?? ''}` }), ' ', bulletin.title), chip(section)),
        chapters.map((chapter) => [h('h4', {}, chapter.title), chapter.lines.map((line) => told(line, this.point))]),
        bulletin.lines.map(({ text, areas }) =>
          areas.length ? h('button', { type: 'button', class: 'line', onclick: () => this.point(areas) }, h('span', {}, text)) : h('p', { class: 'quiet' }, text),
        ),
      ]),
      h('div', { class: 'row' }, button([icon('close'), 'Got it'], () => this.#close(), { key: 'bulletin-close' })),
    );
  }
}

/** @param {LogLine} line @param {(hexes: string[]) => void} point @returns {Child} a press shows where */
function told({ text, hexes = [] }, point) {
  return hexes.length ? h('button', { type: 'button', class: 'line', onclick: () => point(hexes) }, h('span', {}, text)) : h('p', { class: 'quiet' }, text);
}

/** @param {LogLine} line @returns {line is LogLine & {turn: number}} */
const isTurn = (line) => line.means === TURN && 'turn' in line;

/** @param {LogLine} line @returns {line is Great} */
const isGreat = (line) => 'bulletin' in line && line.bulletin !== undefined;
