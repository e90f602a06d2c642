/**
 * What the player's hand does on the map and the keyboard: taps, pieces that are dragged, Escape, undo.
 *
 * @import {Grab} from '../../board/board.js'
 * @import {Mode} from '../questions/mode.js'
 * @import {Screen} from '../screen.js'
 */

import { h } from '../../core/dom.js';
import { canRewind, isAlone } from '../agreements/agreements.js';
import { keyboard } from './keys.js';
import { stepped } from '../past/past-keys.js';

/** What of a mode is seen, for whether a tap has changed it. @param {Mode} mode */
const shownBy = (mode) => JSON.stringify([mode.title(), mode.fan()?.hex ?? '', mode.highlights()]);

export class Gestures {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** Keys and what they do; they are heard as long as the map has the focus. */
  listen() {
    const { screen } = this;
    const { cursor } = screen.pointer;
    keyboard(screen.map, {
      walk: (direction) => screen.pointer.walk(direction),
      choose: () => cursor.hex && this.tapped(cursor.hex),
      back: () => this.#back(),
      zoom: (factor) => screen.board.camera.zoom(factor),
      undo: () => void this.undo(),
      next: () => !screen.past.open && screen.mode?.leap() && screen.refresh(),
      mark: () => screen.marks.toggle(),
      ping: () => cursor.hex && screen.marks.ping(cursor.hex),
      leap: (key) => screen.past.open && stepped(key, screen.past),
    });
  }

  /** @param {string} hex */
  tapped(hex) {
    const { screen } = this;
    if (!screen.past.open && screen.marks.tap(hex)) return;
    if (!screen.mode) return;
    screen.marked = [];
    screen.pointer.leave();
    const { mode, notices } = screen;
    const before = { said: notices.said, shown: shownBy(mode), consults: screen.consults };
    mode.hex(hex);
    screen.refresh();
    // A reason may be found among what is known already, which takes no longer than this. What was asked before the tap
    // does not answer it.
    setTimeout(() => {
      const nothing = screen.mode === mode && notices.said === before.said && screen.consults <= before.consults && !screen.client.busy;
      if (nothing && !mode.confirm && (shownBy(mode) === before.shown || (!screen.legal.yours && !mode.fan()))) screen.pointer.answer(hex);
    });
  }

  /** The pieces of a place are picked up: they follow the pointer, and are told where they are let go. @param {string} hex @returns {Grab|null} */
  grabbed(hex) {
    const { screen } = this;
    if (screen.marks.tool) return screen.past.open ? null : screen.marks.grab(hex);
    const mode = screen.past.open ? null : screen.mode;
    const face = mode?.grab(hex);
    if (!mode || !face) return null;
    const ghost = h('div', { class: 'drag-ghost', 'aria-hidden': 'true' }, face);
    document.body.append(ghost);
    screen.refresh();
    return {
      move: (over, at) => {
        const box = screen.map.getBoundingClientRect();
        ghost.style.transform = `translate(${box.left + at.x - ghost.offsetWidth / 2}px, ${box.top + at.y - ghost.offsetHeight / 2}px)`;
        this.hovered(over === hex ? null : over);
      },
      end: (goal) => {
        ghost.remove();
        this.hovered(null);
        if (goal && goal !== hex && screen.mode === mode) void mode.drop(goal);
        screen.refresh();
      },
    };
  }

  /** @param {string|null} hex */
  hovered(hex) {
    this.screen.pointer.hover(hex);
  }

  #back() {
    const { screen } = this;
    if (screen.openCard.open) {
      screen.openCard.close();
      return true;
    }
    if (screen.past.close()) return true;
    if (screen.marks.back()) return true;
    if (screen.mode?.escape() || screen.draft.leave()) return true;
    const { cursor } = screen.pointer;
    if (!screen.marked.length && !cursor.hex) return false;
    screen.marked = [];
    cursor.hex = null;
    screen.refresh();
    return true;
  }

  async undo() {
    const { screen } = this;
    const { undo, legal } = screen.draft.seen;
    if (screen.past.open) return;
    if (undo.allowed) await (screen.draft.open ? screen.draft.dropLast() : screen.client.takeBack());
    else if (legal?.yours || undo.text) screen.notices.say(undo.text || 'There is nothing to undo.', '', this.#onward());
  }

  /** What no undo takes back any more can be gone back to if all agree. */
  #onward() {
    const { client, draft, openCard } = this.screen;
    if (draft.open || !canRewind(client)) return null;
    return { label: isAlone(client) ? 'Rewind…' : 'Ask to go back…', key: 'undo-onward', act: () => openCard.showRewind() };
  }
}
