/**
 * The page of a match: it joins table, board, mode and panels, and draws them again when one of them changed.
 *
 * @import {Legal, LogLine, View} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 * @import {GameTable} from './game.js'
 * @import {Desk} from './desk.js'
 * @import {Mode} from './mode.js'
 * @import {Grab, Surface} from '../board/board.js'
 * @import {Coach} from '../lessons/coach.js'
 */

import { ApiError } from '../core/api.js';
import { attention } from '../core/attention.js';
import { button } from '../core/bits.js';
import { $, h, reducedMotion, render } from '../core/dom.js';
import { matchPage } from '../core/links.js';
import { Fan } from '../board/fan.js';
import { Bulletins } from './bulletins.js';
import { DiceShow } from './dice-show.js';
import { Dock } from './dock.js';
import { HandOver } from './handover.js';
import { keyboard } from './keys.js';
import { Layers } from './layers.js';
import { LogPanel } from './log.js';
import { Notices } from './notices.js';
import { Outlook } from './outlook.js';
import { sideOf } from './people.js';
import { Pointer } from './pointer.js';
import { prompt } from './prompt.js';
import { Reading } from './reading.js';
import { Sheet } from './sheet.js';
import { Shelf } from './shelf.js';
import { top } from './top.js';

/** Hexes of a line that are shown together; of fewer the first is brought into the window. */
const MANY = 4;

/** @implements {Desk} */
export class Screen {
  /** @type {Mode|null} */ mode = null;
  /** places of the log line in hand @type {string[]} */ marked = [];
  /** of a first match @type {Coach|null} */ coach = null;
  #modeKey = '';
  #frame = 0;
  #awaited = 0;
  #drawnVersion = -1;

  /**
   * @param {Table} table
   * @param {Surface} board
   * @param {GameTable} game
   */
  constructor(table, board, game) {
    this.table = table;
    this.board = board;
    this.game = game;
    this.map = board.window;
    this.fan = new Fan(board);
    this.dice = new DiceShow(board);
    this.battle = game.battle?.(() => this.refresh());
    this.layers = new Layers(game, (name) => this.consult({ kind: 'overlay', name }), () => this.refresh());
    this.pointer = new Pointer(this, game, this.layers, () => (table.view ? this.mode : null), () => this.highlight());
    this.outlook = new Outlook(board, game);
    this.notices = new Notices(this.map);
    this.handOver = new HandOver(table, game, {
      away: () => board.clear(),
      come: (seat) => this.#welcome(seat),
    });
    this.reading = new Reading(table, () => this.shelf.open === 'since');
    this.shelf = new Shelf(this, table, game, this.reading);
    this.bulletins = new Bulletins(table, this.map, (hexes) => this.point(hexes), () => this.refresh());
    this.log = new LogPanel($('#log'), (hexes) => this.point(hexes));
    this.sheet = new Sheet($('#side'), $('#tabs'));
    this.dock = new Dock(this.map, $('#sheet-dock'), () => void this.undo());
    const zoom = h(
      'div',
      { class: 'zoom float' },
      button('+', () => board.camera.zoom(1.3), { label: 'Zoom in', key: 'zoom-in' }),
      button('−', () => board.camera.zoom(1 / 1.3), { label: 'Zoom out', key: 'zoom-out' }),
    );
    this.map.append(this.layers.element, this.layers.legend, this.dock.element, zoom);
    const { cursor } = this.pointer;
    keyboard(this.map, {
      walk: (direction) => this.pointer.walk(direction),
      choose: () => cursor.hex && this.tapped(cursor.hex),
      back: () => this.#back(),
      zoom: (factor) => board.camera.zoom(factor),
      undo: () => void this.undo(),
    });
  }

  // --- what a mode asks of us (desk.js) ---------------------------------------------------------------------------

  /** @returns {View} */
  get view() {
    if (!this.table.view) throw new Error('There is no view yet');
    return this.table.view;
  }

  get legal() {
    if (!this.table.legal) throw new Error('There is no question yet');
    return this.table.legal;
  }

  get seat() {
    return this.table.seat;
  }

  /** @param {Legal} legal */
  asks(legal) {
    return this.table.legal === legal;
  }

  /** Only players at one screen hand it to each other. */
  get visits() {
    if (!this.table.match?.hotseat) return null;
    return { to: (/** @type {string} */ seat) => this.handOver.visit(seat), back: () => this.handOver.leave() };
  }

  refresh() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  /** @param {object} command */
  async send(command) {
    const guide = this.coach?.guide ?? null;
    const then = guide?.now ?? null;
    if (guide?.lets({ ...command }) === false) return false;
    this.marked = [];
    const sent = await this.table.send(command);
    if (sent) guide?.done(then);
    return sent;
  }

