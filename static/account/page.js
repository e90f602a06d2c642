/**
 * The account page: your name, the ways to log in, other devices, sessions. For strangers: logging in.
 *
 * @import {Match} from '../core/types.js'
 * @import {ApiTokenOut, BlockedOut, MuteOut, ProfileOut, SessionOut} from '../core/wire.js'
 */

import { ApiError, api } from '../core/api.js';
import { button, count } from '../core/bits.js';
import { $, h, render } from '../core/dom.js';
import { HOME } from '../core/links.js';
import { ago, exactly } from '../core/when.js';
import { daysAway } from './away.js';
import { able, make } from './devices.js';
import { carried, goOn, logIn, tried, wanted } from './login.js';
import { notices, stopping } from './notices.js';
import { passwordField } from './password-field.js';
import { unsubscribe } from './push.js';

const page = $('#page');

const home = () => location.assign(HOME);

const head = () => h('header', { class: 'head' }, h('h1', {}, 'Account'), h('div', { class: 'me' }, h('a', { class: 'b ghost', href: HOME, 'data-key': 'home' }, 'All matches')));

/** A part of the page, with a place for what went wrong in it. @param {string} title @param {(problem: HTMLElement) => import('../core/dom.js').Child[]} inside */
const box = (title, inside) => {
  const problem = h('p', { class: 'bad', role: 'alert' });
  return h('section', { class: 'box', 'aria-label': title }, h('h2', {}, title), inside(problem), problem);
};

/** @param {string} what @param {string} at */
const moment = (what, at) => h('time', { datetime: at, title: exactly(at) }, `${what} ${ago(at)}`);

/** @param {ProfileOut} me */
const called = (me) =>
  box('Profile', (problem) => {
    const input = h('input', { type: 'text', required: true, maxlength: 40, value: me.name, autocomplete: 'nickname', 'data-key': 'name' });
    const zones = ['', ...Intl.supportedValuesOf('timeZone')];
    if (me.zone && !zones.includes(me.zone)) zones.push(me.zone);
    const zone = h('select', { 'data-key': 'zone' }, zones.map((z) => h('option', { value: z, selected: z === (me.zone ?? '') }, z || 'As this browser')));
    const save = (/** @type {Event} */ event) => {
      event.preventDefault();
      void tried(problem, async () => {
        const name = input.value.trim();
        if (name !== me.name) await api.guest(name);
        if (zone.value !== (me.zone ?? '')) await api.setZone(zone.value || null);
        await show();
      });
    };
    return [h('form', { class: 'row', onsubmit: save }, h('label', { class: 'field' }, h('span', {}, 'Other players see you as'), input), h('label', { class: 'field' }, h('span', {}, 'Time zone'), zone), h('button', { type: 'submit', class: 'b', 'data-key': 'save-profile' }, 'Save'))];
  });

/** @param {Match[]} matches @param {BlockedOut[]} blocked */
const others = (matches, blocked) =>
  box('Block or report', (problem) => {
    const met = matches.flatMap((m) => m.seats.filter((s) => s.taken && !s.you).map((s) => ({ match: m.id, seat: s.seat, label: `${s.name} (${s.title}, match ${m.id})` })));
    const who = h('select', { 'data-key': 'person' }, met.map((one, i) => h('option', { value: String(i) }, one.label)));
    const text = h('input', { type: 'text', required: true, maxlength: 1000, 'data-key': 'report-text' });
    const said = h('p', { role: 'status' });
    const list = h('ul', { class: 'held' });
    const chosen = () => met[Number(who.value)];
    const fill = (/** @type {BlockedOut[]} */ all) =>
      render(list, all.map((one) => h('li', {}, h('div', {}, h('b', {}, one.name), h('small', {}, moment('Blocked', one.created_at))), button('Unblock', () => void tried(problem, async () => fill(await api.unblock(one.id))), { key: `unblock-${one.id}`, label: `Unblock ${one.name}` }))));
    const block = () =>
      tried(problem, async () => {
        const one = chosen();
        if (one) fill(await api.block(one.match, one.seat));
      });
    const report = (/** @type {Event} */ event) => {
      event.preventDefault();
      void tried(problem, async () => {
        const one = chosen();
        if (!one) return;
        await api.report(one.match, one.seat, text.value.trim());
        text.value = '';
        said.textContent = 'Thank you. The people who run this server can read it.';
      });
    };
    fill(blocked);
    return [
      h('p', { class: 'quiet' }, 'People you block cannot sit down at your tables. Matches you already play together go on.'),
      list,
      met.length > 0 && h('form', { class: 'row', onsubmit: report }, h('label', { class: 'field' }, h('span', {}, 'Someone you play with'), who), button('Block', () => void block(), { key: 'block' }), h('label', { class: 'field' }, h('span', {}, 'What happened?'), text), h('button', { type: 'submit', class: 'b', 'data-key': 'report' }, 'Report')),
      said,
    ];
  });

