/**
 * The page of a match: it joins table, board, mode and panels, and draws them again when one of them changed.
 *
 * @import {Legal, LogLine, Overlay, View} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 * @import {GameTable} from './game.js'
 * @import {Desk} from './desk.js'
 * @import {Mode} from './mode.js'
 * @import {Surface} from '../board/board.js'
 * @import {Way} from '../board/lattice.js'
 */

import { ApiError } from '../core/api.js';
import { button, icon } from '../core/bits.js';
import { $, h, reducedMotion, render } from '../core/dom.js';
import { Fan } from '../board/fan.js';
import { Tip } from '../board/tip.js';
import { peopleCard, sinceCard, trackCard } from './cards.js';
import { Cursor } from './cursor.js';
import { HandOver } from './handover.js';
import { keyboard } from './keys.js';
import { LogPanel } from './log.js';
import { Notices } from './notices.js';
import { sideOf } from './people.js';
import { placeTitle } from './places.js';
import { prompt } from './prompt.js';
import { Sheet } from './sheet.js';
import { top } from './top.js';

const HOVER_WAIT = 350;
const LOOK_MARGIN = 170;
const NEAREST_ON_PHONE = 0.92;

/** @typedef {"track"|"people"|"since"} CardName */

/** @implements {Desk} */
export class Screen {
  /** @type {Mode|null} */ mode = null;
  /** @type {string} */ #modeKey = '';
  /** @type {string[]} */ marked = [];
  /** @type {{name: string, groups: boolean, data: Overlay}|null} */ overlay = null;
  /** @type {CardName|null} */ card = null;
  /** @type {HTMLElement|null} */ #cardElement = null;
  /** @type {LogLine[]} */ since = [];
  /** @type {number|undefined} */ #hoverTimer;
  /** @type {string|null} */ #hovered = null;
  #frame = 0;
  #awaited = 0;
  #settingUp = false;
  /** @type {Set<string|null>} seats that have seen their front */ #framed = new Set();
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
    this.tip = new Tip(board);
    this.battle = game.battle?.(() => this.refresh());
    this.cursor = new Cursor(board);
    this.notices = new Notices(this.map);
    this.handOver = new HandOver(table, game, {
      away: () => board.clear(),
      come: (seat) => this.#welcome(seat),
    });
    this.log = new LogPanel($('#log'), (hexes) => this.point(hexes));
    this.sheet = new Sheet($('#side'), $('#tabs'));
    this.dock = h('div', { class: 'dock float', role: 'toolbar', 'aria-label': 'Decision' });
    this.tools = h('div', { class: 'tools float', role: 'toolbar', 'aria-label': 'Map layers' });
    this.zoom = h(
      'div',
      { class: 'zoom float' },
      button('+', () => board.camera.zoom(1.3), { label: 'Zoom in', key: 'zoom-in' }),
      button('−', () => board.camera.zoom(1 / 1.3), { label: 'Zoom out', key: 'zoom-out' }),
    );
    this.map.append(this.tools, this.dock, this.zoom);
    keyboard(this.map, {
      walk: (direction) => this.#walk(direction),
      choose: () => this.cursor.hex && this.tapped(this.cursor.hex),
      back: () => this.#back(),
      zoom: (factor) => board.camera.zoom(factor),
      undo: () => void this.undo(),
    });
    document.addEventListener('visibilitychange', () => this.#read());
    addEventListener('focus', () => this.#read());
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
  send(command) {
    this.marked = [];
    return this.table.send(command);
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
    if (hexes.length > 4) this.board.fit(hexes);
    else if (first) this.board.reveal(first);
    this.refresh();
  }

  // --- news ---------------------------------------------------------------------------------------------------------

  /** The table changed: the question may be another one. */
  changed() {
    const { table } = this;
    if (table.view && table.legal) {
      const key = `${table.seat}|${table.legal.ask}|${table.legal.step}|${table.legal.yours}`;
      if (key !== this.#modeKey) {
        this.#modeKey = key;
        this.marked = [];
        this.mode = this.game.mode(this);
        this.mode.sync();
        this.#lookThere();
        if (table.legal.yours) this.battle?.settle(table.legal.step, table.view);
      } else if (table.version !== this.#drawnVersion) this.mode?.sync();
      this.#drawnVersion = table.version;
    } else {
      this.mode = null;
      this.#modeKey = '';
    }
    this.handOver.check();
    this.refresh();
  }

  /** A new question of mine brings its place into the window; the end of the set-up shows the front. */
  #lookThere() {
    const { table, board } = this;
    const view = table.view;
    if (!view) return;
    if (this.#settingUp && view.step.key !== 'setup') this.frame();
    this.#settingUp = view.step.key === 'setup';
    const target = this.game.focus(view);
    if (target && table.legal?.yours) board.reveal(target, LOOK_MARGIN);
  }

  /** @param {LogLine[]} lines @param {View} before */
  news(lines, before) {
    this.battle?.take(before, this.view, lines);
    if (this.overlay) void this.layer(this.overlay.name, true);
    const text = $('#news');
    text.textContent = lines.map((line) => line.text).join(' ');
    for (const line of lines) {
      const journey = this.board.travel(line, before, this.view);
      if (!journey) continue;
      void journey;
      const goal = line.path?.at(-1);
      if (goal && line.side !== sideOf(this.table.match, this.seat) && !reducedMotion()) this.board.reveal(goal);
    }
    this.#read();
  }

  /** @param {ApiError} error */
  trouble(error) {
    this.say(error.code === 'moved_on' ? 'The match has moved on. This is the position now.' : error.message, error.section);
  }

  /** What happened since the player was last here. */
  lookBack() {
    const { table } = this;
    const unread = table.log.filter((line) => line.seq > table.lastSeen);
    // What you did is no news, but what others then did to your units is.
    const from = unread.findIndex((line) => line.side !== sideOf(table.match, table.seat));
    const missed = from < 0 ? [] : unread.slice(from);
    if (table.lastSeen > 0 && missed.length) {
      this.since = missed;
      this.card = 'since';
    }
    this.#read();
  }

  #read() {
    if (document.visibilityState === 'visible' && document.hasFocus() && this.card !== 'since') void this.table.markSeen();
  }

  /** The next player at this screen has come. @param {string} seat */
  async #welcome(seat) {
    this.battle?.clear();
    this.overlay = null;
    this.log.seal = '';
    try {
      await this.table.change(seat);
    } catch (error) {
      this.trouble(/** @type {ApiError} */ (error));
      return;
    }
    if (!this.#framed.has(seat)) this.frame();
    this.map.focus({ preventScroll: true });
    this.lookBack();
  }

  // --- the map ----------------------------------------------------------------------------------------------------------

  /** @param {string} hex */
  tapped(hex) {
    if (!this.mode) return;
    this.marked = [];
    this.cursor.hex = null;
    this.tip.show(null);
    this.mode.hex(hex);
    this.refresh();
  }

  /** @param {string|null} hex */
  hovered(hex) {
    if (hex === this.#hovered) return;
    this.#hovered = hex;
    clearTimeout(this.#hoverTimer);
    if (!this.mode || !this.table.view) return;
    const content = this.mode.hover(hex);
    this.tip.show(hex, content);
    if (!content && hex) {
      const overlay = this.overlay?.data.hexes[hex];
      this.#hoverTimer = window.setTimeout(() => this.#explain(hex, overlay), HOVER_WAIT);
    }
    this.highlight();
  }

  /** @param {string} hex @param {string|undefined} overlay */
  #explain(hex, overlay) {
    if (this.#hovered !== hex || this.mode?.open === hex || !this.table.view) return;
    const [head = hex, ...rest] = this.game.sentence(this, hex).split('; ');
    const at = head.indexOf(',');
    const title = at > 0 ? head.slice(0, at) : head;
    const lines = [head.slice(title.length + 2), ...rest, overlay].filter((t) => t !== undefined && t !== '').map((text) => ({ text: String(text) }));
    this.tip.show(hex, { head: title, lines });
  }

  /** @param {Way} way */
  #walk(way) {
    if (!this.table.view) return;
    const hex = this.cursor.walk(way, this.mode?.open ?? null);
    if (!hex) return;
    this.#hovered = null;
    this.hovered(hex);
    $('#hex-sentence').textContent = this.game.sentence(this, hex);
    this.highlight();
  }

  #back() {
    if (this.card) {
      this.closeCard();
      return true;
    }
    if (this.mode?.escape()) return true;
    if (this.marked.length || this.cursor.hex) {
      this.marked = [];
      this.cursor.hex = null;
      this.refresh();
      return true;
    }
    return false;
  }

  /** @param {string} name @param {boolean} [again] */
  async layer(name, again = false) {
    if (this.overlay?.name === name && !again) {
      this.overlay = null;
      this.refresh();
      return;
    }
    if (!this.seat) return this.say('Only players can use map layers.');
    const data = await this.consult({ kind: 'overlay', name });
    const groups = this.game.layers.some((layer) => layer.name === name && layer.groups);
    this.overlay = data && { name, groups, data: { hexes: data.hexes ?? {}, lines: data.lines ?? [], units: data.units ?? {} } };
    this.refresh();
  }

  async undo() {
    const { undo, legal } = this.table;
    if (undo.allowed) await this.table.takeBack();
    else if (legal?.yours || undo.text) this.say(undo.text || 'There is nothing to undo.');
  }

  // --- drawing --------------------------------------------------------------------------------------------------------

  /** @param {CardName} name */
  show(name) {
    if (this.card === name) return this.closeCard();
    this.card = name;
    this.refresh();
  }

  closeCard() {
    const was = this.card;
    this.card = null;
    if (was === 'since') this.#read();
    this.refresh();
  }

  #drawCard() {
    const { table, game } = this;
    const close = () => this.closeCard();
    const say = (/** @type {string} */ text) => this.say(text);
    const next =
      this.card === 'track' && table.view ? trackCard(table.view, game, close)
      : this.card === 'people' ? peopleCard(table, game, close, say)
      : this.card === 'since' ? sinceCard(this.since, game.digest?.(this.since, (place) => placeTitle(this, place)) ?? [], (hexes) => this.point(hexes), close)
      : null;
    const focused = this.#cardElement?.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
    this.#cardElement?.remove();
    this.#cardElement = next;
    if (!next) return;
    this.map.append(next);
    if (focused) /** @type {HTMLElement|null} */ (next.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  highlight() {
    const { mode, table } = this;
    if (!mode || !table.view) {
      this.board.highlight({});
      return;
    }
    const mine = mode.highlights();
    const fought = mine.attack || mine.bands?.free?.length ? {} : (this.battle?.highlights(this) ?? {});
    const badStacks = this.overlay ? this.game.troubled?.(table.view, this.overlay.data) : undefined;
    this.board.highlight({ ...fought, ...mine, marked: [...(mine.marked ?? []), ...this.marked], overlay: this.overlay, badStacks, cursor: this.cursor.hex });
  }

  draw() {
    const { table, mode, game } = this;
    document.body.classList.toggle('busy', table.busy || Boolean(mode?.waits));
    document.body.dataset.version = String(table.version);
    top($('#top'), { view: table.view, match: table.match, game, card: (name) => this.show(name), say: (text) => this.say(text) });
    this.notices.connection(table.status, table.view !== null);
    if (!table.view || !mode) {
      this.fan.show(null);
      this.tip.show(null);
      this.dock.replaceChildren();
      $('#sheet-dock').replaceChildren();
      $('#prompt').replaceChildren();
      $('#planner').replaceChildren();
      $('#planner').hidden = true;
      $('#log').replaceChildren();
      this.log.seal = '';
      this.#drawCard();
      this.highlight();
      return;
    }
    this.board.show(table.view);
    this.highlight();
    prompt($('#prompt'), { table, mode, game });
    const planned = mode.planner() ?? this.battle?.draw(this) ?? null;
    const planner = $('#planner');
    planner.hidden = !planned;
    render(planner, planned);
    this.log.show(table);
    this.fan.show(mode.fan());
    this.sheet.show({ plan: mode.plannerTab(), battle: Boolean(planned), units: Boolean($('#prompt').querySelector('.units')) });
    this.#drawDock(mode);
    this.#drawTools();
    this.#drawCard();
    document.title = `${table.legal?.yours ? '● ' : ''}${game.title} · turn ${table.view.turn}`;
  }

  /** @param {Mode} mode */
  #drawDock(mode) {
    const { table } = this;
    const over = Boolean(table.view?.outcome);
    const buttons = () => {
      if (over || !table.seat) return [];
      const undo = button([icon('undo'), h('span', { class: 'word' }, 'Undo')], () => void this.undo(), { key: 'undo', label: 'Undo', title: table.undo.allowed ? 'Take back the last command (u)' : table.undo.text, class: table.undo.allowed ? '' : 'barred' });
      undo.setAttribute('aria-disabled', String(!table.undo.allowed));
      // It stays pressable, to say why it is barred.
      if (!table.legal?.yours && !table.undo.allowed) return mode.dock();
      return [undo, ...mode.dock()];
    };
    const walkedTo = this.dock.querySelector(':focus-visible') !== null;
    render(this.dock, ...buttons());
    // Who pressed a button by the keyboard goes on from those that take its place.
    if (walkedTo && !this.dock.contains(document.activeElement)) (this.dock.querySelector('button') ?? this.map).focus({ preventScroll: true });
    render($('#sheet-dock'), ...buttons());
  }

  #drawTools() {
    render(
      this.tools,
      button('Layers', () => this.tools.classList.toggle('open'), { class: 'open-layers', key: 'layers' }),
      this.game.layers.map((layer) => button(layer.label, () => void this.layer(layer.name), { pressed: this.overlay?.name === layer.name, class: 'layer', key: `layer-${layer.name}`, title: `${layer.label} (§${layer.section})` })),
    );
    this.tools.hidden = !this.seat || !this.game.layers.length;
  }

  /** The map as it first appears: where your units are. */
  frame() {
    const { table, board } = this;
    const view = table.view;
    if (!view) return;
    this.#framed.add(table.seat);
    const own = this.game.places(view, table.seat);
    const wanted = (own.length ? own : this.game.places(view, null)).filter((hex) => board.lattice.has(hex));
    if (!wanted.length) return board.fit(Object.keys(board.lattice.board.hexes));
    board.fit(wanted);
    const nearest = this.game.nearest * (innerWidth <= 700 ? NEAREST_ON_PHONE : 1);
    if (board.camera.z < nearest) {
      const front = wanted.map((hex) => board.lattice.centre(hex));
      const x = front.reduce((t, p) => t + p[0], 0) / front.length;
      const y = front.reduce((t, p) => t + p[1], 0) / front.length;
      board.camera.centre({ x, y }, nearest);
    }
    board.camera.cover();
  }
}
