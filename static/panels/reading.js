/**
 * What the player has read of the log: all that came while the page lay open before him. The rest is told when he is back.
 *
 * @import {LogLine} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 */

import { lasting } from '../core/taken-back.js';
import { sideOf } from './people.js';

export class Reading {
  /** how far the log was read when he came @type {number} */ from = 0;
  /** what happened while the player was away @type {LogLine[]} */ since = [];

  /** @param {Table} table @param {() => boolean} waits whether he has still to be told */
  constructor(table, waits) {
    this.table = table;
    this.waits = waits;
    document.addEventListener('visibilitychange', () => this.mark());
    addEventListener('focus', () => this.mark());
  }

  /** @returns {boolean} whether something happened since he was last here */
  lookBack() {
    const { table } = this;
    const unread = lasting(table.log.filter((line) => line.seq > table.lastSeen));
    // Your own deeds are no news, but what others did to yours afterwards is.
    const from = unread.findIndex((line) => line.side !== sideOf(table.match, table.seat));
    const missed = from < 0 ? [] : unread.slice(from);
    if (table.lastSeen <= 0 || !missed.length) return false;
    this.since = missed;
    this.from = table.lastSeen;
    return true;
  }

  /** The log as it stands is read, if somebody is looking. */
  mark() {
    if (document.visibilityState === 'visible' && document.hasFocus() && !this.waits()) void this.table.markSeen();
  }
}