/** @param {MuteOut[]} all */
const muted = (all) =>
  box('Muted in the chat', (problem) => {
    const list = h('ul', { class: 'held' });
    const fill = (/** @type {MuteOut[]} */ now) =>
      render(list, now.map((one) => h('li', {}, h('div', {}, h('b', {}, one.name), h('small', {}, moment('Muted', one.created_at))), button('Unmute', () => void tried(problem, async () => fill(await api.unmute(one.id))), { key: `unmute-${one.id}`, label: `Unmute ${one.name}` }))));
    fill(all);
    return [h('p', { class: 'quiet' }, 'You do not see what they say in any match. They are not told.'), list];
  });

/** @param {ProfileOut} me */
const ways = (me) =>
  box('Ways to log in', (problem) => {
    const name = h('input', { type: 'text', required: true, maxlength: 40, placeholder: 'My phone', 'data-key': 'passkey-name' });
    const add = (/** @type {Event} */ event) => {
      event.preventDefault();
      void tried(problem, async () => {
        await api.addPasskey(name.value.trim(), await make(await api.passkeyOptions()));
        await show();
      });
    };
    const remove = (/** @type {string} */ id) =>
      tried(problem, async () => {
        const last = me.passkeys.length === 1 && !me.mail;
        if (last && !confirm('This is your last way to log in. Without it, only browsers that know you now can play your matches. Remove it?')) return;
        await api.removePasskey(id, last);
        await show();
      });
    return [
      me.guest && h('p', { class: 'warning' }, `You are a guest: only this browser knows you. ${me.matches ? `If it forgets, you lose your ${me.matches === 1 ? 'match' : `${me.matches} matches`}. ` : ''}Add a ${me.sends_mail ? 'passkey or a mail address' : 'passkey'} to keep your seats.`),
      me.passkeys.length > 0 && h('ul', { class: 'held' }, me.passkeys.map((key) => h('li', {}, h('div', {}, h('b', {}, key.name), h('small', {}, 'Passkey · ', key.used_at ? moment('last used', key.used_at) : moment('added', key.created_at))), button('Remove', () => void remove(key.id), { key: `remove-${key.id}`, label: `Remove the passkey ${key.name}` })))),
      able()
        ? h('form', { class: 'row', onsubmit: add }, h('label', { class: 'field' }, h('span', {}, 'Name of the passkey'), name), h('button', { type: 'submit', class: `b ${me.guest ? 'primary' : ''}`, 'data-key': 'add-passkey' }, 'Add a passkey'))
        : h('p', { class: 'quiet' }, 'Passkeys work only over https, under a host name.'),
    ];
  });

/** @param {ProfileOut} me */
const mail = (me) =>
  box('Mail and password', (problem) => {
    const address = h('input', { type: 'email', required: true, maxlength: 200, autocomplete: 'email', 'data-key': 'address' });
    const sent = h('p', { role: 'status' });
    const secret = carried('confirm');
    const confirmed = () =>
      tried(problem, async () => {
        await api.confirmAddress(secret);
        history.replaceState(null, '', location.pathname);
        await show();
      });
    const add = (/** @type {Event} */ event) => {
      event.preventDefault();
      void tried(problem, async () => {
        await api.addAddress(address.value.trim());
        sent.textContent = 'A link is on its way. Open it in this browser.';
      });
    };
    const remove = () =>
      tried(problem, async () => {
        const last = me.passkeys.length === 0;
        if (last && !confirm('This is your last way to log in. Without it, only browsers that know you now can play your matches. Remove it?')) return;
        await api.removeAddress(last);
        await show();
      });
    const password = passwordField('New password, 12 characters or more', 'new-password', 'new-password');
    const current = passwordField('Current password', 'current-password', 'current-password', false);
    const set = (/** @type {Event} */ event) => {
      event.preventDefault();
      void tried(problem, async () => {
        await api.setPassword(password.input.value, current.input.value);
        await show();
      });
    };
    const unset = () =>
      tried(problem, async () => {
        await api.removePassword();
        await show();
      });
    return [
      secret && h('div', {}, button('Confirm my address', () => void confirmed(), { tone: 'primary', key: 'confirm-address' })),
      me.mail && h('ul', { class: 'held' }, h('li', {}, h('div', {}, h('b', {}, me.mail.address), h('small', {}, moment('Confirmed', me.mail.confirmed_at))), button('Remove', () => void remove(), { key: 'remove-address', label: 'Remove the mail address' })), me.password && h('li', {}, h('div', {}, h('b', {}, 'Password'), h('small', {}, moment('Set', me.password.changed_at))), button('Remove', () => void unset(), { key: 'remove-password', label: 'Remove the password' }))),
      h('form', { class: 'row', onsubmit: add }, h('label', { class: 'field' }, h('span', {}, me.mail ? 'New mail address' : 'Mail address'), address), h('button', { type: 'submit', class: 'b', 'data-key': 'add-address' }, me.mail ? 'Change it' : 'Add it')),
      sent,
      me.mail && h('form', { class: 'row', onsubmit: set }, h('input', { type: 'hidden', autocomplete: 'username', value: me.mail.address }), me.password && current.field, password.field, h('button', { type: 'submit', class: 'b', 'data-key': 'set-password' }, me.password ? 'Change password' : 'Set password')),
    ];
  });

