/**
 * The match at an earlier moment, as one saw it then. What is shown is apart from the table, which goes on behind it: here
 * nothing can be ordered.
 *
 * @import {Legal, LogLine, Scene, View} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {Surface} from '../../board/board.js'
 * @import {Desk} from '../desk.js'
 * @import {DiceShow} from '../log/dice-show.js'
 * @import {GameClient} from '../game.js'
 * @import {Mode} from '../questions/mode.js'
 * @import {PastBar} from './past-bar.js'
 */

import { ApiError, api } from '../../core/api.js';
import { h, reducedMotion } from '../../core/dom.js';
import { Pause } from '../../core/pause.js';
import { takenBack } from '../../core/taken-back.js';
import { watching } from '../../core/match-client.js';
import { show } from '../../board/show.js';
import { personOf } from '../people.js';
import { placesOf } from '../places.js';

/** Scenes that are kept for going back. */
const MAX_SCENES = 40;
/** ms that a film rests at a step: at one that only opens a phase, at a deed, and at one with dice. */
const REST = { phase: 450, deed: 900, dice: 1700 };

/**
 * @typedef {object} PastEvents
 * @property {() => void} changed draw again
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {(text: string) => void} say
 */

export class Past {
  /** what is shown; null for now @type {Scene|null} */ scene = null;
  /** what looks at it; it asks nothing @type {Mode|null} */ mode = null;
  playing = false;
  /** below the board, once it is loaded @type {PastBar|null} */ bar = null;
  element = h('div', {});
  /** @type {Map<number, Scene>} */ #kept = new Map();
  /** @type {number|null} */ #wanted = null;
  /** @type {Promise<void>|null} */ #going = null;
  #entering = false;
  /** which film runs: one that was stopped may still be resting */ #film = 0;
  #pause = new Pause();

  /** @param {MatchClient} client @param {Surface} board @param {GameClient} game @param {DiceShow} dice @param {PastEvents} on */
  constructor(client, board, game, dice, on) {
    this.client = client;
    this.board = board;
    this.game = game;
    this.dice = dice;
    this.on = on;
  }

  get open() {
    return this.#entering || this.scene !== null;
  }

  /** @returns {View|null} */
  get view() {
    return this.scene?.view ?? null;
  }

  /** The newest number there is. */
  get newest() {
    return Math.max(this.client.version, 0);
  }

