/**
 * The page of a match: it joins table, board, mode and panels, and draws them again when one of them changed.
 *
 * @import {ChatMessage} from '../core/wire.js'
 * @import {Legal, LogLine, Scene, View} from '../core/types.js'
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
import { isPressed } from '../core/press.js';
import { turn } from '../core/sound.js';
import { Fan } from '../board/fan.js';
import { Bulletins } from './bulletins.js';
import { ChartsPanel } from './charts.js';
import { ChatPanel } from './chat.js';
import { ClockLine, pressing } from './clocks.js';
import { DiceShow } from './dice-show.js';
import { Dock } from './dock.js';
import { Drafting } from './draft.js';
import { DraftBar } from './draft-bar.js';
import { draftList, draftSent } from './draft-list.js';
import { HandOver } from './handover.js';
import { keyboard } from './keys.js';
import { Layers } from './layers.js';
import { LogPanel } from './log.js';
import { LotsPanel } from './lots.js';
import { Marks } from './marks.js';
import { Notices } from './notices.js';
import { Outlook } from './outlook.js';
import { Past } from './past.js';
import { stepped } from './past-bar.js';
import { lookedAt } from './past-step.js';
import { sideOf } from './people.js';
import { placeCalled, placeTitle } from './places.js';
import { Pointer } from './pointer.js';
import { prompt } from './prompt.js';
import { Reading } from './reading.js';
import { Sheet } from './sheet.js';
import { Shelf } from './shelf.js';
import { StandingPanel } from './standing.js';
import { top } from './top.js';

/** Hexes of a line that are shown together; of fewer the first is brought into the window. */
const MANY = 4;

