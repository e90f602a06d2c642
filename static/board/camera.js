/**
 * Pan, zoom and pinch: one transformed parent. While something moves it has its own compositor layer (`will-change`);
 * at rest it has none, so that the browser draws it sharp again.
 */

const MAX_SCALE = 3.2;
const TAP_SLOP_PX = 6;
const REST_AFTER_MS = 140;
/** A finger drags the map; one that rests picks up what lies under it. */
const LONG_PRESS_MS = 420;

/** @typedef {{x: number, y: number}} Place */

/** A board larger than the window leaves at most this share of it empty; a smaller one stays in its middle. */
const EMPTY_SHARE = 0.12;

/** @param {number} at of the board's edge @param {number} size of the board @param {number} room @param {number} inset covered before it @param {number} [share] */
function keep(at, size, room, inset, share = EMPTY_SHARE) {
  const free = room - inset;
  const slack = room * share;
  // What fills the window to a hair, as when all of it is in view, has no room to move.
  return size > free + 0.5 ? Math.min(inset + slack, Math.max(room - size - slack, at)) : inset + (free - size) / 2;
}

export class Camera {
  /** screen = board * z + (x, y) */
  x = 0;
  y = 0;
  z = 1;
  /** @type {Map<number, Place>} */ #pointers = new Map();
  #moved = false;
  #zooming = false;
  #pinch = 0;
  /** @type {number|undefined} */ #rest;
  #frame = 0;
  #furthest = 0.3;
  /** px at the top of the window that controls lie over */ #inset = 0;
  /** the window's size when the world was last placed in it @type {{w: number, t: number}|null} */ #room = null;
  /** where the pointer went down @type {Place} */ #start = { x: 0, y: 0 };
  /** what is dragged in place of the map @type {{move: (at: Place) => void, end: (at: Place|null) => void}|null} */ #held = null;
  /** @type {number|undefined} */ #press;

