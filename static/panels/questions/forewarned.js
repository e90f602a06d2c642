/**
 * The warnings of the end of a phase. The server works them out only when it is asked: when the player pauses, or reaches
 * for the button that ends it.
 *
 * @import {Legal, Warning} from '../../core/types.js'
 * @import {Desk} from '../desk.js'
 */

import { keep, kept } from './passed.js';

const PAUSE_MS = 1500;

export class Forewarned {
  /** the question that it is about @type {Legal|null} */
  #legal = null;
  /** @type {Warning[]} */
  #found = [];
  /** what the player has been told of, once they end the phase anyway @type {object|null} */
  #passed = null;
  /** @type {Promise<Warning[]|null>|null} */
  #asked = null;
  #failed = false;
  #timer = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @returns {Warning[]} those known now; they are asked for after a pause */
  known() {
    this.#follow();
    return this.#found;
  }

  /** @param {boolean} [again] if the last try failed @returns {Promise<Warning[]|null>} null when there was no answer, and then the player is told why */
  ask(again = false) {
    this.#follow();
    clearTimeout(this.#timer);
    if (again && this.#failed) this.#asked = null;
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  /** The player ends the phase, whatever they were told. */
  passed() {
    if (this.#passed) keep(this.desk.match, this.desk.seat ?? '', this.#passed);
  }

  async #ask() {
    const legal = this.#legal;
    const { match, seat } = this.desk;
    const before = kept(match, seat ?? '');
    const answer = await this.desk.consult({ kind: 'warnings', ...(before && { passed: before }) });
    if (legal !== this.#legal) return null;
    this.#failed = !answer;
    if (!answer) return null;
    this.#found = answer.warnings;
    this.#passed = answer.passed ?? null;
    this.desk.refresh();
    return this.#found;
  }

  /** After every message the question is a new one, and what was found of the last no longer holds. */
  #follow() {
    const { legal } = this.desk;
    if (legal === this.#legal) return;
    this.#legal = legal;
    this.#found = [];
    this.#passed = null;
    this.#asked = null;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.desk.asks(legal) && void this.ask(), PAUSE_MS);
  }
}
