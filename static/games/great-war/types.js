/**
 * What the rules of the Great War add to the shapes that all games share, for the type checker only.
 *
 * @import {Phase, View} from '../../core/types.js'
 *
 * @typedef {object} UnitParts
 * @property {string} id
 * @property {"central"|"allied"} side
 * @property {string} nation
 * @property {"infantry"|"mountain"|"cavalry"|"tank"|"anti-tank"|"hq"} kind
 * @property {""|"BN"|"RGT"|"BD"|"CRP"} size empty: a division
 * @property {string} label
 * @property {string} name
 * @property {number|null} attack null: untried
 * @property {number|null} defence
 * @property {number} ma
 * @property {number} support of a headquarters
 * @property {number} drm of a tank
 * @property {string} turned what its back stands for, empty while the front is up
 * @property {number} steps
 * @property {number} [mp] spent, of your own
 * @property {boolean} [done] it can do nothing more in this phase
 * @property {false} [concealed]
 *
 * @typedef {UnitParts & {supply?: "out"|"fortress"}} Unit `supply`: as the page reads it from the view's `unsupplied`
 * @typedef {{id: string, side: "central"|"allied", concealed: true}} Concealed
 * @typedef {Unit|Concealed} Counter
 *
 * @typedef {{text: string, section: string, columns: number}} Shift
 * @typedef {{text: string, section: string, drm: number}} Drm
 *
 * @typedef {object} PlanCase one way it may stand
 * @property {"certain"|"worst"|"likely"|"best"} case
 * @property {number} attack
 * @property {number} defence
 * @property {string} odds before the shifts
 * @property {string} column after them
 * @property {number} at the column's place in the table, below 0 where nobody rolls
 * @property {number} drm
 * @property {Drm[]} beyond what odds above the table add
 * @property {{die: number, attacker: number, defender: number|null}[]} table null: all defenders
 *
 * @typedef {object} AttackPlan
 * @property {boolean} legal
 * @property {import('../../core/types.js').RefusalJson|null} refusal
 * @property {string[]} together of the units named those that may attack together
 * @property {number} attack
 * @property {number} concealed
 * @property {{id: string, name: string, columns: number}[]} headquarters that may support
 * @property {Shift[]} shifts
 * @property {Drm[]} drms
 * @property {{own: number, enemy: number, drm: number, counted: boolean}} air aircraft that could be sent, what the die would gain if all flew, and whether that is counted in
 * @property {{id: string, title: string, side: "central"|"allied", section: string, drm: number, hq: boolean, counted: boolean, barred: boolean}[]} events in hand that could be used, theirs as far as you see them; `hq`: only with a headquarters; `barred`: not beside those that are counted in
 * @property {string[]} columns
 * @property {PlanCase[]} cases worst, likely, best, or the certain one
 *
 * @typedef {object} Battle
 * @property {string} target
 * @property {string[]} origins
 * @property {string} stage
 * @property {"central"|"allied"} side the attacker's
 * @property {Counter[]} attackers
 * @property {Counter[]} defenders
 * @property {Record<string, Unit|null>} support the headquarters that helps each side
 * @property {number|null} attack
 * @property {number|null} defence
 * @property {Shift[]} shifts
 * @property {Drm[]} drms
 * @property {string[]} events
 * @property {Record<string, Record<string, number>>} air the aircraft that each side has sent, by chit
 * @property {string|null} column
 * @property {boolean} [so_far] before the die: as it would be if nobody added anything more
 * @property {number|null} die
 * @property {{attacker: number, defender: number}} losses still to be taken
 *
 * @typedef {import('../../core/types.js').LogLine & Partial<Pick<Battle, "attackers"|"defenders"|"attack"|"defence"|"column"|"shifts"|"drms">> & {losses?: {attacker: number, defender: number|null}, toll?: Record<string, number>}} FightLine `toll`: steps lost by nation
 *
 * @typedef {object} Tracks
 * @property {string} strategic the letter of the strategic turn
 * @property {{west: "central"|"allied", east: "central"|"allied"}} initiative
 * @property {{name: string, hex: string|null}|null} marker OHL or OberOst
 * @property {string[]} zones of weather, in the order of the fronts
 * @property {Record<string, string|null>} weather by zone, once it is known
 * @property {Record<string, number>} points resource points by nation
 * @property {Record<string, "central"|"allied">} sides of the nations at war
 * @property {string[]} neutral
 * @property {string[]} frozen
 * @property {Record<string, number>} trenches what those of a nation take off the attacker’s die now, as a modifier, of nations that dig
 * @property {string[]} digging_cavalry nations whose cavalry uses them
 *
 * @typedef {object} Ledger
 * @property {string|null} turn
 * @property {string} us_entry
 * @property {string|null} us_since
 * @property {Record<string, string>} resource_hexes
 * @property {number} emergencies
 * @property {string[]} victory_hexes
 * @property {string[]} lost_cities
 * @property {string|null} czar
 * @property {string|null} bolsheviks
 * @property {string|null} treaty
 * @property {string[]} collapsed
 * @property {string[]} surrendered
 * @property {{points: number, needs: number|null, towns?: string[], rule: string, parts: {text: string, points: number, section: string, places: string[]}[]}|null} score the Central Powers' points, and those that win; none where hexes decide. With `towns` these are what is counted
 *
 * @typedef {object} Events
 * @property {Record<string, number>} pools chits left in each
 * @property {Record<string, Record<string, number>>} hands what you may see of them
 * @property {Record<string, string>} sections that tell what those do which you can see in hand or in play
 * @property {Record<string, number>} held how many chits lie in each
 * @property {boolean} hidden whether hands are held out of view
 * @property {Record<string, Record<string, number>>} play
 * @property {number} victory
 * @property {string|null} foch where Foch stands
 *
 * @typedef {object} Place which round it is, and which step of it
 * @property {"pre-war"|"set-up"|"operational"|"strategic"} round
 * @property {string} part a key of `course[round]`
 * @property {{theatre: "west"|"east", side: "central"|"allied", state: "done"|"now"|"todo"}[]} fronts who moves or attacks where in this phase
 *
 * @typedef {object} WarParts
 * @property {Record<string, {key: string, title: string, section: string}[]>} course the steps of each round
 * @property {View["step"] & Place} step
 * @property {Record<string, Counter[]>} stacks
 * @property {Record<string, "out"|"fortress">} unsupplied of your own those that are not in regular supply
 * @property {Record<string, Unit[]>} boxes
 * @property {Tracks} tracks
 * @property {Ledger} ledger
 * @property {Events} events
 * @property {{tracks: {title: string, now: string, next: string, section: string, kinds: string[]}[]}} war the tracks that may decide it: where each stands, what moves it next, and the kinds of lines that tell of a change
 * @property {Record<string, string>} titles of the event chits, by id, and of pre-war events that are in force
 * @property {{played: string[]}} pre_war
 * @property {Battle|null} battle
 * @property {Record<string, string[]>} control
 * @property {{destroyed: string[], devastated: string[], hindenburg: string[]}} marks
 * @property {Phase[]} phases
 * @property {NearEast} [near_east] what the Near East keeps; not in Europe
 * @property {{id: string, side: "central"|"allied", by: "rail"|"sea", title: string, left: number|null, most: number}[]} [capacities] trains and ships of both sides, in games on six fronts; what is left of the other side's you are not told
 *
 * @typedef {object} NearEast
 * @property {{required: number, held: number}} reserve
 * @property {{total: number, modifiers: {text: string, section: string, drm: number}[], arabia: {required: number, held: number}}|null} surrender
 * @property {boolean|null} home whether Germans can still go home after Turkey's surrender
 * @property {{hexes: string[], needed: number, effort: boolean}} victory
 * @property {{fort: boolean, besieged: boolean}} kut whether it is a fort for the Allies, and under siege
 * @property {{hex: string|null, next: string|null}} pipeline how far it runs, and the town that it comes to next
 * @property {"out"|"home"|null} expedition of Russians to Persia, once it has set out
 * @property {"dug"|"spoiled"|null} gaza the Gaza line
 * @property {string[]} trenches hexes that have some now
 * @property {{hex: string|null, due: boolean}} arabs where the Arab army stands, or whether it is raised again
 * @property {{does: "ready"|"spent"|"arabs", hex: string|null}|null} lawrence once he is in play; the town that his raid shuts now
 * @property {"open"|"made"|null} landing of a Russian unit on the Black Sea
 * @property {string|null} allenby where Allenby stands
 * @property {{name: string, until: string}[]} away who is away for the Libyan Revolt, and until which strategic turn
 * @property {boolean} settled whether the initiative is settled for good
 * @property {boolean} civil_war whether there is civil war in Russia
 *
 * @typedef {View & WarParts} WarView
 */

export {};
