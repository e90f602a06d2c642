/**
 * What a game brings to the client: `static/games/<game>/index.js` exports one of these as `game`. For the type checker
 * only; `screen.js` is the one that asks.
 *
 * @import {LogLine, Overlay, Phase, View} from '../core/types.js'
 * @import {Child} from '../core/dom.js'
 * @import {Board, Pieces} from '../board/board.js'
 * @import {Highlights} from '../board/highlights.js'
 * @import {Lattice} from '../board/lattice.js'
 * @import {Calendar, Yearbook} from './cards/calendar.js'
 * @import {Desk} from './desk.js'
 * @import {Lots, Telling} from './cards/lots.js'
 * @import {Mode} from './questions/mode.js'
 *
 * @typedef {{label: string, value: string, of?: string, section: string, note: string, short?: string}} Score `of`: out of how much; `short`: all of it in few letters, for a phone
 * @typedef {{name: string, label: string, section: string, groups?: boolean, legend?: string, only?: (view: View) => boolean}} Layer an overlay that you may ask for by `consult`; `only`: in which matches; `legend`: what its colours mean; `groups`: hexes of one text are outlined together, and its text in small letters is their `data-of`
 *
 * @typedef {{title: string, lines: LogLine[]}} Chapter of what happened while one was away
 *
 * @typedef {object} BattleView the fight under way, beside the map; it stays until the next question about something else
 * @property {boolean} over
 * @property {(before: View, now: View, fresh: LogLine[]) => void} take news
 * @property {(step: string, now: View) => void} settle a new question was put: is the last fight still of interest?
 * @property {() => void} clear
 * @property {(desk: Desk) => Child} draw null when there is none
 * @property {(desk: Desk) => Highlights} highlights where it is fought
 *
 * @typedef {{lots: Lots|null, calendar: Calendar|null}} Known what the card behind the turn may be drawn with: what is drawn from, null while it is asked for; the turns, in a game that has a yearbook
 *
 * @typedef {object} GameClient
 * @property {string} title
 * @property {Record<string, string>} sides names of the sides
 * @property {Layer[]} layers
 * @property {Record<string, string>} phases short names, by the last part of a phase's key, where the printed ones are long
 * @property {(view: View) => Phase[]} [steps] what the top bar shows of the turn, where its steps are too many to be named there
 * @property {string[]} [styles] style sheets of its own, below the game's folder, besides its `sides.css`: the colours of its sides, for the lobby too
 * @property {number} nearest the least zoom at which the map opens on a wide screen
 * @property {number} [nearestOnPhone] the same on a narrow one, where what stands on the map needs more than a little less
 * @property {(lattice: Lattice) => Pieces} pieces what stands on the map
 * @property {(refresh: () => void) => BattleView} [battle]
 * @property {(desk: Desk) => Mode} mode which mode answers the question put
 * @property {(view: View) => Score[]} score for the top bar; the first one also on narrow screens
 * @property {(view: View, known: Known) => {title: string, content: Child}} track the card behind the turn
 * @property {Telling} [telling] which lines tell of what is drawn, in a game that draws from anything
 * @property {Yearbook} [yearbook] which lines tell what a turn brought, in a game that draws its turn track
 * @property {(view: View) => string[]} [part] the places that are in play, where that is only a part of the board
 * @property {(view: View, seat: string|null) => string[]} places where someone's own units are; all units for null
 * @property {(view: View) => string[]} [opensOn] places that the match is about, on which the map opens while nobody stands anywhere
 * @property {(view: View, place: string) => number} [weight] of what stands there, where a long front is opened at its heaviest part
 * @property {(view: View, ids: string[]) => string} [units] what they are called together, in a game whose units have no names of their own; empty where one of them is no unit
 * @property {(view: View) => string|null} focus where the decision in hand is, if it is about one place
 * @property {(view: View, own: string[]) => string[]} [boards] of several boards those that the question is about, the first of them foremost; none if it is about all. `own`: those on which the viewer commands, empty for all
 * @property {(desk: Desk, mode: Mode) => Child} [beside] what lies beside the board that is shown, as boxes of units
 * @property {(desk: Desk, place: string) => string} sentence a place and what stands there, parts separated by semicolons
 * @property {(lines: LogLine[], title: (place: string) => string) => Chapter[]} [digest] what matters most of what one missed
 * @property {Set<string>} [passing] kinds of lines that are no news to those who were away
 * @property {{label: string, kinds: string[]}[]} [sorts] what the log can be searched for: kinds of lines under one name
 * @property {(desk: Desk) => Child} [review] what else is told of a finished match, besides its charts
 * @property {(dealt: number) => string} [unseen] what a player could not see of a moment that is tried out, where it is no units
 * @property {(view: View, overlay: Overlay) => Set<string>} [troubled] places whose units an overlay says to be in trouble
 */

export {};
