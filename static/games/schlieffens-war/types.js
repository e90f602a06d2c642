/**
 * What Schlieffen's War has on the wire beside what every game has (docs/architecture.md §3-§5), for the type checker only.
 *
 * @import {LogLine, Offer, RefusalJson, View} from '../../core/types.js'
 * @import {Band} from '../../board/types.js'
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
 * @property {boolean|null} [helps] whether an HQ helps to defend its hex; own HQs only
 *
 * @typedef {Unit|Concealed} Counter
 *
 * @typedef {{text: string, section: string, columns: number, cases?: number[]}} Shift `cases`: at worst, likely, at best, where that is open
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
 * @property {string} [final] the column that the die was rolled in
 * @property {number|null} [die]
 * @property {string|null} [result]
 * @property {{attacker: number, defender: number}|null} [losses]
 *
 * @typedef {object} FightParts what a line of an attack tells besides its sentence
 * @property {string} [result] of the die, "2/1"
 * @property {Unit[]} [attackers]
 * @property {Unit[]} [defenders]
 * @property {Unit[]} [units] one that lost a step, as it is now
 * @property {Record<string, Unit["morale"]>} [levels] new morale by unit
 * @property {number} [attack]
 * @property {number} [defence]
 * @property {string} [base]
 * @property {string} [column] after all shifts so far
 * @property {Shift[]} [shifts]
 *
 * @typedef {LogLine & FightParts} FightLine
 *
 * @typedef {object} Tracks
 * @property {number} vp
 * @property {number} vp_to_win
 * @property {number} vp_to_draw
 * @property {number} plan_xvii
 * @property {number} plan_xvii_needed
 * @property {boolean} paris_endangered
 *
 * @typedef {object} WarParts
 * @property {string} date
 * @property {Tracks} tracks
 * @property {{coup: string, artillery: string[]}} markers
 * @property {Record<string, Counter[]>} stacks top first
 * @property {Record<string, Counter[]>} boxes
 * @property {Record<string, string[]>} control only hexes that changed hands
 * @property {Battle|null} [battle]
 *
 * @typedef {View & WarParts} WarView
 *
 * @typedef {object} WarOfferParts
 * @property {string[]} [units]
 * @property {string[]} [hexes]
 * @property {Record<string, string[]>} [targets]
 * @property {Record<string, Record<string, string>>} [others] units of other commanders that could join in, by target, with their seats
 * @property {Record<string, string[]>} [choices]
 * @property {number} [count]
 * @property {string[]} [participants]
 * @property {string[]} [together] as many of `units` as may be chosen together
 * @property {string[][]} [paths]
 * @property {string} [helping] what an HQ's helping to defend means
 * @property {string} [staying_out] what its staying out means
 *
 * @typedef {Offer & WarOfferParts} WarOffer
 *
 * @typedef {{cost: number, path: string[], band: Band, stops: boolean, notes: {text: string, section: string}[]}} Reach
 * @typedef {{units: string[], allowance: number, spared: boolean, hexes: Record<string, Reach>, refused: Record<string, RefusalJson>}} MovePlan
 *
 * @typedef {object} PlanCase one way it may stand
 * @property {"worst"|"likely"|"best"} case
 * @property {number} defence
 * @property {string} odds before the shifts
 * @property {number} column after them
 * @property {{die: number, attacker: number, defender: number}[]} table
 * @property {string|null} automatic
 *
 * @typedef {object} AttackPlan
 * @property {boolean} legal
 * @property {RefusalJson|null} refusal
 * @property {number} attack
 * @property {number[]} defence
 * @property {number} concealed
 * @property {string[]} odds
 * @property {Shift[]} shifts
 * @property {{applies: boolean, section: string, columns: number[], cases: number[]}|null} concentric
 * @property {string|null} fort the name of the fort that is in the hex, seen or not
 * @property {PlanCase[]} cases worst, likely, best
 * @property {string[]} columns
 * @property {number[]} base
 * @property {number[]} final
 * @property {{die: number, attacker: number, defender: number}[]} table
 * @property {string|null} automatic the result of the column shown when no die decides it
 * @property {number} shown the likely column, which table and average are of
 * @property {number[]} average
 * @property {boolean} plan_xvii
 */

export {};
