/**
 * The figures of the top bar.
 *
 * @import {Score} from '../../panels/game.js'
 * @import {PowersView} from './types.js'
 */

/** @param {PowersView} view @returns {Score[]} */
export function score(view) {
  const me = view.seats[view.viewer];
  const sides = Object.values(view.sides);
  /** @type {Score[]} */
  const found = [
    { label: 'Conquests', value: sides.map((side) => side.conquests).join(' : '), section: '3.13.3', note: sides.map((side) => `${side.name} ${side.conquests}`).join(', ') },
    { label: 'Event cards', value: String(view.deck), section: '3.13.1', note: 'Left in the deck; the turn that begins with the last card is the last' },
  ];
  if (me) found.unshift({ label: 'Money', value: String(me.money), section: '3.5', note: `In hand; ${me.income} more every turn` });
  return found;
}
