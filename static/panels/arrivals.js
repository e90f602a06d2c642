/**
 * What comes to the page of a match: a new position, lines of the log, words, dice, the next player at this screen. It says
 * what the player does now, and hands on what is to be seen.
 *
 * @import {ChatMessage} from '../core/wire.js'
 * @import {ApiError} from '../core/api.js'
 * @import {LogLine, View} from '../core/types.js'
 * @import {Mode} from './questions/mode.js'
 * @import {Screen} from './screen.js'
 */

import { $, reducedMotion } from '../core/dom.js';
import { sideOf } from './people.js';

export class Arrivals {
  /** what the player does now; it rests while an earlier moment is shown @type {Mode|null} */ mode = null;
  #modeKey = '';
  #drawnVersion = '';
  #draftStamp = '';

  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** The table changed: the question may be another one. */
  changed() {
    const { screen } = this;
    const { client } = screen;
    if (screen.past.open && !client.view) screen.past.forget();
    // What is new waits until the player looks at it again.
    screen.draft.follow();
    if (screen.past.open) return screen.refresh();
    if (client.view && client.legal) {
      const { ask, step, yours } = screen.legal;
      const key = `${client.seat}|${ask}|${step}|${yours}|${screen.draft.open}`;
      const drawn = `${client.version}|${screen.draft.stamp}`;
      if (key !== this.#modeKey) {
        this.#modeKey = key;
        screen.marked = [];
        this.mode = screen.game.mode(screen);
        this.mode.sync();
        screen.framing.turn(screen.view, client.seat, yours);
        if (yours) screen.battle?.settle(step, client.view);
      } else if (drawn !== this.#drawnVersion) this.mode?.sync();
      if (drawn !== this.#drawnVersion) screen.pointer.stale();
      if (screen.draft.stamp !== this.#draftStamp) void screen.layers.renew();
      this.#draftStamp = screen.draft.stamp;
      this.#drawnVersion = drawn;
    } else {
      this.mode = null;
      this.#modeKey = '';
    }
    if (screen.teaching.coach) screen.teaching.coach.guide.changed();
    else screen.handOver.check();
    screen.picture.begin();
    screen.refresh();
  }

  /** @param {LogLine[]} lines @param {View} before */
  news(lines, before) {
    const { screen } = this;
    const now = screen.client.view;
    if (!now) return;
    screen.battle?.take(before, now, lines);
    // On a phone the card of what was fought is a tab of its own: it is laid open when all is over.
    if (screen.battle?.over && lines.some((line) => line.dice?.length)) screen.sheet.choose('attack');
    screen.bulletins.take(lines);
    void screen.bulletins.report(lines);
    if (!screen.past.open) void screen.layers.renew();
    $('#news').textContent = lines.map((line) => line.text).join(' ');
    for (const line of screen.past.open || screen.draft.open ? [] : lines) {
      if (!screen.board.travel(line, before, now)) continue;
      const goal = line.path?.at(-1);
      if (goal && line.side !== sideOf(screen.client.match, screen.seat) && !reducedMotion()) screen.board.reveal(goal);
    }
    screen.reading.mark();
  }

  /** Someone spoke. @param {string} room @param {ChatMessage} message */
  said(room, message) {
    const aloud = this.screen.chat.take(room, message);
    if (aloud) $('#news').textContent = aloud;
  }

  /** Dice that were thrown, while someone looks at the table. @param {LogLine[]} lines */
  roll(lines) {
    const { screen } = this;
    return screen.past.open ? null : screen.dice.play(lines);
  }

  /** An earlier moment is looked at. */
  lookAtPast() {
    const { screen } = this;
    screen.marked = [];
    screen.pointer.leave();
    screen.map.focus({ preventScroll: true });
    screen.refresh();
  }

  /** What came meanwhile is there now. */
  comeBack() {
    const { screen } = this;
    screen.marked = [];
    screen.pointer.stale();
    this.#drawnVersion = '';
    screen.log.seal = '';
    screen.map.focus({ preventScroll: true });
    this.changed();
    if (screen.client.view) void screen.layers.renew();
    screen.reading.mark();
  }

  /** What happened since the player was last here. */
  lookBack() {
    const { screen } = this;
    if (screen.reading.lookBack()) {
      screen.openCard.open = 'since';
      screen.bulletins.take(screen.reading.since);
    }
    screen.reading.mark();
  }

  /** The next player at this screen has come. @param {string} seat */
  async welcome(seat) {
    const { screen } = this;
    screen.battle?.clear();
    screen.bulletins.clear();
    screen.layers.clear();
    screen.past.forget();
    screen.log.forget();
    try {
      await screen.client.change(seat);
    } catch (error) {
      screen.trouble(/** @type {ApiError} */ (error));
      return;
    }
    screen.framing.first(screen.view, seat);
    screen.map.focus({ preventScroll: true });
    this.lookBack();
  }
}
