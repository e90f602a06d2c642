/**
 * Logging in. Whoever has matches as a guest in this browser says first what becomes of them.
 *
 * @import {ProfileOut} from '../core/wire.js'
 */

import { ApiError, api } from '../core/api.js';
import { button, count } from '../core/bits.js';
import { h } from '../core/dom.js';
import { Declined, able, answer } from './devices.js';
import { passwordField } from './password-field.js';

/** What a link carries. It stands behind the `#`, which is never sent to a server. @param {"code"|"login"|"confirm"|"stop"} what */
export const carried = (what) => new URLSearchParams(location.hash.slice(1)).get(what) ?? '';

const WANTED = 'wanted';
const WANTED_FOR_MS = 3_600_000;
/** Pages of ours to which a log-in may lead; an address made by someone else must not. */
const OURS = /^\/match\.html\?[\w.~%&=-]+$/;

/** Where someone was going who had to log in first; a link in a mail goes on from there in another tab. */
export function wanted() {
  const asked = new URLSearchParams(location.search).get('to');
  if (asked && OURS.test(asked)) localStorage.setItem(WANTED, JSON.stringify({ to: asked, at: Date.now() }));
  const { to, at } = JSON.parse(localStorage.getItem(WANTED) ?? '{}');
  return typeof to === 'string' && OURS.test(to) && Date.now() - at < WANTED_FOR_MS ? to : null;
}

/** Go there, or home. @param {string} otherwise */
export function goOn(otherwise) {
  const to = wanted();
  localStorage.removeItem(WANTED);
  location.assign(to ?? otherwise);
}

/** What a press came to, in words. @param {HTMLElement} problem @param {() => Promise<void>} act */
export async function tried(problem, act) {
  problem.textContent = '';
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof Declined)) throw error;
    problem.textContent = error.message;
  }
}

/** @param {ProfileOut|null} me @param {boolean} mail whether the server sends any @param {() => void} entered */
export function logIn(me, mail, entered) {
  const problem = h('p', { class: 'bad', role: 'alert' });
  const matches = me?.guest ? me.matches : 0;
  const them = matches === 1 ? 'it' : 'them';
  const choice = (/** @type {string} */ value, /** @type {string} */ label, /** @type {string} */ note) =>
    h('label', { class: 'option' }, h('input', { type: 'radio', name: 'bring', value, 'data-key': `bring-${value}` }), h('span', {}, label, h('small', {}, note)));
  const fate = matches > 0 && h('fieldset', {}, h('legend', {}, `You have ${count(matches, 'match', 'matches')} as the guest ${me?.name} in this browser.`), h('div', { class: 'options' }, choice('yes', `Bring ${them} along`, 'To the account you log in to'), choice('no', `Leave ${them}`, `You can no longer play ${them} here`)));
  const section = h('section', { class: 'box', 'aria-label': 'Log in' });

  /** @param {(bring: boolean) => Promise<unknown>} way */
  const by = (way) =>
    void tried(problem, async () => {
      const chosen = section.querySelector('input[name=bring]:checked');
      if (fate && !(chosen instanceof HTMLInputElement)) throw new Declined('First choose what happens to your matches in this browser.');
      await way(chosen instanceof HTMLInputElement && chosen.value === 'yes');
      entered();
    });
  const code = h('input', { type: 'text', name: 'code', required: true, maxlength: 9, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', pattern: '[A-Za-z]{4}[ \\-]?[A-Za-z]{4}', value: carried('code'), 'data-key': 'code' });
  const byCode = (/** @type {Event} */ event) => {
    event.preventDefault();
    by((bring) => api.logInByCode(code.value.trim(), bring));
  };
  const link = carried('login');
  const heading = [h('h2', {}, 'Log in'), ...(fate ? [fate] : []), problem];
  if (link) {
    // Programs that look through mail open links; only a press logs in.
    section.append(...heading, h('div', {}, button('Log in', () => by((bring) => api.logInByLink(link, bring)), { tone: 'primary', key: 'link-login' })));
    return section;
  }
  section.append(
    ...heading,
    able()
      ? h('div', {}, button('Log in with a passkey', () => by(async (bring) => api.logInByPasskey(await answer(await api.passkeyChallenge()), bring)), { tone: 'primary', key: 'passkey-login' }))
      : h('p', { class: 'quiet' }, 'Passkeys work only over https, under a host name.'),
    h('form', { class: 'row', onsubmit: byCode }, h('label', { class: 'field' }, h('span', {}, 'Code from your other device'), code), h('button', { type: 'submit', class: 'b', 'data-key': 'code-login' }, 'Log in with the code')),
  );
  if (mail) section.append(...byMail(by, problem));
  return section;
}

/** @param {(way: (bring: boolean) => Promise<unknown>) => void} by @param {HTMLElement} problem */
function byMail(by, problem) {
  const address = (/** @type {string} */ key) => h('input', { type: 'email', required: true, maxlength: 200, autocomplete: 'username', 'data-key': key });
  const [forLink, forPassword] = [address('link-address'), address('login-address')];
  const password = passwordField('Password', 'current-password', 'login-password');
  const sent = h('p', { role: 'status' });
  const askForLink = (/** @type {Event} */ event) => {
    event.preventDefault();
    void tried(problem, async () => {
      await api.askForLink(forLink.value.trim());
      sent.textContent = 'If an account has that address, a link is on its way. It works for 20 minutes.';
    });
  };
  const byPassword = (/** @type {Event} */ event) => {
    event.preventDefault();
    by((bring) => api.logInByPassword(forPassword.value.trim(), password.input.value, bring));
  };
  return [
    h('form', { class: 'row', onsubmit: askForLink }, h('label', { class: 'field' }, h('span', {}, 'Mail address'), forLink), h('button', { type: 'submit', class: 'b', 'data-key': 'ask-link' }, 'Send me a link')),
    sent,
    h('form', { class: 'row', onsubmit: byPassword }, h('label', { class: 'field' }, h('span', {}, 'Mail address'), forPassword), password.field, h('button', { type: 'submit', class: 'b', 'data-key': 'password-login' }, 'Log in with a password')),
  ];
}
