/**
 * Two players at one screen: when the other one has to decide, the table is covered until that player is there.
 * A player who does not decide may ask for the screen too, if the game offers something out of turn.
 *
 * @import {MatchClient} from '../core/match-client.js'
 * @import {GameClient} from './game.js'
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
   * @param {MatchClient} client
   * @param {GameClient} game
   * @param {object} on
   * @param {() => void} on.away the table is out of sight: forget what was drawn of it
   * @param {(seat: string) => Promise<void>} on.come the next player is there
   */
  constructor(client, game, on) {
    this.client = client;
    this.game = game;
    this.on = on;
  }

  /** Whether the table is covered until a player is there. */
  get waits() {
    return this.#awaited !== null;
  }

  /** Look whether the screen changes hands. */
  check() {
    const { client } = this;
    const { view } = client;
    if (!client.match?.hotseat || !view || view.outcome || this.#awaited || !client.seat) return;
    const next = view.step.deciders[0];
    if (!next || view.step.deciders.includes(client.seat)) {
      this.#guest = null;
      return;
    }
    if (this.#guest !== client.seat) this.#call(next, view.step.title);
  }

  /** A seat that does not decide has something to do. @param {string} seat */
  visit(seat) {
    if (!this.client.match?.hotseat || this.#awaited) return;
    this.#guest = seat;
    this.#call(seat, 'You can act out of turn', true);
  }

  /** Back to whoever decides. */
  leave() {
    this.#guest = null;
    this.check();
  }

  /** @param {string} next @param {string} what @param {boolean} [guest] it is not the one who decides */
  #call(next, what, guest = false) {
    const { client } = this;
    this.#awaited = next;
    client.forget();
    this.on.away();
    // Whoever tries something out plays all sides.
    if (client.match?.what_if) return void this.#come(next);
    curtain({
      title: `${seatName(client.match, this.game, next)}: ${guest ? 'over to you' : 'your turn'}`,
      text: `${what}. The map is covered until you are at the screen.`,
      yes: 'I am here: show my side',
      act: () => void this.#come(next),
    });
  }

  /** @param {string} seat */
  async #come(seat) {
    // What came in behind the curtain was for the last player: put away before it opens, or it would close at once.
    this.client.forget();
    this.on.away();
    curtain(null);
    history.replaceState(null, '', matchPage(this.client.id, { seat }));
    await this.on.come(seat);
    this.#awaited = null;
    this.check();
  }
}
