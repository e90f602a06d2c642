/**
 * Drawing on the map for your own side (decisions/0039): the tool, the marks that stand, and the list of them.
 *
 * @import {MarkOut} from '../../core/wire.js'
 * @import {Child} from '../../core/dom.js'
 * @import {MatchClient} from '../../core/match-client.js'
 * @import {Drawn} from '../../board/marks.js'
 * @import {Grab, Surface} from '../../board/board.js'
 */

import { ApiError, api, randomHex } from '../../core/api.js';
import { button, icon } from '../../core/bits.js';
import { h, render } from '../../core/dom.js';
import { ago, exactly } from '../../core/when.js';
import { sideOf } from '../people.js';
import { placeTitle } from '../places.js';

/** How long a ping is shown. */
const PING_MS = 6000;
const MAX_LETTERS = 60;
const MAX_PLACES = 12;

/** @typedef {"ring"|"arrow"|"ping"} Tool */

/** @type {[Tool, string, string][]} */
const TOOLS = [['ring', 'Ring', 'Tap a place to ring it.'], ['arrow', 'Arrow', 'Tap where the arrow begins.'], ['ping', 'Ping', 'Tap a place to show it to your side for a moment.']];

export class Marks {
  /** what the next tap draws; null while the map is for playing @type {Tool|null} */ tool = null;
  /** the places of the arrow in hand @type {string[]} */ #way = [];
  /** @type {MarkOut[]} */ #all = [];
  /** pings that are shown now, and those that were @type {Map<string, Drawn|null>} */ #pings = new Map();
  /** for whom the marks were read @type {string|null} */ #seat = null;
  #live = false;
  /** whether what stood there before is known */ #read = false;
  /** how often the server has told what is drawn */ #heard = 0;
  #seal = '';
  #listed = false;
  #word = h('input', { type: 'text', maxlength: MAX_LETTERS, autocomplete: 'off', placeholder: 'A word beside it', 'aria-label': 'A word beside it', 'data-key': 'mark-word' });

  /**
   * @param {MatchClient} client @param {Surface} board
   * @param {{changed: () => void, say: (text: string) => void, trouble: (error: ApiError) => void, point: (places: string[]) => void, aloud: (text: string) => void}} on
   */
  constructor(client, board, on) {
    this.client = client;
    this.board = board;
    this.on = on;
    this.element = h('div', { class: 'marker float', role: 'toolbar', 'aria-label': 'Marks', hidden: true });
  }

