/**
 * The page of a match: it makes the parts, joins them, and is what a mode asks of the page round it (desk.js). What comes
 * from the server is in arrivals.js, what the hand does in gestures.js, what is drawn in picture.js.
 *
 * @import {Legal, View} from '../core/types.js'
 * @import {MatchClient} from '../core/match-client.js'
 * @import {GameClient} from './game.js'
 * @import {Desk} from './desk.js'
 * @import {Surface} from '../board/board.js'
 */

import { ApiError } from '../core/api.js';
import { button } from '../core/bits.js';
import { $, h } from '../core/dom.js';
import { isNarrow } from '../core/window-size.js';
import { Fan } from '../board/fan.js';
import { Teaching } from '../lessons/teaching.js';
import { Arrivals } from './arrivals.js';
import { Bulletins } from './log/bulletins.js';
import { ChatPanel } from './chat/chat.js';
import { ClockLine } from './clocks.js';
import { DiceShow } from './log/dice-show.js';
import { Dock } from './questions/dock.js';
import { Drafting } from './drafts/draft.js';
import { DraftBar } from './drafts/draft-bar.js';
import { Gestures } from './map/gestures.js';
import { HandOver } from './handover.js';
import { Hints } from './questions/hints.js';
import { Layers } from './map/layers.js';
import { LogPanel } from './log/log.js';
import { Marks } from './map/marks.js';
import { Notices } from './notices.js';
import { Framing } from './map/framing.js';
import { Past } from './past/past.js';
import { Picture } from './picture.js';
import { personOf, seatOf } from './people.js';
import { placeCalled, placeTitle } from './places.js';
import { Pointer } from './map/pointer.js';
import { Reading } from './log/reading.js';
import { GAP_PX, tellHeight } from './room.js';
import { Sheet } from './sheet.js';
import { whatIfBar } from './past/what-if.js';
import { OpenCard, cardPanels } from './cards/open-card.js';

/** Hexes of a line that are shown together; of fewer the first is brought into the window. */
const TOGETHER_FROM = 4;
/** What is pointed at keeps clear of the window's edge, of tabs and cards at its head, and of the buttons at its foot. */
const POINTED_PX = 200;

/** @implements {Desk} */
export class Screen {
  /** places of the log line in hand @type {string[]} */ marked = [];
  #awaited = 0;

  /**
   * @param {MatchClient} client
   * @param {Surface} board
   * @param {GameClient} game
   */
  constructor(client, board, game) {
    const draw = () => this.refresh();
    const say = (/** @type {string} */ text) => this.say(text);
    const point = (/** @type {string[]} */ places) => this.point(places);
    const trouble = (/** @type {ApiError} */ error) => this.trouble(error);
    const look = (/** @type {number} */ number) => void this.past.look(number);
    this.client = client;
    this.board = board;
    this.game = game;
    this.map = board.window;
    this.arrivals = new Arrivals(this);
    this.gestures = new Gestures(this);
    this.picture = new Picture(this);
    this.teaching = new Teaching(this);
    this.fan = new Fan(board);
    this.dice = new DiceShow(board);
    this.battle = game.battle?.(draw);
    // What is decided, and when.
    this.past = new Past(client, board, game, this.dice, { changed: draw, enter: () => this.arrivals.lookAtPast(), leave: () => this.arrivals.comeBack(), say });
    this.draft = new Drafting(client, { changed: () => this.arrivals.changed(), busy: draw, trouble, say });
    this.handOver = new HandOver(client, game, { away: () => board.clear(), come: (seat) => this.arrivals.welcome(seat) });
    this.hints = new Hints(client, board, game, { changed: draw, mode: () => this.arrivals.mode });
    // The map and what lies over it.
    this.layers = new Layers(game, (name) => this.consult({ kind: 'overlay', name }), draw);
    this.marks = new Marks(client, board, { changed: draw, say, trouble, point, aloud: (text) => { $('#news').textContent = text; } });
    this.pointer = new Pointer(this, game, this.layers, () => (client.view ? this.mode : null), () => this.picture.highlight());
    this.framing = new Framing(board, game, (seat) => seatOf(client.match, seat)?.boards ?? []);
    this.draftBar = new DraftBar();
    this.beside = h('div', { class: 'beside float', hidden: true });
    this.dock = new Dock(this.map, $('#sheet-dock'), () => void this.gestures.undo(), (text) => this.say(text));
    // What is told.
    this.notices = new Notices(this.map);
    this.reading = new Reading(client, () => this.openCard.open === 'since' || this.past.open);
    this.openCard = new OpenCard(this, client, game, this.reading, cardPanels(client, game, draw, look), (from) => void this.past.play(from));
    this.bulletins = new Bulletins(client, game, this.map, (place) => placeTitle(this, place), point, draw);
    this.log = new LogPanel($('#log'), point, { look, charts: () => this.openCard.show('charts') }, game.sorts ?? []);
    this.sheet = new Sheet($('#side'), $('#tabs'), $('#below'), draw);
    this.chat = new ChatPanel($('#chat'), client, {
      point,
      find: (word) => placeCalled(board.lattice, word),
      seen: () => this.sheet.talks && document.visibilityState === 'visible',
      marks: () => ({ stamp: this.marks.stamp, list: () => this.marks.list() }),
      changed: draw,
    });
    this.clocks = new ClockLine($('#clocks'), client, game, draw);
    this.#lay(game);
    this.gestures.listen();
    this.#heed();
  }

