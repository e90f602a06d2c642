/** Between two players at one screen: nothing is shown until the next one is there. */

import { button } from '../core/bits.js';
import { h, render } from '../core/dom.js';

/**
 * @param {HTMLElement} place
 * @param {{title: string, text: string, yes: string, act: () => void}|null} content
 */
export function curtain(place, content) {
  place.hidden = content === null;
  if (!content) {
    place.replaceChildren();
    return;
  }
  if (place.dataset.title === content.title && place.childElementCount) return;
  place.dataset.title = content.title;
  render(place, h('div', { role: 'dialog', 'aria-modal': 'true', 'aria-label': content.title }, h('h1', {}, content.title), h('p', { class: 'quiet' }, content.text), button(content.yes, content.act, { tone: 'primary', key: 'curtain' })));
  place.querySelector('button')?.focus();
}
