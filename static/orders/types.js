/**
 * The general form's own shapes; those on the wire are made from the rules. For the type checker only.
 *
 * @import {OneOf, SomeOf, Path, Count, Flag, Sum, Allotment} from '../core/wire.js'
 * @import {Child} from '../core/dom.js'
 * @import {Highlights} from '../board/highlights.js'
 *
 * @typedef {OneOf|SomeOf|Path|Count|Flag|Sum|Allotment} Options
 * @typedef {string|string[]|number|boolean|Record<string, string[]>} Value as the command carries it
 *
 * @typedef {object} Roster what a game tells the form of its units
 * @property {(id: string) => string} name in sentences
 * @property {(id: string) => string|null} place where it is on the map
 * @property {(place: string) => string[]} at who is there, the top first
 * @property {(id: string) => boolean} foe whether it is not the player's own side's
 * @property {(id: string, px: number, o?: {count?: number, picked?: boolean, dim?: boolean}) => Node} face `count`: how many that are alike it stands for; `dim`: it cannot be chosen
 * @property {(id: string) => string} [spoken] what its face says, for a screen reader; its name unless told
 * @property {(id: string) => string} [note] below its face on the map
 * @property {(id: string) => Node[]} [actions] small buttons below that, for what is done with it beside the order
 * @property {(id: string) => string} [alike] units of one place of which it says the same are chosen from together
 * @property {(ids: string[]) => string[]} [together] of the units of a stack those that go together unless the player says otherwise
 * @property {(place: string) => string} [standing] who is there, in words
 * @property {string|null} [about] the place that the question is about
 * @property {Highlights} [shows] what the map shows of it, below what may be chosen
 * @property {() => Child} [matter] what it is about, to be seen before one answers
 */

export {};
