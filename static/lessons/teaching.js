/**
 * Lessons beside a first match, until the player goes on without them.
 *
 * @import {Screen} from '../panels/screen.js'
 * @import {Coach} from './coach.js'
 */

import { $, h } from '../core/dom.js';
import { matchPage } from '../core/links.js';

export class Teaching {
  /** @type {Coach|null} */ coach = null;

  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** Lessons go along with the match: the other seat is played by them. @param {string} game */
  async teach(game) {
    const { screen } = this;
    const [{ Guide }, { Coach: Panel }] = await Promise.all([import('./guide.js'), import('./coach.js')]);
    document.head.append(h('link', { rel: 'stylesheet', href: 'lessons/lessons.css' }));
    const guide = await Guide.of(game, screen.client, {
      changed: () => screen.refresh(),
      clear: () => {
        screen.mode?.confirm && screen.mode.escape();
        screen.mode?.escape();
      },
    });
    const look = (/** @type {string[]} */ places) => places.toReversed().forEach((place) => screen.board.reveal(place));
    this.coach = new Panel($('#coach'), guide, { look, leave: () => this.#graduate() });
    // A sheet that is drawn up to read the lesson on a phone covers nothing of what it speaks of.
    new ResizeObserver(() => look(this.coach?.marks ?? [])).observe(screen.map);
  }

  /** From now on it is an ordinary match at one screen. */
  #graduate() {
    const { coach, screen } = this;
    if (!coach) return;
    coach.guide.leave();
    coach.clear();
    this.coach = null;
    history.replaceState(null, '', matchPage(screen.client.id, { seat: screen.client.seat ?? '' }));
    screen.arrivals.changed();
  }
}
