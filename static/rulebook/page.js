/** The page of all rules of a game. */

import { api } from '../core/api.js';
import { quoted, rulesPage } from '../core/citing.js';
import { howTo, minutes } from '../core/minutes.js';
import { titleOf } from '../core/variants.js';
import { howToBox } from '../lobby/how-to.js';
import { $, h, render } from '../core/dom.js';
import { cycleTheme, themeName } from '../core/theme.js';
import { leaf, ruleOf } from './leaf.js';

/** @import {RulesOut} from '../core/wire.js' */

const params = new URLSearchParams(location.search);
quoted.game = params.get('game') ?? '';
quoted.plan = params.get('plan') ?? '';
quoted.scenario = params.get('scenario') ?? '';

/** Without a game: which there are. */
async function choose() {
  const games = await api.games();
  render($('#rules'), h('h1', {}, 'How to play'), h('ul', { class: 'games' }, games.map(({ id, title }) => h('li', {}, h('a', { href: rulesPage(id) }, title)))));
}

async function open() {
  const [games, rules, told] = await Promise.all([api.games(), api.rules(quoted.game, quoted.plan, quoted.scenario), minutes()]);
  const game = games.find(({ id }) => id === quoted.game);
  const title = game ? titleOf(game, quoted.scenario) : '';
  const minute = told[quoted.game];
  document.title = `How to play ${title} · Great War Online`;
  render(
    $('#rules'),
    h('h1', {}, `How to play ${title}`),
    minute && howToBox(howTo(minute, title)),
    minute?.pictures && h('p', {}, h('a', { href: minute.pictures, 'data-key': 'turn-in-pictures' }, 'One whole turn in pictures'), ', with help for those who know the board game.'),
    h('p', { class: 'quiet' }, 'The rules in our own words, by the numbers of the rulebook. In a match, tap any § to read the section that it names.'),
    !rules.chapters.length && h('p', {}, 'The rules of this game are still to be written here. In a match every question names its section of the rulebook.'),
    rules.chapters.length > 0 && h('nav', { class: 'contents', 'aria-label': 'Chapters' }, h('ol', {}, rules.chapters.map((chapter) => h('li', {}, h('a', { href: `#c${chapter.number}` }, `${chapter.number} ${chapter.title}`))))),
    rules.chapters.map((chapter) => [
      h('h2', { id: `c${chapter.number}` }, `${chapter.number} ${chapter.title}`),
      chapter.rules.map((rule) => h('section', { id: `s${rule.section}`, class: 'rule' }, h('h3', {}, h('span', { class: 'number' }, `§${rule.section}`), ' ', rule.title), leaf(rule, rules, true))),
    ]),
  );
  const lead = () => place(rules, location.hash)?.scrollIntoView();
  lead();
  addEventListener('hashchange', lead);
  // Letters that come late are broader or narrower, and move all that stands below them.
  let moved = false;
  for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(sign, () => (moved = true), { once: true, passive: true });
  await document.fonts.ready;
  if (!moved) lead();
}

/**
 * A section that is told under another leads there, as the chips of a match do.
 *
 * @param {RulesOut} rules
 * @param {string} hash
 * @returns {HTMLElement|null}
 */
function place(rules, hash) {
  const rule = ruleOf(rules, hash.match(/^#s([\d.]+)$/)?.[1] ?? '');
  return document.getElementById(rule ? `s${rule.section}` : hash.slice(1));
}

const turner = $('#theme');
turner.textContent = `Theme: ${themeName()}`;
turner.addEventListener('click', () => (turner.textContent = `Theme: ${cycleTheme()}`));
(quoted.game ? open() : choose()).catch((error) => render($('#rules'), h('h1', {}, 'How to play'), h('p', { class: 'bad', role: 'alert' }, error.message), h('p', {}, h('a', { href: '/' }, 'All matches'))));
