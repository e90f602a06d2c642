/** What covers the table: the way to it, and between two players at one screen, until the next one is there. */

import { button } from '../core/bits.js';
import { $, h, render } from '../core/dom.js';

/**
 * Cover the table or show it. What is covered can be neither reached nor read. The page is not `inert`, as that is a style
 * of each sign on the map: thousands would get another as the curtain rises.
 *
 * @param {boolean} covered @returns {HTMLElement} the curtain
 */
export function cover(covered) {
  const place = $('#curtain');
  const app = $('#app');
  place.hidden = !covered;
  app.classList.toggle('covered', covered);
  if (covered) $('#through').setAttribute('aria-hidden', 'true');
  else $('#through').removeAttribute('aria-hidden');
  $('#map').tabIndex = covered ? -1 : 0;
  // What was said aloud was said to whoever was there.
  if (covered) for (const said of ['#hex-sentence', '#news']) $(said).textContent = '';
  const { activeElement } = document;
  if (covered && activeElement instanceof HTMLElement && app.contains(activeElement)) activeElement.blur();
  return place;
}

/** @param {{title: string, text: string, yes: string, act: () => void}|null} content */
export function curtain(content) {
  const place = cover(content !== null);
  if (!content) {
    place.replaceChildren();
    return;
  }
  if (place.dataset.title === content.title && place.childElementCount) return;
  place.dataset.title = content.title;
  render(place, h('div', { role: 'dialog', 'aria-modal': 'true', 'aria-label': content.title }, h('h1', {}, content.title), h('p', { class: 'quiet' }, content.text), button(content.yes, content.act, { tone: 'primary', key: 'curtain' })));
  place.querySelector('button')?.focus();
}
