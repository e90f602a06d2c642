/**
 * The card over the map's corner, if any is open. What happened meanwhile stands above the question where there is room
 * beside the map: you read it with the map in view.
 *
 * @import {ChartsPanel} from './charts.js'
 * @import {Desk} from './desk.js'
 * @import {GameTable} from './game.js'
 * @import {LotsPanel} from './lots.js'
 * @import {Reading} from './reading.js'
 * @import {StandingPanel} from './standing.js'
 * @import {Table} from '../core/table.js'
 */

import { h } from '../core/dom.js';
import { card, peopleCard, sinceCard, trackCard } from './cards.js';
import { placeTitle } from './places.js';

/** @typedef {"track"|"people"|"since"|"standing"|"charts"} CardName */

/** So narrow a window has the map above its sheet, and no room beside it. */
const NARROW = 700;

export class Shelf {
  /** @type {CardName|null} */ open = null;
  /** @type {HTMLElement|null} */ #element = null;
  /** what it shows @type {CardName|null} */ #of = null;

  /** @param {Desk} desk @param {Table} table @param {GameTable} game @param {Reading} reading @param {{standing: StandingPanel, charts: ChartsPanel, lots: LotsPanel|null}} panels @param {(from: number) => void} play show what happened since a number as a film */
  constructor(desk, table, game, reading, { standing, charts, lots }, play) {
    this.standing = standing;
    this.lots = lots;
    this.charts = charts;
    this.desk = desk;
    this.table = table;
    this.game = game;
    this.reading = reading;
    this.play = play;
  }

  /** @param {CardName} name opened, or closed if it is open already */
  show(name) {
    if (this.open === name) return this.close();
    this.open = name;
    this.desk.refresh();
  }

  close() {
    const was = this.open;
    this.open = null;
    if (was === 'since') this.reading.mark();
    this.desk.refresh();
  }

  #film() {
    // Before the card goes: what is played is not read yet.
    this.play(this.reading.from);
    this.close();
  }

  draw() {
    const next = this.#card();
    // It is drawn again where it is, and stays where it was scrolled to.
    if (next === this.#element) return;
    const focused = this.#element?.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
    const top = this.#element?.scrollTop ?? 0;
    this.#element?.remove();
    this.#element = next;
    const same = this.#of === this.open;
    this.#of = this.open;
    if (!next) return;
    const beside = this.open === 'since' && innerWidth > NARROW ? document.querySelector('#side .scroll') : null;
    if (beside) beside.prepend(next);
    else this.desk.board.window.append(next);
    if (top && same) next.scrollTop = top;
    if (focused) /** @type {HTMLElement|null} */ (next.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  #card() {
    const { table, game, desk } = this;
    const { since } = this.reading;
    const close = () => this.close();
    if (this.open === 'track') return table.view && trackCard(table.view, game, close, this.lots?.now);
    if (this.open === 'people') return peopleCard(table, game, close, () => desk.refresh(), (text) => desk.say(text));
    if (this.open === 'standing') return table.view && this.standing.card(close);
    if (this.open === 'charts') return table.view && card('Charts', close, h('div', { class: 'review' }, this.charts.draw()));
    if (this.open === 'since') return sinceCard(since.filter((line) => !game.passing?.has(line.kind)), game.digest?.(since, (place) => placeTitle(desk, place)) ?? [], (hexes) => desk.point(hexes), close, () => this.#film());
    return null;
  }
}
