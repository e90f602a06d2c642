/**
 * §3.3.4 A battle's next single fight: one of your own, one of theirs, the odds, whether to capture. What was chosen
 * stays chosen after the dice, so that a long battle goes with one key.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {Offer} from '../../../core/types.js'
 * @import {AnyOffer, FightPlan, MovePlan} from '../types.js'
 * @import {Group} from '../units.js'
 * @import {Choice} from '../../../orders/choices.js'
 * @import {Roster} from '../../../orders/types.js'
 */

import { button } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h } from '../../../core/dom.js';
import { choices } from '../../../orders/choices.js';
import { stepper } from '../../../orders/stepper.js';
import { Form } from '../../../orders/form.js';
import { warningRow } from '../../../panels/questions/warning.js';
import { addsOf, fightBrief, oddsBar } from '../fight.js';
import { fightOn, goesOn, nextParty, partyDone } from '../following.js';
import { lookFan } from '../field-fan.js';
import { forecastBar } from '../outlook.js';
import { pieceFace, spoken } from '../pieces.js';
import { figure, groups, origins } from '../units.js';
import { Position } from '../position.js';

const FACE_PX = 44;

/** @typedef {Group & {came: string}} Own `came`: empty when all came from one area */
/** @typedef {{area: string, own: string|null, enemy: string|null, capture: boolean}} Chosen groups by key */

/** Every fight is a question of its own, with a mode of its own: what was chosen outlives it. @type {WeakMap<Desk, Chosen>} */
const remembered = new WeakMap();

/** How many may be lost before the battle stops to ask. @type {WeakMap<Desk, number>} */
const limits = new WeakMap();

export class Pair extends Form {
  /** @override It stops the attack too, after a yes. */
  static gives = ['withdraw'];
  /** @type {FightPlan|null} */ plan = null;
  #asked = 0;
  #begun = false;
  #fought = false;
  #bringing = false;
  /** the position in which it was looked after last @type {object|null} */ #seen = null;

  /** @param {Desk} desk @param {() => Roster} roster @param {Offer} offer */
  constructor(desk, roster, offer) {
    super(desk, roster, offer);
    this.#renew();
  }

  /** Its slots are filled in here, side by side. @override @param {Offer} offer */
  static laid(offer) {
    return { ...offer, slots: [] };
  }

  /** @returns {Position} */
  get position() {
    return new Position(this.desk);
  }

