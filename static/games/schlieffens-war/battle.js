/**
 * The attack under way, beside the map and never over it: who fights, the odds, every shift, each die and what it costs.
 * When it is over it stays until something else happens, so that nobody misses the end of it.
 *
 * @import {LogLine, View} from '../../core/types.js'
 * @import {Battle, Counter, FightLine, Unit, WarView} from './types.js'
 * @import {Child} from '../../core/dom.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {Desk} from '../../panels/desk.js'
 */

import { button, die, icon } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { chipFace, known, nationShown } from './counter.js';
import { find } from './index-of.js';
import { finalRow, lossWords, shiftRows } from './odds.js';
import { placeTitle } from '../../panels/places.js';

const FACE_PX = 44;
/** The rolls of the end of a phase are told in rows; of a long list the first. */
const MAX_ROWS = 12;

/** @param {Battle} battle @returns {Child} */
function stillDue({ losses }) {
  const due = [losses?.attacker ? `attacker ${losses.attacker}` : '', losses?.defender ? `defender ${losses.defender}` : ''].filter(Boolean);
  return due.length > 0 && h('span', { class: 'quiet words' }, `Still to lose: ${due.join(', ')}`);
}

/** @param {Counter[]} counters @param {Unit[]} changed */
const renewed = (counters, changed) => counters.map((c) => changed.find((unit) => unit.id === c.id) ?? c);

export class BattlePanel {
  /** @type {Battle|null} */
  battle = null;
  /** lines with dice, of the attack or of the last command @type {LogLine[]} */
  rolls = [];
  over = false;

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
    // What was over before has been seen when something else happens.
    if (this.over && fresh.length) this.clear();
    let fighting = this.battle !== null;
    for (const line of /** @type {FightLine[]} */ (fresh)) {
      if (line.kind === 'attack') {
        this.clear();
        fighting = true;
        const [target = '', ...origins] = line.hexes ?? [];
        this.battle = { target, origins, attackers: line.attackers ?? [], defenders: before.stacks[target] ?? [], stage: '', shifts: [] };
      }
      if (line.kind === 'phase') fighting = false;
      if (fighting && this.battle) this.#follow(this.battle, line);
      if (line.dice?.length) this.rolls.push(line);
    }
    if (now.battle) {
      const { attackers, defenders } = now.battle;
      this.battle = { ...now.battle, attackers, defenders: defenders.length ? defenders : (this.battle?.defenders ?? []), final: this.battle?.final };
    } else if (this.battle || this.rolls.length) this.over = true;
  }

  /** What a line adds to the attack. @param {Battle} battle @param {FightLine} line */
  #follow(battle, line) {
    if (line.defenders?.length) battle.defenders = line.defenders;
    if (line.kind === 'odds') Object.assign(battle, { attack: line.attack, defence: line.defence, base: line.base, shifts: line.shifts });
    else if (line.shifts) battle.shifts = [...(battle.shifts ?? []), ...line.shifts];
    if (line.kind === 'combat') Object.assign(battle, { result: line.result, final: line.column });
    const { units = [], levels = {} } = line;
    for (const side of /** @type {const} */ (['attackers', 'defenders'])) {
      battle[side] = renewed(battle[side], units).map((c) => (known(c) && levels[c.id] ? { ...c, morale: levels[c.id] ?? c.morale } : c));
    }
  }

  /** It is put away when the player has gone on to something else. */
  settle() {}

  clear() {
    this.battle = null;
    this.over = false;
    this.rolls = [];
  }

  /** A player who opens the page in mid-battle sees it too. @param {Desk} desk */
  #current({ view }) {
    this.battle ??= /** @type {WarView} */ (view).battle ?? null;
    return this.battle;
  }

  /** @param {Desk} desk @returns {Child} */
  draw(desk) {
    const battle = this.#current(desk);
    if (battle) return [this.#head(`${this.over ? 'Fought' : 'Battle'}: ${placeTitle(desk, battle.target)}`, battle), this.#fight(battle, desk)];
    return this.rolls.length > 0 && [this.#head('Dice', null), this.#dice()];
  }

  /** @param {string} title @param {Battle|null} battle @returns {Child} */
  #head(title, battle) {
    const close = () => {
      this.clear();
      this.refresh();
    };
    return h('div', { class: 'hd' }, h('h3', {}, title), this.over ? button(icon('close'), close, { label: 'Close', tone: 'ghost', class: 'close', key: 'battle-close' }) : h('small', {}, battle?.column ?? battle?.base ?? ''));
  }

  /** @param {Battle} battle @param {Desk} desk @returns {Child} */
  #fight(battle, desk) {
    const view = /** @type {WarView} */ (desk.view);
    const result = battle.result ?? null;
    const defenders = battle.defenders.length ? battle.defenders : (view.stacks[battle.target] ?? []);
    const final = battle.final ?? (result ? battle.column : null);
    return [
      h(
        'div',
        { class: 'vs' },
        h('div', { class: 'party' }, battle.attackers.map((c) => now(view, c))),
        h('div', { class: 'between-sides' }, battle.attack && battle.defence ? `${battle.attack} : ${battle.defence}` : '–', h('small', {}, battle.base ?? 'attack')),
        h('div', { class: 'party' }, defenders.map((c) => now(view, c, nationShown(defenders)))),
      ),
      battle.base
        ? h(
            'div',
            { class: 'shifts' },
            h('span', {}, `${battle.attack} against ${battle.defence}`),
            h('b', {}, battle.base),
            chip('11.8'),
            shiftRows(battle.shifts ?? []),
            final ? finalRow(final) : null,
          )
        : null,
      this.#dice(),
      result && !this.rolls.some((line) => line.kind === 'combat') ? h('p', {}, h('b', { class: 'words' }, lossWords(result))) : null,
      result && !this.over ? stillDue(battle) : null,
    ];
  }

  /** Every die with what came of it, in order. @returns {Child} */
  #dice() {
    const more = this.rolls.length - MAX_ROWS;
    return (
      this.rolls.length > 0 &&
      h(
        'ul',
        { class: 'rolls' },
        this.rolls.slice(0, MAX_ROWS).map((line) => h('li', {}, (line.dice ?? []).map((d) => d.die && die(d.die)), h('span', {}, line.text))),
        more > 0 && h('li', { class: 'quiet' }, `and ${more} more in the log`),
      )
    );
  }

  /** @param {Desk} desk @returns {Highlights} */
  highlights(desk) {
    const battle = this.#current(desk);
    if (!battle || this.over) return {};
    const origins = battle.attackers.map((c) => find(/** @type {WarView} */ (desk.view), c.id)?.hex ?? null).filter((hex) => hex !== null);
    return { attack: { hex: battle.target, from: battle.origins ?? [...new Set(origins)], odds: battle.column ?? battle.base ?? null, river: null } };
  }
}

/** A counter as it is now, or as it was last seen; one that is lost is crossed out. @param {WarView} view @param {Counter} counter @param {string} [nation] */
function now(view, counter, nation) {
  const found = find(view, counter.id);
  const gone = found?.box === 'eliminated' || found?.box === 'removed';
  const face = found?.hex && known(found.counter) ? found.counter : counter;
  return h('span', { class: gone ? 'lost-unit' : '', title: gone ? 'Eliminated' : null }, chipFace(face, FACE_PX, { nation, dim: gone }), gone && h('span', { class: 'offstage' }, 'eliminated'));
}
