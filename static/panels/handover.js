/**
 * Two players at one screen: when the other one has to decide, the table is covered until that player is there.
 * A player who does not decide may ask for the screen too, if the game offers something out of turn.
 *
 * @import {Table} from '../core/table.js'
 * @import {GameTable} from './game.js'
 */

import { matchPage } from '../core/links.js';
import { curtain } from './curtain.js';
import { seatName } from './people.js';

export class HandOver {
  /** the seat whose player has to come @type {string|null} */
  #awaited = null;
  /** the seat that has the screen out of turn @type {string|null} */
  #guest = null;

  /**
   * @param {Table} table
   * @param {GameTable} game
   * @param {object} on
   * @param {() => void} on.away the table is out of sight: forget what was drawn of it
   * @param {(seat: string) => Promise<void>} on.come the next player is there
   */
  constructor(table, game, on) {
    this.table = table;
    this.game = game;
    this.on = on;
  }

  /** Whether the table is covered until a player is there. */
  get waits() {
    return this.#awaited !== null;
  }

  /** Look whether the screen changes hands. */
  check() {
    const { table } = this;
    const { view } = table;
    if (!table.match?.hotseat || !view || view.outcome || this.#awaited || !table.seat) return;
    const next = view.step.deciders[0];
    if (!next || view.step.deciders.includes(table.seat)) {
      this.#guest = null;
      return;
    }
    if (this.#guest !== table.seat) this.#call(next, view.step.title);
  }

  /** A seat that does not decide has something to do. @param {string} seat */
  visit(seat) {
    if (!this.table.match?.hotseat || this.#awaited) return;
    this.#guest = seat;
    this.#call(seat, 'You can act out of turn');
  }

  /** Back to whoever decides. */
  leave() {
    this.#guest = null;
    this.check();
  }

  /** @param {string} next @param {string} what */
  #call(next, what) {
    const { table } = this;
    this.#awaited = next;
    table.forget();
    this.on.away();
    curtain({
      title: please(seatName(table.match, this.game, next)),
      text: `${what}. The map is covered until you are at the screen.`,
      yes: 'I am here: show my side',
      act: () => void this.#come(next),
    });
  }

  /** @param {string} seat */
  async #come(seat) {
    // What came in behind the curtain was for the last player: put away before it opens, or it would close at once.
    this.table.forget();
    this.on.away();
    curtain(null);
    history.replaceState(null, '', matchPage(this.table.id, { seat }));
    await this.on.come(seat);
    this.#awaited = null;
    this.check();
  }
}

/** @param {string} who "German", or "Russia, Serbia and Montenegro" @returns {string} */
const please = (who) => (who.includes(' and ') ? `The player of ${who}, please` : `${who} player, please`);
