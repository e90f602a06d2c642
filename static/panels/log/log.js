/**
 * The log: sentences with their section and dice. A line points at its hexes.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {LogLine} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { button, count, die, icon } from '../../core/bits.js';
import { chip, plainChip } from '../../core/citing.js';
import { h, render } from '../../core/dom.js';
import { takenBack } from '../../core/taken-back.js';
import { LogSearch } from './log-search.js';
import { placesOf } from '../places.js';
import { exportLink } from '../questions/prompt.js';
import { sealedAgain } from '../agreements/sealed-again.js';
import { canTry, whatIfLink } from '../past/what-if.js';

const LINES_AT_FIRST = 60;

/** Letters from which a line is folded: some four rows of the panel. */
const FOLD_FROM_LETTERS = 170;

/** Long lines that the player has opened; a panel that is drawn again leaves them so. @type {WeakSet<LogLine>} */
const opened = new WeakSet();

/**
 * @param {LogLine} line
 * @param {(hexes: string[]) => void} point
 * @param {boolean} [undone] whether it was taken back
 */
export function logLine(line, point, undone = false) {
  const dice = line.dice ?? [];
  const mark = dice.length ? h('span', { class: 'dice' }, dice.map((d) => die(d.die, `die ${d.die}${d.for ? ` for ${d.for}` : ''}`, d.sides))) : h('i', { class: `swatch ${line.side || 'nobody'}` });
  const hexes = placesOf(line);
  const long = line.text.length > FOLD_FROM_LETTERS;
  const element = h(
    'button',
    { type: 'button', class: `line ${long ? 'long' : ''} ${undone ? 'undone' : ''}`, 'data-key': `line-${line.seq}`, 'data-kind': line.kind, 'aria-expanded': long && String(opened.has(line)), onclick: pressed },
    mark,
    h('span', { class: 'said' }, line.text, line.standing && h('small', { class: 'ahead' }, ' By standing order.'), line.stand_in && h('small', { class: 'ahead' }, ' By the stand-in.'), undone && backWord()),
    plainChip(line.section) ?? h('span', {}),
  );
  function pressed() {
    if (long) {
      if (!opened.delete(line)) opened.add(line);
      element.setAttribute('aria-expanded', String(opened.has(line)));
    }
    if (hexes.length) point(hexes);
  }
  return element;
}

/** For those who do not see that a line is faded. */
const backWord = () => h('span', { class: 'offstage' }, ' (taken back)');

/** @param {LogLine} line @param {boolean} undone @param {Child} then */
const phaseLine = (line, undone, then) =>
  h('li', { class: `turn ${undone ? 'undone' : ''}` }, h('span', {}, h('i', { class: `swatch ${line.side || 'nobody'}` }), ' ', line.text, undone && backWord()), h('span', {}, chip(line.section), then));

export class LogPanel {
  #shown = LINES_AT_FIRST;
  #complete = false;

  /**
   * @param {Element} place
   * @param {(hexes: string[]) => void} point
   * @param {{look: (number: number) => void, charts: () => void}} ways to the board as it was when so much had been told, and to the charts
   * @param {import('./log-search.js').Sort[]} sorts what can be searched for
   */
  constructor(place, point, { look, charts }, sorts) {
    this.place = place;
    this.point = point;
    this.look = look;
    this.charts = charts;
    this.seal = '';
    this.search = new LogSearch(sorts, () => this.#searched());
    /** @type {() => void} */ this.again = () => {};
  }

  #searched() {
    this.seal = '';
    this.again();
  }

  /** Nothing of it is to be seen. */
  forget() {
    this.seal = '';
    this.search.forget();
  }

  /** @param {MatchClient} client @param {boolean} [past] whether earlier moments can be looked at */
  show(client, past = true) {
    this.search.client = client;
    this.again = () => this.show(client, past);
    const seal = `${past}:${client.log.length}:${client.log.at(-1)?.seq}:${client.log[0]?.seq}:${this.#shown}:${client.lastSeen}`;
    if (seal === this.seal) return;
    this.seal = seal;
    const { search } = this;
    const lines = client.log.slice(-this.#shown).reverse();
    const hidden = client.log.length - lines.length;
    const first = client.log[0]?.seq ?? 1;
    render(
      this.place,
      h(
        'div',
        { class: 'hd' },
        // Its tab says it to the eye.
        h('h3', { class: 'offstage' }, 'Log'),
        past && client.version > 0 && button([icon('past'), 'History'], () => this.look(client.version), { key: 'history', tone: 'ghost', title: 'Step through the match as you saw it' }),
        past && canTry(client) && !client.view?.outcome && whatIfLink(client, 'what-if', () => null),
        past && client.version > 0 && button([icon('chart'), 'Charts'], () => this.charts(), { key: 'charts', tone: 'ghost', title: 'The match in figures, turn by turn' }),
        // What is tried out proves nothing, and has no export.
        client.match?.commitment && !client.match.what_if && h('a', { href: exportLink(client), download: '', title: `The dice were fixed before the first roll. Commitment ${client.match.commitment}` }, 'Dice committed'),
      ),
      client.version > 0 && search.element,
      ...(search.found ? this.#found(search.found, past) : this.#all(client, lines, past)),
      !search.found && (hidden > 0 || (first > 1 && !this.#complete)) &&
        button('Earlier', async () => {
          this.#shown += LINES_AT_FIRST;
          if (hidden < LINES_AT_FIRST && first > 1) this.#complete = !(await client.older());
          this.seal = '';
          this.show(client, past);
        }, { key: 'earlier' }),
    );
  }

  /** @param {MatchClient} client @param {LogLine[]} lines @param {boolean} past @returns {Child[]} */
  #all(client, lines, past) {
    const back = takenBack(client.log);
    const all = lines.length === client.log.length && (client.log[0]?.seq ?? 1) <= 1;
    const before = all && client.match ? sealedAgain(client.match) : '';
    return [
      lines.length ? h('ol', {}, lines.map((line) => this.#item(line, back.has(line.seq), past))) : h('p', { class: 'quiet' }, 'Nothing has happened yet.'),
      before && h('p', { class: 'quiet', 'data-key': 'sealed-again' }, before),
    ];
  }

  /** @param {LogLine[]} found @param {boolean} past @returns {Child[]} */
  #found(found, past) {
    const { more, problem } = this.search;
    return [
      h('p', { class: 'quiet', role: 'status' }, problem || (found.length ? `${count(found.length, 'line')} found${more ? ', and there may be more' : ''}.` : 'No lines match.')),
      h('ol', {}, found.map((line) => this.#item(line, line.taken_back === true, past))),
      more && button('More', () => void this.search.look(true), { key: 'more-found' }),
    ];
  }

  /** @param {LogLine} line @param {boolean} back whether it was taken back @param {boolean} past */
  #item(line, back, past) {
    const then = past && this.#then(line);
    return line.kind === 'phase' ? phaseLine(line, back, then) : h('li', { class: 'told' }, logLine(line, this.point, back), then);
  }

  /** @param {LogLine} line */
  #then(line) {
    return button(icon('past'), () => this.look(line.seq), { key: `then-${line.seq}`, class: 'then', tone: 'ghost', label: 'Show the board then', title: 'Show the board then' });
  }
}
