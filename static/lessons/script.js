/**
 * Which lesson is in hand, and the command that it asks for. It knows no game: all of it is data and what the server
 * offers. `tests/games/lessons.py` says the same in Python.
 *
 * @import {Legal, Offer, View} from '../core/types.js'
 * @import {Lesson, Order, Script} from './types.js'
 */

/** @typedef {Offer & {units?: string[], targets?: Record<string, string[]>, choices?: Record<string, string[]>, pairs?: Record<string, string[]>, guns?: Record<string, object>, count?: number}} Shown fields that an offer has for a hand of its own */
/** @typedef {{id: string, side?: string}} Unit */
/** @typedef {Unit[] | {side: string, units: Unit[]}} Stack */
/** @typedef {View & {stacks?: Record<string, Stack>, boxes?: Record<string, Unit[]>, areas?: Record<string, {units?: Unit[]}>}} Stacked */

/** @param {Stack|undefined} stack */
const unitsOf = (stack) => (Array.isArray(stack) ? stack : (stack?.units ?? []));

/** The current turn and phase, as lessons name them. @param {View} view */
export function moment(view) {
  const phase = view.phases.find((p) => p.state === 'now')?.key ?? view.step.key;
  return `${view.turn}.${phase}`;
}

/** Where a viewer sees a unit, and what of it. @param {Stacked} view @param {string} unit @returns {{place: string, seen: Unit}|null} */
function found(view, unit) {
  const areas = Object.entries(view.areas ?? {}).map(([place, { units }]) => /** @type {[string, Unit[]]} */ ([place, units ?? []]));
  const stacks = Object.entries(view.stacks ?? {}).map(([place, stack]) => /** @type {[string, Unit[]]} */ ([place, unitsOf(stack)]));
  for (const [place, units] of [...stacks, ...Object.entries(view.boxes ?? {}), ...areas]) {
    const seen = units.find((u) => u.id === unit);
    if (seen) return { place, seen };
  }
  return null;
}

/** What stands at a path in the view, such as `areas.paris.control`; null where there is nothing. @param {View} view @param {string} path @returns {unknown} */
const at = (view, path) => path.split('.').reduce((/** @type {any} */ here, name) => here?.[name] ?? null, view);

/** @param {View} view @param {Record<string, unknown>} facts @returns {boolean[]} whether each is so */
const so = (view, facts) => Object.entries(facts).map(([path, value]) => JSON.stringify(at(view, path)) === JSON.stringify(value));

/**
 * @param {Script} script
 * @param {object} now
 * @param {Stacked} now.view of the seat that decides
 * @param {Legal} now.legal its question
 * @param {string} now.seat
 * @param {ReadonlySet<string>} now.read lessons that are over
 * @param {ReadonlySet<string>} now.kinds of the log lines that the learner has read
 * @returns {Lesson|null}
 */
export function lessonOf(script, { view, legal, seat, read, kinds }) {
  const now = moment(view);
  const step = now.split('.').at(-1);
  const enemy = (/** @type {string} */ place) => unitsOf(view.stacks?.[place]).some((c) => c.side !== seat);
  return (
    script.lessons.find(
      (lesson) =>
        !read.has(lesson.id) &&
        ((legal.step === (lesson.step ?? step) && seat === (lesson.seat ?? script.seat)) || lesson.last) &&
        (lesson.at === now || now.startsWith(`${lesson.at}.`)) &&
        Object.entries(lesson.where ?? {}).every(([unit, place]) => found(view, unit)?.place === place) &&
        so(view, lesson.is ?? {}).every(Boolean) &&
        !so(view, lesson.not ?? {}).some(Boolean) &&
        (lesson.enemy ?? []).every(enemy) &&
        !(lesson.unless ?? []).some(enemy) &&
        (lesson.tells ?? []).every((kind) => kinds.has(kind)) &&
        (!lesson.order || given(lesson.order, legal, lesson.partial) !== null),
    ) ?? null
  );
}

/** The command for an order, as far as it is offered. @param {Order} order @param {Legal} legal @param {boolean} [partial] @returns {Record<string, unknown>|null} */
export function given(order, legal, partial = false) {
  if (order.only && order.only !== legal.seat) return null;
  const offer = /** @type {Shown|undefined} */ (legal.offers.find((o) => o.kind === order.kind && !o.refusal));
  if (!offer) return null;
  const first = offer.slots?.[0];
  const options = /** @type {{of?: string[], proposed?: string[], ways?: Record<string, string[]>}} */ (first?.options ?? {});
  // Of some games the offer has who can attack what; of others the target is a slot like any other.
  const aimed = 'target' in order && first?.name !== 'target';
  const able = aimed ? (offer.targets?.[String(order.target)] ?? []) : (offer.units ?? options.of);
  const pair = Object.entries(offer.choices ?? offer.pairs ?? {}).find(([, places]) => places.length);
  /** @param {string} name @param {unknown} value @returns {unknown} undefined: it is not offered */
  const chosen = (name, value) => {
    if (value === '@first') return name === 'units' ? able?.slice(0, 1) : able?.[0];
    if (value === '@most') return able?.slice(0, offer.count ?? able.length);
    if (value === '@proposed') return options.proposed;
    // What is chosen in a later slot the server judges.
    if (first && name !== first.name && !offer.units && !aimed && Array.isArray(value)) return value;
    if (value === '@can') return Object.entries(offer).some(([field, may]) => field === name && may === true);
    if (value === '@way') return Object.values(options.ways ?? {})[0];
    if (value === '@pair') return name === 'unit' ? pair?.[0] : pair?.[1][0];
    // A gun that has shot is not asked to shoot again, though another still could.
    if (name === 'unit' && offer.guns && !(String(value) in offer.guns)) return undefined;
    if (name === first?.name && typeof value === 'string' && options.of && !options.of.includes(value)) return undefined;
    if (name !== 'units' || !Array.isArray(value)) return value;
    const those = value.filter((unit) => able?.includes(unit) ?? true);
    return partial || those.length === value.length ? those : undefined;
  };
  /** @type {Record<string, unknown>} */
  const command = { kind: order.kind };
  for (const [name, value] of Object.entries(order)) {
    if (name === 'kind' || name === 'only') continue;
    const it = chosen(name, value);
    if (it === undefined || (Array.isArray(it) && !it.length)) return null;
    command[name] = it;
  }
  return command;
}

/**
 * Whether a command is what a lesson asks for. Of a way only its end matters, of units not their order, and of those that
 * differ by nothing but their names not which.
 *
 * @param {Lesson} lesson
 * @param {Record<string, unknown>} command
 * @param {Legal} legal
 * @param {Stacked} view
 */
export function meets(lesson, command, legal, view) {
  const wanted = lesson.order && given(lesson.order, legal, lesson.partial);
  if (!wanted) return false;
  const kin = (/** @type {unknown} */ unit) => {
    const of = typeof unit === 'string' ? found(view, unit) : null;
    return of ? { ...of.seen, id: of.place } : unit;
  };
  const plain = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    if (!Array.isArray(value)) return JSON.stringify(kin(value));
    return name === 'path' ? JSON.stringify(value.at(-1)) : JSON.stringify(value.map((unit) => JSON.stringify(kin(unit))).sort());
  };
  return Object.entries(wanted).every(([name, value]) => lesson.free?.includes(name) || plain(name, value) === plain(name, command[name]));
}
