/**
 * Cards over the map's corner: the turn track, the people at the table and their links, what happened meanwhile.
 *
 * @import {LogLine, View} from '../core/types.js'
 * @import {Table} from '../core/table.js'
 * @import {GameTable} from '../games/schlieffens-war/index.js'
 * @import {Child} from '../core/dom.js'
 */

import { button, chip, count, icon } from '../core/bits.js';
import { h, render } from '../core/dom.js';
import { inviteLink, watchLink } from '../core/links.js';
import { chipFace } from '../board/counter.js';
import { logLine } from './log.js';

const LINES_AT_MOST = 24;

/** @param {string} title @param {() => void} close @param {Child} content */
function card(title, close, content) {
  const element = h('section', { class: 'card float', 'aria-label': title });
  render(
    element,
    h('div', { class: 'hd' }, h('h3', {}, title), button(icon('close'), close, { label: 'Close', class: 'close', key: 'card-close' })),
    content,
  );
  return element;
}

/** @param {View} view @param {GameTable} game @param {() => void} close */
export function trackCard(view, game, close) {
  const meter = (/** @type {number} */ value, /** @type {number} */ of, /** @type {number[]} */ marks) => {
    const cells = Math.max(of, value);
    return h('div', { class: 'meter', 'aria-hidden': 'true' }, Array.from({ length: cells }, (_, i) => h('i', { class: `${i < value ? 'on' : ''} ${marks.includes(i + 1) ? 'mark' : ''}` })));
  };
  const marks = [[view.tracks.vp_to_draw, view.tracks.vp_to_win], [view.tracks.plan_xvii_needed]];
  return card('Turn track', close, [
    h(
      'ol',
      { class: 'turns' },
      Array.from({ length: view.turns }, (_, i) => i + 1).map((turn) =>
        h('li', { class: turn === view.turn ? 'now' : '', 'aria-current': turn === view.turn ? 'step' : null }, turn, game.turnNotes(view, turn).map((note) => h('small', {}, note))),
      ),
    ),
    game.score(view).map((item, i) => [
      h('h4', {}, `${item.label} ${item.value} of ${item.of} `, chip(item.section)),
      meter(Number(item.value), Number(item.of), marks[i] ?? []),
      h('p', { class: 'quiet' }, item.note),
    ]),
    h('p', { class: 'row' }, `Paris ${view.tracks.paris_endangered ? 'has been endangered' : 'has not been endangered yet'} `, chip('4.1')),
    h('p', { class: 'row' }, `Coup de main: ${view.markers.coup}. Heavy artillery: ${view.markers.artillery.join(', ')} `, chip('11.23')),
    Object.entries(view.boxes)
      .filter(([, counters]) => counters.length)
      .map(([box, counters]) => [h('h4', {}, `${game.boxes[box] ?? box} (${counters.length})`), h('div', { class: 'units' }, counters.map((c) => chipFace(c, 40)))]),
  ]);
}

/** @param {string} label @param {string} url @param {(text: string) => void} say @param {string} key */
export function copyLine(label, url, say, key) {
  const input = h('input', { class: 'copy', type: 'text', readonly: true, value: url, 'aria-label': label, 'data-key': key, onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      say(`${label} copied.`);
    } catch {
      // Without a secure context there is no clipboard: select it, for the keyboard.
      input.select();
      say('Press Ctrl+C to copy it.');
    }
  };
  return h('div', { class: 'copyline' }, input, button([icon('copy'), 'Copy'], () => void copy(), { key: `${key}-copy` }));
}

/** @param {Table} table @param {GameTable} game @param {() => void} close @param {(text: string) => void} say */
export function peopleCard(table, game, close, say) {
  const { match } = table;
  if (!match) return null;
  return card('Players', close, [
    h(
      'div',
      { class: 'people' },
      match.seats.map((seat) =>
        h(
          'div',
          { class: 'person' },
          h('i', { class: `swatch ${seat.seat}` }),
          h('span', {}, h('b', {}, seat.title || game.sides[seat.seat]), ' ', seat.taken ? `${seat.name ?? ''}${seat.you ? ' (you)' : ''}` : 'free'),
          h('span', { class: `lamp ${table.presence[seat.seat] ? 'on' : ''}`, role: 'img', 'aria-label': table.presence[seat.seat] ? 'at the table' : 'away', title: table.presence[seat.seat] ? 'At the table' : 'Away' }),
        ),
      ),
    ),
    match.invite && match.seats.some((s) => !s.taken) && [h('h4', {}, 'Invite your opponent'), copyLine('Invitation', inviteLink(match), say, 'invite')],
    match.spectate && [h('h4', {}, 'Let others watch'), copyLine('Link to watch', watchLink(match), say, 'watch')],
    match.commitment && [h('h4', {}, 'Dice'), h('p', { class: 'quiet' }, `They were fixed before the first roll; this is their seal: ${match.commitment.slice(0, 24)}…`)],
  ]);
}

/** @param {LogLine[]} lines @param {(hexes: string[]) => void} point @param {() => void} close */
export function sinceCard(lines, point, close) {
  const shown = lines.slice(-LINES_AT_MOST);
  const rolls = lines.reduce((n, line) => n + (line.dice?.length ?? 0), 0);
  const hexes = [...new Set(lines.flatMap((line) => line.hexes ?? []))];
  return card('Since you last looked', close, [
    h('p', { class: 'quiet' }, `${count(lines.length, 'event')}${rolls ? `, ${count(rolls, 'die', 'dice')} rolled` : ''}. `),
    h('div', { class: 'row' }, hexes.length > 0 && button('Show where', () => point(hexes), { key: 'since-show' }), button('Got it', close, { tone: 'primary', key: 'since-close' })),
    lines.length > shown.length && h('p', { class: 'quiet row' }, `The last ${shown.length} of them; the log has the rest.`),
    shown.map((line) => logLine(line, point)),
  ]);
}