  /**
   * @param {HTMLElement} window_ what one looks through
   * @param {HTMLElement} world what moves
   * @param {{width: number, height: number}} size of the world
   * @param {object} on
   * @param {(place: Place, event: PointerEvent) => void} on.tap
   * @param {(place: Place, event: PointerEvent) => void} on.hover
   * @param {() => void} on.leave
   * @param {(place: Place) => {move: (at: Place) => void, end: (at: Place|null) => void}|null} [on.grab] whether something there can be dragged
   * @param {(place: Place) => void} [on.rest] a finger rests where nothing can be dragged
   * @param {(z: number, zooming: boolean) => void} on.change `zooming`: a hand still turns the wheel or pinches
   * @param {() => void} on.shown the world is placed for the first time
   */
  constructor(window_, world, size, on) {
    this.window = window_;
    this.world = world;
    this.size = size;
    this.on = on;
    window_.addEventListener('pointerdown', (e) => this.#down(e));
    window_.addEventListener('pointermove', (e) => this.#move(e));
    window_.addEventListener('pointerup', (e) => this.#up(e));
    window_.addEventListener('pointercancel', (e) => this.#drop(e));
    window_.addEventListener('pointerleave', () => on.leave());
    window_.addEventListener('wheel', (e) => this.#wheel(e), { passive: false });
    new ResizeObserver(() => this.#limit()).observe(window_);
  }

  /** @param {Place} screen @returns {Place} */
  toBoard(screen) {
    return { x: (screen.x - this.x) / this.z, y: (screen.y - this.y) / this.z };
  }

  /** @param {Place} board @returns {Place} */
  toScreen(board) {
    return { x: board.x * this.z + this.x, y: board.y * this.z + this.y };
  }

  /** @param {number} px at the top of the window that controls lie over: nothing is framed below them */
  cover(px) {
    this.y += (px - this.#inset) / 2;
    this.#inset = px;
    this.#reach();
  }

  /** How far away one may go: until the whole board is in the window. */
  #reach() {
    const { clientWidth: w, clientHeight: t } = this.window;
    if (w && t) this.#furthest = Math.min(w / this.size.width, (t - this.#inset) / this.size.height, 1);
  }

  /** @returns {Place} what of the board is in the middle of the window, as `centre` puts it there */
  get middle() {
    return this.toBoard({ x: this.window.clientWidth / 2, y: (this.#inset + this.window.clientHeight) / 2 });
  }

  /** What of the board is in the window, and beyond its edges where the window reaches there. */
  get part() {
    // The size that is known: to ask for it lays the page out.
    const { w, t } = this.#room ?? { w: this.window.clientWidth, t: this.window.clientHeight };
    const [first, last] = [this.toBoard({ x: 0, y: 0 }), this.toBoard({ x: w, y: t })];
    return { left: first.x, top: first.y, right: last.x, bottom: last.y };
  }

  /** @param {PointerEvent|WheelEvent} event @returns {Place} */
  #place(event) {
    const box = this.window.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Controls that float over the map are not the map. @param {Event} event */
  #foreign(event) {
    return event.target instanceof Element && event.target.closest('.float') !== null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#foreign(event) || (event.pointerType === 'mouse' && event.button > 1)) return;
    this.#pointers.set(event.pointerId, this.#place(event));
    clearTimeout(this.#press);
    if (this.#pointers.size === 1) {
      this.#moved = false;
      this.#start = this.#place(event);
      if (event.pointerType === 'touch') this.#press = window.setTimeout(() => !this.#moved && !this.#hold(event.pointerId) && this.#settled(), LONG_PRESS_MS);
    } else {
      this.#let(null);
      this.#moved = true;
      this.#pinch = this.#spread();
    }
  }

  /** Pick up what lies where the pointer went down. @param {number} pointer @returns {boolean} */
  #hold(pointer) {
    this.#held = this.on.grab?.(this.#start) ?? null;
    if (!this.#held) return false;
    this.#moved = true;
    this.window.setPointerCapture(pointer);
    this.on.leave();
    this.#held.move(this.#start);
    return true;
  }

  /** A finger has rested on the map: letting go is no tap any more. */
  #settled() {
    if (!this.on.rest) return;
    this.#moved = true;
    this.on.rest(this.#start);
  }

  /** Let go of what was picked up. @param {Place|null} at */
  #let(at) {
    const held = this.#held;
    this.#held = null;
    held?.end(at);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    const now = this.#place(event);
    if (!before) {
      if (event.pointerType !== 'touch' && !this.#foreign(event)) this.on.hover(now, event);
      return;
    }
    if (this.#pointers.size === 1) {
      const dx = now.x - before.x;
      const dy = now.y - before.y;
      if (!this.#moved && Math.hypot(dx, dy) < TAP_SLOP_PX) return;
      clearTimeout(this.#press);
      if (!this.#held && !this.#moved && event.pointerType !== 'touch' && (event.buttons & 1) !== 0) this.#hold(event.pointerId);
      if (this.#held) {
        this.#pointers.set(event.pointerId, now);
        this.#held.move(now);
        return;
      }
      if (!this.#moved) {
        this.#moved = true;
        this.window.setPointerCapture(event.pointerId);
        this.on.leave();
      }
      this.#pointers.set(event.pointerId, now);
      this.panBy(dx, dy);
      return;
    }
    const centre = this.#middle();
    this.#pointers.set(event.pointerId, now);
    const next = this.#middle();
    const spread = this.#spread();
    this.panBy(next.x - centre.x, next.y - centre.y);
    if (this.#pinch > 0) this.zoomAt(next, spread / this.#pinch);
    this.#pinch = spread;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    clearTimeout(this.#press);
    const known = this.#pointers.delete(event.pointerId);
    if (this.#held) this.#let(this.#place(event));
    else if (known && this.#pointers.size === 0 && !this.#moved) this.on.tap(this.#place(event), event);
    this.#settle();
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    clearTimeout(this.#press);
    this.#let(null);
    this.#pointers.delete(event.pointerId);
    this.#settle();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (this.#foreign(event)) return;
    event.preventDefault();
    this.on.leave();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.zoomAt(this.#place(event), Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)));
    this.#settle();
  }

  #spread() {
    const [a, b] = [...this.#pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  /** @returns {Place} */
  #middle() {
    const all = [...this.#pointers.values()];
    return { x: all.reduce((t, p) => t + p.x, 0) / all.length, y: all.reduce((t, p) => t + p.y, 0) / all.length };
  }

  /** @param {number} dx @param {number} dy */
  panBy(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#apply();
    this.#settle();
  }

  /** @param {Place} at on the screen @param {number} factor */
  zoomAt(at, factor) {
    const z = Math.min(MAX_SCALE, Math.max(this.#furthest, this.z * factor));
    const k = z / this.z;
    this.x = at.x - (at.x - this.x) * k;
    this.y = at.y - (at.y - this.y) * k;
    this.z = z;
    this.#zooming = true;
    this.#apply();
    this.#settle();
  }

  /** @param {number} factor about the middle of the window */
  zoom(factor) {
    this.zoomAt({ x: this.window.clientWidth / 2, y: this.window.clientHeight / 2 }, factor);
    this.#zooming = false;
  }

  /** @param {Place} board @param {number} [z] */
  centre(board, z = this.z) {
    this.z = Math.min(MAX_SCALE, Math.max(this.#furthest, z));
    const { clientWidth: w, clientHeight: t } = this.window;
    this.#room = { w, t };
    this.#zooming = false;
    this.x = w / 2 - board.x * this.z;
    this.y = (this.#inset + t) / 2 - board.y * this.z;
    this.#apply();
    this.#settle();
    // Not at once: whoever places it may ask for the window's size again.
    if (this.world.hidden) queueMicrotask(() => this.#show());
  }

  #show() {
    if (!this.world.hidden) return;
    this.world.hidden = false;
    this.on.shown();
  }

  /** No empty window beside the board, where the board is large enough. */
  fill() {
    this.x = keep(this.x, this.size.width * this.z, this.window.clientWidth, 0, 0);
    this.y = keep(this.y, this.size.height * this.z, this.window.clientHeight, this.#inset, 0);
    this.#apply();
  }

  /** Show a part of the board whole, if the zoom allows. @param {{x: number, y: number, width: number, height: number}} box @param {number} [nearest] */
  fit(box, nearest = 1.6) {
    const z = Math.min(this.window.clientWidth / box.width, (this.window.clientHeight - this.#inset) / box.height, nearest);
    this.centre({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, z);
  }

  /** Bring a point into the window, with a margin, moving as little as needed. @param {Place} board @param {number} [margin] */
  reveal(board, margin = 70) {
    const at = this.toScreen(board);
    margin = Math.min(margin, this.window.clientWidth * 0.3, this.window.clientHeight * 0.3);
    const dx = Math.max(margin - at.x, 0) || Math.min(this.window.clientWidth - margin - at.x, 0);
    const dy = Math.max(this.#inset + margin - at.y, 0) || Math.min(this.window.clientHeight - margin - at.y, 0);
    if (dx || dy) this.panBy(dx, dy);
  }

  /** In a window of another size the same is in the middle. */
  #limit() {
    const { clientWidth: w, clientHeight: t } = this.window;
    if (!w || !t) return;
    this.x += (w - (this.#room?.w ?? w)) / 2;
    this.y += (t - (this.#room?.t ?? t)) / 2;
    this.#room = { w, t };
    this.#reach();
    if (this.z < this.#furthest) this.z = this.#furthest;
    this.fill();
  }

  #apply() {
    const { clientWidth: w, clientHeight: t } = this.window;
    this.x = keep(this.x, this.size.width * this.z, w, 0);
    this.y = keep(this.y, this.size.height * this.z, t, this.#inset);
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.world.style.transform = `translate(${this.x.toFixed(1)}px,${this.y.toFixed(1)}px) scale(${this.z.toFixed(4)})`;
      this.on.change(this.z, this.#zooming);
    });
  }

  #settle() {
    this.world.style.willChange = 'transform';
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      if (this.#pointers.size > 0) return;
      this.world.style.willChange = '';
      if (!this.#zooming) return;
      this.#zooming = false;
      this.on.change(this.z, false);
    }, REST_AFTER_MS);
  }
}
