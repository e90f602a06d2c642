/**
 * The shapes on the wire (docs/architecture.md §3-§8) that every game shares, for the type checker only: nothing imports
 * this at run time.
 *
 * @typedef {{key: string, side: string|null, title: string, section: string, state: "done"|"now"|"todo"|"skipped"}} Phase
 * @typedef {{text: string, section: string, hex?: string}} Warning
 * @typedef {{code: string, section: string, text: string}} RefusalJson
 *
 * @typedef {{winner: string|null, reason: string, section: string}} OutcomeJson
 *
 * @typedef {object} View what every game's view has; `types.js` of a game has the rest
 * @property {string} game
 * @property {string} scenario
 * @property {string} viewer
 * @property {number} turn
 * @property {number} turns
 * @property {string} [date]
 * @property {Phase[]} phases
 * @property {{key: string, title: string, section: string, side: string|null, deciders: string[]}} step
 * @property {OutcomeJson|null} [outcome] its winner is a side
 *
 * @typedef {object} Offer what every offer has; `types.js` of a game has the rest
 * @property {string} kind
 * @property {string} label
 * @property {string} section
 * @property {string} [note]
 * @property {Warning[]} [warnings] what the game's own client has to say before it is sent
 * @property {boolean} [warns] whether the server may have warnings, when it is asked for them
 * @property {RefusalJson|null} [refusal] why it cannot be sent yet
 *
 * @typedef {object} Legal
 * @property {string} ask
 * @property {string} step
 * @property {string} section
 * @property {string} seat
 * @property {boolean} yours
 * @property {string} title
 * @property {string} prompt
 * @property {string} [detail]
 * @property {Offer[]} offers
 * @property {Record<string, RefusalJson>} [why_not]
 *
 * @typedef {{hexes: Record<string, string>, lines: [string, string][], units: Record<string, string>}} Overlay
 *
 * @typedef {object} LogLine
 * @property {number} seq
 * @property {string|number} [at]
 * @property {string} kind
 * @property {string} section
 * @property {string|null} side
 * @property {string} text
 * @property {{die: number, for: string}[]} [dice]
 * @property {string[]} [hexes]
 * @property {string[]} [areas] in place of `hexes`, on a board of areas
 * @property {string[]} [path]
 *
 * @typedef {{allowed: boolean, text: string}} Undo
 * @typedef {{seat: string, side: string, title: string, name: string|null, you: boolean, taken: boolean, online: boolean, seal: string|null, opened: boolean}} SeatJson
 *
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {string} scenario
 * @property {BoardInfo[]} boards the first is shown first
 * @property {"open"|"opening"|"active"|"finished"} status
 * @property {boolean} hotseat
 * @property {number} version
 * @property {SeatJson[]} seats
 * @property {string|null} [invite]
 * @property {string|null} [spectate]
 * @property {string|null} [commitment]
 * @property {OutcomeJson|null} [outcome]
 *
 * @typedef {{id: string, title: string, side: string}} SeatInfo
 * @typedef {{id: "nations", title: string, default: Record<string, string>, sides: Record<string, string>, names: Record<string, string>}} Distribution the option that deals out nations to seats
 * @typedef {{id: string, title: string, summary: string, seats: SeatInfo[], options: {id: string}[]}} ScenarioInfo
 * @typedef {{id: string, title: string, prefix: string}} BoardInfo a folder under boards/, and what the ids of its places begin with
 * @typedef {{id: string, title: string, summary: string, boards: BoardInfo[], scenarios: ScenarioInfo[]}} GameInfo
 *
 * @typedef {object} StateMessage
 * @property {number} version
 * @property {string|null} link the newest of the chain, of this version
 * @property {View} view
 * @property {Legal|null} legal null for a spectator
 * @property {Undo} undo
 * @property {LogLine[]} log
 * @property {number|null} [last_seen]
 *
 * @typedef {{from: number, version: number, link: string|null, patch: object, legal: LegalPatch|null, undo: Undo, log: LogLine[]}} PatchMessage
 * @typedef {Record<string, any> & {offers?: Offer[] | Record<number, object>}} LegalPatch what is another than in the last question
 *
 * @typedef {object} BoardHex
 * @property {number} x
 * @property {number} y
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
