/**
 * What the player is doing. A mode draws one question of the server: what is highlighted, what a tap means, what the
 * dock offers. It knows no rules; it knows which fields of an offer (docs/architecture.md §3) to read.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Legal, Offer, View, Warning} from '../../core/types.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {FanContent} from '../../board/fan.js'
 * @import {TipContent} from '../../board/tip.js'
 * @import {Desk} from '../desk.js'
 */

import { button } from '../../core/bits.js';
import { h } from '../../core/dom.js';
import { Forewarned } from './forewarned.js';
import { warningRow } from './warning.js';

/** @typedef {{label: Child, key: string, why?: string, act: () => void}} ListItem `why`: it may not be chosen */
/** @typedef {{title: string, text: string, warnings: Warning[], yes: string, tone: "primary"|"danger", act: () => void}} Confirm */

const MAX_WARNINGS = 3;

export class Mode {
  /** the place whose units are laid open to look at @type {string|null} */
  open = null;
  /** @type {string|null} */
  hovered = null;
  /** @type {Confirm|null} */
  confirm = null;
  /** whether the player waits for the warnings of the end of the phase */
  waits = false;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.forewarned = new Forewarned(desk);
  }

  /** @returns {View} */
  get view() {
    return this.desk.view;
  }

  /** @returns {Legal} */
  get legal() {
    return this.desk.legal;
  }

  /** @param {string} kind @returns {Offer|null} */
  offer(kind) {
    return this.legal.offers.find((o) => o.kind === kind) ?? null;
  }

  /** @returns {string} what the question is to the one who is asked: "Your move", or something that may be left alone */
  get yours() {
    return 'Your move';
  }

  /** Whether the player does something apart from the question, whoever is asked. */
  get apart() {
    return false;
  }

  /** The same question again, or a new view: drop what is no longer offered. */
  sync() {}

  /** @returns {string} */
  title() {
    return this.legal.prompt;
  }

  /** @returns {Child} */
  detail() {
    return this.legal.detail ?? '';
  }

  /** @returns {Child} below the prompt */
  body() {
    return null;
  }

  /** @returns {Child} the attack in hand */
  planner() {
    return null;
  }

  /** @returns {string|null} the planner's tab on a phone */
  plannerTab() {
    return null;
  }

  /** @returns {{label: string, items: ListItem[]}|null} the map's choices as a list */
  list() {
    return null;
  }

  /** @returns {Highlights} */
  highlights() {
    return this.open ? { selected: [this.open] } : {};
  }

  /** @param {string} hex a hex or an area, tapped or chosen by Enter */
  hex(hex) {
    this.open = this.open === hex ? null : hex;
  }

  /** @param {string} hex where the player begins to drag @returns {Node|null} what follows the pointer; null when nothing there can be moved */
  grab(hex) {
    void hex;
    return null;
  }

  /** @param {string} hex where what was picked up is let go @returns {void|Promise<void>} */
  drop(hex) {
    this.hex(hex);
  }

  /** Take up the next of those who may still act. @returns {boolean} whether there is one */
  leap() {
    return false;
  }

  /** @param {string|null} hex @returns {TipContent|null} */
  hover(hex) {
    this.hovered = hex;
    return null;
  }

  /** @returns {FanContent|null} what is fanned out beside its place on the map */
  fan() {
    return null;
  }

  /** @returns {Node[]} the buttons of the dock besides undo */
  dock() {
    const end = this.confirmButtons() ?? this.endPhase();
    return end;
  }

  /** @returns {Node[]|null} */
  confirmButtons() {
    const ask = this.confirm;
    if (!ask) return null;
    return [
      button('Back', () => this.escape(), { key: 'back' }),
      button(ask.yes, () => {
        this.confirm = null;
        ask.act();
      }, { tone: ask.tone, key: 'confirm' }),
    ];
  }

  /** @param {"primary"|"plain"} [tone] plain while something else is in hand @returns {Node[]} */
  endPhase(tone = 'primary') {
    const offer = this.offer('end_phase');
    if (!offer) return [];
    return [
      button([offer.label, offer.note ? h('small', {}, offer.note) : null], () => this.end(offer), {
        tone,
        key: 'end-phase',
        disabled: Boolean(offer.refusal),
        title: offer.refusal?.text,
        near: () => offer.warns && void this.forewarned.ask(),
      }),
    ];
  }

  /** @param {Offer} offer */
  async end(offer) {
    const { legal } = this;
    const found = offer.warns ? await this.#asked() : [];
    if (!found || !this.desk.asks(legal)) return;
    const warnings = [...(offer.warnings ?? []), ...found];
    const act = () => {
      this.forewarned.passed();
      void this.send({ kind: 'end_phase' });
    };
    if (!warnings.length) return act();
    this.confirm = { title: `${offer.label}?`, text: '', warnings, yes: `${offer.label} anyway`, tone: 'primary', act };
    this.desk.refresh();
  }

  /** The warnings of the server, while the page shows that it is busy. @returns {Promise<Warning[]|null>} */
  async #asked() {
    this.waits = true;
    this.desk.refresh();
    const found = await this.forewarned.ask(true);
    this.waits = false;
    this.desk.refresh();
    return found;
  }

  /** @returns {Child} the question that waits for a yes, or the warnings of the end of the phase */
  caution() {
    if (this.confirm) {
      const { text, warnings } = this.confirm;
      return [text && h('p', { class: 'row' }, text), warnings.map((w) => warningRow(this.desk, w))];
    }
    const ending = this.offer('end_phase');
    const warnings = [...(ending?.warnings ?? []), ...(ending?.warns ? this.forewarned.known().filter((w) => !w.late) : [])];
    const refusal = ending?.note ? null : ending?.refusal;
    const more = warnings.length - MAX_WARNINGS;
    return [
      refusal && warningRow(this.desk, { text: refusal.text, section: refusal.section, hex: this.#placeIn(refusal.text) }),
      warnings.slice(0, more === 1 ? MAX_WARNINGS + 1 : MAX_WARNINGS).map((w) => warningRow(this.desk, w)),
      more > 1 && h('p', { class: 'quiet' }, `and ${more} more like this`),
    ];
  }

  /** The first place that a sentence names by its number. @param {string} text @returns {string|undefined} */
  #placeIn(text) {
    const { board } = this.desk;
    const known = (/** @type {string} */ place) => (board.hexOf ? Boolean(board.hexOf(place)) : board.lattice.has(place));
    return text.match(/\b[A-Z]?\d{4}\b/g)?.find(known);
  }

  /** @returns {boolean} whether there was something to put back */
  escape() {
    if (this.confirm) this.confirm = null;
    else if (this.open) this.open = null;
    else return false;
    this.desk.refresh();
    return true;
  }

  /** @param {object} command */
  send(command) {
    return this.desk.send(command);
  }
}
