/**
 * What a mode may ask of the page round it. For the type checker only; `screen.js` is the one that does it.
 *
 * @import {Legal, View} from '../core/types.js'
 * @import {Surface} from '../board/board.js'
 *
 * @typedef {object} Desk
 * @property {View} view
 * @property {Legal} legal
 * @property {string} match its id
 * @property {string|null} seat
 * @property {(legal: Legal) => boolean} asks whether this is still the newest question
 * @property {Surface} board
 * @property {boolean} plans whether an attack is planned
 * @property {boolean} busy whether an order is on its way: until all that it led to is shown, no other is taken
 * @property {() => void} refresh draw again: the mode changed
 * @property {(command: object) => Promise<boolean>} send
 * @property {(question: object) => Promise<any>} consult the answer; null when there is none, and then the player is told why
 * @property {(text: string, section?: string) => void} say a short message over the map
 * @property {{to: (seat: string) => void, back: () => void}|null} visits at one screen: let another seat do something out of turn, and give the screen back
 * @property {(seat: string) => string} person who plays a seat, by name; its title where that is nobody of their own
 * @property {() => void} frame show where your units are
 * @property {(hexes: string[]) => void} opens where your first units go: the map is shown there, unless you have moved it
 * @property {(hexes: string[]) => void} point mark these hexes and bring them into the window
 */

export {};
