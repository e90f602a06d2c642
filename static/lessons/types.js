/**
 * What a first match is made of: `static/games/<game>/lessons.json`. For the type checker only. `tests/games/lessons.py`
 * reads the same file and plays it over the rules with many dice.
 *
 * A value of an order that begins with `@` is chosen from what is offered: `@first` of the units, `@most` as many as are
 * asked for, `@can` yes if it may be, `@way` the first way, `@pair` a unit and a place or an enemy for it, `@proposed` what
 * the server proposes.
 *
 * @typedef {Record<string, unknown> & {kind: string, only?: string}} Order `only`: for this seat
 *
 * @typedef {object} Words
 * @property {string} title
 * @property {string} text
 * @property {string} task what to do now
 * @property {string[]} [sections]
 * @property {string[]} [mark] places on the map
 * @property {string[]} [press] `data-key` of the buttons to press
 * @property {string[]} [tells] kinds of log lines, the newest of which is repeated; without one there is no such lesson
 *
 * @typedef {object} Terms
 * @property {string} id
 * @property {string} at turn and phase, such as `1.german.movement`, or the turn alone
 * @property {string} [step] of what is asked, where it is not the phase's own
 * @property {string} [seat] another seat's: its orders are given by the lesson
 * @property {Record<string, string>} [where] the lesson needs these units in these places or boxes
 * @property {Record<string, unknown>} [is] what must stand at a path in the view, such as `areas.paris.control`; null: nothing
 * @property {Record<string, unknown>} [not] what may not
 * @property {string[]} [enemy] places where an enemy must stand
 * @property {string[]} [unless] places where none may
 * @property {Order} [order] what is to be done; without one the lesson is only read
 * @property {boolean} [partial] with those of its units that still can
 * @property {string[]} [free] parts of the order that the player may choose otherwise
 * @property {boolean} [once] not again, even if more of the kind could be done
 * @property {boolean} [last]
 *
 * @typedef {Terms & Partial<Words>} Lesson without words it is another seat's, and nobody has to read it
 * @typedef {Words & {orders: Order[]}} Answer to a question that comes up on the way; the player answers as they like
 *
 * @typedef {object} Script
 * @property {string} scenario
 * @property {object} [options]
 * @property {string} seat the learner's
 * @property {Record<string, Record<string, string>>} [standing] by seat: standing orders, by kind the answer
 * @property {Lesson[]} lessons the first that applies is the one in hand
 * @property {Record<string, Answer>} answers by step
 */

export {};
