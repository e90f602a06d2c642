/**
 * The log: sentences with their section and dice. A line points at its hexes.
 *
 * @import {LogLine} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 */

import { button, die } from '../core/bits.js';
import { chip, plainChip } from '../core/citing.js';
import { h, render } from '../core/dom.js';
import { takenBack } from '../core/taken-back.js';
import { placesOf } from './places.js';
import { exportLink } from './prompt.js';

const SHOWN_AT_FIRST = 60;

/** Letters from which a line is folded: some four rows of the panel. */
const LONG = 170;

/** Long lines that the player has opened; a panel that is drawn again leaves them so. @type {WeakSet<LogLine>} */
const opened = new WeakSet();

/**
 * @param {LogLine} line
 * @param {(hexes: string[]) => void} point
 * @param {boolean} [undone] whether it was taken back
 */
export function logLine(line, point, undone = false) {
  const dice = line.dice ?? [];
  const mark = dice.length ? h('span', { class: 'dice' }, dice.map((d) => die(d.die, `die ${d.die}${d.for ? ` for ${d.for}` : ''}`))) : h('i', { class: `swatch ${line.side ?? ''}` });
  const hexes = placesOf(line);
  const long = line.text.length > LONG;
  const element = h(
    'button',
    { type: 'button', class: `line ${long ? 'long' : ''} ${undone ? 'undone' : ''}`, 'data-key': `line-${line.seq}`, 'data-kind': line.kind, 'aria-expanded': long && String(opened.has(line)), onclick: pressed },
    mark,
    h('span', { class: 'said' }, line.text, undone && backWord()),
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

/** @param {LogLine} line @param {boolean} undone */
const phaseLine = (line, undone) =>
  h('li', { class: `turn ${undone ? 'undone' : ''}` }, h('span', {}, h('i', { class: `swatch ${line.side ?? ''}` }), ' ', line.text, undone && backWord()), chip(line.section));

export class LogPanel {
  #shown = SHOWN_AT_FIRST;
  #complete = false;

  /**
   * @param {Element} place
   * @param {(hexes: string[]) => void} point
   */
  constructor(place, point) {
    this.place = place;
    this.point = point;
    this.seal = '';
  }

  /** @param {Table} table */
  show(table) {
    const seal = `${table.log.length}:${table.log.at(-1)?.seq}:${table.log[0]?.seq}:${this.#shown}:${table.lastSeen}`;
    if (seal === this.seal) return;
    this.seal = seal;
    const lines = table.log.slice(-this.#shown).reverse();
    const hidden = table.log.length - lines.length;
    const first = table.log[0]?.seq ?? 1;
    const back = takenBack(table.log);
    render(
      this.place,
      h(
        'div',
        { class: 'hd' },
        h('h3', {}, 'Log'),
        table.match?.commitment && h('a', { href: exportLink(table), download: '', title: `The dice were fixed before the first roll. Commitment ${table.match.commitment}` }, 'Dice committed'),
      ),
      lines.length ? h('ol', {}, lines.map((line) => (line.kind === 'phase' ? phaseLine(line, back.has(line.seq)) : h('li', {}, logLine(line, this.point, back.has(line.seq)))))) : h('p', { class: 'quiet' }, 'Nothing has happened yet.'),
      (hidden > 0 || (first > 1 && !this.#complete)) &&
        button('Earlier', async () => {
          this.#shown += SHOWN_AT_FIRST;
          if (hidden < SHOWN_AT_FIRST && first > 1) this.#complete = !(await table.older());
          this.seal = '';
          this.show(table);
        }, { key: 'earlier' }),
    );
  }
}
