/**
 * "Invite an opponent" in one line: which game, which side, at what pace.
 *
 * @import {GameInfo, ScenarioInfo} from '../core/types.js'
 * @import {Minute} from '../core/minutes.js'
 */

import { api } from '../core/api.js';
import { h, render } from '../core/dom.js';
import { byLength } from '../core/minutes.js';
import { matchPage } from '../core/links.js';
import { scenariosOf, titleOf, variantsOf } from '../core/variants.js';
import { NO_CLOCKS, PACES_IN_SHORT, termsOf } from './new-clocks.js';

/** Sides are drawn by lot. */
const DRAWN = '';

export class InviteLine {
  element = h('div', { class: 'invite-line', role: 'group', 'aria-label': 'Invite an opponent' });
  #scenario = '';
  #seat = DRAWN;
  #pace = NO_CLOCKS;

  /** @param {GameInfo[]} games @param {Record<string, Minute>} minutes */
  constructor(games, minutes) {
    this.games = games;
    this.minutes = minutes;
    this.choose(games[0]?.id ?? '');
  }

  /** What can be chosen, game by game and variant by variant. @param {GameInfo} game @returns {ScenarioInfo[]} */
  #offered(game) {
    return variantsOf(game).flatMap((title) => byLength(this.minutes[game.id], scenariosOf(game, title)));
  }

  /** Another game. @param {string} id @param {boolean} [focus] whether the reader is led here */
  choose(id, focus = false) {
    const game = this.games.find((g) => g.id === id);
    const first = game && this.#offered(game)[0];
    if (!game || !first) return;
    this.#take(`${id}/${first.id}`);
    if (!focus) return;
    this.element.scrollIntoView({ block: 'center' });
    /** @type {HTMLElement|null} */ (this.element.querySelector('[data-key=invite-seat]'))?.focus();
  }

  /** @param {string} chosen `game/scenario` */
  #take(chosen) {
    this.#scenario = chosen;
    this.#seat = this.#found.scenario?.seats[0]?.id ?? DRAWN;
    this.#draw();
  }

  get #found() {
    const [id, scenario] = this.#scenario.split('/');
    const game = this.games.find((g) => g.id === id);
    return { game, scenario: game?.scenarios.find((s) => s.id === scenario) };
  }

  #draw() {
    const { scenario } = this.#found;
    if (!scenario) return;
    const option = (/** @type {string} */ value, /** @type {string} */ title, /** @type {string} */ chosen) => h('option', { value, selected: value === chosen }, title);
    const select = (/** @type {string} */ key, /** @type {string} */ label, /** @type {(value: string) => void} */ act, /** @type {import('../core/dom.js').Child} */ options) =>
      h('label', { class: 'field' }, h('span', {}, label), h('select', { 'data-key': key, onchange: (/** @type {Event} */ e) => act(/** @type {HTMLSelectElement} */ (e.target).value) }, options));
    render(
      this.element,
      select('invite-game', 'Game', (value) => this.#take(value), this.games.map((game) => this.#offered(game).map((s) => option(`${game.id}/${s.id}`, this.#titled(game, s), this.#scenario)))),
      select('invite-seat', 'You play', (value) => { this.#seat = value; }, [scenario.seats.map((s) => option(s.id, s.title, this.#seat)), scenario.seats.length > 1 && option(DRAWN, 'Draw lots', this.#seat)]),
      select('invite-pace', 'Pace', (value) => { this.#pace = value; }, Object.entries(PACES_IN_SHORT).map(([id, title]) => option(id, title, this.#pace))),
      h('button', { type: 'submit', class: 'b primary', value: 'invite', 'data-key': 'invite-go' }, scenario.seats.length > 2 ? 'Invite the others' : 'Invite an opponent'),
    );
  }

  /** @param {GameInfo} game @param {ScenarioInfo} scenario */
  #titled(game, scenario) {
    const turns = this.minutes[game.id]?.scenarios[scenario.id]?.turns;
    const title = `${titleOf(game, scenario.id)}: ${scenario.title}`;
    return turns ? `${title}, ${turns} turns` : title;
  }

  /** Make the match, and go to the page that has its link. The caller has a name. @returns {Promise<void>} */
  async invite() {
    const { game, scenario } = this.#found;
    if (!game || !scenario) return;
    const drawn = this.#seat === DRAWN;
    const match = await api.create({ game: game.id, scenario: scenario.id, options: {}, seat: drawn ? null : this.#seat, hotseat: false, clock: termsOf(this.#pace), ...(drawn ? { sides: 'drawn' } : {}) });
    location.assign(matchPage(match.id, { seat: match.seats.find((s) => s.you)?.seat ?? this.#seat }));
  }
}