const devices = () =>
  box('Use on another device', (problem) => {
    const place = h('div', { 'aria-live': 'polite' });
    const ask = () =>
      tried(problem, async () => {
        const { code, expires_at: until } = await api.deviceCode();
        const link = new URL(`/account.html#code=${code}`, location.origin).href;
        render(place, h('p', { class: 'code', 'data-key': 'shown-code' }, code), h('p', { class: 'quiet' }, `Enter it there under “Log in” by ${new Date(until).toLocaleTimeString([], { timeStyle: 'short' })}, or open this link. It works once. Anyone with it can play as you.`), h('label', { class: 'field' }, h('span', {}, 'Link'), h('input', { type: 'text', readonly: true, value: link, 'data-key': 'code-link', onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() })));
      });
    return [h('p', { class: 'quiet' }, 'A code lets another browser know you too, with all your matches.'), h('div', {}, button('Show a code', () => void ask(), { key: 'device-code' })), place];
  });

/** Names by which browsers and systems are told apart, the first that fits: many claim to be others as well. */
const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const SYSTEMS = { Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', 'Mac OS': 'macOS', Linux: 'Linux' };

/** @param {string} agent what a browser says it is @returns {string} "Chrome on Linux" */
function browserName(agent) {
  const found = (/** @type {Record<string, string>} */ names) => Object.entries(names).find(([said]) => agent.includes(said))?.[1];
  const [browser, system] = [found(BROWSERS), found(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : browser ?? system ?? (agent || 'A browser');
}

/** @param {ProfileOut} me @param {SessionOut[]} all */
const sessions = (me, all) =>
  box('Where you are logged in', (problem) => {
    const end = (/** @type {SessionOut} */ one) =>
      tried(problem, async () => {
        if (one.current && me.guest && me.matches && !confirm('You are a guest: if you log out here, you lose your matches. Log out?')) return;
        // What is shown here after that would be for someone else's eyes.
        if (one.current) await unsubscribe();
        await api.endSession(one.id);
        if (one.current) home();
        else await show();
      });
    return [
      h('ul', { class: 'held' }, all.map((one) => h('li', {}, h('div', {}, h('b', { title: one.agent }, browserName(one.agent), one.current && ' (this browser)'), h('small', {}, moment('Last used', one.seen_at))), button(one.current ? 'Log out' : 'End', () => void end(one), { key: one.current ? 'log-out' : `end-${one.id}`, label: one.current ? 'Log out' : `End the session of ${browserName(one.agent)}` })))),
      all.length > 1 && h('div', {}, button('End all others', () => void tried(problem, async () => { await api.endOtherSessions(); await show(); }), { key: 'end-others' })),
    ];
  });

/** @param {ApiTokenOut[]} all */
const programs = (all) =>
  box('Programs', (problem) => {
    const name = h('input', { type: 'text', required: true, maxlength: 40, placeholder: 'My bot', 'data-key': 'token-name' });
    const scope = h('select', { 'data-key': 'token-scope' }, h('option', { value: 'read' }, 'Watch'), h('option', { value: 'play' }, 'Watch and play'));
    const made = h('div', { 'aria-live': 'polite' });
    const list = h('ul', { class: 'held' });
    const fill = (/** @type {ApiTokenOut[]} */ tokens) =>
      render(list, tokens.map((one) => h('li', {}, h('div', {}, h('b', {}, one.name), h('small', {}, one.scopes.includes('play') ? 'Watches and plays' : 'Watches', ' · ', one.used_at ? moment('last used', one.used_at) : 'never used')), button('Revoke', () => void revoke(one.id), { key: `revoke-${one.id}`, label: `Revoke the token ${one.name}` }))));
    const revoke = (/** @type {string} */ id) =>
      tried(problem, async () => {
        await api.revokeToken(id);
        fill(await api.tokens());
      });
    const make = (/** @type {Event} */ event) => {
      event.preventDefault();
      void tried(problem, async () => {
        const { token } = await api.makeToken(name.value.trim(), [scope.value]);
        fill(await api.tokens());
        render(made, h('label', { class: 'field' }, h('span', {}, 'Copy the token now: it is not shown again'), h('input', { type: 'text', readonly: true, value: token, 'data-key': 'token', onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() })));
      });
    };
    fill(all);
    return [
      h('p', { class: 'quiet' }, 'A program with one of your tokens can watch your matches, or play for you. It cannot change your account.'),
      list,
      h('form', { class: 'row', onsubmit: make }, h('label', { class: 'field' }, h('span', {}, 'Name of the program'), name), h('label', { class: 'field' }, h('span', {}, 'It may'), scope), h('button', { type: 'submit', class: 'b', 'data-key': 'make-token' }, 'Make a token')),
      made,
    ];
  });

/** @param {ProfileOut} me */
const leave = (me) =>
  box('Your data', (problem) => {
    const name = h('input', { type: 'text', required: true, maxlength: 200, autocomplete: 'off', 'data-key': 'delete-name' });
    const remove = (/** @type {Event} */ event) => {
      event.preventDefault();
      void tried(problem, async () => {
        await api.deleteAccount(name.value);
        home();
      });
    };
    return [
      h('div', {}, h('a', { class: 'b', href: '/api/account/export', download: '', 'data-key': 'export' }, 'Download everything kept about you')),
      h('p', { class: 'quiet' }, `Deleting your account removes your name, ways to log in, sessions and tokens. Your seats in matches in play are open to new players, and your name becomes “A former player”. This cannot be undone.${me.guest ? '' : ' You must have logged in within the last ten minutes.'}`),
      h('form', { class: 'row', onsubmit: remove }, h('label', { class: 'field' }, h('span', {}, `To delete it, type your name: ${me.name}`), name), h('button', { type: 'submit', class: 'b danger', 'data-key': 'delete-account' }, 'Delete my account')),
    ];
  });

async function show() {
  const [me, { mail: sends }] = await Promise.all([api.account(), api.loginWays()]);
  const stop = carried('stop');
  if (stop) {
    render(page, head(), h('div', { class: 'account' }, stopping(stop, box)));
    return;
  }
  const on = () => goOn(HOME);
  // Another account may be known here than the one that plays.
  const sent = wanted() !== null && new URLSearchParams(location.search).has('to');
  if (!me || sent) {
    const why = sent && h('p', { class: 'warning' }, me ? `${me.name} has no seat in that match. Log in to the account that does.` : 'Log in to continue to your match. If you have no seat in it yet, ask for an invitation, or for the spectator link.');
    render(page, head(), h('div', { class: 'account' }, why, carried('confirm') && h('p', { class: 'warning' }, 'Open this link in the browser in which you added the address.'), logIn(me, sends, on)));
    return;
  }
  const [all, tokens, matches, blocked, mutes, told, away] = await Promise.all([api.sessions(), api.tokens(), api.matches(), api.blocks(), api.mutes(), notices(me, box), api.vacations()]);
  const asked = carried('code') || carried('login');
  const again = !me.sure && [h('p', { class: 'warning' }, 'To change how you log in, to make a token or to delete your account, log in again first.'), logIn(me, sends, () => void show())];
  render(page, head(), h('div', { class: 'account' }, asked && logIn(me, sends, on), called(me), !asked && again, ways(me), sends && mail(me), told, box('Days away', (problem) => daysAway(away, me.zone, problem)), devices(), sessions(me, all), programs(tokens), (matches.some((m) => m.seats.some((s) => s.taken && !s.you)) || blocked.length > 0) && others(matches, blocked), mutes.length > 0 && muted(mutes), leave(me), me.guest && !asked && logIn(me, sends, home)));
  if (location.hash === '#notices') document.querySelector('#notices')?.scrollIntoView();
}

show().catch((error) => {
  console.error(error);
  render(page, head(), h('section', { class: 'box' }, h('h2', {}, 'Could not load your account'), h('p', { class: 'bad' }, error instanceof ApiError ? error.message : String(error)), h('div', {}, button('Try again', () => location.reload(), { tone: 'primary' }))));
});

// Another link opened in this tab changes only what stands behind the #.
addEventListener('hashchange', () => location.reload());
