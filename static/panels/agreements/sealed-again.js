/**
 * How often all words for the dice were sealed again before a match began, and who asked for it (docs/decisions/0047).
 *
 * @import {Match} from '../../core/types.js'
 * @import {VoidedOut} from '../../core/wire.js'
 */

import { join } from '../../core/bits.js';
import { hasStarted } from '../../core/dice-words.js';
import { undrawn } from '../people.js';

/** The one who sat and sealed on a seat, before sides were drawn. @param {Match} match @param {VoidedOut} round */
function asker(match, { seat, left }) {
  // Whoever sits there now did not ask, and others may rightly not trust the one who did.
  if (left) return 'a player who has left';
  const found = match.seats.find((s) => s.sealed_as === seat);
  if (!found) return seat;
  if (found.you) return 'you';
  return found.name ?? (undrawn(match) ? 'someone' : found.title);
}

/** A sentence for everyone; empty where it never happened. @param {Match} match */
export function sealedAgain(match) {
  const times = match.voided.length;
  if (!times) return '';
  const who = join([...new Set(match.voided.map((v) => asker(match, v)))]);
  return `All words for the dice were sealed again${times > 1 ? ` ${times} times` : ''}${hasStarted(match) ? ' before the match began' : ''}, as ${who} asked.`;
}
