/**
 * A mode of a game of stacks: where each counter is, and the stack that is open.
 *
 * @import {Counter, WarOffer, WarView} from './types.js'
 * @import {FanContent, FanItem} from '../../board/fan.js'
 *
 * @typedef {Omit<FanContent, 'items'> & {items: (FanItem & {counter: Counter})[]}} StackFan
 */

import { button, count, icon } from '../../core/bits.js';
import { chipFace, known, nationShown, spoken } from './counter.js';
import { Mode } from '../../panels/questions/mode.js';
import { placeTitle } from '../../panels/places.js';
import { find } from './index-of.js';
import { STAYS_OUT, stanceSwitch } from './stance.js';

export class StackMode extends Mode {
  /** @override @returns {WarView} */
  get view() {
    return /** @type {WarView} */ (this.desk.view);
  }

  /** @override @param {string} kind @returns {WarOffer|null} */
  offer(kind) {
    return super.offer(kind);
  }

  /** @param {string} id @returns {Counter|null} */
  counter(id) {
    return find(this.view, id)?.counter ?? this.#inBattle(id);
  }

  /** @param {string} id */
  #inBattle(id) {
    const battle = this.view.battle;
    return [...(battle?.attackers ?? []), ...(battle?.defenders ?? [])].find((c) => c.id === id) ?? null;
  }

  /** @param {string} id @returns {string|null} */
  hexOf(id) {
    return find(this.view, id)?.hex ?? null;
  }

  /** @param {string} hex @returns {Counter[]} */
  stack(hex) {
    return this.view.stacks[hex] ?? [];
  }

  /** @param {string[]} ids */
  names(ids) {
    return ids.map((id) => {
      const counter = this.counter(id);
      return counter && known(counter) ? counter.name : 'a unit';
    });
  }

  /** @override @param {string} hex */
  hex(hex) {
    this.open = this.open === hex || !this.stack(hex).length ? null : hex;
  }

  /** @param {Counter} counter @returns {string} below its face in the fan */
  note(counter) {
    if (!known(counter)) return 'concealed';
    if (counter.kind === 'hq' && counter.radius) {
      // Where the switch is shown it says the same.
      const stance = counter.helps === false && !this.offer('stance') ? `, ${STAYS_OUT.toLowerCase()}` : '';
      return `radius ${counter.radius}${stance}`;
    }
    if (counter.kind === 'fort') return count(counter.steps, 'step');
    const words = [];
    if (counter.mp !== undefined && counter.mp > counter.ma) words.push(`${counter.mp} MP, forced march`);
    else if (counter.mp !== undefined && counter.mp > 0) words.push(`${counter.mp} of ${counter.ma} MP`);
    else words.push(`${counter.ma} MP`);
    if (counter.morale === 'elan') words.push('élan');
    if (counter.morale === 'fatigued') words.push('fatigued');
    return words.join(', ');
  }

  /** @override @returns {StackFan|null} */
  fan() {
    if (!this.open) return null;
    const hex = this.open;
    const counters = this.stack(hex);
    if (!counters.length) return null;
    const only = counters.length === 1 ? counters[0] : null;
    // A counter by itself is chosen by a tap on it.
    if (only && !this.aloneInFan(only)) return null;
    return {
      hex,
      title: placeTitle(this.desk, hex),
      items: counters.map((counter) => ({
        counter,
        id: counter.id,
        face: (px, can) => chipFace(counter, px, { silent: true, dim: !can, nation: nationShown(counters) }),
        spoken: spoken(counter),
        note: this.note(counter),
        can: false,
        picked: false,
        why: this.legal.why_not?.[counter.id]?.text,
        actions: [...this.arrangeActions(hex, counter), ...this.stanceActions(counter)],
      })),
      onPick: () => {},
    };
  }

  /** Whether something can be done with a lone counter that only its fan offers. @param {Counter} counter */
  aloneInFan(counter) {
    return this.stanceActions(counter).length > 0;
  }

  /** Why none of your own units there can do anything now. @param {string} hex @returns {boolean} whether there is a reason */
  sayWhyNot(hex) {
    const barred = this.stack(hex).find((c) => this.legal.why_not?.[c.id]);
    const why = barred && this.legal.why_not?.[barred.id];
    if (!barred || !why) return false;
    this.desk.say(`${this.names([barred.id])[0] ?? ''}: ${why.text}`, why.section);
    return true;
  }

  /**
   * Let an HQ help to defend or keep it out, where the server lets one say so.
   *
   * @param {Counter} counter
   * @returns {Node[]}
   */
  stanceActions(counter) {
    const offer = this.offer('stance');
    if (!offer?.units?.includes(counter.id)) return [];
    return [stanceSwitch(counter, offer, (helps) => void this.send({ kind: 'stance', unit: counter.id, helps }))];
  }

  /**
   * Put a unit on top, where the server lets one arrange.
   *
   * @param {string} hex
   * @param {Counter} counter
   * @returns {Node[]}
   */
  arrangeActions(hex, counter) {
    const offer = this.offer('arrange');
    const stack = this.stack(hex);
    if (!offer || stack[0] === counter || (offer.hexes && !offer.hexes.includes(hex)) || stack.some((c) => c.side !== this.view.viewer)) return [];
    const units = [counter.id, ...stack.filter((c) => c !== counter).map((c) => c.id)];
    const label = `Put ${known(counter) ? counter.name : 'it'} on top`;
    return [button(icon('top'), () => this.send({ kind: 'arrange', hex, units }), { key: `top-${counter.id}`, title: `${label}: the other side sees the top unit only`, label })];
  }
}
