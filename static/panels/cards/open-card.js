/**
 * The card over the map's corner, if any is open. What happened meanwhile stands above the question where there is room
 * beside the map: you read it with the map in view.
 *
 * @import {Desk} from '../desk.js'
 * @import {GameClient} from '../game.js'
 * @import {Reading} from '../log/reading.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { $, h } from '../../core/dom.js';
import { isNarrow } from '../../core/window-size.js';
import { CalendarPanel } from './calendar.js';
import { card, cardAside, peopleCard, sinceCard, trackCard } from './cards.js';
import { ChartsPanel } from '../charts/charts.js';
import { LotsPanel } from './lots.js';
import { placeTitle } from '../places.js';
import { StandingPanel } from '../questions/standing.js';

/** @typedef {"track"|"people"|"since"|"standing"|"charts"} CardName */


/**
 * What has a panel of its own on a card: standing orders, charts, and what was drawn in secret, where the game tells it.
 *
 * @param {MatchClient} client @param {GameClient} game @param {() => void} changed @param {(number: number) => void} look
 */
export const cardPanels = (client, game, changed, look) => {
  const charts = new ChartsPanel(client, game.sides, changed, look);
  return {
    standing: new StandingPanel(client, changed),
    charts,
    calendar: game.yearbook ? new CalendarPanel(client, game.yearbook, charts, changed, look) : null,
    lots: game.telling ? new LotsPanel(client, game.telling, changed, look) : null,
  };
};

export class OpenCard {
  /** @type {CardName|null} */ open = null;
  /** @type {HTMLElement|null} */ #element = null;
  /** what it shows @type {CardName|null} */ #of = null;
  /** it has made room for what it told of */ #aside = false;

  /** @param {Desk} desk @param {MatchClient} client @param {GameClient} game @param {Reading} reading @param {ReturnType<typeof cardPanels>} panels @param {(from: number) => void} play show what happened since a number as a film */
  constructor(desk, client, game, reading, { standing, charts, calendar, lots }, play) {
    this.standing = standing;
    this.lots = lots;
    this.charts = charts;
    this.calendar = calendar;
    this.desk = desk;
    this.client = client;
    this.game = game;
    this.reading = reading;
    this.play = play;
  }

  /** @param {CardName} name opened, or closed if it is open already */
  show(name) {
    if (this.open === name) return this.close();
    this.#aside = false;
    this.open = name;
    this.desk.refresh();
  }

  /** The card of the players, where it asks to go back. */
  showRewind() {
    this.open = 'people';
    this.desk.refresh();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const lines = this.#element?.querySelector('[data-key="back-line"]');
      if (!(lines instanceof HTMLElement)) return;
      lines.scrollIntoView({ block: 'center' });
      lines.focus({ preventScroll: true });
    }));
  }

  close() {
    const was = this.open;
    this.#aside = false;
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
    const beside = this.open === 'since' && !isNarrow() ? document.querySelector('#side .scroll') : null;
    // What is planned is not pushed down by what is told.
    if (beside && this.desk.plans) $('#planner').after(next);
    else if (beside) beside.prepend(next);
    else this.desk.board.window.append(next);
    if (top && same) next.scrollTop = top;
    if (focused) /** @type {HTMLElement|null} */ (next.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** Show places; where the card lies over them it makes room. @param {string[]} hexes */
  #point(hexes) {
    this.#aside = isNarrow();
    this.desk.point(hexes);
  }

  #comeBack() {
    this.#aside = false;
    this.desk.refresh();
  }

  #card() {
    const { client, game, desk } = this;
    const { since } = this.reading;
    const close = () => this.close();
    if (this.open === 'track') return client.view && trackCard(client.view, game, close, { lots: this.lots?.now ?? null, calendar: this.calendar?.now ?? null });
    if (this.open === 'people') return peopleCard(client, game, close, () => desk.refresh(), (text) => desk.say(text));
    if (this.open === 'standing') return client.view && this.standing.card(close);
    if (this.open === 'charts') return client.view && card('Charts', close, h('div', { class: 'review' }, this.charts.draw()));
    if (this.open === 'since' && this.#aside) return cardAside('What happened', 'Back to: What happened', () => this.#comeBack());
    if (this.open === 'since') return sinceCard(since.filter((line) => !game.passing?.has(line.kind)), game.digest?.(since, (place) => placeTitle(desk, place)) ?? [], (hexes) => this.#point(hexes), close, () => this.#film());
    return null;
  }
}
