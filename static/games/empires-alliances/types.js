/**
 * What the rules of Empires & Alliances add to the shapes that all games share, for the type checker only.
 *
 * @import {LogLine, Phase, View} from '../../core/types.js'
 * @import {RefusalJson} from '../../core/wire.js'
 *
 * @typedef {object} Unit
 * @property {string} id
 * @property {"central"|"allied"|""} side empty while its country is neutral
 * @property {string} nation
 * @property {"infantry"|"stosstruppen"|"cavalry"|"field-artillery"|"siege-artillery"|"tank"|"air"} kind
 * @property {"XXX"|"XX"|""} size
 * @property {string} label
 * @property {string} name
 * @property {number} attack
 * @property {number} defence
 * @property {number} movement
 * @property {boolean} half it counts half for capacities
 * @property {number} trench level of its entrenchment
 * @property {number} unsupplied level
 * @property {0|1|2} shaken 1: demoralised, 2: demoralised this segment
 * @property {number} spent MP
 * @property {number|null} most MP of this phase, while units move
 * @property {boolean} done it can do nothing more in this phase
 *
 * @typedef {{side: "central"|"allied", units: Unit[]}} Stack
 *
 * @typedef {{text: string, section: string, infantry: number, artillery: number, tank: number}} Gain
 * @typedef {{name: string, side: "central"|"allied", limit: number[], gains: Gain[]}} Purse
 * @typedef {{what: string, hex: string, holder: string, halves: number, supplied: boolean}} ScoreRow
 * @typedef {LogLine & {toll?: Record<string, number>, taken?: string[], taker?: string}} WarLine
 *
 * @typedef {object} AttackPlan the answer to `consult {kind: "attack"}`
 * @property {string[]} defenders
 * @property {string[]} together those who could all be chosen
 * @property {string[]} aircraft those that could support it
 * @property {string[]} columns of the table
 * @property {number} most all modifiers together come to that at most, either way
 * @property {boolean} legal
 * @property {RefusalJson|null} refusal
 * @property {string} [attack] factors
 * @property {string} [defence] factors
 * @property {{side: "attack"|"defence", text: string, section: string, factors: string}[]} [weakened] where they are not those printed
 * @property {string} [column]
 * @property {{text: string, section: string, drm: number}[]} [modifiers]
 * @property {number} [drm] what is added to the die
 * @property {string[]} [results] one for each face of the die
 * @property {Record<string, string>} [says] results in words
 *
 * @typedef {object} FightShown one attack on some of the defenders; figures of the one in hand
 * @property {string[]} attackers
 * @property {string[]} targets
 * @property {string[]} air
 * @property {boolean} over
 * @property {string} [attack] factors
 * @property {string} [defence] factors
 * @property {string} [column]
 * @property {{text: string, section: string, drm: number}[]} [modifiers]
 * @property {string} [result]
 *
 * @typedef {object} Battle an attack on a hex
 * @property {string} hex
 * @property {string} stage
 * @property {string[]} attackers
 * @property {string[]} defenders
 * @property {string[][]} joined
 * @property {string[]} air
 * @property {boolean} infiltration
 * @property {string[]} neutralised
 * @property {FightShown[]} fights
 * @property {string[]} going who has to retreat
 *
 * @typedef {LogLine & {hexes?: string[], battle?: string, attackers?: string[], defenders?: string[]}} FightLine `battle`: the hex that is fought for
 *
 * @typedef {object} WarParts
 * @property {string} date
 * @property {Record<string, string>} sides
 * @property {{west: string, east: string}} weather
 * @property {Record<string, Stack>} stacks
 * @property {Record<string, Unit[]>} boxes boxes and bins
 * @property {Unit[]} due reinforcements that may be brought on now
 * @property {Record<string, string[]>} control hexes taken from the other side
 * @property {Record<string, number>} forts level by hex
 * @property {string[]} fallen hexes of forts that stand no more
 * @property {Record<string, string[]>} railheads hexes by side
 * @property {Record<string, number[]>} points what is in each purse: infantry, artillery, tanks
 * @property {Record<string, Purse>} purses
 * @property {Record<string, string[]>} garrisons cities by side that lack one
 * @property {Record<string, {worn: number, effect: string, until: number, low: boolean, checks: boolean, drm: {text: string, section: string, drm: number}[]}>} morale
 * @property {Record<string, {side: "central"|"allied", since: number, conquered: boolean}>} wars countries at war
 * @property {string[]} neutral countries that are at war with nobody
 * @property {{halves: number, level: string, section: string, rows: ScoreRow[]}} score Central Powers points in halves
 * @property {{hexes: Record<string, string[]>, navy: string, again: string}} invasion units at sea by the hex that they invade, where the Royal Navy lies, from when the Allies may invade again
 * @property {Battle[]} battles attacks that are open
 * @property {Phase[]} phases
 *
 * @typedef {View & WarParts} WarView
 */

export {};
