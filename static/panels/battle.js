/**
 * The attack under way, beside the map and never over it: odds, shifts, the die, what came of it. When it is over it
 * stays until the next question about something else.
 *
 * @import {Battle, LogLine} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 * @import {Desk} from './desk.js'
 */

import { button, die, icon } from '../core/bits.js';
import { h, reducedMotion } from '../core/dom.js';
import { chipFace } from '../board/counter.js';
import { shiftRows } from '../games/schlieffens-war/odds.js';
import { logLine } from './log.js';
import { hexTitle } from './sentences.js';

const ROLL_MS = 500;
const FACE_MS = 70;
const FACE = 44;

export class BattlePanel {
  /** @type {Battle|null} */
  battle = null;
  /** @type {LogLine[]} */
  lines = [];
  over = false;
  /** when the last die began to roll */
  #rolling = 0;
  /** @type {number|undefined} */
  #timer;

  /** @param {() => void} refresh */
  constructor(refresh) {
    this.refresh = refresh;
  }

  /** @param {Battle|null} now @param {LogLine[]} fresh lines that came with it */
  take(now, fresh) {
    const before = this.battle;
    if (now) {
      if (!before || this.over || before.target !== now.target) this.lines = [];
      this.battle = now;
      this.over = false;
    } else if (before && !this.over) {
      this.over = true;
    }
    const dice = fresh.some((line) => line.dice?.length);
    if ((now || before) && fresh.length) {
      if (!now && this.over && !before) return;
      this.lines = [...this.lines, ...fresh];
    }
    if (this.battle && dice) this.#roll();
  }

  #roll() {
    if (reducedMotion() || document.hidden) return;
    this.#rolling = performance.now();
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => {
      if (performance.now() - this.#rolling >= ROLL_MS) clearInterval(this.#timer);
      this.refresh();
    }, FACE_MS);
  }

  get rolling() {
    return performance.now() - this.#rolling < ROLL_MS;
  }

  clear() {
    this.battle = null;
    this.over = false;
    this.lines = [];
  }

  /** @param {Desk} desk @returns {Child} */
  draw(desk) {
    const { battle } = this;
    if (!battle) return null;
    const last = battle.die ?? this.lines.flatMap((line) => line.dice ?? []).at(-1)?.die ?? null;
    const face = this.rolling ? 1 + Math.floor(performance.now() / FACE_MS) % 6 : last;
    return [
      h(
        'div',
        { class: 'hd' },
        h('h3', {}, `${this.over ? 'Fought' : 'Battle'}: ${hexTitle(desk, battle.target)}`),
        this.over ? button(icon('close'), () => { this.clear(); this.refresh(); }, { label: 'Close', tone: 'ghost', class: 'close', key: 'battle-close' }) : h('small', {}, battle.column ?? battle.odds ?? ''),
      ),
      h('div', { class: 'vs' }, battle.attackers.map((c) => chipFace(c, FACE)), h('div', { class: 'between-sides' }, battle.odds ?? '', h('small', {}, 'against')), battle.defenders.map((c) => chipFace(c, FACE))),
      battle.shifts?.length ? h('div', { class: 'shifts' }, shiftRows(battle.shifts)) : null,
      face !== null &&
        h(
          'div',
          { class: 'roll', 'aria-hidden': String(this.rolling) },
          die(face),
          !this.rolling && battle.result && h('b', {}, battle.result),
          !this.rolling && battle.losses && h('span', { class: 'quiet' }, `attacker ${battle.losses.attacker}, defender ${battle.losses.defender}`),
        ),
      !this.rolling && this.lines.length > 0 && h('div', {}, this.lines.slice(-8).map((line) => logLine(line, desk.point))),
    ];
  }
}
