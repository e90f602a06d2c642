/** Asks for the reason of a deed, and for a passkey, before it is done. */

import { button } from '../core/bits.js';
import { h } from '../core/dom.js';
import { tried } from '../account/login.js';
import { perform } from './desk.js';

/**
 * @param {object} about
 * @param {string} about.title what is done
 * @param {string} about.text what comes of it
 * @param {Record<string, string|number>} about.deed without the reason
 * @param {string} [about.readers] who reads the reason
 * @param {Record<string, HTMLInputElement|HTMLSelectElement>} [about.fields] further arguments, by name
 * @param {(secret: string|null) => void} about.done
 */
export function confirm({ title, text, deed, readers = 'The log of this page keeps it.', fields = {}, done }) {
  const problem = h('p', { class: 'bad', role: 'alert' });
  const reason = h('input', { type: 'text', required: true, maxlength: 300, 'data-key': 'reason' });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const more = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.inputMode === 'numeric' ? Number(field.value) : field.value]));
    void tried(problem, async () => {
      const { secret } = await perform({ ...deed, ...more, what: String(deed.what), reason: reason.value.trim() });
      dialog.close();
      done(secret);
    });
  };
  const labels = Object.values(fields).map((field) => h('label', { class: 'field' }, h('span', {}, field.getAttribute('aria-description') ?? ''), field));
  const dialog = h(
    'dialog',
    { class: 'deed', 'aria-label': title, onclose: () => dialog.remove() },
    h('form', { onsubmit: send }, h('h2', {}, title), h('p', {}, text), labels, h('label', { class: 'field' }, h('span', {}, 'Reason'), reason), h('p', { class: 'quiet' }, `${readers} Your passkey signs this deed and no other.`), problem, h('div', { class: 'acts' }, button('Cancel', () => dialog.close(), { key: 'cancel' }), h('button', { type: 'submit', class: 'b danger', 'data-key': 'do' }, 'Do it with your passkey'))),
  );
  document.body.append(dialog);
  dialog.showModal();
}