  /** @param {object} question */
  async consult(question) {
    this.#consulting(1);
    try {
      return await this.table.consult(question);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble(error);
      return null;
    } finally {
      this.#consulting(-1);
    }
  }

  /** The page says while answers are awaited. @param {1|-1} by */
  #consulting(by) {
    this.#awaited += by;
    document.body.classList.toggle('asking', this.#awaited > 0);
  }

  /** @param {string} text @param {string} [section] */
  say(text, section = '') {
    this.notices.say(text, section);
  }

  /** @param {string[]} hexes */
  point(hexes) {
    this.marked = hexes;
    const first = hexes[0];
    if (hexes.length > MANY) this.board.fit(hexes);
    else if (first) this.board.reveal(first);
    this.refresh();
  }

  /** The map as it is first seen: where your own units are. */
  frame() {
    if (this.table.view) this.outlook.frame(this.table.view, this.seat);
  }

  /** The map as the page is opened: as it was before a reload, or else as it is first seen. */
  begin() {
    const place = `map:${this.table.id}:${this.seat ?? ''}`;
    addEventListener('pagehide', () => this.outlook.keep(place));
    if (!this.outlook.restore(place, this.seat)) this.frame();
  }

  // --- news ---------------------------------------------------------------------------------------------------------

  /** The table changed: the question may be another one. */
  changed() {
    const { table } = this;
    if (table.view && table.legal) {
      const { ask, step, yours } = table.legal;
      const key = `${table.seat}|${ask}|${step}|${yours}`;
      if (key !== this.#modeKey) {
        this.#modeKey = key;
        this.marked = [];
        this.mode = this.game.mode(this);
        this.mode.sync();
        this.outlook.turn(table.view, table.seat, yours);
        if (yours) this.battle?.settle(step, table.view);
      } else if (table.version !== this.#drawnVersion) this.mode?.sync();
      if (table.version !== this.#drawnVersion) this.pointer.stale();
      this.#drawnVersion = table.version;
    } else {
      this.mode = null;
      this.#modeKey = '';
    }
    if (this.coach) this.coach.guide.changed();
    else this.handOver.check();
    this.refresh();
  }

  /** @param {LogLine[]} lines @param {View} before */
  news(lines, before) {
    this.battle?.take(before, this.view, lines);
    // On a phone the card of what was fought is a tab of its own: it is laid open when all is over.
    if (this.battle?.over && lines.some((line) => line.dice?.length)) this.sheet.choose('attack');
    this.bulletins.take(lines);
    void this.layers.renew();
    $('#news').textContent = lines.map((line) => line.text).join(' ');
    for (const line of lines) {
      if (!this.board.travel(line, before, this.view)) continue;
      const goal = line.path?.at(-1);
      if (goal && line.side !== sideOf(this.table.match, this.seat) && !reducedMotion()) this.board.reveal(goal);
    }
    this.reading.mark();
  }

  /** @param {ApiError} error */
  trouble(error) {
    this.say(error.code === 'moved_on' ? 'The match has moved on. This is the position now.' : error.message, error.section);
  }

  /** What happened since the player was last here. */
  lookBack() {
    if (this.reading.lookBack()) {
      this.shelf.open = 'since';
      this.bulletins.take(this.reading.since);
    }
    this.reading.mark();
  }

  /** The next player at this screen has come. @param {string} seat */
  async #welcome(seat) {
    this.battle?.clear();
    this.bulletins.clear();
    this.layers.clear();
    this.log.seal = '';
    try {
      await this.table.change(seat);
    } catch (error) {
      this.trouble(/** @type {ApiError} */ (error));
      return;
    }
    this.outlook.first(this.view, seat);
    this.map.focus({ preventScroll: true });
    this.lookBack();
  }

  // --- the map ----------------------------------------------------------------------------------------------------------

  /** @param {string} hex */
  tapped(hex) {
    if (!this.mode) return;
    this.marked = [];
    this.pointer.leave();
    this.mode.hex(hex);
    this.refresh();
  }

  /** The pieces of a place are picked up: they follow the pointer, and are told where they are let go. @param {string} hex @returns {Grab|null} */
  grabbed(hex) {
    const { mode } = this;
    const face = mode?.grab(hex);
    if (!mode || !face) return null;
    const ghost = h('div', { class: 'drag-ghost', 'aria-hidden': 'true' }, face);
    document.body.append(ghost);
    this.refresh();
    return {
      move: (over, at) => {
        const box = this.map.getBoundingClientRect();
        ghost.style.transform = `translate(${box.left + at.x - ghost.offsetWidth / 2}px, ${box.top + at.y - ghost.offsetHeight / 2}px)`;
        this.hovered(over === hex ? null : over);
      },
      end: (goal) => {
        ghost.remove();
        this.hovered(null);
        if (goal && goal !== hex && this.mode === mode) void mode.drop(goal);
        this.refresh();
      },
    };
  }

  /** @param {string|null} hex */
  hovered(hex) {
    this.pointer.hover(hex);
  }

  #back() {
    if (this.shelf.open) {
      this.shelf.close();
      return true;
    }
    if (this.mode?.escape()) return true;
    const { cursor } = this.pointer;
    if (!this.marked.length && !cursor.hex) return false;
    this.marked = [];
    cursor.hex = null;
    this.refresh();
    return true;
  }

