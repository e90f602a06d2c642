/**
 * Dice have their moment: before a message that tells of dice is shown, they roll one throw after another over the map, and
 * only then does the table change. Enter, Escape, space or a press skips them. Those who want less motion see none of it.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {Surface} from '../../board/board.js'
 */

import { button, die } from '../../core/bits.js';
import { h, reducedMotion, render } from '../../core/dom.js';
import { Pause } from '../../core/pause.js';
import { placesOf, placeTitle } from '../places.js';

const ROLL_MS = 520;
const FACE_MS = 70;
const READ_MS = 750;
/** Of many throws each is shorter, so that all together take no longer than this. */
const MAX_SHOW_MS = 7000;
const SKIPS = new Set(['Enter', 'Escape', ' ']);

/** Lines of one kind at one place are thrown together. @param {LogLine[]} lines @returns {LogLine[][]} */
function throwsOf(lines) {
  /** @type {LogLine[][]} */
  const throws = [];
  for (const line of lines) {
    if (!line.dice?.length) continue;
    const last = throws.at(-1);
    const before = last?.[0];
    if (last && before?.kind === line.kind && placesOf(before)[0] === placesOf(line)[0]) last.push(line);
    else throws.push([line]);
  }
  return throws;
}

export class DiceShow {
  #element = h('div', { class: 'dice-show float', role: 'group', 'aria-label': 'Dice' });
  #pause = new Pause();
  #skipped = false;

  /** @param {Surface} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {LogLine[]} lines @returns {Promise<void>|null} until the last die has landed; null when there is nothing to wait for */
  play(lines) {
    const throws = throwsOf(lines);
    return throws.length && !reducedMotion() && !document.hidden ? this.#play(throws) : null;
  }

  /** Whoever looks next sees none of it. */
  skip() {
    this.#skipped = true;
    this.#pause.end();
  }

  /** @param {LogLine[][]} throws */
  async #play(throws) {
    this.#skipped = false;
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (!SKIPS.has(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      this.skip();
    };
    addEventListener('keydown', pressed, { capture: true });
    const share = Math.min(1, MAX_SHOW_MS / (throws.length * (ROLL_MS + READ_MS)));
    try {
      for (const [at, lines] of throws.entries()) {
        if (this.#skipped) break;
        await this.#throw(lines, { share, left: throws.length - at - 1 });
      }
    } finally {
      removeEventListener('keydown', pressed, { capture: true });
      this.board.float(this.#element, null);
      this.#element.remove();
    }
  }

  /** @param {LogLine[]} lines @param {{share: number, left: number}} o `share` of the usual time; how many throws are `left` */
  async #throw(lines, { share, left }) {
    const place = lines.flatMap(placesOf)[0] ?? '';
    if (this.board.lattice.has(place)) {
      this.board.reveal(place);
      this.board.float(this.#element, place, ['below', 'above', 'right', 'left']);
    } else {
      this.board.float(this.#element, null);
      delete this.#element.dataset.side;
      this.#element.removeAttribute('style');
      this.board.window.append(this.#element);
    }
    const until = performance.now() + ROLL_MS * share;
    while (!this.#skipped && performance.now() < until) {
      this.#draw(lines, place, { rolling: Math.floor(performance.now() / FACE_MS), left });
      await this.#pause.take(FACE_MS);
    }
    if (this.#skipped) return;
    this.#draw(lines, place, { rolling: null, left });
    await this.#pause.take(READ_MS * share);
  }

  /** @param {LogLine[]} lines @param {string} place @param {{rolling: number|null, left: number}} o `rolling`: a number that changes while they roll */
  #draw(lines, place, { rolling, left }) {
    const dice = lines.flatMap((line) => line.dice ?? []);
    const purpose = dice[0]?.for ?? '';
    render(
      this.#element,
      h('b', {}, [purpose && purpose.charAt(0).toUpperCase() + purpose.slice(1), place && placeTitle({ board: this.board }, place)].filter(Boolean).join(', ')),
      h('div', { class: 'dice-row' }, dice.map((d, i) => die(rolling === null ? d.die : 1 + ((rolling + i * 2) % (d.sides ?? 6)), rolling === null ? `die ${d.die}` : 'rolling', d.sides))),
      h('p', { class: rolling === null ? '' : 'unknown' }, lines.map((line) => line.text).join(' ')),
      button(left ? `Skip (${left} more)` : 'Skip', () => this.skip(), { key: 'skip-dice', tone: 'ghost' }),
    );
  }
}
