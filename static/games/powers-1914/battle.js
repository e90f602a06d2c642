/**
 * What is fought, beside the map and never over it, for everyone at the table: a battle with those who are left and its
 * last dice, or the dice of guns, gas and ships. When it is over it stays until something else happens.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {LogLine, View} from '../../core/types.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Fight, Fighting, Figure, PowersView} from './types.js'
 */

import { button, die, icon } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { logLine } from '../../panels/log/log.js';
import { placeTitle } from '../../panels/places.js';
import { armies } from './armies.js';
import { fightCard } from './fight.js';
import { find, origins } from './units.js';

const MAX_LINES = 4;

/** @typedef {"battle"|"challenge"|"shot"|"gas"|"works"|"sunk"} SceneKind */

/** @type {Record<SceneKind, string>} */
const TITLES = { battle: 'Battle', challenge: 'Ship against gun', shot: 'Heavy artillery', gas: 'Gas', works: 'Buildings', sunk: 'At sea' };

/** Lines that tell more of what goes on. */
const MORE = new Set(['fight', 'decided', 'battle-ended', 'reinforced', 'answered', 'declined', 'withdrew', 'removed', 'taken', 'fell', 'freed', 'tactic']);
/** Lines that are drawn as faces and dice. */
const SHOWN = new Set(['battle', 'fight', 'decided', 'shot', 'gas']);
/** Lines after which something that is over is no news any more. */
const ELSE = new Set(['moved', 'phase', 'bought', 'built', 'drawn', 'card-used', 'joined', 'raised']);

/**
 * @typedef {object} Scene
 * @property {SceneKind} kind
 * @property {string} area
 * @property {LogLine[]} lines
 * @property {Fighting|null} battle as it last stood
 * @property {Fight|null} fight the last single fight of it
 */

export class BattlePanel {
  /** @type {Scene|null} */ #scene = null;
  over = true;

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
    const [before, now] = [/** @type {PowersView} */ (was), /** @type {PowersView} */ (is)];
    for (const line of fresh) this.#tell(line, before);
    const scene = this.#scene;
    if (!scene) return;
    if (now.battle && scene.kind === 'battle') scene.battle = now.battle;
    else if (scene.battle) scene.battle = left(scene.battle, now);
    this.over = !(scene.kind === 'battle' && now.battle);
    if (now.fight && fresh.some(({ kind }) => kind === 'fight')) scene.fight = now.fight;
  }

  /** @param {LogLine} line @param {PowersView} before */
  #tell(line, before) {
    const kind = opening(line);
    const scene = this.#scene;
    const area = line.areas?.[0] ?? '';
    const goesOn = scene && (scene.kind === 'battle' ? !this.over : scene.kind === kind && scene.area === area);
    if (kind && (!goesOn || kind === 'battle')) {
      const battle = kind === 'battle' ? { ...nobody(area, before), ...(before.battle?.area === area ? before.battle : {}) } : null;
      this.#scene = { kind, area, lines: [line], battle, fight: null };
      this.over = kind !== 'battle';
    } else if (scene && (kind || MORE.has(line.kind))) scene.lines.push(line);
    else if (scene && this.over && ELSE.has(line.kind)) this.clear();
  }

  /** Of interest as long as one moves and fights. @param {string} step */
  settle(step) {
    if (this.over && !['battle', 'action', 'flag', 'challenge'].includes(step)) this.clear();
  }

  clear() {
    this.#scene = null;
    this.over = true;
  }

  /** What is shown: what was heard of, or else, after a reload, the battle that the view tells of. @param {PowersView} view @returns {Scene|null} */
  #shown(view) {
    const { battle, fight } = view;
    if (!battle || (this.#scene?.kind === 'battle' && this.#scene.area === battle.area)) return this.#scene;
    return { kind: 'battle', area: battle.area, lines: [], battle, fight: fight?.area === battle.area ? fight : null };
  }

  /** @param {Desk} desk @returns {Child} */
  draw(desk) {
    const view = /** @type {PowersView} */ (desk.view);
    const scene = this.#shown(view);
    if (!scene) return null;
    const over = scene.kind !== 'battle' || !view.battle;
    const title = scene.kind === 'battle' && over ? 'Fought' : TITLES[scene.kind];
    const close = () => {
      this.clear();
      this.refresh();
    };
    return [
      h(
        'div',
        { class: 'hd' },
        h('h3', {}, `${title}: ${placeTitle(desk, scene.area)}`),
        over ? button(icon('close'), close, { label: 'Close', tone: 'ghost', class: 'close', key: 'battle-close' }) : h('small', {}, `${scene.battle?.raid ? 'in the air, ' : scene.battle?.rising ? 'a rising, ' : ''}fight ${(scene.battle?.rounds ?? 0) + 1}`),
      ),
      scene.battle && armies(view, scene.battle.attackers, scene.battle.defenders),
      scene.fight ? fightCard(view, scene.fight, words(scene.lines)) : this.#dice(scene),
      this.#told(scene, desk),
    ];
  }

  /** What the dice do not say: how it ended, who came, whose the field is. The log has the rest. @param {Scene} scene @param {Desk} desk @returns {Child} */
  #told({ lines }, desk) {
    const told = lines.filter(({ kind }) => !SHOWN.has(kind)).slice(-MAX_LINES);
    return told.length ? h('div', { class: 'battle-lines' }, told.map((line) => logLine(line, desk.point))) : null;
  }

  /** The last die of guns and gas. @param {Scene} scene @returns {Child} */
  #dice(scene) {
    const line = scene.lines.findLast(({ dice }) => dice?.length);
    const last = line?.dice?.at(-1)?.die;
    if (!line || last === undefined) return null;
    return h('div', { class: 'roll' }, die(last), h('span', {}, line.text));
  }

  /** @param {Desk} desk @returns {Highlights} */
  highlights({ view }) {
    const { battle } = /** @type {PowersView} */ (view);
    if (!battle) return {};
    return { attack: { hex: battle.area, from: origins(battle), odds: null, river: null } };
  }
}

/** @param {LogLine} line @returns {SceneKind|null} what begins with it */
function opening({ kind }) {
  return kind in TITLES ? /** @type {SceneKind} */ (kind) : null;
}

/** A battle that was over in the same breath never stands in a view: those who stood there are known from before. @param {string} area @param {PowersView} before @returns {Fighting} */
function nobody(area, before) {
  return { area, side: '', seat: '', raid: false, rising: false, rounds: 0, attackers: [], defenders: before.areas[area]?.units ?? [] };
}

/** Those of a battle who are still on the map when it is over. @param {Fighting} battle @param {PowersView} now @returns {Fighting} */
function left(battle, now) {
  const alive = (/** @type {Figure} */ { id }) => Boolean(find(now, id)?.area);
  return { ...battle, attackers: battle.attackers.filter(alive), defenders: battle.defenders.filter(alive) };
}

/** @param {LogLine[]} lines @returns {string|undefined} what came of the last fight, as it was told */
function words(lines) {
  const at = lines.findLastIndex(({ kind }) => kind === 'fight');
  return lines.slice(at + 1).find(({ kind }) => kind === 'decided')?.text;
}