  get #view() {
    return this.position.view;
  }

  /** @returns {AnyOffer} */
  get #offer() {
    return this.offer;
  }

  /** @returns {Chosen} */
  get #chosen() {
    const area = this.#view.battle?.area ?? '';
    const before = remembered.get(this.desk);
    if (before?.area === area) return before;
    const fresh = { area, own: null, enemy: null, capture: false };
    remembered.set(this.desk, fresh);
    return fresh;
  }

  /** @returns {Record<string, string[]>} */
  get #pairs() {
    return this.#offer.pairs ?? {};
  }

  /** Alike are those who came from one area too: there they may have been encircled. @returns {Own[]} */
  get #owns() {
    const { battle } = this.#view;
    if (!battle) return [];
    const areas = battle.attackers.map(({ came }) => came);
    const several = origins(battle).length > 1;
    return [...new Set(several ? areas : [''])].flatMap((came) => {
      const party = battle.attackers.filter((unit) => !several || unit.came === came);
      return groups(party.map((unit) => ({ ...unit, spent: false }))).map((group) => ({ ...group, key: came ? `${group.key}.${came}` : group.key, came }));
    });
  }

  /** @returns {Group[]} */
  get #enemies() {
    return groups((this.#view.battle?.defenders ?? []).map((unit) => ({ ...unit, spent: false })));
  }

  /** @param {Group|undefined} group @returns {string|null} one of the group who can fight */
  #fighter(group) {
    return group?.ids.find((id) => this.#pairs[id]?.length) ?? null;
  }

  /** @returns {string|null} */
  get unit() {
    return this.#fighter(this.#owns.find(({ key }) => key === this.#chosen.own));
  }

  /** @param {Group|undefined} group @returns {string|null} one of the group whom the chosen one may fight */
  #prey(group) {
    const { unit } = this;
    return group?.ids.find((id) => unit && this.#pairs[unit]?.includes(id)) ?? null;
  }

  /** @returns {string|null} */
  get target() {
    return this.#prey(this.#enemies.find(({ key }) => key === this.#chosen.enemy));
  }

  /** @returns {boolean} whether you may try to capture the target */
  get #capturable() {
    const { target } = this;
    return Boolean(target && this.#offer.capturable?.includes(target));
  }

  /** @override @param {Offer} offer */
  update(offer) {
    const updated = super.update(offer);
    if (this.#seen !== this.desk.view) this.#renew();
    return updated;
  }

  #renew() {
    this.#seen = this.desk.view;
    void this.#bring();
    const chosen = this.#chosen;
    const usual = (/** @type {Group[]} */ all) => all.find(({ kind }) => kind === 'infantry' || kind === 'ship') ?? all[0];
    if (!this.unit) chosen.own = usual(this.#owns.filter((group) => this.#fighter(group)))?.key ?? null;
    if (!this.target) chosen.enemy = usual(this.#enemies.filter((group) => this.#prey(group)))?.key ?? null;
    void this.#ask();
  }

  /** Whoever pressed a button that is gone goes on with the key that fights. */
  #takeTheKeyboard() {
    if (document.activeElement && document.activeElement !== document.body) return;
    const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-key="fight"]'));
    [...all].find((element) => element.offsetParent !== null)?.focus({ preventScroll: true });
  }

  async #ask() {
    const mine = ++this.#asked;
    const { unit, target } = this;
    if (!unit || !target) {
      this.plan = null;
      return;
    }
    const plan = /** @type {FightPlan|null} */ (await this.desk.consult({ kind: 'fight', unit, target, capture: this.#capture }));
    if (mine !== this.#asked) return;
    this.plan = plan;
    this.desk.refresh();
    const { area } = this.#chosen;
    if (!nextParty(this.desk, area) && goesOn(this.desk, area, this.#strength)) this.#fight();
  }

  /** @returns {number} attackers who can fight on */
  get #strength() {
    return (this.#view.battle?.attackers ?? []).filter(({ kind }) => kind !== 'general').length;
  }

  /** A fight is asked for once, however often its odds come. */
  #fight() {
    const { unit, target } = this;
    if (this.#fought || !unit || !target) return;
    this.#fought = true;
    void this.desk.send({ kind: 'fight', unit, target, capture: this.#capture }).then((done) => {
      this.#fought = done;
      if (!done) fightOn(this.desk, null);
    });
  }

  /** The parties of an attack out of several fields come up, one after another. */
  async #bring() {
    const { area } = this.#chosen;
    const units = nextParty(this.desk, area);
    // What an order on its way leads to is told in a moment, and calls again.
    if (!units || this.#bringing || this.desk.busy) return;
    this.#bringing = true;
    const plan = /** @type {MovePlan|null} */ (await this.desk.consult({ kind: 'move', units }));
    const path = plan?.areas[area]?.path;
    if (plan && !path) this.desk.say(plan.refused[area]?.text ?? 'They cannot come up together.', plan.refused[area]?.section ?? '3.3.2');
    // A mode that came in place of this one may have brought them.
    if (!this.desk.busy && nextParty(this.desk, area) === units) {
      // The player is told of a refusal too: those who are refused stay, and hold up nobody.
      if (path) await this.desk.send({ kind: 'reinforce', units, path });
      partyDone(this.desk, units);
    }
    this.#bringing = false;
    this.desk.refresh();
    // The position that they led to may have come before the answer to their order.
    void this.#bring();
  }

  get #capture() {
    return this.#chosen.capture && this.#capturable;
  }

  /** @param {Partial<Chosen>} change */
  #choose(change) {
    Object.assign(this.#chosen, change);
    this.plan = null;
    this.#renew();
    this.desk.refresh();
  }

  /** @override */
  title() {
    return `Battle of ${this.position.the(this.#chosen.area)}`;
  }

  /** @override @returns {Child} */
  detail() {
    return h('span', { class: 'roomy' }, 'One of your units against one of theirs. The higher total wins; a tie destroys both. ', chip('3.3.4'));
  }

  /** @override @returns {Child} */
  body() {
    const chosen = this.#chosen;
    const { fight } = this.#view;
    const choice = (/** @type {Group} */ group, /** @type {string} */ key, /** @type {boolean} */ on, /** @type {boolean} */ can, /** @type {string} */ why, /** @type {() => void} */ act) =>
      /** @type {Choice} */ ({
        key: `${key}-${group.key}`,
        face: pieceFace(figure(group), FACE_PX, { count: group.ids.length, dim: !can, silent: true }),
        label: spoken(figure(group)),
        chosen: on,
        ...(can ? {} : { why }),
        act,
      });
    return h(
      'div',
      { class: 'pairing' },
      fight && fight.area === chosen.area ? fightBrief(this.#view, fight) : null,
      choices('Yours', this.#owns.map((group) => ({
        note: group.came ? `from ${this.position.the(group.came)}` : null,
        ...choice(group, 'own', group.key === chosen.own, Boolean(this.#fighter(group)), group.kind === 'general' ? 'leads, does not fight' : 'has no enemy to fight here', () => this.#choose({ own: group.key })),
      }))),
      choices('Theirs', this.#enemies.map((group) =>
        choice(group, 'enemy', group.key === chosen.enemy, Boolean(this.#prey(group)), 'the one chosen cannot fight it', () => this.#choose({ enemy: group.key })),
      )),
      this.#capturable && this.#captureToggle(),
      this.plan ? this.#odds(this.plan) : h('div', { class: 'odds-wait' }),
      this.#strength > 1 && this.#limit(),
    );
  }

  /** @param {FightPlan} plan @returns {Child} of this fight, and of the battle from here to its end */
  #odds(plan) {
    const grave = (plan.stakes ?? []).filter((stake) => stake.grave);
    return [oddsBar(plan.chances), forecastBar('Fought to the end', plan.forecast ?? null), grave.map((stake) => warningRow(this.desk, stake)), addsOf(plan, { attacker: 'You', defender: 'They' })];
  }

  /** How many more may be lost before a battle that is fought on by itself stops to ask. @returns {Child} */
  #limit() {
    const most = this.#strength - 1;
    const limit = Math.min(limits.get(this.desk) ?? 1, most);
    const change = (/** @type {number} */ n) => {
      limits.set(this.desk, n);
      this.desk.refresh();
    };
    const { area } = this.#chosen;
    const begin = () => {
      fightOn(this.desk, { area, floor: this.#strength - limit });
      this.#fight();
    };
    return h(
      'div',
      { class: 'fight-on' },
      stepper({ key: 'limit', label: 'Fight on until you have lost', value: limit, most, change }),
      button('Fight on', begin, { key: 'fight-on', disabled: !this.unit || !this.target, title: 'Fights pair after pair, as chosen here, until the battle is over or you have lost that many' }),
    );
  }

  /** @returns {Child} */
  #captureToggle() {
    const { capture } = this.#chosen;
    return h(
      'label',
      { class: 'capture' },
      h('input', { type: 'checkbox', checked: capture, 'data-key': 'capture', onchange: () => this.#choose({ capture: !capture }) }),
      h('span', {}, 'Try to capture: −1 on your die ', chip('3.3.11')),
    );
  }

  /** Look round before the next dice. @override @param {string} area */
  tap(area) {
    this.open = this.open === area || !this.position.units(area).length ? null : area;
  }

  /** @override */
  fan() {
    return lookFan(this.desk, this.open);
  }

  /** @override */
  highlights() {
    const { area } = this.#chosen;
    return { selected: this.open ? [this.open] : [], attack: { hex: area, from: this.#view.battle ? origins(this.#view.battle) : [], odds: null, river: null } };
  }

  /** @override */
  buttons() {
    const { unit, target, plan } = this;
    const coming = nextParty(this.desk, this.#chosen.area);
    const ready = Boolean(unit && target && !coming);
    const stop = this.desk.legal.offers.find(({ kind }) => kind === 'withdraw');
    if (!this.#begun) {
      this.#begun = true;
      queueMicrotask(() => this.#takeTheKeyboard());
    }
    const share = plan ? `${Math.round((100 * plan.chances.win) / plan.chances.of)} % win` : '';
    return [
      stop ? button(stop.label, () => this.#stop(stop.section), { key: 'withdraw' }) : null,
      button(['Fight', share ? h('small', {}, share) : null], () => this.#fight(), { tone: 'danger', key: 'fight', disabled: !ready, title: ready ? undefined : coming ? 'Others are coming up' : 'Choose one unit of each side' }),
    ].filter((node) => node !== null);
  }

  /** @param {string} section */
  #stop(section) {
    this.host?.ask({
      title: 'Stop the attack?',
      text: '',
      warnings: [{ text: 'All your units withdraw one field the way they came, and cannot act again this turn.', section }],
      yes: 'Stop the attack',
      tone: 'danger',
      act: () => void this.desk.send({ kind: 'withdraw' }),
    });
  }
}