  /** Look at the moment at which one had been told so much; what is asked for meanwhile is skipped over. @param {number} number @returns {Promise<void>} */
  look(number) {
    if (!this.open) {
      this.#entering = true;
      this.on.enter();
    }
    this.#wanted = Math.max(0, Math.min(number, this.newest));
    this.#going ??= this.#go().finally(() => {
      this.#going = null;
    });
    return this.#going;
  }

  /** The bar is loaded when a moment is first looked at. @returns {Promise<boolean>} whether it is there */
  async #ready() {
    if (this.bar) return true;
    const loaded = await import('./past-bar.js').catch(() => null);
    if (!loaded) {
      this.on.say('The server does not answer. Check your connection.');
      return false;
    }
    this.bar = new loaded.PastBar(this);
    this.element.append(this.bar.element);
    return true;
  }

  async #go() {
    if (!(await this.#ready())) this.close();
    while (this.#wanted !== null) {
      const number = this.#wanted;
      this.#wanted = null;
      const scene = await this.#fetch(number);
      if (!this.open) return;
      if (!scene) {
        if (!this.scene) this.close();
        return;
      }
      this.#show(scene);
    }
  }

  /** @param {number} number @returns {Promise<Scene|null>} null when it cannot be had, and then the reason is told */
  async #fetch(number) {
    const kept = this.#kept.get(number);
    if (kept) return kept;
    try {
      const scene = await api.history(this.client.id, { ...this.client.who, number });
      // Of the newest the next phase is not known yet.
      if (scene.phase_after !== null) {
        this.#kept.set(scene.number, scene);
        if (this.#kept.size > MAX_SCENES) this.#kept.delete(/** @type {number} */ (this.#kept.keys().next().value));
      }
      return scene;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.on.say(error.message);
      return null;
    }
  }

  /** @param {Scene} scene */
  #show(scene) {
    const before = this.scene;
    this.#entering = false;
    this.scene = scene;
    this.mode = this.game.mode(this.#desk(scene));
    show(this.board, scene.log.flatMap(placesOf));
    if (before && before.number === scene.before && !reducedMotion()) for (const line of scene.log) this.board.travel(line, before.view, scene.view);
    this.on.changed();
  }

  /** A desk at which nobody can order or ask anything. @param {Scene} scene @returns {Desk} */
  #desk(scene) {
    const { board, client } = this;
    return {
      board,
      view: scene.view,
      legal: this.legal ?? watching(scene.view),
      match: client.id,
      seat: client.seat,
      asks: () => false,
      plans: false,
      busy: false,
      refresh: () => this.on.changed(),
      send: async () => false,
      consult: async () => null,
      say: (text) => this.on.say(text),
      visits: null,
      person: (seat) => personOf(client.match, this.game, seat),
      frame: () => {},
      opens: () => {},
      point: (hexes) => show(board, hexes),
    };
  }

  /** @returns {Legal|null} */
  get legal() {
    return this.scene ? { ...watching(this.scene.view), detail: 'You are looking back.' } : null;
  }

  // --- steps ------------------------------------------------------------------------------------------------------

  first() {
    this.stop();
    return this.look(0);
  }

  back() {
    this.stop();
    return this.look(this.scene?.before ?? this.newest);
  }

  next() {
    this.stop();
    return this.look((this.scene?.number ?? this.newest) + 1);
  }

  last() {
    this.stop();
    return this.look(this.newest);
  }

  phaseBack() {
    this.stop();
    return this.look(this.scene ? (this.scene.phase_before ?? 0) : this.newest);
  }

  phaseNext() {
    this.stop();
    return this.look(this.scene?.phase_after ?? this.newest);
  }

  /** @returns {boolean} whether there was anything to leave */
  close() {
    if (!this.open) return false;
    this.stop();
    this.#entering = false;
    this.#wanted = null;
    this.scene = null;
    this.mode = null;
    this.on.leave();
    return true;
  }

  /** Another player has the screen. */
  forget() {
    this.#kept.clear();
    this.bar?.bookmarks.forget();
    this.close();
  }

  // --- the film -----------------------------------------------------------------------------------------------------

  stop() {
    if (!this.playing) return;
    this.playing = false;
    this.#film += 1;
    this.dice.skip();
    this.#pause.end();
    this.on.changed();
  }

  /** Step through to the newest, resting at dice and battles. @param {number} [from] a number; where it stands if left out */
  async play(from) {
    if (from !== undefined || !this.scene) await this.look(from ?? 0);
    else if (this.scene.number >= this.newest) await this.look(0);
    this.playing = true;
    const film = (this.#film += 1);
    const runs = () => this.open && film === this.#film;
    this.on.changed();
    await this.#pause.take(REST.deed);
    while (runs() && this.scene && this.scene.number < this.newest) {
      const scene = await this.#fetch(this.scene.number + 1);
      if (!scene || !runs()) break;
      const back = takenBack(this.client.log);
      const lines = scene.log.filter((line) => !back.has(line.seq));
      // As at the table: the dice fall, and then it is seen what comes of them.
      await this.dice.play(lines);
      if (!runs()) return;
      this.#show(scene);
      await this.#pause.take(rest(lines));
    }
    if (runs()) this.stop();
  }
}

/** @param {LogLine[]} lines @returns {number} ms; nothing for what was taken back */
function rest(lines) {
  if (!lines.length) return 0;
  if (lines.some((line) => line.dice?.length)) return REST.dice;
  return lines.every((line) => line.kind === 'phase') ? REST.phase : REST.deed;
}
