/** Sections of the rules as they are quoted everywhere: a chip that leads to what the section says. */

import { h } from './dom.js';

/** The game whose rules this page quotes, and what is printed for the match. @type {{game: string, plan: string, scenario: string}} */
export const quoted = { game: '', plan: '', scenario: '' };

/** @param {string} game @param {string} [plan] @param {string} [scenario] by whose charts @param {string} [section] where to begin */
export const rulesPage = (game, plan = '', scenario = '', section = '') => `/rules.html?${new URLSearchParams({ game, ...(plan && { plan }), ...(scenario && { scenario }) })}${section ? `#s${section}` : ''}`;

/** The same for what this page quotes. @param {string} [section] */
export const quotedPage = (section = '') => rulesPage(quoted.game, quoted.plan, quoted.scenario, section);

/** @param {string|null|undefined} section @returns {HTMLElement|null} a chip that opens the section */
export const chip = (section) =>
  section
    ? quoted.game
      ? h('a', { class: 'sx', href: quotedPage(section), 'data-section': section, title: `What §${section} says` }, `§${section}`)
      : plainChip(section)
    : null;

/** The same inside a button, which may hold no link: it opens with "?" on the button, on a line of the log with the pointer too. @param {string|null|undefined} section @returns {HTMLElement|null} */
export const plainChip = (section) => (section ? h('span', { class: 'sx', 'data-section': section }, `§${section}`) : null);

/** U+2060, at which no line is broken: a chip stays with its bracket and its comma. */
const JOINED = '\u2060';

/** @param {string} text @returns {(string|HTMLElement|null)[]} the text with chips for the sections that it refers to */
export const linked = (text) => text.split(/§(\d+(?:\.\d+)*)/).map((part, n) => (n % 2 ? chip(part) : part.replace(/^(?=[),.:;])/, n ? JOINED : '').replace(/\($/, `(${JOINED}`)));
