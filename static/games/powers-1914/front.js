/**
 * The front: borders between areas that the two sides hold. Neighbours on the board share the points of their common
 * border but for some near its ends, where either outline was made simpler by itself.
 *
 * @import {Area} from '../../board/areas.js'
 * @import {Point} from '../../board/lattice.js'
 */

/** @typedef {{a: string, b: string, readonly lines: Point[][]}} Border its lines are worked out when they are first asked for */

/** A point that is not shared still counts as on the other's outline when it is this near. */
const NEAR_UNITS = 1.6;

const key = (/** @type {Point} */ [x, y]) => `${x}:${y}`;
const tenth = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/** @param {string} path of a board: `M`, relative `l` and `z` @returns {Point[][]} closed rings */
export function rings(path) {
  return path
    .split('M')
    .slice(1)
    .map((ring) => {
      const numbers = (ring.match(/-?\d*\.?\d+/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      /** @type {Point[]} */
      const points = [];
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        x = tenth(x + (numbers[i] ?? 0));
        y = tenth(y + (numbers[i + 1] ?? 0));
        points.push([x, y]);
      }
      return points;
    });
}

/** @param {Record<string, Area>} areas @returns {Border[]} of every two land areas that touch */
export function borders(areas) {
  const work = bordersOf(areas);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same, area by area. @param {Record<string, Area>} areas @returns {Generator<void, Border[]>} */
export function* bordersOf(areas) {
  /** @type {Map<string, Point[][]>} */
  const outlines = new Map();
  /** @type {Map<string, Set<string>>} */
  const corners = new Map();
  /** @type {Map<string, Set<string>>} who has a point */
  const owners = new Map();
  for (const [id, { kind, path }] of Object.entries(areas)) {
    if (kind !== 'land') continue;
    const list = rings(path);
    const points = new Set(list.flat().map(key));
    outlines.set(id, list);
    corners.set(id, points);
    for (const point of points) owners.set(point, (owners.get(point) ?? new Set()).add(id));
    yield;
  }
  const near = once((id) => box(outlines.get(id) ?? []));
  /** @type {Border[]} */
  const found = [];
  for (const [a, list] of outlines) {
    yield;
    const others = new Set([...(corners.get(a) ?? [])].flatMap((point) => [...(owners.get(point) ?? [])]).filter((b) => b > a));
    for (const b of others) {
      const shared = corners.get(b);
      const outline = outlines.get(b) ?? [];
      const touches = (/** @type {Point} */ point) => shared?.has(key(point)) || (near(b)(point) && distance(point, outline) < NEAR_UNITS);
      const rings = list.filter((ring) => ring.some((point) => shared?.has(key(point))));
      found.push(new Meeting(a, b, () => rings.flatMap((ring) => runs(ring, touches))));
    }
  }
  return found;
}

class Meeting {
  /** @type {Point[][]|null} */ #lines = null;

  /** @param {string} a @param {string} b @param {() => Point[][]} work */
  constructor(a, b, work) {
    this.a = a;
    this.b = b;
    this.work = work;
  }

  get lines() {
    return (this.#lines ??= this.work());
  }
}

/** @template T @param {(id: string) => T} work @returns {(id: string) => T} which works once for each */
function once(work) {
  /** @type {Map<string, T>} */
  const known = new Map();
  return (id) => {
    const found = known.get(id) ?? work(id);
    known.set(id, found);
    return found;
  };
}

/** @param {Point} point @param {Point[][]} outline closed rings @returns {number} */
function distance([x, y], outline) {
  let least = Infinity;
  for (const ring of outline) {
    let [ax, ay] = ring.at(-1) ?? [Infinity, Infinity];
    for (const [bx, by] of ring) {
      if (Math.min(ax, bx) - NEAR_UNITS < x && x < Math.max(ax, bx) + NEAR_UNITS && Math.min(ay, by) - NEAR_UNITS < y && y < Math.max(ay, by) + NEAR_UNITS) {
        const [dx, dy] = [bx - ax, by - ay];
        const k = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
        least = Math.min(least, Math.hypot(ax + k * dx - x, ay + k * dy - y));
      }
      [ax, ay] = [bx, by];
    }
  }
  return least;
}

/** @param {Point[][]} outline @returns {(point: Point) => boolean} whether a point may be near it */
function box(outline) {
  const xs = outline.flatMap((ring) => ring.map(([x]) => x));
  const ys = outline.flatMap((ring) => ring.map(([, y]) => y));
  const [left, right, top, foot] = [Math.min(...xs) - NEAR_UNITS, Math.max(...xs) + NEAR_UNITS, Math.min(...ys) - NEAR_UNITS, Math.max(...ys) + NEAR_UNITS];
  return ([x, y]) => left < x && x < right && top < y && y < foot;
}

/** @param {Point[]} ring closed @param {(point: Point) => boolean} inside @returns {Point[][]} the longest pieces of it that are inside, of two points or more */
function runs(ring, inside) {
  const outside = ring.findIndex((point) => !inside(point));
  if (outside < 0) return [[...ring, ...ring.slice(0, 1)]];
  /** @type {Point[][]} */
  const found = [];
  /** @type {Point[]} */
  let run = [];
  for (const point of [...ring.slice(outside + 1), ...ring.slice(0, outside + 1)]) {
    if (inside(point)) run.push(point);
    else {
      if (run.length > 1) found.push(run);
      run = [];
    }
  }
  return found;
}

/** Where two sides meet. @param {readonly Border[]} list @param {(area: string) => string} holder the side that holds an area, or `neutral` @returns {Border[]} */
export const meetings = (list, holder) => list.filter(({ a, b }) => holder(a) !== holder(b) && holder(a) !== 'neutral' && holder(b) !== 'neutral');

/** @param {readonly Border[]} list @param {(area: string) => string} holder the side that holds an area, or `neutral` @returns {Point[][]} its lines */
export const front = (list, holder) => meetings(list, holder).flatMap(({ lines }) => lines);
