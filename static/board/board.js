/**
 * The map of one board: relief, ground, highlights, lines and counters in one world that pans and zooms.
 *
 * @import {BoardHex, BoardJson, LogLine, View} from '../core/types.js'
 * @import {Lattice, Point} from './lattice.js'
 * @import {Highlights} from './highlights.js'
 * @import {Drawn} from './marks.js'
 * @import {Side} from './float.js'
 * @import {Box} from './printed.js'
 */

import { h, painted, s } from '../core/dom.js';
import { inPieces } from '../core/pieces.js';
import { onTheme, theme } from '../core/theme.js';
import { latticeOf } from './areas.js';
import { Camera } from './camera.js';
import { CityNames, liesIn } from './city-names.js';
import { spotFor } from './float.js';
import { Gaps } from './gaps.js';
import { GroundLayer } from './ground-layer.js';
import { over, rings, under } from './highlights.js';
import { layerOf } from './layer.js';
import { drawn } from './marks.js';
import { Minimap } from './minimap.js';
import { Numbers } from './numbers.js';
import { partOf, shade } from './part.js';
import { along, between, cityFigures, crossed, numbered, repeated, tags } from './printed.js';
import { slices } from './slices.js';
import { installSymbols } from './symbols.js';

/** How much it matters to leave a place free: one that can be chosen, one where something stands. */
const CHOICE_WEIGHT = 8;
const STANDING_WEIGHT = 4;
/** From which widths of a hex on, in pixels, the whole of a large board is no longer seen; names are small; all is large. */
const WHOLE_BELOW_PX = 29;
const FAR_BELOW_PX = 38;
const CLOSE_FROM_PX = 92;
/** From here on hex numbers can be read: rules and log speak in them. */
const NUMBERED_FROM_PX = 72;
/** What leads from one place to another. */
const ARROWS = '.way, .assault, .arrow';
/** @type {ReadonlyMap<string, boolean>} */
const NOBODY = new Map();
/** The first picture comes before the bitmap. */
const BAKE_AFTER_MS = 300;
/** Of a hex: how wide a counter is. */
const COUNTER_SHARE = 0.72;

/**
 * What stands on a map: counters on hexes, figures in areas.
 *
 * @typedef {object} Pieces
 * @property {SVGGElement} group what stands
 * @property {SVGGElement} ghosts what is on its way
 * @property {SVGGElement} [ground] what lies on the ground, under the printed lines and names
 * @property {(z: number) => string} detail classes that say what of a piece is legible at a zoom
 * @property {(view: View, near?: (place: string) => boolean) => void} show `near`: whether a place is in sight, or close to it
 * @property {(names: Box[], figures: Box[], grown: Box[], above: Above) => void} [spare] what is printed on a board of areas: names with their signs, what is seen only near, and names as they are while the whole board is in view
 * @property {() => void} clear
 * @property {() => Iterable<string>} occupied places that tips and fans had better not cover
 * @property {() => Iterable<[string, string]>} [sides] who stands where: places with the side of the uppermost piece
 * @property {(place: string) => boolean} covers whether a name printed at the place is hidden, and goes below
 * @property {() => ReadonlyMap<string, boolean>} [standing] where something stands that names make room for, and whether with a count
 * @property {(line: LogLine, before: View, now: View) => Promise<void>|null} travel the way of what a line tells of, if it moved
 * @property {(view: View) => Generator<void, void>} [prepare] works out what its first picture needs
 * @property {() => Promise<void>} [settled] when all is drawn that is in sight
 * @property {() => void} [seen] from now on someone looks
 *
 * @typedef {(lines: readonly (readonly Point[])[]) => SVGGElement|null} Above the names of areas that lines cross once more, to lie over these
 *
 * @typedef {object} Grab what is dragged over the map
 * @property {(hex: string|null, at: {x: number, y: number}) => void} move over a place, `at` in the window
 * @property {(hex: string|null) => void} end let go, or given up for null
 *
 * What stands in places that its lattice does not have stands on another board of the game, and is not shown.
 *
 * @typedef {object} BoardEvents
 * @property {(hex: string) => void} hex
 * @property {(hex: string|null) => void} hover
 * @property {(hex: string) => Grab|null} [grab] something is picked up there to be dragged; null drags the map
 * @property {(hex: string) => void} [ping] a long touch where nothing can be dragged, or a click with Alt
 * @property {(lattice: Lattice) => Pieces} [pieces]
 * @property {ReadonlySet<string>|null} [part] of a game that is played on a part of its board: the places that are in play
 *
 * @typedef {Pick<Board, "window"|"lattice"|"camera"|"prepare"|"show"|"settled"|"seen"|"clear"|"highlight"|"float"|"mark"|"travel"|"screen"|"reveal"|"fit"> & {open?: (id: string) => Promise<void>, has?: (id: string) => boolean, hexOf?: (place: string) => BoardHex|undefined, onopened?: ((first: boolean) => void)|null}} Surface what the page asks of a board, or of several (atlas.js)
 */

