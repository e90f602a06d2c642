/**
 * Units go to another commander of the side: whole armies, the stack that is marked on the map, or one by one.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Offer} from '../../core/wire.js'
 * @import {Seen} from '../drafts/draft.js'
 * @import {GameClient} from '../game.js'
 */

import { button, count } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { namesIn } from '../names.js';
import { personOf } from '../people.js';

/** @typedef {Offer & {groups?: {title: string, units: string[]}[], stacks?: Record<string, string[]>}} Lend */

/** Units that are about to be handed over, by match: the panel is drawn again whenever something happens. @type {Map<string, Set<string>>} */
const marked = new Map();
/** Which lists are open, by match and heading. @type {Set<string>} */
const opened = new Set();

/** @param {string} key @param {Child} summary @param {Child} body @param {string} [name] */
const list = (key, summary, body, name) =>
  h('details', { open: opened.has(key), ontoggle: (/** @type {Event} */ e) => (/** @type {HTMLDetailsElement} */ (e.currentTarget).open ? opened.add(key) : opened.delete(key)) }, h('summary', name ? { 'data-key': name } : {}, summary), body);

/**
 * @param {Seen} client @param {GameClient} game @param {Lend} offer
 * @param {Record<string, string>} lent
 * @param {(command: object) => Promise<boolean>} send
 * @param {readonly string[]} chosen the places that are marked on the map
 */
export function handOver(client, game, offer, lent, send, chosen) {
  const options = /** @type {{of?: string[]}|undefined} */ (offer.slots?.[0]?.options);
  const units = options?.of ?? [];
  const picked = marked.get(client.id) ?? new Set();
  marked.set(client.id, picked);
  for (const unit of picked) if (!units.includes(unit)) picked.delete(unit);
  const names = namesIn(client.view);
  const side = client.match?.seats.find((s) => s.seat === client.seat)?.side;
  const seats = (client.match?.seats ?? []).filter((s) => s.side === side);
  /** What is drawn again when something else was picked. @type {(() => void)[]} */
  const follow = [];
  const pick = (/** @type {string[]} */ some, /** @type {boolean} */ on) => {
    for (const unit of some) if (on) picked.add(unit); else picked.delete(unit);
    for (const one of follow) one();
  };
  const box = (/** @type {string[]} */ of, /** @type {string} */ key, /** @type {Child} */ words) => {
    const input = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', 'data-key': key, onchange: () => pick(of, input.checked) }));
    const show = () => {
      const n = of.filter((unit) => picked.has(unit)).length;
      input.checked = n === of.length;
      input.indeterminate = n > 0 && n < of.length;
    };
    follow.push(show);
    show();
    return h('label', {}, input, ' ', words);
  };
  const line = (/** @type {string} */ unit) => box([unit], `lend-${unit}`, [names.get(unit) ?? unit, lent[unit] ? h('small', {}, ` (${personOf(client.match, game, lent[unit])})`) : null]);
  const army = (/** @type {{title: string, units: string[]}} */ { title, units: of }, /** @type {number} */ n) =>
    h('div', { class: 'lend-army' }, box(of, `lend-army-${n}`, title), list(`${client.id} ${title}`, count(of.length, 'unit'), h('div', { class: 'lend-list' }, of.map(line)), `lend-open-${n}`));
  const told = h('p', { role: 'status' });
  const say = () => { told.textContent = picked.size ? `${count(picked.size, 'unit')} chosen.` : 'Choose armies or units, or tap a stack on the map.'; };
  follow.push(say);
  say();
  const stacks = chosen.filter((place) => offer.stacks?.[place]);
  const give = (/** @type {string} */ to) => {
    if (!picked.size) return;
    const some = [...picked].sort();
    picked.clear();
    void send({ kind: 'lend', units: some, to });
  };
  return list(
    client.id,
    offer.label,
    [
      h('p', { class: 'quiet' }, offer.help ?? ''),
      stacks.map((place) => box(offer.stacks?.[place] ?? [], `lend-stack-${place}`, `The stack in ${place}, ${count(offer.stacks?.[place]?.length ?? 0, 'unit')}`)),
      (offer.groups ?? [{ title: '', units }]).map(army),
      told,
      h('div', { class: 'row' }, seats.map((s) => button(`To ${s.seat === client.seat ? 'you' : personOf(client.match, game, s.seat)}`, () => give(s.seat), { key: `lend-to-${s.seat}`, title: s.title }))),
    ],
    'lend',
  );
}