/** @implements {Desk} */
export class Screen {
  /** what the player does now; it rests while he looks at an earlier moment @type {Mode|null} */ #mode = null;
  /** places of the log line in hand @type {string[]} */ marked = [];
  /** of a first match @type {Coach|null} */ coach = null;
  #modeKey = '';
  #frame = 0;
  #awaited = 0;
  #drawnVersion = '';
  #draftStamp = '';

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
    this.past = new Past(table, board, game, this.dice, {
      changed: () => this.refresh(),
      enter: () => this.#lookAtPast(),
      leave: () => this.#comeBack(),
      say: (text) => this.say(text),
    });
    this.draft = new Drafting(table, { changed: () => this.changed(), busy: () => this.refresh(), trouble: (error) => this.trouble(error), say: (text) => this.say(text) });
    this.draftBar = new DraftBar();
    this.marks = new Marks(table, board, {
      changed: () => this.refresh(),
      say: (text) => this.say(text),
      trouble: (error) => this.trouble(error),
      point: (hexes) => this.point(hexes),
      aloud: (text) => { $('#news').textContent = text; },
    });
    this.pointer = new Pointer(this, game, this.layers, () => (table.view ? this.mode : null), () => this.highlight());
    this.outlook = new Outlook(board, game);
    board.onopened = (first) => {
      if (first) this.outlook.opened(this.view, this.seat);
      // What is highlighted is of the board that was shown before.
      this.refresh();
    };
    this.notices = new Notices(this.map);
    this.handOver = new HandOver(table, game, {
      away: () => board.clear(),
      come: (seat) => this.#welcome(seat),
    });
    this.reading = new Reading(table, () => this.shelf.open === 'since' || this.past.open);
    this.standing = new StandingPanel(table, () => this.refresh());
    this.charts = new ChartsPanel(table, game.sides, () => this.refresh(), (number) => void this.past.look(number));
    const lots = game.telling ? new LotsPanel(table, game.telling, () => this.refresh(), (number) => void this.past.look(number)) : null;
    this.shelf = new Shelf(this, table, game, this.reading, { standing: this.standing, charts: this.charts, lots }, (from) => void this.past.play(from));
    this.bulletins = new Bulletins(table, game, this.map, (place) => placeTitle(this, place), (hexes) => this.point(hexes), () => this.refresh());
    this.log = new LogPanel($('#log'), (hexes) => this.point(hexes), { look: (number) => void this.past.look(number), charts: () => this.shelf.show('charts') }, game.sorts ?? []);
    this.sheet = new Sheet($('#side'), $('#tabs'), $('#below'), () => this.refresh());
    this.chat = new ChatPanel($('#chat'), table, {
      point: (hexes) => this.point(hexes),
      find: (word) => placeCalled(board.lattice, word),
      seen: () => this.sheet.talks && document.visibilityState === 'visible',
      marks: () => ({ stamp: this.marks.stamp, list: () => this.marks.list() }),
      changed: () => this.refresh(),
    });
    addEventListener('resize', () => table.view && this.outlook.resized(this.view, this.seat));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.draft.recall();
      this.refresh();
    });
    this.clocks = new ClockLine($('#clocks'), table, game, () => this.refresh());
    this.dock = new Dock(this.map, $('#sheet-dock'), () => void this.undo());
    const zoom = h(
      'div',
      { class: 'zoom float' },
      button('+', () => board.camera.zoom(1.3), { label: 'Zoom in', key: 'zoom-in' }),
      button('−', () => board.camera.zoom(1 / 1.3), { label: 'Zoom out', key: 'zoom-out' }),
    );
    this.map.append(this.layers.element, this.layers.legend, this.dock.element, zoom, this.past.bar.element, this.draftBar.element, this.marks.element);
    const { cursor } = this.pointer;
    keyboard(this.map, {
      walk: (direction) => this.pointer.walk(direction),
      choose: () => cursor.hex && this.tapped(cursor.hex),
      back: () => this.#back(),
      zoom: (factor) => board.camera.zoom(factor),
      undo: () => void this.undo(),
      mark: () => this.marks.toggle(),
      ping: () => cursor.hex && this.marks.ping(cursor.hex),
      leap: (key) => this.past.open && stepped(key, this.past),
    });
  }

  /** What the map is looked at by. */
  get mode() {
    return this.past.mode ?? this.#mode;
  }

  // --- what a mode asks of us (desk.js) ---------------------------------------------------------------------------

  /** @returns {View} */
  get view() {
    const view = this.past.view ?? this.draft.view ?? this.table.view;
    if (!view) throw new Error('There is no view yet');
    return view;
  }

  get legal() {
    const legal = this.past.legal ?? this.draft.legal ?? this.table.legal;
    if (!legal) throw new Error('There is no question yet');
    return legal;
  }

  get match() {
    return this.table.id;
  }

  get seat() {
    return this.table.seat;
  }

  /** @param {Legal} legal */
  asks(legal) {
    return (this.draft.legal ?? this.table.legal) === legal;
  }

  /** Only players at one screen hand it to each other. */
  get visits() {
    if (!this.table.match?.hotseat) return null;
    return { to: (/** @type {string} */ seat) => this.handOver.visit(seat), back: () => this.handOver.leave() };
  }

  refresh() {
    if (this.#frame) return;
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
    if (!this.#frame) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.draw();
  }

  /** @param {object} command */
  async send(command) {
    const guide = this.coach?.guide ?? null;
    const then = guide?.now ?? null;
    if (guide?.lets({ ...command }) === false) return false;
    this.marked = [];
    const sent = await this.draft.seen.send(command);
    if (sent) guide?.done(then);
    return sent;
  }

  /** @param {object} question */
  async consult(question) {
    this.#consulting(1);
    try {
      return await (this.draft.open ? this.draft : this.table).consult(question);
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
    if (this.past.open && !table.view) this.past.forget();
    // What is new waits until the player looks at it again.
    this.draft.follow();
    if (this.past.open) return this.refresh();
    if (table.view && table.legal) {
      const { ask, step, yours } = this.legal;
      const key = `${table.seat}|${ask}|${step}|${yours}|${this.draft.open}`;
      const drawn = `${table.version}|${this.draft.stamp}`;
      if (key !== this.#modeKey) {
        this.#modeKey = key;
        this.marked = [];
        this.#mode = this.game.mode(this);
        this.#mode.sync();
        this.outlook.turn(this.view, table.seat, yours);
        if (yours) this.battle?.settle(step, table.view);
      } else if (drawn !== this.#drawnVersion) this.#mode?.sync();
      if (drawn !== this.#drawnVersion) this.pointer.stale();
      if (this.draft.stamp !== this.#draftStamp) void this.layers.renew();
      this.#draftStamp = this.draft.stamp;
      this.#drawnVersion = drawn;
    } else {
      this.#mode = null;
      this.#modeKey = '';
    }
    if (this.coach) this.coach.guide.changed();
    else this.handOver.check();
    this.refresh();
  }

  /** @param {LogLine[]} lines @param {View} before */
  news(lines, before) {
    const now = this.table.view;
    if (!now) return;
    this.battle?.take(before, now, lines);
    // On a phone the card of what was fought is a tab of its own: it is laid open when all is over.
    if (this.battle?.over && lines.some((line) => line.dice?.length)) this.sheet.choose('attack');
    this.bulletins.take(lines);
    void this.bulletins.report(lines);
    if (!this.past.open) void this.layers.renew();
    $('#news').textContent = lines.map((line) => line.text).join(' ');
    for (const line of this.past.open || this.draft.open ? [] : lines) {
      if (!this.board.travel(line, before, now)) continue;
      const goal = line.path?.at(-1);
      if (goal && line.side !== sideOf(this.table.match, this.seat) && !reducedMotion()) this.board.reveal(goal);
    }
    this.reading.mark();
  }

  /** Somebody spoke. @param {string} room @param {ChatMessage} message */
  said(room, message) {
    const aloud = this.chat.take(room, message);
    if (aloud) $('#news').textContent = aloud;
  }

  /** Dice that were thrown, while somebody looks at the table. @param {LogLine[]} lines */
  roll(lines) {
    return this.past.open ? null : this.dice.play(lines);
  }

  // --- earlier moments ----------------------------------------------------------------------------------------------

  #lookAtPast() {
    this.marked = [];
    this.pointer.leave();
    this.map.focus({ preventScroll: true });
    this.refresh();
  }

  /** What came meanwhile is there now. */
  #comeBack() {
    this.marked = [];
    this.pointer.stale();
    this.#drawnVersion = '';
    this.log.seal = '';
    this.map.focus({ preventScroll: true });
    this.changed();
    if (this.table.view) void this.layers.renew();
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
    this.past.forget();
    this.log.forget();
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
    if (!this.past.open && this.marks.tap(hex)) return;
    if (!this.mode) return;
    this.marked = [];
    this.pointer.leave();
    this.mode.hex(hex);
    this.refresh();
  }

  /** The pieces of a place are picked up: they follow the pointer, and are told where they are let go. @param {string} hex @returns {Grab|null} */
  grabbed(hex) {
    if (this.marks.tool) return this.past.open ? null : this.marks.grab(hex);
    const mode = this.past.open ? null : this.mode;
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
    if (this.past.close()) return true;
    if (this.marks.back()) return true;
    if (this.mode?.escape() || this.draft.leave()) return true;
    const { cursor } = this.pointer;
    if (!this.marked.length && !cursor.hex) return false;
    this.marked = [];
    cursor.hex = null;
    this.refresh();
    return true;
  }

  async undo() {
    const { undo, legal } = this.draft.seen;
    if (this.past.open) return;
    if (undo.allowed) await (this.draft.open ? this.draft.dropLast() : this.table.takeBack());
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
    const past = this.past.open;
    const fought = past || mine.attack || mine.bands?.free?.length ? {} : (this.battle?.highlights(this) ?? {});
    const marked = [...(mine.marked ?? []), ...this.marked, ...(this.coach?.marks ?? [])];
    this.board.highlight({ ...fought, ...mine, marked, overlay: past ? null : layers.shown, badStacks: past ? undefined : layers.troubled(this.view), cursor: this.pointer.cursor.hex });
  }

  draw() {
    const { table, mode, game } = this;
    document.body.classList.toggle('busy', table.busy || this.draft.busy);
    document.body.dataset.version = String(table.version);
    this.map.classList.toggle('past', this.past.open);
    this.map.classList.toggle('drafting', this.draft.open && !this.past.open);
    this.past.bar.draw(this.past);
    this.marks.draw(!this.past.open && table.view !== null && this.coach === null);
    this.draftBar.draw(this.draft, !this.past.open && table.view !== null);
    top($('#top'), { view: this.past.view ?? this.draft.view ?? table.view, match: table.match, game, card: (name) => this.shelf.show(name), say: (text) => this.say(text) });
    this.clocks.draw();
    this.notices.connection(table.status, table.view !== null);
    if (this.past.scene && this.past.mode) this.#drawPast(this.past.scene, this.past.mode);
    else if (table.view && mode) this.#drawTable(this.view, mode);
    else this.#cover();
    this.shelf.draw();
    this.bulletins.draw(Boolean(table.view && mode && !this.past.open));
  }

  /** An earlier moment: the board as it was, and no orders. @param {Scene} scene @param {Mode} mode */
  #drawPast(scene, mode) {
    this.board.show(scene.view);
    this.highlight();
    render($('#prompt'), lookedAt(scene, this.table, (hexes) => this.point(hexes)));
    $('#planner').hidden = true;
    this.log.show(this.table, this.coach === null);
    this.fan.show(mode.fan());
    this.#drawChat();
    this.sheet.show({ plan: null, battle: false, units: false, unread: this.chat.unread });
    this.dock.clear();
    this.layers.element.hidden = true;
    this.layers.legend.hidden = true;
    const { legal, match } = this.table;
    this.#attract(legal?.yours === true && match?.hotseat !== true, scene.turn);
  }

  /** @param {View} view @param {Mode} mode */
  #drawTable(view, mode) {
    const { table, game } = this;
    this.board.show(view);
    this.highlight();
    const seen = this.draft.seen;
    if (!this.coach) this.standing.load();
    const standing = this.draft.open ? null : this.standing.opener(() => this.shelf.show('standing'));
    prompt($('#prompt'), { table: seen, whole: table, mode, game, sent: draftSent(this.draft, this.board), draft: draftList(this.draft, this.board, game), standing, charts: this.charts });
    const planned = mode.planner() ?? this.battle?.draw(this) ?? null;
    const planner = $('#planner');
    planner.hidden = !planned;
    render(planner, planned);
    this.log.show(table, this.coach === null);
    this.#drawChat();
    this.fan.show(mode.fan());
    this.pointer.renew();
    this.sheet.show({ plan: mode.plannerTab(), battle: Boolean(planned), units: this.coach !== null || this.draft.open || Boolean($('#prompt').querySelector('.units')), unread: this.chat.unread });
    this.dock.draw(seen, mode, this.draft);
    this.layers.draw(this.seat !== null);
    this.coach?.draw();
    this.#attract(table.legal?.yours === true && table.match?.hotseat !== true, view.turn);
  }

  /** @param {boolean} asked whether the player is @param {number} now the turn */
  #attract(asked, now) {
    turn(asked);
    attention(asked || Boolean(this.chat.unread), `${pressing(this.table)}${this.game.title} · turn ${now}`);
  }

  /** Somebody comes by the link of a notice: what it is about is shown. @param {string|null} at `decision`, `chat`, or the number of a moment */
  arrive(at) {
    if (at && /^\d+$/.test(at)) void this.past.look(Number(at));
    if (at === 'chat' && this.chat.unread !== null) this.sheet.choose('chat');
    if (at !== 'decision') return;
    this.sheet.choose('orders');
    $('#prompt').scrollIntoView({ block: 'nearest' });
  }

  #drawChat() {
    $('#chat').hidden = !this.chat.open;
    this.chat.show();
  }

  /** Nothing of the table is to be seen, as while the screen changes hands. */
  #cover() {
    this.dice.skip();
    this.fan.show(null);
    this.pointer.tip.show(null);
    this.dock.clear();
    for (const place of ['#prompt', '#planner', '#log']) $(place).replaceChildren();
    $('#planner').hidden = true;
    this.log.forget();
    this.highlight();
  }
}
