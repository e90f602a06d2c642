/**
 * What stands on the map of Powers of 1914: a keyed group an area, redrawn only when something in it changed. Near,
 * pieces with their numbers, works and flags; from afar, each side's strength as one shield. Under all of it the front,
 * and on the ground, under what is printed, the lands that have changed hands.
 *
 * @import {LogLine, View} from '../../core/types.js'
 * @import {Area, Areas} from '../../board/areas.js'
 * @import {Box} from '../../board/printed.js'
 * @import {Lattice, Point} from '../../board/lattice.js'
 * @import {Figure, PowersView} from './types.js'
 * @import {Rest, Tile} from './tiles.js'
 */

import { Journeys } from '../../board/journeys.js';
import { polyline } from '../../board/outline.js';
import { painted, reducedMotion, s } from '../../core/dom.js';
import { face, flagFace, tacticFace, workFace } from './face.js';
import { borders, bordersOf, front, meetings } from './front.js';
import { learn, sideOf } from './nations.js';
import { occupied } from './occupation.js';
import { rest } from './rest.js';
import { shield } from './shield.js';
import { alone, extent, facing, facingSize, margin, RANKS, room, size } from './spots.js';
import { SCALES, SignPlaces } from './sign-places.js';
import { installFigures } from './symbols.js';
import { camps, isRest, tiles, total } from './tiles.js';

export { pieceFace, spoken } from './face.js';

/** At smaller zooms pieces are too small to read, and shields stand for them. */
const PIECES_FROM_SCALE = 0.74;
const LETTERS_FROM_SCALE = 1.15;
/** Shields keep their size on the screen by steps of a fifth. */
const SHIELD_STEP = 1.2;
const STEP_MS = 130;
const MAX_MOVE_MS = 700;
/** Half of the way between two shields that face each other, in their own pixels. */
const APART_PX = 13;
/** Half of two shields that face each other: to the sides beyond their middles, up and down with the sign of battle. */
const HALF = { wide: 12, high: 18 };