  /** What lies over the map is put there. @param {GameClient} game */
  #lay(game) {
    const { camera } = this.board;
    const zoom = h(
      'div',
      { class: 'zoom float' },
      button('+', () => camera.zoom(1.3), { label: 'Zoom in', key: 'zoom-in' }),
      button('−', () => camera.zoom(1 / 1.3), { label: 'Zoom out', key: 'zoom-out' }),
    );
    const trial = whatIfBar(this.client.match, game, (text) => this.say(text));
    if (trial) this.map.append(trial);
    new ResizeObserver(() => this.#clear()).observe(this.layers.element);
    tellHeight(this.map, this.beside, '--beside');
    tellHeight(this.map, this.dock.element, '--dock');
    this.map.append(this.layers.element, this.layers.legend, this.beside, this.dock.element, zoom, this.past.element, this.draftBar.element, this.marks.element);
  }

  /** The legend at the head of a board is not hidden by the buttons of its layers. Several boards lie below their tabs, and on a phone the buttons stand at the side. */
  #clear() {
    const { element } = this.layers;
    if (this.board.open || !this.client.view) return;
    // A board of areas has no legend there, and drawn smaller its names could not be read.
    const free = isNarrow() || 'areas' in this.board.lattice;
    const over = element.offsetHeight && !free ? element.offsetTop + element.offsetHeight + GAP_PX : 0;
    this.framing.below(over, this.client.view, this.seat);
  }

  /** What the window does is heard. */
  #heed() {
    const { board, client } = this;
    board.onopened = (first) => {
      if (first) this.framing.opened(this.view, this.seat);
      // What is highlighted is of the board that was shown before.
      this.refresh();
    };
    addEventListener('resize', () => client.view && this.framing.resized(this.view, this.seat));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.draft.recall();
      this.refresh();
    });
  }

  /** What the map is looked at by. */
  get mode() {
    return this.past.mode ?? this.arrivals.mode;
  }

  // --- what a mode asks of us (desk.js) ---------------------------------------------------------------------------

  /** @returns {View} */
  get view() {
    const view = this.past.view ?? this.draft.view ?? this.client.view;
    if (!view) throw new Error('There is no view yet');
    return view;
  }

  get legal() {
    const legal = this.past.legal ?? this.draft.legal ?? this.client.legal;
    if (!legal) throw new Error('There is no question yet');
    return legal;
  }

  get match() {
    return this.client.id;
  }

  get seat() {
    return this.client.seat;
  }

  /** @param {Legal} legal */
  asks(legal) {
    return (this.draft.legal ?? this.client.legal) === legal;
  }

  get plans() {
    return Boolean(this.mode?.plannerTab());
  }

  get busy() {
    return this.client.busy || this.draft.busy;
  }

  /** Only players at one screen hand it to each other. */
  get visits() {
    // In a first match the lessons play the other side.
    if (!this.client.match?.hotseat || this.teaching.coach) return null;
    return { to: (/** @type {string} */ seat) => this.handOver.visit(seat), back: () => this.handOver.leave() };
  }

  /** @param {string} seat */
  person(seat) {
    return personOf(this.client.match, this.game, seat);
  }

  refresh() {
    this.picture.refresh();
  }

  /** @param {object} command */
  async send(command) {
    const guide = this.teaching.coach?.guide ?? null;
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
      return await (this.draft.open ? this.draft : this.client).consult(question);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble(error);
      return null;
    } finally {
      this.#consulting(-1);
    }
  }

  /** How many answers are awaited. */
  get consults() {
    return this.#awaited;
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

  /** @param {ApiError} error */
  trouble(error) {
    this.say(error.code === 'moved_on' ? 'The match has moved on. This is the position now.' : error.message, error.section);
  }

  /** @param {string[]} hexes */
  point(hexes) {
    this.marked = hexes;
    const first = hexes[0];
    if (hexes.length > TOGETHER_FROM) this.board.fit(hexes);
    else if (first) this.board.reveal(first, POINTED_PX);
    this.refresh();
  }

  // --- how the page is opened ---------------------------------------------------------------------------------------

  /** The map as it is first seen: where your own units are. */
  frame() {
    if (this.client.view) this.framing.frame(this.client.view, this.seat);
  }

  /** Where your first units go, as long as none stands on the map. @param {string[]} hexes */
  opens(hexes) {
    if (this.client.view) this.framing.opens(hexes, this.client.view, this.seat);
  }

  /** The map as the page is opened: as it was before a reload, or else as it is first seen. */
  begin() {
    const place = `map:${this.client.id}:${this.seat ?? ''}`;
    addEventListener('pagehide', () => this.framing.keep(place));
    if (!this.framing.restore(place, this.seat)) this.frame();
  }

  /** Someone comes by the link of a notice: what it is about is shown. @param {string|null} at `decision`, `chat`, or the number of a moment */
  arrive(at) {
    if (at && /^\d+$/.test(at)) void this.past.look(Number(at));
    if (at === 'chat' && this.chat.unread !== null) this.sheet.choose('chat');
    if (at !== 'decision') return;
    this.sheet.choose('orders');
    $('#prompt').scrollIntoView({ block: 'nearest' });
  }
}
