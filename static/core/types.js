/**
 * The shapes on the wire (docs/architecture.md §3-§8), for the type checker only: nothing imports this at run time.
 *
 * @typedef {{id: string, side: string, concealed: true}} Concealed an enemy unit under the top one; the id is a place, not a name
 *
 * @typedef {object} Unit a unit whose face the viewer knows
 * @property {string} id
 * @property {string} side
 * @property {false} [concealed]
 * @property {string} nation
 * @property {"infantry"|"cavalry"|"hq"|"fort"|"depot"} kind
 * @property {string} label what is printed on the counter
 * @property {string} name what a sentence says
 * @property {string|null} army
 * @property {string|null} size XX, XXX or XXXX
 * @property {number} factor combat factor now
 * @property {number} ma movement allowance printed
 * @property {number|null} radius command radius of an HQ
 * @property {number} steps
 * @property {number} full
 * @property {"elan"|"normal"|"fatigued"} morale
 * @property {"in"|"out"|"fortress"} supply
 * @property {boolean} [command] own units only
 * @property {number} [mp] spent this phase; own units only
 * @property {number} [left] MP it has still; own units only
 * @property {boolean} [done] own units only
 *
 * @typedef {Unit|Concealed} Counter
 *
 * @typedef {{key: string, side: string|null, title: string, section: string, state: "done"|"now"|"todo"|"skipped"}} Phase
 * @typedef {{text: string, section: string, columns: number}} Shift
 * @typedef {{text: string, section: string, hex?: string}} Warning
 * @typedef {{code: string, section: string, text: string}} RefusalJson
 *
 * @typedef {object} Battle fields come as they become known
 * @property {string} target
 * @property {Counter[]} attackers
 * @property {Counter[]} defenders
 * @property {string[]} [origins]
 * @property {string} stage
 * @property {string} [side] the attacker's
 * @property {number} [attack]
 * @property {number} [defence]
 * @property {string|null} [base] the column before shifts
 * @property {Shift[]} [shifts]
 * @property {string|null} [column]
 * @property {number|null} [die]
 * @property {string|null} [result]
 * @property {{attacker: number, defender: number}|null} [losses]
 *
 * @typedef {object} Tracks
 * @property {number} vp
 * @property {number} vp_to_win
 * @property {number} vp_to_draw
 * @property {number} plan_xvii
 * @property {number} plan_xvii_needed
 * @property {boolean} paris_endangered
 *
 * @typedef {{winner: string|null, reason: string, section: string}} OutcomeJson
 *
 * @typedef {object} View
 * @property {string} game
 * @property {string} scenario
 * @property {string} board
 * @property {string} viewer
 * @property {number} turn
 * @property {number} turns
 * @property {string} date
 * @property {Phase[]} phases
 * @property {{key: string, title: string, section: string, side: string|null, deciders: string[]}} step
 * @property {Tracks} tracks
 * @property {{coup: string, artillery: string[]}} markers
 * @property {Record<string, Counter[]>} stacks top first
 * @property {Record<string, Counter[]>} boxes
 * @property {Record<string, string[]>} control only hexes that changed hands
 * @property {Battle|null} [battle]
 * @property {OutcomeJson|null} [outcome]
 *
 * @typedef {object} Offer
 * @property {string} kind
 * @property {string} label
 * @property {string} section
 * @property {string} [note]
 * @property {Warning[]} [warnings]
 * @property {RefusalJson|null} [refusal] of ending a phase: why it cannot end yet
 * @property {string[]} [units]
 * @property {string[]} [hexes]
 * @property {Record<string, string[]>} [targets]
 * @property {Record<string, string[]>} [choices]
 * @property {number} [count]
 * @property {string[]} [participants]
 * @property {string[][]} [paths]
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
 * @typedef {"free"|"tiring"|"forced"} Band
 * @typedef {{cost: number, path: string[], band: Band, stops: boolean, notes: {text: string, section: string}[]}} Reach
 * @typedef {{units: string[], allowance: number, hexes: Record<string, Reach>, refused: Record<string, RefusalJson>}} MovePlan
 *
 * @typedef {object} AttackPlan
 * @property {boolean} legal
 * @property {RefusalJson|null} refusal
 * @property {number} attack
 * @property {number[]} defence
 * @property {number} concealed
 * @property {string[]} odds
 * @property {Shift[]} shifts
 * @property {{applies: boolean, section: string, columns: number[]}|null} concentric
 * @property {string[]} columns
 * @property {number[]} base
 * @property {number[]} final
 * @property {{die: number, attacker: number, defender: number}[]} table
 * @property {string|null} automatic
 * @property {number[]} average
 * @property {boolean} plan_xvii
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
 * @property {string[]} [path]
 *
 * @typedef {{allowed: boolean, text: string}} Undo
 * @typedef {{seat: string, title: string, name: string|null, you: boolean, taken: boolean, online: boolean}} SeatJson
 *
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {string} scenario
 * @property {"open"|"active"|"finished"} status
 * @property {boolean} hotseat
 * @property {number} version
 * @property {SeatJson[]} seats
 * @property {string|null} [invite]
 * @property {string|null} [spectate]
 * @property {string} [commitment]
 * @property {OutcomeJson|null} [outcome]
 *
 * @typedef {{id: string, title: string}} SeatInfo
 * @typedef {{id: string, title: string, summary: string, seats: SeatInfo[], options: object[]}} ScenarioInfo
 * @typedef {{id: string, title: string, summary: string, scenarios: ScenarioInfo[]}} GameInfo
 *
 * @typedef {object} StateMessage
 * @property {number} version
 * @property {View} view
 * @property {Legal|null} legal null for a spectator
 * @property {Undo} undo
 * @property {LogLine[]} log
 * @property {number|null} [last_seen]
 *
 * @typedef {{from: number, version: number, patch: object, legal: Legal|null, undo: Undo, log: LogLine[]}} PatchMessage
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
 * @property {Record<string, BoardHex>} hexes
 * @property {Record<string, {x1: number, y1: number, x2: number, y2: number, river?: string}>} sides
 */

export {};
