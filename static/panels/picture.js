/**
 * The picture of a match: map, panels and buttons, drawn again together when one of them changed. An earlier moment takes
 * the place of the present; while the screen changes hands nothing is shown.
 *
 * @import {Scene, View} from '../core/types.js'
 * @import {Mode} from './questions/mode.js'
 * @import {Screen} from './screen.js'
 */

import { attention } from '../core/attention.js';
import { $, render, toHead } from '../core/dom.js';
import { isPressed } from '../core/press.js';
import { turn } from '../core/sound.js';
import { isNarrow } from '../core/window-size.js';
import { pressing } from './clocks.js';
import { draftList, draftSent } from './drafts/draft-list.js';
import { lookedAt } from './past/past-step.js';
import { prompt } from './questions/prompt.js';
import { NOT_THE_SAME } from './log/proof.js';
import { top } from './top.js';

/** ms until a sheet has grown to its height. */
const GROWN_MS = 240;

export class Picture {
  #frame = 0;
  #held = false;
  /** whether something came while nothing was drawn */ #due = false;
  #begun = false;
  #warned = false;
  /** the question that was drawn last */ #asked = '';

  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** The table has come: before that each part that is made would have an empty page drawn. */
  begin() {
    this.#begun = true;
  }

  /** Nothing is drawn until the next `flush`: behind the curtain one picture with all that has come is enough. */
  hold() {
    this.#held = true;
  }

