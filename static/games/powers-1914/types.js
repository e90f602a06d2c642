/**
 * What Powers of 1914 has on the wire beside what every game has (docs/powers-1914-wire.md), for the type checker only.
 *
 * @import {Offer, RefusalJson, View, Warning} from '../../core/types.js'
 *
 * @typedef {"infantry"|"artillery"|"aircraft"|"ship"|"general"} Kind
 * @typedef {{id: string, nation: string, kind: Kind, spent: boolean, name?: string}} Figure a unit
 * @typedef {{kind: "factory"|"shipyard", nation: string}} Work
 * @typedef {{control?: string, works?: Work[], units?: Figure[], recruited?: number, tactics?: string[]}} AreaView
 * @typedef {{card: string, title: string, text: string, price: number}} Card `price` 0: nothing to pay
 * @typedef {{text: string, section: string, value: number}} Modifier
 * @typedef {{unit: string, nation: string, kind: Kind, die: number, modifiers: Modifier[], total: number}} Throw
 *
 * @typedef {object} SeatView
 * @property {string} side
 * @property {string} title
 * @property {string[]} nations
 * @property {number} money
 * @property {number} income
 * @property {boolean} done
 * @property {boolean} captures whether the seat's defenders try to capture
 *
 * @typedef {object} NationView
 * @property {string} name
 * @property {string} side `central`, `entente` or `neutral`
 * @property {string|null} [seat]
 * @property {string} status
 * @property {number} income
 * @property {Partial<Record<Kind, number>>} [modern] levels, 1 or 2
 *
 * @typedef {object} SideView
 * @property {string} name
 * @property {boolean} attacks
 * @property {Card[]|null} [hand] null to the other side
 * @property {number} held cards in the hand
 * @property {Card[]|null} [put_away]
 * @property {Card[]} kept
 * @property {number} tactical left
 * @property {number} gas left
 * @property {number} captured
 * @property {number} levy
 * @property {number} conquests what they would count now
 *
 * @typedef {object} Fighting a battle under way
 * @property {string} area
 * @property {string} side the attacker's
 * @property {string} seat who leads it
 * @property {boolean} raid
 * @property {boolean} rising
 * @property {number} rounds
 * @property {(Figure & {came: string})[]} attackers `came`: the area to which each would go back
 * @property {Figure[]} defenders
 *
 * @typedef {{area: string, attacker: Throw, defender: Throw, result: "attacker"|"defender"|"both"|"", lost: string[]}} Fight
 *
 * @typedef {object} Pending what interrupts a step besides a battle; fields by its kind
 * @property {"lose"|"usa"|"rise"|"colonies"|"challenge"|"flag"|"share"} kind
 * @property {Card} [card]
 * @property {string} [side]
 * @property {string|null} [seat]
 * @property {number} [count]
 * @property {string} [attacker]
 * @property {string} [target]
 * @property {string} [area]
 * @property {string} [nation]
 * @property {string[]} [areas]
 * @property {string[]} [nations]
 * @property {Record<string, string>|null} [flags] a proposal that waits for an answer: nation by area
 *
 * @typedef {object} PowersParts
 * @property {Record<string, SeatView>} seats
 * @property {Record<string, NationView>} nations
 * @property {Record<string, AreaView>} areas
 * @property {Figure[]} [pool]
 * @property {Record<string, SideView>} sides
 * @property {number} deck
 * @property {Card[]} discard
 * @property {number|null} [revolution] the last turn of it
 * @property {Fighting|null} [battle]
 * @property {Fight|null} [fight]
 * @property {Pending|null} [pending]
 *
 * @typedef {View & PowersParts} PowersView
 *
 * @typedef {{nation: string, unit: Kind, units: string[], waiting: string[], areas: string[]}} PlaceGroup
 * @typedef {{nation: string, unit: Kind, area: string, price: number, most: number}} BuyItem
 * @typedef {{works: "factory"|"shipyard", area: string, price: number}} BuildItem
 * @typedef {{nation: string, unit: Kind, level: number, price: number}} ModerniseItem
 * @typedef {{nation?: string, unit?: Kind, works?: "factory"|"shipyard", level?: number, price: number|null, refusal: RefusalJson}} Closed what cannot be bought now, and why
 * @typedef {Card & {brings: string, refusal: RefusalJson|null}} CardItem
 * @typedef {{needed: Record<string, number>, areas: Record<string, string[]>}} Gun areas it can shoot at, with the score that hits and the targets there
 *
 * @typedef {object} PowersOffer by kind; see docs/powers-1914-wire.md §3
 * @property {PlaceGroup[]} [groups]
 * @property {any[]} [items] BuyItem, BuildItem, ModerniseItem, CardItem or `{works, area}`, by the offer's kind
 * @property {Closed[]} [closed] the rest of the price list
 * @property {string[]|Record<string, string[]>} [units]
 * @property {boolean} [now]
 * @property {Record<string, Gun>} [guns]
 * @property {Record<string, string[]>} [pairs]
 * @property {string[]} [nations]
 * @property {Record<string, string>} [flags] nation by area
 * @property {boolean} [any_time] it stands beside every question, be it put to others
 * @property {number} [left]
 * @property {string[]} [capturable]
 *
 * @typedef {Offer & PowersOffer} AnyOffer
 *
 * @typedef {{path: string[], moves: number, attack: boolean, falls?: string[]}} Reach `falls`: what is taken on the way
 * @typedef {Warning & {grave: boolean}} Stake what is put at risk; a grave one wants a yes
 * @typedef {{units: string[], allowance: number, areas: Record<string, Reach>, refused: Record<string, RefusalJson>, stakes: Stake[]}} MovePlan
 * @typedef {{unit: string, target: string, capture: boolean, attacker: Modifier[], defender: Modifier[], totals: number[], chances: {win: number, tie: number, lose: number, of: number}, forecast?: {win: number, lose: number, of: number}|null, stakes?: Stake[]}} FightPlan
 */

export {};
