/**
 * The attack under way, beside the map and never over it: odds, shifts, the die and what it costs each side. The story
 * stands in the log. When it is over it stays until the next question about something else.
 *
 * @import {LogLine, View} from '../../core/types.js'
 * @import {Battle, FightLine, WarView} from './types.js'
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {Desk} from '../../panels/desk.js'
 */

import { button, die, icon } from '../../core/bits.js';
import { h, reducedMotion } from '../../core/dom.js';
import { chipFace, nationShown } from './counter.js';
import { find } from './index-of.js';
import { lossWords, shiftRows } from './odds.js';
import { placeTitle } from '../../panels/places.js';

const ROLL_MS = 500;
const FACE_MS = 70;
const FACE = 44;

/** @param {Battle} battle @returns {Child} */
function stillDue({ losses }) {
  const due = [losses?.attacker ? `attacker ${losses.attacker}` : '', losses?.defender ? `defender ${losses.defender}` : ''].filter(Boolean);
  return due.length > 0 && h('span', { class: 'quiet words' }, `Still to lose: ${due.join(', ')}`);
}

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

  /**
   * @param {View} was
   * @param {View} is
   * @param {LogLine[]} fresh lines that came with it
   */
  take(was, is, fresh) {
    const [before, now] = [/** @type {WarView} */ (was), /** @type {WarView} */ (is)];
    for (const line of fresh) {
      if (line.kind === 'attack') {
        const target = line.hexes?.[0] ?? '';
        // One that is over in the same breath never stands in a view; its defenders are known from before.
        this.battle = { target, attackers: [], defenders: before.stacks[target] ?? [], stage: '' };
        this.lines = [];
      }
      if (line.kind === 'attack') this.over = false;
      if (line.kind === 'phase') this.over = true;
      if (this.battle && !this.over) this.lines = [...this.lines, line];
    }
    if (now.battle) {
      this.battle = now.battle;
      this.over = false;
    } else if (this.battle) this.over = true;
    if (this.battle && fresh.some((line) => line.dice?.length)) this.#roll();
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

  /** One that is over is put away when something else is asked. @param {string} step @param {View} now */
  settle(step, now) {
    if (this.over && !(/** @type {WarView} */ (now).battle) && step !== 'combat') this.clear();
  }

  clear() {
    this.battle = null;
    this.over = false;
    this.lines = [];
  }

  /** A player who opens the page in mid-battle sees it too. @param {Desk} desk */
  #current({ view }) {
    this.battle ??= /** @type {WarView} */ (view).battle ?? null;
    return this.battle;
  }

  /** @param {Desk} desk @returns {Child} */
  draw(desk) {
    const battle = this.#current(desk);
    if (!battle) return null;
    const rolls = this.lines.flatMap((line) => line.dice ?? []);
    const last = battle.die ?? (rolls.findLast((d) => d.for === 'combat') ?? rolls.at(-1))?.die ?? null;
    const result = battle.result ?? /** @type {FightLine|undefined} */ (this.lines.findLast((line) => line.kind === 'combat'))?.result;
    const defenders = battle.defenders.length ? battle.defenders : (/** @type {WarView} */ (desk.view).stacks[battle.target] ?? []);
    const face = this.rolling ? 1 + Math.floor(performance.now() / FACE_MS) % 6 : last;
    return [
      h(
        'div',
        { class: 'hd' },
        h('h3', {}, `${this.over ? 'Fought' : 'Battle'}: ${placeTitle(desk, battle.target)}`),
        this.over ? button(icon('close'), () => { this.clear(); this.refresh(); }, { label: 'Close', tone: 'ghost', class: 'close', key: 'battle-close' }) : h('small', {}, battle.column ?? battle.base ?? ''),
      ),
      h('div', { class: 'vs' }, battle.attackers.map((c) => chipFace(c, FACE)), h('div', { class: 'between-sides' }, battle.attack && battle.defence ? `${battle.attack} : ${battle.defence}` : '–', h('small', {}, battle.base ?? 'attack')), defenders.map((c) => chipFace(c, FACE, { nation: nationShown(defenders) }))),
      battle.shifts?.length ? h('div', { class: 'shifts' }, shiftRows(battle.shifts)) : null,
      face !== null &&
        h(
          'div',
          { class: 'roll', 'aria-hidden': String(this.rolling) },
          die(face),
          !this.rolling && h('span', {}, result ? h('b', { class: 'words' }, lossWords(result)) : (rolls.at(-1)?.for ?? ''), !this.over && stillDue(battle)),
        ),
    ];
  }

  /** @param {Desk} desk @returns {Highlights} */
  highlights(desk) {
    const battle = this.#current(desk);
    if (!battle || this.over) return {};
    const origins = battle.attackers.map((c) => find(/** @type {WarView} */ (desk.view), c.id)?.hex ?? null).filter((hex) => hex !== null);
    return { attack: { hex: battle.target, from: battle.origins ?? [...new Set(origins)], odds: battle.column ?? battle.base ?? null, river: null } };
  }
}