  /** Players draw, as long as the match is in play. */
  get #possible() {
    const { seat, match, view } = this.client;
    return seat !== null && match?.status === 'active' && view !== null && !view.outcome;
  }

  /** What stands on the map, without pings. */
  get standing() {
    return this.#all.filter(({ kind }) => kind !== 'ping');
  }

  /** What tells the marks that stand from those before; empty if there are none. */
  get stamp() {
    const { standing } = this;
    return standing.length ? `${standing.map(({ id }) => id).join()}${this.#live}` : '';
  }

  // --- what the side has drawn ---------------------------------------------------------------------------------------

  /** The page has another seat, or the connection is back: what was drawn meanwhile is asked for. */
  #follow() {
    const { seat, status } = this.client;
    const live = status === 'live';
    if (seat !== this.#seat) {
      this.#all = [];
      this.#read = false;
      this.#pings.clear();
      this.lay();
    }
    if (seat && live && (!this.#live || seat !== this.#seat)) void this.#tell(() => api.marks(this.client.id, seat));
    this.#seat = seat;
    this.#live = live;
  }

  /** @param {MarkOut[]} marks all of the side, as the server has just told its pages */
  hear(marks) {
    this.#heard += 1;
    this.#take(marks);
  }

  /** @param {MarkOut[]} marks all of the side, as they are now */
  #take(marks) {
    const known = new Set(this.#all.map(({ id }) => id));
    const fresh = this.#read;
    this.#all = marks;
    this.#read = true;
    for (const mark of marks) {
      if (known.has(mark.id)) continue;
      if (mark.kind === 'ping') this.#flash(mark);
      else if (mark.seat !== this.client.seat && fresh) this.on.aloud(this.#told(mark));
    }
    this.on.changed();
  }

  /** @param {MarkOut} mark */
  #flash(mark) {
    if (this.#pings.has(mark.id)) return;
    this.#pings.set(mark.id, mark);
    if (mark.seat !== this.client.seat) this.on.say(this.#told(mark));
    setTimeout(() => {
      this.#pings.set(mark.id, null);
      this.on.changed();
    }, PING_MS);
  }

  /** @param {MarkOut} mark @returns {string} "Anna marked 1208 → 1408: hold here" */
  #told({ name, kind, places, text }) {
    const way = places.map((place) => placeTitle(this, place)).join(' → ');
    return `${name} ${kind === 'ping' ? 'points at' : 'marked'} ${way}${text ? `: ${text}` : ''}`;
  }

  /** @param {() => Promise<{marks: MarkOut[]}>} ask @returns {Promise<boolean>} */
  async #tell(ask) {
    const { seat } = this.client;
    const heard = this.#heard;
    try {
      const { marks } = await ask();
      // Someone else may sit at this screen now. What was told meanwhile is newer than an answer, and tells of this too.
      if (seat === this.client.seat && heard === this.#heard) this.#take(marks);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'not_begun') this.on.trouble(error);
      return false;
    }
  }

  /** @param {Tool} kind @param {string[]} places */
  async #draw(kind, places) {
    const { id, seat } = this.client;
    if (!seat) return;
    const sent = await this.#tell(() => api.mark(id, { id: randomHex(), seat, kind, places, text: this.#word.value.trim() }));
    if (sent) this.#word.value = '';
  }

  /** @param {string} [mark] one of them; else all of your own */
  #remove(mark) {
    const { id, seat } = this.client;
    if (seat) void this.#tell(() => (mark ? api.unmark(id, seat, mark) : api.clearMarks(id, seat)));
  }

  // --- the tool ------------------------------------------------------------------------------------------------------

  /** @param {Tool} tool */
  takeUp(tool) {
    if (!this.#possible) return;
    this.tool = tool;
    this.#way = [];
    this.on.changed();
  }

  toggle() {
    if (!this.lay()) this.takeUp('ring');
  }

  /** Back to playing. @returns {boolean} whether there was anything to lay down */
  lay() {
    if (!this.tool) return false;
    this.tool = null;
    this.#way = [];
    this.#listed = false;
    this.on.changed();
    return true;
  }

  /** One step back: the arrow in hand, then the tool. @returns {boolean} */
  back() {
    if (!this.#way.length) return this.lay();
    this.#way = [];
    this.on.changed();
    return true;
  }

  /** @param {string} place tapped or chosen by Enter @returns {boolean} whether it was for the tool */
  tap(place) {
    if (!this.tool) return false;
    if (this.tool !== 'arrow') void this.#draw(this.tool, [place]);
    else if (this.#way.length > 1 && this.#way.at(-1) === place) this.#finish();
    else if (this.#way.at(-1) === place) this.#way = [];
    else if (this.#way.length < MAX_PLACES) this.#way = [...this.#way, place];
    this.on.changed();
    return true;
  }

  #finish() {
    const way = this.#way;
    this.#way = [];
    if (way.length > 1) void this.#draw('arrow', way);
    this.on.changed();
  }

  /** An arrow is dragged from place to place. @param {string} from @returns {Grab|null} */
  grab(from) {
    if (this.tool !== 'arrow' || this.#way.length) return null;
    return {
      move: (over) => {
        const way = over && over !== from ? [from, over] : [from];
        if (way.join() === this.#way.join()) return;
        this.#way = way;
        this.on.changed();
      },
      end: (goal) => {
        this.#way = goal && goal !== from ? [from, goal] : [];
        this.#finish();
      },
    };
  }

  /** Show a place to your side for a moment. @param {string} place */
  ping(place) {
    if (this.#possible) void this.#draw('ping', [place]);
  }

  // --- drawing -------------------------------------------------------------------------------------------------------

  /** @param {boolean} shown */
  draw(shown) {
    this.#follow();
    const inHand = /** @type {Drawn[]} */ (this.#way.length ? [{ id: 'in-hand', kind: this.#way.length > 1 ? 'arrow' : 'ring', places: this.#way, text: '' }] : []);
    const pings = [...this.#pings.values()].filter((mark) => mark !== null);
    const side = sideOf(this.client.match, this.client.seat) ?? '';
    const marks = shown ? [...this.standing, ...pings, ...inHand] : [];
    const seal = JSON.stringify([side, marks.map(({ id, places }) => [id, places]), this.board.window.dataset.board]);
    if (seal !== this.#seal) this.board.mark(marks, side);
    this.#seal = seal;
    this.board.window.classList.toggle('marking', this.tool !== null);
    this.element.hidden = !shown || !(this.#possible || this.standing.length);
    if (!this.element.hidden) render(this.element, this.#bar());
  }

  /** @returns {Child} */
  #bar() {
    const { tool, standing } = this;
    const count = standing.length ? ` (${standing.length})` : '';
    const list = button(`List${count}`, () => this.#list(), { key: 'mark-list', pressed: this.#listed });
    if (!tool) return this.#possible ? button([icon('mark'), h('span', { class: 'word' }, `Mark${count}`)], () => this.toggle(), { key: 'mark', label: `Mark the map for your side${count}`, title: 'Draw on the map for your side (m)' }) : [list, this.#listed && this.list()];
    const hint = this.#way.length > 1 ? 'Tap more places for a longer arrow, or the last one again to finish it.' : this.#way.length ? 'Tap where it leads.' : TOOLS.find(([name]) => name === tool)?.[2];
    return [
      h(
        'div',
        { class: 'row' },
        TOOLS.map(([name, label]) => button(label, () => this.takeUp(name), { key: `mark-${name}`, pressed: tool === name })),
        list,
        button(icon('close'), () => this.lay(), { key: 'mark-done', label: 'Stop marking', title: 'Back to playing (Escape)' }),
      ),
      this.#word,
      h('p', { class: 'quiet', role: 'status' }, hint, this.#way.length > 1 && button('Draw it', () => this.#finish(), { key: 'mark-draw', tone: 'primary' })),
      this.#listed && this.list(),
    ];
  }

  #list() {
    this.#listed = !this.#listed;
    this.on.changed();
  }

  /** Who drew what, and when: a press shows the place. @returns {Child} */
  list() {
    const { standing } = this;
    const own = standing.filter(({ seat }) => seat === this.client.seat).length;
    if (!standing.length) return h('p', { class: 'quiet' }, 'Nothing is marked. Only your side sees what you mark.');
    return h(
      'div',
      { class: 'marks-list' },
      h('ol', {}, standing.toReversed().map((mark) => this.#line(mark))),
      own > 1 && button('Clear all mine', () => this.#remove(), { key: 'marks-clear' }),
    );
  }

  /** @param {MarkOut} mark */
  #line(mark) {
    const text = this.#told(mark);
    return h(
      'li',
      {},
      h('button', { type: 'button', class: 'place', 'data-key': `mark-show-${mark.id}`, onclick: () => this.on.point(mark.places) }, h('bdi', {}, text)),
      h('time', { datetime: mark.at, title: exactly(mark.at) }, ago(mark.at)),
      mark.yours && button(icon('close'), () => this.#remove(mark.id), { key: `unmark-${mark.id}`, label: `Remove: ${text}`, title: 'Remove' }),
    );
  }
}
