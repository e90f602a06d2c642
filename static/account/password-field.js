/**
 * Fields for passwords. They are plain ones, so that pasting and password managers work, and nothing is cut off; a button
 * shows what stands in them. Under a new password stands what can be said of it before the server has looked at it.
 */

import { h } from '../core/dom.js';

const [LEAST, MOST] = [12, 128];
/** Different characters that a password must have, and what a long one has. */
const [DIFFERENT, MANY_DIFFERENT, LONG] = [5, 9, 16];

/**
 * How good a new password is, from 0 (refused) to 3, and a sentence about it.
 * @param {string} text
 * @returns {{ good: 0 | 1 | 2 | 3, sentence: string }}
 */
export function strength(text) {
  const signs = [...text.normalize('NFKC')];
  const different = new Set(signs.map((sign) => sign.toLowerCase())).size;
  if (signs.length < LEAST) return { good: 0, sentence: `Too short: ${LEAST} characters or more.` };
  if (signs.length > MOST) return { good: 0, sentence: `Too long: ${MOST} characters at most, and this has ${signs.length}.` };
  if (different < DIFFERENT) return { good: 0, sentence: 'Easy to guess: use more different characters.' };
  if (signs.length < LONG || different < MANY_DIFFERENT) return { good: 1, sentence: 'Fair. Longer is harder to guess.' };
  if (signs.length < LONG + LEAST / 2) return { good: 2, sentence: 'Good, unless it is a saying or something about you.' };
  return { good: 3, sentence: 'Strong, unless it is a saying or something about you.' };
}

/**
 * A field for a password, with its button.
 * @param {string} title
 * @param {'current-password' | 'new-password'} autocomplete
 * @param {string} key
 * @param {boolean} [required]
 * @returns {{ input: HTMLInputElement, field: HTMLElement }}
 */
export function passwordField(title, autocomplete, key, required = true) {
  const input = h('input', { type: 'password', required, autocomplete, 'data-key': key });
  const shows = h('button', { type: 'button', class: 'b ghost', 'aria-pressed': 'false', 'aria-label': `Show: ${title}`, 'data-key': `${key}-shown` }, 'Show');
  shows.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    shows.setAttribute('aria-pressed', String(shown));
  });
  const rated = autocomplete === 'new-password' ? rating(input, `${key}-strength`) : null;
  return { input, field: h('div', { class: 'password' }, h('label', { class: 'field' }, h('span', {}, title), input), shows, rated) };
}

/** What is said of a new password while it is typed. @param {HTMLInputElement} input @param {string} id */
function rating(input, id) {
  const meter = h('meter', { min: '0', max: '3', value: '0', 'aria-hidden': 'true' });
  const sentence = h('span', { id, role: 'status' });
  input.setAttribute('aria-describedby', id);
  input.addEventListener('input', () => {
    const found = strength(input.value);
    meter.value = found.good;
    sentence.textContent = input.value ? found.sentence : '';
    input.setCustomValidity(input.value && !found.good ? found.sentence : '');
  });
  return h('p', { class: 'quiet strength' }, meter, ' ', sentence);
}
