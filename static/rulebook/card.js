/**
 * What a section says, on a card over the table: press any § on the page, or "?" on a line or a button that has one.
 */

import { api } from '../core/api.js';
import { button, icon } from '../core/bits.js';
import { quoted, quotedPage } from '../core/citing.js';
import { h, render } from '../core/dom.js';
import { everyRule, leaf, ruleOf } from './leaf.js';

/** @import {RulesOut} from '../core/wire.js' */

export class RuleCard {
  #card = h('dialog', { class: 'rule-card', 'aria-labelledby': 'rule-title' });
  /** @type {Promise<RulesOut>|null} */
  #rules = null;

  constructor() {
    document.body.append(this.#card);
    // Before the button hears of it that a chip may lie in.
    document.addEventListener('click', (event) => this.#pressed(event), true);
    document.addEventListener('keydown', (event) => this.#asked(event), true);
    // The keys of the table rest while it is open.
    this.#card.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') this.#card.close();
    });
    this.#card.addEventListener('click', (event) => event.target === this.#card && this.#card.close());
  }

  /** @param {MouseEvent} event */
  #pressed(event) {
    const chip = event.target instanceof Element ? event.target.closest('.sx[data-section]') : null;
    // A press on an order means the order, wherever on its button; "?" tells of its rule.
    if (chip?.closest('button:not(.line, .warn)')) return;
    if (!chip || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    void this.open(chip.getAttribute('data-section') ?? '');
  }

  /** @param {KeyboardEvent} event */
  #asked(event) {
    if (event.key !== '?' || this.#card.open || (event.target instanceof HTMLElement && event.target.matches('input, textarea, select'))) return;
    const here = document.activeElement;
    const near = here?.querySelector('.sx[data-section]') ?? document.querySelector('#prompt .sx[data-section]');
    if (!near) return;
    event.preventDefault();
    event.stopPropagation();
    void this.open(near.getAttribute('data-section') ?? '');
  }

  /** @param {string} section */
  async open(section) {
    this.#rules ??= api.rules(quoted.game, quoted.plan, quoted.scenario);
    try {
      this.#show(section, await this.#rules);
    } catch (error) {
      this.#rules = null;
      this.#frame(`§${section}`, '', h('p', { class: 'bad', role: 'alert' }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {string} section @param {RulesOut} rules */
  #show(section, rules) {
    const rule = ruleOf(rules, section);
    if (!rule) {
      this.#frame(`§${section}`, section, h('p', {}, 'This game has no text for it.'));
      return;
    }
    const all = everyRule(rules);
    const place = all.indexOf(rule);
    const turn = (/** @type {number} */ by, /** @type {string} */ key) => {
      const other = all[place + by];
      return other && button(`§${other.section} ${other.title}`, () => this.#show(other.section, rules), { tone: 'ghost', class: 'turn-leaf', key });
    };
    this.#frame(`§${rule.section} ${rule.title}`, rule.section, leaf(rule, rules), h('nav', { class: 'leaves', 'aria-label': 'Sections nearby' }, turn(-1, 'rule-before'), turn(1, 'rule-after')));
  }

  /** @param {string} title @param {string} section @param {...import('../core/dom.js').Child} rest */
  #frame(title, section, ...rest) {
    render(
      this.#card,
      h(
        'div',
        { class: 'rule-body' },
        h('header', {}, h('h2', { id: 'rule-title' }, title), button(icon('close'), () => this.#card.close(), { label: 'Close', tone: 'ghost', key: 'rule-close' })),
        rest,
        h('p', { class: 'quiet' }, h('a', { href: quotedPage(section), target: '_blank', rel: 'noopener', 'data-key': 'rule-all' }, 'All rules'), ' · The rulebook’s numbers, our own words.'),
      ),
    );
    if (!this.#card.open) this.#card.showModal();
    this.#card.scrollTop = 0;
  }
}
