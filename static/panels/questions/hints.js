/**
 * A hint: what a program would do in your place, and why. Its order lies on the map; a press puts it to you as a question, and
 * your yes gives it.
 *
 * @import {CourseOut, HintOut} from '../../core/wire.js'
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {Surface} from '../../board/board.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {GameClient} from '../game.js'
 * @import {Mode} from './mode.js'
 */

import { ApiError, api, randomHex } from '../../core/api.js';
import { button, count } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { questions } from '../../core/lanes.js';
import { show } from '../../board/show.js';
import { learnLabels, orderInWords, unitsOf } from '../drafts/draft-list.js';
import { namesIn } from '../names.js';

/** Milliseconds between two looks whether the answer is there, and how long it is waited for. */
const LOOK_EVERY_MS = 400;
const GIVE_UP_AFTER_MS = 60_000;

export class Hints {
  /** what was asked last @type {HintOut|null} */ hint = null;
  /** which of its orders is looked at */ #course = 0;
  /** the version of the match up to which it holds */ #version = -1;
  #busy = false;
  #problem = '';

  /** @param {MatchClient} client @param {Surface} board @param {GameClient} game @param {{changed: () => void, mode: () => Mode|null}} on */
  constructor(client, board, game, on) {
    this.client = client;
    this.board = board;
    this.game = game;
    this.on = on;
  }

  /** Whether a hint can be asked for now. */
  get possible() {
    const { match, seat, legal, view } = this.client;
    return Boolean(match?.hints && match.status === 'active' && seat && legal?.yours && !view?.outcome);
  }

  /** The order that is shown. @returns {CourseOut|null} */
  get course() {
    return this.hint?.courses[this.#course] ?? null;
  }

  /** The match moved on: what was thought out for another position counts no more. Lines of the house change none. */
  follow() {
    const { client, hint } = this;
    // Each line of the house counts one; whatever else was told, with a line or without, is of another position.
    const talk = client.log.filter((line) => line.seq > this.#version && line.kind === 'house').length;
    const asked = questions(client.legal).some(({ ask }) => ask === hint?.ask);
    if (hint && (!this.possible || !asked || client.version !== this.#version + talk)) this.#forget();
    else this.#version = client.version;
  }

  #forget() {
    this.hint = null;
    this.#course = 0;
    this.#problem = '';
  }

  /** Ask, and look for the answer until it is there. */
  async ask() {
    const { id, seat, legal } = this.client;
    if (!seat || !legal || this.#busy) return;
    this.#forget();
    this.#busy = true;
    this.#version = this.client.version;
    this.on.changed();
    try {
      const until = Date.now() + GIVE_UP_AFTER_MS;
      this.hint = await api.askHint(id, { id: randomHex(), seat, ask: legal.ask });
      while (this.hint?.status === 'waiting' && Date.now() < until) {
        this.on.changed();
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        // The match may have moved on meanwhile.
        if (this.hint) this.hint = await api.hint(id, this.hint.id);
      }
      if (this.hint?.status === 'waiting') this.#fail('No answer has come. Ask again in a while.');
      else if (this.hint?.error) this.#fail(this.hint.error.text);
      this.#look();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#fail(error.message);
    } finally {
      this.#busy = false;
      this.on.changed();
    }
  }

  /** @param {string} problem */
  #fail(problem) {
    this.hint = null;
    this.#problem = problem;
  }

  /** Bring the order into the window. */
  #look() {
    const { course } = this;
    if (course) show(this.board, [...course.map.origins, course.map.to].filter(Boolean));
  }

  /** @param {number} course */
  #choose(course) {
    this.#course = course;
    this.#look();
    this.on.changed();
  }

  close() {
    this.#forget();
    this.on.changed();
  }

  /** Put the order to the player as a question: nothing is sent without a yes. */
  #fillIn() {
    const { course, client } = this;
    if (!course) return;
    const { lane } = course.command;
    if (typeof lane === 'string' && client.legal?.lane !== lane) client.take(lane);
    const words = this.#words(course);
    requestAnimationFrame(() => {
      const mode = this.on.mode();
      if (!mode || course !== this.course) return;
      mode.confirm = { title: `${words}?`, text: '', warnings: [], yes: 'Give this order', tone: 'primary', act: () => void mode.send(course.command) };
      this.on.changed();
      // On a phone the question stands above what the sheet shows of the hint.
      document.querySelector('#prompt')?.closest('.scroll')?.scrollTo({ top: 0 });
    });
  }

  /** @param {CourseOut} course */
  #words({ command }) {
    return orderInWords({ command, lines: [] }, namesIn(this.client.view), this.board, unitsOf(this.game, this.client.view));
  }

  /** The order on the map. @returns {Highlights} */
  highlights() {
    const { course } = this;
    if (!course) return {};
    const { origins, to } = course.map;
    // A way may name trains, or lie on another board.
    const way = course.map.way.filter((place) => this.board.lattice.has(place));
    if (way.length > 1) return { path: way, ...(course.odds ? { attack: { hex: to, from: [], odds: course.odds, river: null } } : { marked: [to] }) };
    if (!to) return { marked: origins };
    return origins.length ? { attack: { hex: to, from: origins, odds: course.odds || null, river: null } } : { marked: [to] };
  }

  /** The button by which one asks. @returns {Child} */
  opener() {
    if (!this.possible || this.hint || this.#busy) return null;
    const told = this.#people ? ' Everyone at the table is told that you asked.' : '';
    return [button('Hint', () => void this.ask(), { key: 'hint', tone: 'ghost', title: `What would a program do here, and why?${told}` }), this.#problem && h('p', { class: 'bad', role: 'alert' }, this.#problem)];
  }

  /** Whether other people sit there. */
  get #people() {
    return this.client.match?.seats.some((s) => !s.you && !s.program) ?? false;
  }

  /** What came of it. @returns {Child} */
  draw() {
    if (this.#busy) return h('div', { class: 'hint', role: 'status', 'data-key': 'hint-waits' }, h('p', {}, this.hint?.before ? `${count(this.hint.before, 'hint')} for others first…` : 'The program is thinking…'));
    const { hint, course } = this;
    if (!hint || !course) return null;
    learnLabels(this.client.legal);
    const others = hint.courses.map((other, n) => ({ other, n })).filter(({ n }) => n !== this.#course);
    return h(
      'section',
      { class: 'hint', 'aria-label': 'Hint', 'data-key': 'hint-card' },
      h('h3', {}, `The ${hint.strength} would do this`),
      h('p', { class: 'order' }, this.#words(course), course.odds && [' ', h('b', {}, course.odds)]),
      course.reasons.length > 0 && h('ul', {}, course.reasons.map(({ text, section }) => h('li', {}, text, ' ', chip(section)))),
      h('div', { class: 'row' }, button('Fill it in', () => this.#fillIn(), { key: 'hint-take', tone: 'primary', title: 'You are asked once more before it is given' }), button('Close', () => this.close(), { key: 'hint-close' })),
      others.length > 0 && [h('p', { class: 'quiet' }, 'It also weighed:'), others.map(({ other, n }) => button([this.#words(other), other.odds && [' ', h('small', {}, other.odds)]], () => this.#choose(n), { key: `hint-other-${n}`, class: 'other' }))],
    );
  }
}