  refresh() {
    if (this.#frame || !this.#begun) return;
    this.#due = this.#held;
    if (this.#held) return;
    const draw = () => {
      if (isPressed()) {
        this.#frame = requestAnimationFrame(draw);
        return;
      }
      this.#frame = 0;
      this.draw();
    };
    this.#frame = requestAnimationFrame(draw);
  }

  /** What waits for the next picture is drawn now, if that one is late. */
  flush() {
    this.#held = false;
    if (!this.#frame && !this.#due) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#due = false;
    this.draw();
  }

  highlight() {
    const { screen } = this;
    const { mode, client, layers } = screen;
    if (!mode || !client.view) {
      screen.board.highlight({});
      return;
    }
    const mine = mode.highlights();
    const past = screen.past.open;
    const fought = past || mine.attack || mine.bands?.free?.length ? {} : (screen.battle?.highlights(screen) ?? {});
    const marked = [...(mine.marked ?? []), ...screen.marked, ...(screen.teaching.coach?.marks ?? [])];
    const hinted = past || screen.draft.open ? {} : screen.hints.highlights();
    marked.push(...(hinted.marked ?? []));
    screen.board.highlight({ ...fought, ...mine, ...hinted, marked, overlay: past ? null : layers.shown, badStacks: past ? undefined : layers.troubled(screen.view), cursor: screen.pointer.cursor.hex });
  }

  draw() {
    const { screen } = this;
    const { client, mode, game } = screen;
    document.body.classList.toggle('busy', screen.busy);
    document.body.dataset.version = String(client.version);
    screen.map.classList.toggle('past', screen.past.open);
    screen.map.classList.toggle('drafting', screen.draft.open && !screen.past.open);
    screen.past.bar?.draw(screen.past);
    screen.marks.draw(!screen.past.open && client.view !== null && screen.teaching.coach === null);
    screen.draftBar.draw(screen.draft, !screen.past.open && client.view !== null);
    top($('#top'), { view: screen.past.view ?? screen.draft.view ?? client.view, match: client.match, game, card: (name) => screen.openCard.show(name), say: (text) => screen.say(text) });
    screen.clocks.draw();
    screen.notices.connection(client.status, client.view !== null);
    if (screen.past.scene && screen.past.mode) this.#drawPast(screen.past.scene, screen.past.mode);
    else if (client.view && mode) this.#drawTable(screen.view, mode);
    else this.#cover();
    screen.openCard.draw();
    if (!this.#warned && client.doubted) {
      this.#warned = true;
      screen.bulletins.warn('Not the match that you saw', NOT_THE_SAME);
    }
    screen.bulletins.draw(Boolean(client.view && mode && !screen.past.open));
  }

  /** An earlier moment: the board as it was, and no orders. @param {Scene} scene @param {Mode} mode */
  #drawPast(scene, mode) {
    const { screen } = this;
    screen.board.show(scene.view);
    this.highlight();
    render($('#prompt'), lookedAt(scene, screen.client, (hexes) => screen.point(hexes)));
    $('#planner').hidden = true;
    if (screen.sheet.tells) screen.log.show(screen.client, screen.teaching.coach === null);
    screen.fan.show(mode.fan());
    this.#drawChat();
    screen.sheet.show({ plan: null, battle: false, units: false, unread: screen.chat.unread });
    screen.dock.clear();
    screen.layers.element.hidden = true;
    screen.layers.legend.hidden = true;
    screen.beside.hidden = true;
    const { legal, match } = screen.client;
    this.#attract(legal?.yours === true && match?.hotseat !== true, scene.turn);
  }

  /** @param {View} view @param {Mode} mode */
  #drawTable(view, mode) {
    const { screen } = this;
    const { client, game } = screen;
    screen.hints.follow();
    screen.board.show(view);
    this.highlight();
    const seen = screen.draft.seen;
    if (!screen.teaching.coach) screen.openCard.standing.load();
    const planned = mode.planner() ?? screen.battle?.draw(screen) ?? null;
    // While an attack is planned its odds come right below the question.
    const standing = screen.draft.open || screen.plans ? null : screen.openCard.standing.opener(() => screen.openCard.show('standing'));
    const hinting = !screen.draft.open && screen.teaching.coach === null;
    const hint = hinting && screen.hints.draw();
    const asking = hinting && screen.hints.opener();
    prompt($('#prompt'), { client: seen, whole: client, mode, game, sent: draftSent(screen.draft, screen.board, game), draft: draftList(screen.draft, screen.board, game), standing: [asking, standing], hint, charts: screen.openCard.charts });
    this.#follow();
    const planner = $('#planner');
    planner.hidden = !planned;
    render(planner, planned);
    if (screen.sheet.tells) screen.log.show(client, screen.teaching.coach === null);
    this.#drawChat();
    screen.fan.show(mode.fan());
    screen.pointer.renew();
    screen.dock.draw(seen, mode, screen.draft);
    const opens = screen.sheet.show({ plan: mode.plannerTab(), battle: Boolean(planned), units: screen.teaching.coach !== null || screen.draft.open || Boolean(mode.confirm?.warnings.length || document.querySelector('#prompt .units, #sheet-dock .why')), unread: screen.chat.unread });
    if (opens) setTimeout(() => this.#keepInSight(mode), GROWN_MS);
    const beside = game.beside?.(screen, mode) ?? null;
    screen.beside.hidden = !beside;
    render(screen.beside, beside);
    screen.layers.draw(screen.seat !== null, view);
    screen.teaching.coach?.draw();
    this.#attract(client.legal?.yours === true && client.match?.hotseat !== true, view.turn);
  }

  /** On a phone another question begins at its head, wherever the last one was scrolled to; counters to choose from stay where they are. */
  #follow() {
    const prompt = $('#prompt');
    const asked = prompt.querySelector('h2')?.textContent ?? '';
    if (asked !== this.#asked && isNarrow() && !prompt.querySelector('.units')) toHead(prompt.closest('.scroll'));
    this.#asked = asked;
  }

  /** The sheet has grown over what is attacked: it comes back into what is left of the window. @param {Mode} mode */
  #keepInSight(mode) {
    const { board, mode: now } = this.screen;
    const hex = mode === now ? mode.highlights().attack?.hex : null;
    if (hex && board.lattice.has(hex)) board.reveal(hex);
  }

  /** @param {boolean} asked whether the player is @param {number} now the turn */
  #attract(asked, now) {
    const { screen } = this;
    turn(asked);
    attention(asked || Boolean(screen.chat.unread), `${pressing(screen.client)}${screen.game.title} · turn ${now}`);
  }

  #drawChat() {
    const { screen } = this;
    $('#chat').hidden = !screen.chat.open;
    screen.chat.show();
  }

  /** Nothing of the table is to be seen, as while the screen changes hands. */
  #cover() {
    const { screen } = this;
    screen.dice.skip();
    screen.fan.show(null);
    screen.pointer.tip.show(null);
    screen.dock.clear();
    screen.beside.hidden = true;
    for (const place of ['#prompt', '#planner', '#log']) $(place).replaceChildren();
    $('#planner').hidden = true;
    screen.log.forget();
    this.highlight();
  }
}