/** @param {string} url */
async function text(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

/** The map's own colours and line widths. @param {string} href @returns {Promise<void>} */
function colours(href) {
  return new Promise((resolve, reject) => {
    const link = h('link', { rel: 'stylesheet', href, onload: () => resolve(), onerror: () => reject(new Error(`${href} cannot be read`)) });
    document.head.append(link);
  });
}

/** What a file says, with the ids of the match: its own are changed, since a copy of them all takes three times as long. @param {BoardJson} data @param {string} prefix @param {string} read what people read instead of it @returns {BoardJson} */
function prefixed(data, prefix, read) {
  /** @type {BoardJson["hexes"]} */
  const hexes = {};
  for (const [id, hex] of Object.entries(data.hexes)) {
    if (read !== prefix) hex.shown = read + id;
    hexes[prefix + id] = hex;
  }
  /** @type {BoardJson["sides"]} */
  const sides = {};
  for (const ids in data.sides) sides[prefix + ids.replaceAll('-', `-${prefix}`)] = /** @type {BoardJson["sides"][string]} */ (data.sides[ids]);
  return { ...data, hexes, sides };
}

export class Board {
  /** @type {Highlights} */ #highlights = {};
  /** @type {{element: HTMLElement, hex: string, order: Side[], far: boolean, last: {x: number, y: number}|null}[]} */ #floats = [];
  #level = '';
  /** the view that is shown @type {View|null} */ #shown = null;
  /** all that the drawn highlights follow from, for this view */ #lit = '';

  /**
   * @param {HTMLElement} window_
   * @param {BoardJson} data
   * @param {{ground: SVGSVGElement, lines: SVGSVGElement, numbers: string, base: string, prefix: string}} layers `numbers`: of its hexes, as its file has them
   * @param {BoardEvents} on
   */
  constructor(window_, data, layers, on) {
    installSymbols();
    this.window = window_;
    this.lattice = latticeOf(partOf(data, on.part));
    const box = { viewBox: `0 0 ${data.width} ${data.height}`, width: data.width, height: data.height };
    const relief = h('img', { class: 'relief', alt: '', width: data.width, height: data.height });
    const showRelief = () => {
      relief.src = `${layers.base}/relief-${theme()}.webp`;
    };
    this.pieces = on.pieces?.(this.lattice) ?? null;
    this.underLayer = s('g');
    this.between = s('svg', { ...box, class: 'between' }, this.pieces?.ground, this.underLayer);
    this.ringLayer = s('g');
    this.markLayers = [s('g'), s('g')];
    this.overLayer = s('g');
    this.cityNames = new CityNames(layers.lines, this.lattice, layers.prefix);
    this.live = s('svg', { ...box, class: 'live' }, shade(data, this.lattice, on.part), this.ringLayer, this.markLayers[0], this.pieces?.group, this.cityNames.group, this.markLayers[1], this.pieces?.ghosts, this.overLayer);
    const { ground, lines } = layers;
    this.lines = lines;
    this.gaps = new Gaps(this.lines);
    this.numbers = new Numbers(this.lines.querySelector('.nums'), layers.numbers);
    this.tags = tags(this.lines);
    this.cityFigures = cityFigures(this.lines);
    this.pieces?.spare?.(this.tags.flatMap(({ boxes }) => boxes), this.cityFigures.flatMap(({ boxes }) => boxes), this.tags.flatMap(({ grown }) => grown), (ways) => this.#above(ways));
    ground.classList.add('ground');
    for (const layer of [ground, lines]) {
      layer.setAttribute('width', String(data.width));
      layer.setAttribute('height', String(data.height));
    }
    this.ground = new GroundLayer(ground, relief, data);
    this.world = h('div', { class: 'world', 'aria-hidden': 'true' }, relief, ground, this.ground.bitmap, this.between, this.lines, this.live);
    this.world.style.width = `${data.width}px`;
    this.world.style.height = `${data.height}px`;
    window_.dataset.board = data.id;
    // Shown when it is first placed: thousands of names and figures are then laid out once, at the right zoom.
    this.world.hidden = true;
    for (const layer of [ground, this.lines]) layer.setAttribute('hidden', '');
    window_.prepend(this.world);
    showRelief();
    onTheme(() => {
      showRelief();
      this.#bakeSoon();
    });
    this.camera = new Camera(window_, this.world, data, {
      tap: (at, event) => {
        const hex = this.#at(at);
        if (hex) (event.altKey && on.ping ? on.ping : on.hex)(hex);
      },
      rest: (at) => {
        const hex = this.#at(at);
        if (hex) on.ping?.(hex);
      },
      grab: (at) => this.#grab(at, on),
      hover: (at) => on.hover(this.#at(at)),
      leave: () => on.hover(null),
      // To draw other names and counters in mid zoom would hold up the hand.
      change: (z, zooming) => {
        if (!zooming) this.#zoomed(z);
        this.#floatAll();
        this.minimap.moved();
      },
      shown: () => void this.#unfold(),
    });
    this.minimap = new Minimap(this.camera, this.lattice, data, layers.base, (part) => this.#lieIn(part));
    window_.append(this.minimap.element);
  }

  /**
   * @param {HTMLElement} window_
   * @param {string} folder under boards/
   * @param {BoardEvents} on
   * @param {string} [prefix] what the ids of its places begin with, before the numbers in its files
   * @param {string} [read] what people read instead of it
   */
  static async load(window_, folder, on, prefix = '', read = prefix) {
    const base = new URL(`../boards/${folder}`, import.meta.url).pathname;
    const [data, ground, lines] = await Promise.all([Board.data(folder, prefix, read), text(`${base}/ground.svg`), text(`${base}/lines.svg`), colours(new URL('../boards/map.css', import.meta.url).pathname)]);
    await painted();
    const { layer: below } = await inPieces(layerOf(ground, data.id));
    const { layer: above, numbers } = await inPieces(layerOf(lines, data.id));
    await painted();
    return new Board(window_, data, { ground: below, lines: above, numbers: numbered(numbers, read), base, prefix }, on);
  }

  /** @param {string} folder @param {string} prefix @param {string} read @returns {Promise<BoardJson>} with the ids of the match */
  static async data(folder, prefix, read) {
    /** @type {BoardJson} */
    const data = JSON.parse(await text(new URL(`../boards/${folder}/board.json`, import.meta.url).pathname));
    return prefix ? prefixed(data, prefix, read) : data;
  }

  /** @param {{x: number, y: number}} at on the screen */
  #at(at) {
    const { x, y } = this.camera.toBoard(at);
    return this.lattice.at(x, y);
  }

  /** @param {{x: number, y: number}} at @param {BoardEvents} on */
  #grab(at, on) {
    const hex = this.#at(at);
    const grab = hex && on.grab?.(hex);
    if (!grab) return null;
    const { clientWidth, clientHeight } = this.window;
    const under = (/** @type {{x: number, y: number}} */ p) => (p.x >= 0 && p.y >= 0 && p.x < clientWidth && p.y < clientHeight ? this.#at(p) : null);
    return {
      move: (/** @type {{x: number, y: number}} */ p) => grab.move(under(p), p),
      end: (/** @type {{x: number, y: number}|null} */ p) => grab.end(p && under(p)),
    };
  }

  /** The relief is there at once, the layers in pictures of their own, and names in several. */
  async #unfold() {
    const names = slices(this.lines);
    for (const layer of [this.ground.layer, this.lines]) {
      await painted();
      layer.removeAttribute('hidden');
    }
    for (const back of names) {
      await painted();
      back();
    }
    this.#bakeSoon();
  }

  #bakeSoon() {
    setTimeout(() => void this.ground.bake(this.world), BAKE_AFTER_MS);
  }

  /** @param {number} z */
  #zoomed(z) {
    const hex = this.lattice.w * z;
    if (hex >= NUMBERED_FROM_PX) this.numbers.show(this.camera.part);
    else this.numbers.hide();
    const level = `${hex < WHOLE_BELOW_PX ? 'zwhole ' : ''}${hex < FAR_BELOW_PX ? 'zfar' : hex < CLOSE_FROM_PX ? 'zmid' : 'zclose'}${hex < NUMBERED_FROM_PX ? '' : ' numbered'} ${this.pieces?.detail(z) ?? 'plain'}`;
    if (level !== this.#level) {
      this.#level = level;
      this.world.className = `world ${level}${this.world.classList.contains('baked') ? ' baked' : ''}`;
    }
  }

  /** Behind the curtain: works out what the first picture of a view needs, piece by piece. @param {View} view @returns {Promise<void>} */
  async prepare(view) {
    const work = this.pieces?.prepare?.(view);
    if (work) await inPieces(work);
  }

  /** When all is drawn that is in sight. @returns {Promise<void>} */
  async settled() {
    await this.pieces?.settled?.();
  }

  /** The curtain rises. */
  seen() {
    this.pieces?.seen?.();
  }

  /** @param {View} view */
  show(view) {
    // Asked for once, and only where much is new.
    /** @type {Camera["part"]|null} */ let part = null;
    const over = this.lattice.w;
    this.pieces?.show(view, (place) => {
      part ??= this.camera.part;
      const [x, y] = this.lattice.centre(place);
      return x > part.left - over && x < part.right + over && y > part.top - over && y < part.bottom + over;
    });
    this.minimap.show(this.pieces?.sides?.() ?? []);
    if (this.#shown) this.#name();
    // The first time all names are looked at: with the next picture, as what stands came with this one.
    else void painted().then(() => this.#name());
    if (view !== this.#shown) this.#lit = '';
    this.#shown = view;
  }

  /** What a line tells of on its way, if it moved. @param {LogLine} line @param {View} before @param {View} now */
  travel(line, before, now) {
    const motion = this.pieces?.travel(line, before, now) ?? null;
    if (motion && this.tags.length) void this.#over(line.path ?? [], motion);
    return motion;
  }

  /** The names of areas that someone flies over stay above, as long as it takes. @param {string[]} path @param {Promise<void>} motion */
  async #over(path, motion) {
    const names = this.#above([path.filter((id) => this.lattice.has(id)).map((id) => this.lattice.centre(id))]);
    if (!names) return;
    this.pieces?.ghosts.append(names);
    try {
      await motion;
    } finally {
      names.remove();
    }
  }

  /** @type {Above} */
  #above(ways) {
    const points = ways.flatMap(between);
    return repeated(crossed(this.tags, points), crossed(this.cityFigures, points));
  }

  /** The names of areas that arrows cross stand above them, and below the pieces. */
  #liftNames() {
    if (!this.tags.length) return;
    const ways = /** @type {NodeListOf<SVGPathElement>} */ (this.ringLayer.querySelectorAll('path.way.casing, path.assault.casing'));
    const names = repeated(crossed(this.tags, [...ways].flatMap(along)));
    if (names) this.ringLayer.append(names);
  }

  /** Nothing stands there any more. */
  clear() {
    this.pieces?.clear();
    this.minimap.show([]);
    this.#name();
    this.#lit = '';
  }

  /** @param {Highlights} highlights */
  highlight(highlights) {
    this.#highlights = highlights;
    // The page is drawn again for many a reason; what is new is laid out and painted, with all that lies over it.
    const lit = JSON.stringify([highlights, ...(highlights.badStacks ?? [])]);
    if (lit !== this.#lit) this.#light(highlights);
    this.#lit = lit;
    this.#floatAll();
  }

  /** @param {Highlights} highlights */
  #light(highlights) {
    this.underLayer.replaceChildren(...under(this.lattice, highlights));
    const above = over(this.lattice, highlights, (hex) => this.pieces?.covers(hex) ?? false, this.gaps);
    // An area's pieces stand close together, and an arrow over them would hide how many they are.
    const arrows = this.tags.length ? above.filter((shape) => shape.matches(ARROWS)) : [];
    this.ringLayer.replaceChildren(...rings(this.lattice, highlights), ...arrows);
    this.overLayer.replaceChildren(...above.filter((shape) => !arrows.includes(shape)));
    this.#liftNames();
    this.#name();
  }

  /** Names keep clear of what stands on the map, and numbers of names. */
  #name() {
    const moved = this.cityNames.show(this.pieces?.standing?.() ?? NOBODY, this.#highlights.costs ?? {});
    if (moved) this.numbers.spare(this.cityNames.elsewhere);
  }

  /** @param {Drawn[]} marks of a side @param {string} side */
  mark(marks, side) {
    const { low, high } = drawn(this.lattice, marks, side);
    this.markLayers[0]?.replaceChildren(...low);
    this.markLayers[1]?.replaceChildren(...high);
  }

  /**
   * Keep an element of the page beside a hex while the map moves.
   *
   * @param {HTMLElement} element
   * @param {string|null} hex null takes it away
   * @param {Side[]} [order]
   * @param {boolean} [far] it may stand away from its hex, to leave free what can be chosen
   */
  float(element, hex, order = ['above', 'below', 'right', 'left'], far = false) {
    const before = this.#floats.find((f) => f.element === element);
    this.#floats = this.#floats.filter((f) => f.element !== element);
    if (!hex || !this.lattice.has(hex)) {
      element.remove();
      return;
    }
    if (element.parentElement !== this.window) this.window.append(element);
    this.#floats.push({ element, hex, order, far, last: before?.hex === hex ? before.last : null });
    this.#floatAll();
  }

  #floatAll() {
    if (!this.#floats.length) return;
    const half = (this.lattice.w / 2) * this.camera.z;
    const { costs = {}, targets = [], bands = {}, attack } = this.#highlights;
    const chosen = new Set([...Object.keys(costs), ...targets, ...Object.values(bands).flat(), ...(attack ? [attack.hex] : [])]);
    const offered = [...chosen].map((hex) => ({ hex, weight: CHOICE_WEIGHT }));
    const counters = [...(this.pieces?.occupied() ?? [])].filter((hex) => !chosen.has(hex)).map((hex) => ({ hex, weight: STANDING_WEIGHT }));
    const box = this.window.getBoundingClientRect();
    const moving = new Set(this.#floats.map(({ element }) => element));
    // Of several boards each has a pane: the tabs above it and the tools float beside the panes.
    const beside = this.window.classList.contains('pane') ? (this.window.parentElement?.children ?? []) : [];
    const blocks = [...this.window.children, ...beside]
      .filter((child) => child.classList.contains('float') && child instanceof HTMLElement && !moving.has(child))
      .map((child) => child.getBoundingClientRect())
      .map((b) => ({ left: b.left - box.left, right: b.right - box.left, top: b.top - box.top, bottom: b.bottom - box.top }));
    const avoid = [...offered, ...counters].filter(({ hex }) => this.lattice.has(hex)).map(({ hex, weight }) => ({ ...this.screen(hex), weight }));
    for (const float of this.#floats) {
      const { element, hex, order, far, last } = float;
      const at = this.screen(hex);
      const spot = spotFor({
        at,
        half,
        size: { width: element.offsetWidth, height: element.offsetHeight },
        window: { width: this.window.clientWidth, height: this.window.clientHeight },
        avoid: avoid.filter((p) => Math.hypot(p.x - at.x, p.y - at.y) > 1),
        blocks,
        order,
        far,
        last,
      });
      float.last = spot.side === 'away' ? { x: spot.left - at.x, y: spot.top - at.y } : null;
      // A tip keeps off the fan as well.
      blocks.push({ left: spot.left, top: spot.top, right: spot.left + element.offsetWidth, bottom: spot.top + element.offsetHeight });
      element.style.left = `${spot.left}px`;
      element.style.top = `${spot.top}px`;
      element.style.setProperty('--point', `${Math.max(18, Math.min(element.offsetWidth - 18, at.x - spot.left))}px`);
      element.dataset.side = spot.side;
    }
  }

  /** Whether counters lie in a part of the page, or the names below them. @param {DOMRect} part */
  #lieIn(part) {
    const box = this.window.getBoundingClientRect();
    const half = (this.lattice.w / 2) * COUNTER_SHARE * this.camera.z;
    const here = { left: part.left - box.left, right: part.right - box.left, top: part.top - box.top, bottom: part.bottom - box.top };
    const named = this.lattice.numbered ? this.camera.z : null;
    return [...(this.pieces?.occupied() ?? [])].some((hex) => this.lattice.has(hex) && liesIn(this.screen(hex), half, named, here));
  }

  /** @param {string} hex @returns {{x: number, y: number}} its centre in the window */
  screen(hex) {
    const [x, y] = this.lattice.centre(hex);
    return this.camera.toScreen({ x, y });
  }

  /** @param {string} hex @param {number} [margin] px to the window's edge */
  reveal(hex, margin) {
    if (!this.lattice.has(hex)) return;
    const [x, y] = this.lattice.centre(hex);
    this.camera.reveal({ x, y }, margin);
  }

  /** Show these hexes together. @param {string[]} hexes */
  fit(hexes) {
    const points = hexes.filter((hex) => this.lattice.has(hex)).map((hex) => this.lattice.centre(hex));
    if (!points.length) return;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const pad = this.lattice.w * 1.4;
    const x = Math.min(...xs) - pad;
    const y = Math.min(...ys) - pad;
    this.camera.fit({ x, y, width: Math.max(...xs) + pad - x, height: Math.max(...ys) + pad - y });
  }
}
