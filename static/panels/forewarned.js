/**
 * The warnings of the end of a phase. The server works them out only when it is asked: when the player pauses, or reaches
 * for the button that ends it.
 *
 * @import {Legal, Warning} from '../core/types.js'
 * @import {Desk} from './desk.js'
 */

const PAUSE = 1500;

export class Forewarned {
  /** the question that it is about @type {Legal|null} */
  #legal = null;
  /** @type {Warning[]} */
  #found = [];
  /** @type {Promise<Warning[]|null>|null} */
  #asked = null;
  #failed = false;
  #timer = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @returns {Warning[]} those known of now; they are asked for after a pause */
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

  async #ask() {
    const legal = this.#legal;
    const answer = await this.desk.consult({ kind: 'warnings' });
    if (legal !== this.#legal) return null;
    this.#failed = !answer;
    if (!answer) return null;
    this.#found = answer.warnings;
    this.desk.refresh();
    return this.#found;
  }

  /** After every message the question is a new one, and what was found of the last no longer holds. */
  #follow() {
    const { legal } = this.desk;
    if (legal === this.#legal) return;
    this.#legal = legal;
    this.#found = [];
    this.#asked = null;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.desk.asks(legal) && void this.ask(), PAUSE);
  }
}
