/**
 * The bar below an earlier moment: what is looked at, steps by event and by phase, a slider, bookmarks, and the way back to
 * now. It is loaded when it is first opened, made once and changed in place, so that the slider can be dragged while the
 * moments come.
 *
 * @import {Past} from './past.js'
 */

import { button, icon } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { Bookmarks } from './bookmarks.js';
import { stepped } from './past-keys.js';
import { canTry, whatIfLink } from './what-if.js';

export class PastBar {
  /** @param {Past} past */
  constructor(past) {
    this.title = h('b', {});
    this.place = h('span', { class: 'quiet' });
    this.slider = h('input', {
      type: 'range',
      min: 0,
      'aria-label': 'Moment of the match',
      'data-key': 'past-at',
      oninput: () => {
        past.stop();
        void past.look(Number(this.slider.value));
      },
    });
    this.toStart = button(icon('first'), () => void past.first(), { label: 'First moment', title: 'First moment (Home)', key: 'past-first' });
    this.phaseBack = button(icon('backward'), () => void past.phaseBack(), { label: 'Back one phase', title: 'Back one phase (Page Up)', key: 'past-phase-back' });
    this.back = button(icon('back'), () => void past.back(), { label: 'Back one event', title: 'Back one event (←)', key: 'past-back' });
    this.film = button('', () => (past.playing ? past.stop() : void past.play()), { key: 'past-play' });
    this.next = button(icon('next'), () => void past.next(), { label: 'Next event', title: 'Next event (→)', key: 'past-next' });
    this.phaseNext = button(icon('forward'), () => void past.phaseNext(), { label: 'Next phase', title: 'Next phase (Page Down)', key: 'past-phase-next' });
    this.toEnd = button(icon('last'), () => void past.last(), { label: 'Last moment', title: 'Last moment (End)', key: 'past-last' });
    this.whatIf = whatIfLink(past.client, 'past-what-if', () => past.scene?.number ?? null);
    this.now = button('Back to now', () => past.close(), { tone: 'primary', title: 'Back to now (Escape)', key: 'past-now' });
    this.bookmarks = new Bookmarks(past);
    this.element = h(
      'div',
      { class: 'past-bar float', role: 'group', 'aria-label': 'History', hidden: true, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event, past) },
      this.bookmarks.shelf,
      h('p', { role: 'status' }, this.title, ' ', this.place),
      this.slider,
      h('div', { class: 'row' }, this.toStart, this.phaseBack, this.back, this.film, this.next, this.phaseNext, this.toEnd, this.bookmarks.mark, this.bookmarks.opener, this.whatIf, this.now),
      this.bookmarks.note,
    );
  }

  /** The slider and the note have the arrows for themselves, and no key that would be lost in it. @param {KeyboardEvent} event @param {Past} past */
  #pressed(event, past) {
    const slides = event.target === this.slider || event.target === this.bookmarks.note;
    if (event.key === 'Escape') past.close();
    else if (slides || !stepped(event.key, past)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Past} past */
  draw(past) {
    const { scene, newest } = past;
    this.element.hidden = !past.open;
    if (!scene) return;
    set(this.title, `You are looking at turn ${scene.turn}, ${scene.title}`);
    set(this.place, `${scene.number} of ${newest}`);
    this.slider.max = String(newest);
    if (document.activeElement !== this.slider || past.playing) this.slider.value = String(scene.number);
    this.slider.setAttribute('aria-valuetext', `Turn ${scene.turn}, ${scene.title}, ${scene.number} of ${newest}`);
    for (const b of [this.toStart, this.phaseBack, this.back]) b.setAttribute('aria-disabled', String(scene.number === 0));
    for (const b of [this.next, this.phaseNext, this.toEnd]) b.setAttribute('aria-disabled', String(scene.number >= newest));
    this.whatIf.hidden = !canTry(past.client) || Boolean(scene.view.outcome);
    set(this.film, past.playing ? 'Pause' : 'Play');
    this.bookmarks.draw(scene);
  }
}

/** A status that says the same again would be read out again. @param {HTMLElement} element @param {string} text */
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
