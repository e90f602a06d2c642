/**
 * The shapes on the wire (docs/architecture.md §3-§8) that every game shares, for the type checker only: nothing imports
 * this at run time.
 *
 * What the server builds by types is in `wire.d.ts`, made of them; here are its names in this client, and what else it sends.
 *
 * @import {GameOut, HistoryOut, Legal as Question, Line, MatchOut, ScenarioOut, SeatOption, SeatOut, StateOut, LogLine as SentLine, UndoState} from './wire.js'
 *
 * @typedef {import('./wire.js').Phase} Phase
 * @typedef {import('./wire.js').Warning} Warning
 * @typedef {import('./wire.js').RefusalJson} RefusalJson
 * @typedef {import('./wire.js').OutcomeJson} OutcomeJson
 * @typedef {import('./wire.js').View} View what every game's view has; `types.js` of a game has the rest
 * @typedef {import('./wire.js').Offer} Offer what every offer has; `types.js` of a game has the rest
 * @typedef {Question} Legal
 *
 * @typedef {{hexes: Record<string, string>, lines: [string, string][], units: Record<string, string>}} Overlay
 *
 * @typedef {Line & SentLine & {taken_back?: boolean, turn?: number}} LogLine `taken_back`: so says a search, which has not the lines around; `turn`: that it opens
 * @typedef {import('./wire.js').Bulletin} Bulletin
 * @typedef {UndoState} Undo
 * @typedef {import('./wire.js').ProposalOut} Proposal
 * @typedef {SeatOut} SeatJson
 * @typedef {MatchOut} Match
 * @typedef {SeatOption} SeatInfo
 * @typedef {{id: "nations", title: string, default: Record<string, string>, sides: Record<string, string>, names: Record<string, string>}} Distribution the option that deals out nations to seats
 * @typedef {ScenarioOut} ScenarioInfo
 * @typedef {GameOut} GameInfo
 *
 * @typedef {Omit<StateOut, "view"|"legal"|"log"> & {view: View, legal: Legal|null, log: LogLine[]}} StateMessage
 *
 * @typedef {Omit<HistoryOut, "view"|"log"> & {view: View, log: LogLine[]}} Scene an earlier moment of the match
 *
 * @typedef {{from: number, version: number, link: string|null, patch: object, legal: LegalPatch|null, undo: Undo, proposals: Proposal[], clocks: import('./wire.js').ClocksOut|null, log: LogLine[]}} PatchMessage
 * @typedef {Record<string, any> & {offers?: Offer[] | Record<number, object>}} LegalPatch what is another than in the last question
 *
 * @typedef {object} BoardHex
 * @property {number} x
 * @property {number} y
 * @property {string} [shown] its number as people read it, where that is not its id
 * @property {string} [name]
 * @property {string} [terrain]
 * @property {string} [country]
 * @property {string} [surface]
 * @property {string} [city]
 * @property {string|boolean} [fortress]
 * @property {string|boolean} [port]
 *
 * @typedef {object} BoardJson
 * @property {string} id
 * @property {number} width
 * @property {number} height
 * @property {{w: number}} hex
 * @property {number} [north] degrees clockwise from the top of the sheet; areas have none
 * @property {Record<string, BoardHex>} hexes
 * @property {Record<string, {x1: number, y1: number, x2: number, y2: number, river?: string}>} sides
 */

export {};