  async undo() {
    const { undo, legal } = this.table;
    if (undo.allowed) await this.table.takeBack();
    else if (legal?.yours || undo.text) this.say(undo.text || 'There is nothing to undo.');
  }

  // --- a first match --------------------------------------------------------------------------------------------------

  /** Lessons go along with the match: the other seat is played by them. @param {string} game */
  async teach(game) {
    const [{ Guide }, { Coach: Panel }] = await Promise.all([import('../lessons/guide.js'), import('../lessons/coach.js')]);
    document.head.append(h('link', { rel: 'stylesheet', href: 'lessons/lessons.css' }));
    const guide = await Guide.of(game, this.table, {
      changed: () => this.refresh(),
      clear: () => {
        this.mode?.confirm && this.mode.escape();
        this.mode?.escape();
      },
    });
    this.coach = new Panel($('#coach'), guide, {
      look: (places) => places.toReversed().forEach((place) => this.board.reveal(place)),
      leave: () => this.#graduate(),
    });
  }

  /** From now on it is an ordinary match at one screen. */
  #graduate() {
    const { coach, table } = this;
    if (!coach) return;
    coach.guide.leave();
    coach.clear();
    this.coach = null;
    history.replaceState(null, '', matchPage(table.id, { seat: table.seat ?? '' }));
    this.changed();
  }

  // --- drawing --------------------------------------------------------------------------------------------------------

  highlight() {
    const { mode, table, layers } = this;
    if (!mode || !table.view) {
      this.board.highlight({});
      return;
    }
    const mine = mode.highlights();
    const fought = mine.attack || mine.bands?.free?.length ? {} : (this.battle?.highlights(this) ?? {});
    const marked = [...(mine.marked ?? []), ...this.marked, ...(this.coach?.marks ?? [])];
    this.board.highlight({ ...fought, ...mine, marked, overlay: layers.shown, badStacks: layers.troubled(table.view), cursor: this.pointer.cursor.hex });
  }

  draw() {
    const { table, mode, game } = this;
    document.body.classList.toggle('busy', table.busy);
    document.body.dataset.version = String(table.version);
    top($('#top'), { view: table.view, match: table.match, game, card: (name) => this.shelf.show(name), say: (text) => this.say(text) });
    this.notices.connection(table.status, table.view !== null);
    if (table.view && mode) this.#drawTable(table.view, mode);
    else this.#cover();
    this.shelf.draw();
    this.bulletins.draw(Boolean(table.view && mode));
  }

  /** @param {View} view @param {Mode} mode */
  #drawTable(view, mode) {
    const { table, game } = this;
    this.board.show(view);
    this.highlight();
    prompt($('#prompt'), { table, mode, game });
    const planned = mode.planner() ?? this.battle?.draw(this) ?? null;
    const planner = $('#planner');
    planner.hidden = !planned;
    render(planner, planned);
    this.log.show(table);
    this.fan.show(mode.fan());
    this.pointer.renew();
    this.sheet.show({ plan: mode.plannerTab(), battle: Boolean(planned), units: this.coach !== null || Boolean($('#prompt').querySelector('.units')) });
    this.dock.draw(table, mode);
    this.layers.draw(this.seat !== null);
    this.coach?.draw();
    attention(table.legal?.yours === true && table.match?.hotseat !== true, `${game.title} · turn ${view.turn}`);
  }

  /** Nothing of the table is to be seen, as while the screen changes hands. */
  #cover() {
    this.dice.skip();
    this.fan.show(null);
    this.pointer.tip.show(null);
    this.dock.clear();
    for (const place of ['#prompt', '#planner', '#log']) $(place).replaceChildren();
    $('#planner').hidden = true;
    this.log.seal = '';
    this.highlight();
  }
}
