/**
 * The top bar: game, turn, phases, score, and the buttons of the cards.
 *
 * @import {Match, Phase, View} from '../core/types.js'
 * @import {GameClient} from './game.js'
 */

import { button, count, icon, whichTurn } from '../core/bits.js';
import { quotedPage } from '../core/citing.js';
import { h, render, s } from '../core/dom.js';
import { HOME } from '../core/links.js';
import { cycleTheme, themeName } from '../core/theme.js';
import { size } from '../core/window-size.js';

/** px of a letter in the bar, of a phase besides its letters, of a line between sides, and of the buttons with the gaps. */
const LETTER_PX = 7;
const PADDING_PX = 22;
const SEPARATOR_PX = 19;
const BUTTONS_PX = 300;

/**
 * @param {Element} place
 * @param {object} o
 * @param {View|null} o.view
 * @param {Match|null} o.match
 * @param {GameClient} o.game
 * @param {(card: "track"|"people") => void} o.card
 * @param {(text: string) => void} o.say
 */
export function top(place, { view, game, card, say }) {
  const half = s('svg', { width: 18, height: 18, viewBox: '0 0 18 18', 'aria-hidden': 'true' }, s('path', { d: 'M9 1.500a7.500 7.500 0 1 0 0 15z', fill: 'currentColor' }), s('circle', { cx: 9, cy: 9, r: 7.3, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 }));
  render(
    place,
    h('h1', { class: 'offstage' }, view ? `${game.title}, turn ${view.turn}` : game.title),
    h('a', { class: 'brand', href: HOME, title: 'All matches' }, game.title),
    view &&
      h(
        'button',
        { type: 'button', class: 'when', 'data-key': 'turn', title: 'Turn track', onclick: () => card('track') },
        h('b', {}, whichTurn(view)),
        // One text: a narrow window shows the first score behind it.
        h('span', { class: 'under' }, view.date ?? null, brief(view, game)),
      ),
    view ? phases(view, game, size.wide - lettersOf(game.title, view.date ?? '', ...game.score(view).map(({ label, value, of }) => `${label} ${value}${of ?? ''}`)) * LETTER_PX - BUTTONS_PX) : h('span', { class: 'phases' }),
    h(
      'div',
      { class: 'score' },
      view &&
        game.score(view).map((item, i) => h('span', { class: `num ${i ? 'wide' : ''}`, title: `${item.note} (§${item.section})` }, `${item.label} `, h('b', {}, item.value), item.of === undefined ? null : `/${item.of}`)),
      h('a', { class: 'b plain icon-only', href: quotedPage(), target: '_blank', rel: 'noopener', 'aria-label': 'How to play', title: 'How to play', 'data-key': 'rules' }, '?'),
      button(icon('people'), () => card('people'), { label: 'Players and links', title: 'Players and links', class: 'icon-only', key: 'people' }),
      button(half, () => say(`Theme: ${cycleTheme()}`), { label: `Theme: ${themeName()}`, title: `Theme: ${themeName()}`, class: 'icon-only', key: 'theme' }),
    ),
  );
}

/** What decides the game in a few letters, for a narrow window that has no room for the scores. @param {View} view @param {GameClient} game */
function brief(view, game) {
  const [first] = game.score(view);
  if (!first) return null;
  const whole = first.short ?? `${first.label} ${first.value}${first.of === undefined ? '' : `/${first.of}`}`;
  return h('b', { class: 'brief', title: first.note }, whole);
}

/** @param {...string} texts */
const lettersOf = (...texts) => texts.reduce((sum, text) => sum + text.length, 0);

/** @param {View} view @param {GameClient} game @param {number} room in px, counted by letters: to measure it would lay the page out at each drawing */
function phases(view, game, room) {
  const all = game.steps?.(view) ?? view.phases;
  const now = all.find((p) => p.state === 'now');
  const shown = now?.side ?? all.find((p) => p.side)?.side ?? null;
  /** @type {{side: string|null, phases: Phase[]}[]} */
  const groups = [];
  for (const phase of all) {
    const last = groups.at(-1);
    if (last && last.side === phase.side) last.phases.push(phase);
    else groups.push({ side: phase.side, phases: [phase] });
  }
  const items = groups.flatMap(({ side, phases: list }, i) => {
    const open = side === shown || (side === null && list.some((p) => p.state === 'now'));
    const other = open ? '' : 'other';
    const out = i > 0 ? [h('li', { class: `sep ${other}`, 'aria-hidden': 'true' })] : [];
    if (side) out.push(h('li', { class: `who ${other}` }, h('i', { class: `swatch ${side}` }), game.sides[side] ?? side));
    if (side && !open) out.push(h('li', { class: 'other' }, count(list.length, 'phase')));
    else out.push(...list.map((phase) => item(phase, game, other, game.steps && phase === now ? `${all.indexOf(phase) + 1}/${all.length}` : '')));
    return out;
  });
  // What the other side does goes first, and only then the names of what is over.
  const close = wide(items) <= room ? '' : wide(items.filter((li) => !li.matches('.other'))) <= room ? ' alone' : ' tight';
  return h('ol', { class: `phases${close}`, 'aria-label': 'Phases of the turn' }, items);
}

/** How wide phases are, in px. @param {Element[]} items */
const wide = (items) => items.reduce((sum, li) => sum + (li.matches('.sep') ? SEPARATOR_PX : ((li.querySelector('.name') ?? li).textContent ?? '').length * LETTER_PX + PADDING_PX), 0);

/** @param {Phase} phase @param {GameClient} game @param {string} other @param {string} nth of how many it is, for a narrow window that shows no other */
function item(phase, game, other, nth) {
  const short = game.phases[phase.key.split('.').at(-1) ?? ''] ?? phase.title;
  // A phone has no room for it, and the question below says whose move it is.
  const whose = Object.values(game.sides).map((side) => `${side} `).find((side) => short.startsWith(side)) ?? '';
  return h(
    'li',
    { class: `${phase.state} ${other}`, 'aria-current': phase.state === 'now' ? 'step' : null, title: phase.title },
    phase.state === 'done' ? '✓ ' : '',
    nth && h('span', { class: 'nth' }, nth, ' '),
    h('span', { class: 'name' }, whose && h('span', { class: 'whose' }, whose), short.slice(whose.length)),
    ' ',
    h('small', {}, phase.section),
  );
}