/** @param {Point} at @param {number} scale @param {...(SVGElement|SVGElement[]|false)} content */
const put = ([x, y], scale, ...content) => s('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})` }, ...content);

export class Pieces {
  /** @type {Map<string, {group: SVGGElement, seal: string}>} */ #drawn = new Map();
  #journeys = new Journeys((id) => this.#drawn.get(id)?.group.classList.remove('arriving'));
  /** @type {Record<string, Area>} */ #areas;
  /** @type {ReturnType<typeof borders>|null} worked out when there is a front to draw */ #borders = null;
  #line = s('g', { class: 'front' });
  /** names that the front crosses */ #crossed = s('g');
  /** @type {import('../../board/board.js').Above} */ #above = () => null;
  #armies = s('g', { class: 'armies' });
  #held = '';
  /** @type {PowersView|null} */ #seen = null;
  /** how far away the map is seen from, as an index of `SCALES`; below 0 from near, where no sign is seen */ #step = -1;
  /** @type {SignPlaces} */ #standing;

  /** @param {Lattice} lattice of areas */
  constructor(lattice) {
    installFigures();
    this.lattice = lattice;
    const board = /** @type {Areas} */ (lattice);
    this.#areas = board.areas;
    this.#standing = new SignPlaces(board.areas, (id, x, y) => board.holds(id, x, y));
    this.ground = s('g', { class: 'lands' });
    this.group = s('g', { class: 'pieces' }, this.#line, this.#crossed, this.#armies);
    this.ghosts = this.#journeys.group;
  }

  /** @param {number} z @returns {string} classes that say what is legible at a zoom */
  detail(z) {
    if (z >= PIECES_FROM_SCALE) {
      this.#step = -1;
      return z >= LETTERS_FROM_SCALE ? 'pw-close' : 'pw-near';
    }
    const step = Math.min(SCALES.length - 1, Math.floor(Math.log(PIECES_FROM_SCALE / z) / Math.log(SHIELD_STEP)));
    if (step !== this.#step) {
      this.#step = step;
      for (const [id, { group }] of this.#drawn) this.#stand(id, group);
    }
    return `pw-away pw-away-${step}`;
  }

  /** Nothing is to stand on these. @param {Box[]} names with their signs @param {Box[]} figures seen only near @param {Box[]} grown names with the whole board in view @param {import('../../board/board.js').Above} above */
  spare(names, figures, grown, above) {
    this.#above = above;
    this.#standing.spare(names, figures, grown);
  }

  /** An area's sign keeps its size on the screen, and off the names. @param {string} id @param {Element} group */
  #stand(id, group) {
    if (this.#step < 0) return;
    for (const sign of group.querySelectorAll('.upright')) {
      const scale = SCALES[this.#step] ?? 1;
      const [wide, high] = [(APART_PX + HALF.wide) * scale, HALF.high * scale];
      const [x, y] = sign.classList.contains('both') ? this.#standing.facing(id, wide, high, false) : this.#standing.sign(id, this.#step);
      sign.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
    }
  }

  /** @returns {Iterable<string>} areas where anything stands */
  occupied() {
    return this.#drawn.keys();
  }

  /** @returns {[string, string][]} areas with the side that stands there; where both do, the one that is not on its turn */
  sides() {
    const view = this.#seen;
    if (!view) return [];
    return Object.keys(this.#areas).flatMap((id) => {
      const [unit] = camps(view, id).at(-1) ?? [];
      return unit ? [/** @type {[string, string]} */ ([id, sideOf(unit.nation)])] : [];
    });
  }

  /** The board keeps places free of names, so that none need go. @returns {boolean} */
  covers() {
    return false;
  }

  clear() {
    this.#seen = null;
    this.#drawn.clear();
    this.#held = '';
    for (const layer of [this.ground, this.#line, this.#crossed, this.#armies]) layer.replaceChildren();
  }

  /** Where signs stand and where the front lies: on a phone each would hold up the first picture. @param {View} seen @returns {Generator<void, void>} */
  *prepare(seen) {
    const view = /** @type {PowersView} */ (seen);
    learn(view);
    if (this.#step >= 0) yield* this.#standing.places(this.#step);
    this.#borders ??= yield* bordersOf(this.#areas);
    for (const border of meetings(this.#borders, (id) => this.#holder(view, id))) {
      void border.lines;
      yield;
    }
  }

  /** @param {PowersView} view @param {string} id @returns {string} the side that holds an area */
  #holder(view, id) {
    const { control } = view.areas[id] ?? {};
    return control ? sideOf(control) : 'neutral';
  }

  /** @param {View} seen */
  show(seen) {
    const view = /** @type {PowersView} */ (seen);
    this.#seen = view;
    learn(view);
    this.#showLands(view);
    let added = false;
    for (const [id, area] of Object.entries(this.#areas)) {
      const drawn = this.#drawn.get(id);
      const seal = this.#seal(view, id);
      if (drawn?.seal === seal) continue;
      if (!seal) {
        drawn?.group.remove();
        this.#drawn.delete(id);
        continue;
      }
      const content = this.#content(view, id, area);
      if (drawn) {
        drawn.group.replaceChildren(...content);
        drawn.seal = seal;
        this.#stand(id, drawn.group);
        continue;
      }
      const group = s('g', { 'data-hex': id }, content);
      this.#stand(id, group);
      group.classList.toggle('arriving', this.#journeys.expects(id));
      this.#drawn.set(id, { group, seal });
      added = true;
    }
    if (!added) return;
    const order = [...this.#drawn].sort(([a], [b]) => this.lattice.centre(a)[1] - this.lattice.centre(b)[1]);
    this.#armies.replaceChildren(...order.map(([, { group }]) => group));
  }

  /** @param {PowersView} view @param {string} id @returns {string} all that an area's drawing follows from, or nothing */
  #seal(view, id) {
    const { units = [], works = [], control = '', tactics = [] } = view.areas[id] ?? {};
    const flag = this.#taken(id, control) ? control : '';
    if (!units.length && !works.length && !flag && !tactics.length) return '';
    const men = units.map(({ nation: n, kind, spent, name = '' }) => [n, kind, spent, name, sideOf(n), view.nations[n]?.modern?.[kind] ?? 0]);
    const fought = view.battle?.area === id ? view.battle.side : '';
    return JSON.stringify([men, works, flag, tactics, fought, new Set(men.map((m) => m[4])).size > 1 ? view.step.side : '']);
  }

  /** @param {string} id @param {string} control @returns {boolean} whether someone else holds it than at the start */
  #taken(id, control) {
    return control !== '' && this.#areas[id]?.owner !== control;
  }

  /** @param {PowersView} view */
  #showLands(view) {
    const held = Object.entries(view.areas).flatMap(([id, { control }]) => (control && this.#areas[id] ? [{ id, control }] : []));
    const seal = JSON.stringify(held.map(({ id, control }) => [id, control, sideOf(control)]));
    if (seal === this.#held) return;
    this.#held = seal;
    this.ground.replaceChildren(...held.filter(({ id, control }) => this.#taken(id, control)).flatMap(({ id, control }) => occupied(control, this.#areas[id]?.path ?? '')));
    void this.#showFront(view);
  }

  /** After what stands there. @param {PowersView} view */
  async #showFront(view) {
    const seal = this.#held;
    if (!this.#line.childElementCount) await painted();
    if (seal !== this.#held) return;
    this.#borders ??= borders(this.#areas);
    const lines = front(this.#borders, (id) => this.#holder(view, id));
    const d = lines.map(polyline).join('');
    const line = s('path', { class: 'front-line', d });
    this.#line.replaceChildren(...(d ? [s('path', { class: 'front-casing', d }), s('path', { class: 'front-wire', d }), line] : []));
    this.#crossed.replaceChildren(this.#above(lines) ?? '');
  }

  /** @param {PowersView} view @param {string} id @param {Area} area @returns {SVGElement[]} */
  #content(view, id, area) {
    const sides = camps(view, id);
    const [first = [], second] = sides;
    const crossed = view.battle?.area === id;
    const wide = second ? facingSize(area, crossed) : size(area);
    const between = second ? this.#standing.facing(id, wide * extent(Math.max(...sides.map((units) => tiles(units, RANKS).length))), wide, true) : /** @type {Point} */ ([area.x, area.y]);
    /** @type {(tile: Tile|Rest, at: Point) => SVGElement} */
    const piece = (tile, [x, y]) => {
      const k = (wide / 64) * (!isRest(tile) && tile.kind === 'general' ? 0.9 : 0.97);
      return put([x - 32 * k, y - 32 * k], k, isRest(tile) ? rest(tile) : face(tile, tile));
    };
    /** @type {(units: Figure[], way: -1|1) => SVGElement[]} */
    const rank = (units, way) => {
      const shown = tiles(units, RANKS);
      const places = facing(between, shown.length, way, wide);
      return shown.map((tile, i) => piece(tile, places[i] ?? between));
    };
    const marks = this.#marks(view, id, area);
    if (second) {
      const clash = () => s('g', { class: 'clash' }, s('circle', { r: 8 }), s('use', { href: '#pw-clash', x: -5.5, y: -5.5, width: 11, height: 11 }));
      return [
        s('g', { class: 'near' }, marks, rank(first, -1), rank(second, 1), crossed && put(between, 1, clash())),
        s('g', { class: 'away' }, s('g', { class: 'upright both' }, put([-APART_PX, 0], 1, shield(total(first))), put([APART_PX, 0], 1, shield(total(second))), crossed && put([0, -13], 1, clash()))),
      ];
    }
    const shown = first.length ? tiles(first, room(area, marks.length > 0)) : [];
    const places = alone(area, shown.length, marks.length > 0);
    return [
      s('g', { class: 'near' }, marks, shown.map((tile, i) => piece(tile, places[i] ?? between))),
      s('g', { class: 'away' }, first.length > 0 && s('g', { class: 'upright' }, shield(total(first)))),
    ];
  }

  /** Works, the conqueror's flag and tactical cards, in quarters of a place. @param {PowersView} view @param {string} id @param {Area} area @returns {SVGElement[]} */
  #marks(view, id, area) {
    const { works = [], control = '', tactics = [] } = view.areas[id] ?? {};
    const signs = [...works.map(workFace), ...(this.#taken(id, control) ? [flagFace(control)] : []), ...tactics.map(tacticFace)];
    const [x, y] = margin(area);
    const side = Math.max(15, size(area) / 2);
    const [columns, rows] = [Math.min(2, signs.length), Math.ceil(signs.length / 2)];
    return signs.map((sign, i) => put([x + ((i % 2) - columns / 2) * side, y + (Math.floor(i / 2) - rows / 2) * side], (side / 32) * 0.96, sign));
  }

  /**
   * Units go along their way. An area that holds nobody else shows them only once they are there.
   *
   * @param {LogLine} line
   * @param {View} was
   * @param {View} is
   * @returns {Promise<void>|null} null when the line tells of no move
   */
  travel(line, was, is) {
    const path = (line.path ?? []).filter((id) => this.lattice.has(id));
    const [start, goal] = [path[0], path.at(-1)];
    if (!start || !goal || path.length < 2 || reducedMotion() || document.hidden) return null;
    const stayed = new Set(/** @type {PowersView} */ (is).areas[start]?.units?.map((u) => u.id));
    const gone = (/** @type {PowersView} */ (was).areas[start]?.units ?? []).filter((u) => !stayed.has(u.id));
    const arrived = new Set(/** @type {PowersView} */ (is).areas[goal]?.units?.map((u) => u.id));
    const here = gone.filter((u) => arrived.has(u.id));
    const going = here.length ? here : gone;
    return going.length ? this.#go(going, path, goal) : null;
  }

  /** @param {Figure[]} units @param {string[]} path @param {string} goal */
  async #go(units, path, goal) {
    const area = this.#areas[goal];
    if (!area) return;
    const k = size(area) / 64;
    const tile = tiles(units.map((u) => ({ ...u, spent: false })), 1)[0];
    const ghost = s(
      'g',
      { class: 'ghost' },
      s('g', { class: 'near' }, put([-32 * k, -32 * k], k, tile && !isRest(tile) ? face(tile, tile) : rest({ nation: units[0]?.nation ?? '', more: units.length }))),
      s('g', { class: 'away' }, s('g', { transform: `scale(${SCALES[Math.max(0, this.#step)]})` }, shield(total(units)))),
    );
    await this.#journeys.go(ghost, path.map((id) => this.lattice.centre(id)), goal, Math.min(MAX_MOVE_MS, STEP_MS * path.length));
  }
}
