/**
 * §3.3.14 Asked to fight, a ship against a gun: fight, or decline.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Highlights} from '../../../board/highlights.js'
 * @import {FightPlan} from '../types.js'
 */

import { button, chip } from '../../../core/bits.js';
import { h } from '../../../core/dom.js';
import { addsOf, oddsBar } from '../fight.js';
import { PowersMode } from '../mode.js';
import { pieceFace, spoken } from '../pieces.js';

const FACE = 48;
const MARGIN = 170;

export class Challenge extends PowersMode {
  /** @type {FightPlan|null} */
  plan = null;

  get #attacker() {
    return this.unit(this.offer('respond')?.attacker ?? '');
  }

  get #target() {
    return this.unit(this.offer('respond')?.target ?? '');
  }

  /** @override */
  sync() {
    const at = this.areaOf(this.#target?.id ?? '');
    if (at) this.desk.board.reveal(at, MARGIN);
    void this.#ask();
  }

  async #ask() {
    const offer = this.offer('respond');
    if (!offer) return;
    const plan = /** @type {FightPlan|null} */ (await this.desk.consult({ kind: 'fight', unit: offer.attacker, target: offer.target, capture: false }));
    this.plan = plan;
    this.desk.refresh();
  }

  /** @override */
  title() {
    const [attacker, target] = [this.#attacker, this.#target];
    return attacker && target ? `${spoken(attacker)} challenges ${spoken(target)}` : super.title();
  }

  /** @override @returns {Child} */
  detail() {
    const [from, at] = [this.areaOf(this.#attacker?.id ?? ''), this.areaOf(this.#target?.id ?? '')];
    return [`${from ? this.name(from) : ''} against ${at ? this.name(at) : ''}. Both roll once; a tie destroys both. If you decline, you are not asked again this turn. `, chip('3.3.14')];
  }

  /** @override @returns {Child} */
  body() {
    const [attacker, target] = [this.#attacker, this.#target];
    return [
      attacker && target ? h('div', { class: 'vs' }, pieceFace(attacker, FACE), h('span', { class: 'between-sides' }, 'against'), pieceFace(target, FACE)) : null,
      this.plan && [oddsBar(mirrored(this.plan)), addsOf(this.plan, { attacker: 'They', defender: 'You' })],
    ];
  }

  /** @override @returns {Highlights} */
  highlights() {
    const [from, at] = [this.areaOf(this.#attacker?.id ?? ''), this.areaOf(this.#target?.id ?? '')];
    return at ? { attack: { hex: at, from: from ? [from] : [], odds: null, river: null } } : {};
  }

  /** @override */
  dock() {
    const answer = (/** @type {boolean} */ accept) => void this.send({ kind: 'respond', accept });
    return [button('Decline', () => answer(false), { key: 'decline' }), button('Fight', () => answer(true), { tone: 'danger', key: 'fight' })];
  }
}

/** As the one who is asked sees it. @param {FightPlan} plan */
const mirrored = ({ chances: { win, tie, lose, of } }) => ({ win: lose, tie, lose: win, of });
