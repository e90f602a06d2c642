/**
 * What the player has read of the log: all that came while the page was open before them. The rest is told when they are back.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { lasting } from '../../core/taken-back.js';
import { sideOf } from '../people.js';

export class Reading {
  /** how far the log was read when they came @type {number} */ from = 0;
  /** what happened while the player was away @type {LogLine[]} */ since = [];

  /** @param {MatchClient} client @param {() => boolean} waits whether they have still to be told */
  constructor(client, waits) {
    this.client = client;
    this.waits = waits;
    document.addEventListener('visibilitychange', () => this.mark());
    addEventListener('focus', () => this.mark());
  }

  /** @returns {boolean} whether something happened since they were last here */
  lookBack() {
    const { client } = this;
    const unread = lasting(client.log.filter((line) => line.seq > client.lastSeen));
    // Your own deeds are no news, but what others did to yours afterwards is.
    const from = unread.findIndex((line) => line.side !== sideOf(client.match, client.seat));
    const missed = from < 0 ? [] : unread.slice(from);
    // That one phase followed another is seen in the bar.
    if (client.lastSeen <= 0 || missed.every((line) => line.kind === 'phase')) return false;
    this.since = missed;
    this.from = client.lastSeen;
    return true;
  }

  /** The log as it stands is read, if someone is looking. */
  mark() {
    if (document.visibilityState === 'visible' && document.hasFocus() && !this.waits()) void this.client.markSeen();
  }
}
