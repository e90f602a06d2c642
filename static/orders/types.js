/**
 * The general form's own shapes; those on the wire are made from the rules. For the type checker only.
 *
 * @import {OneOf, SomeOf, Path, Count, Flag} from '../core/wire.js'
 *
 * @typedef {OneOf|SomeOf|Path|Count|Flag} Options
 * @typedef {string|string[]|number|boolean} Value as the command carries it
 *
 * @typedef {object} Roster what a game tells the form of its units
 * @property {(id: string) => string} name in sentences
 * @property {(id: string) => string|null} place where it is on the map
 * @property {(place: string) => string[]} at who is there, the top first
 * @property {(id: string) => boolean} foe whether it is not the player's own side's
 * @property {(id: string, px: number) => Node} face
 * @property {(id: string) => string} [note] below its face on the map
 * @property {string|null} [about] the place that the question is about
 */

export {};
