/**
 * The part of the account page about being told: where, of what, how soon, and what became of it.
 *
 * @import {ChannelOut, DeliveryOut, NoticesOut, ProfileOut} from '../core/wire.js'
 */

import { api } from '../core/api.js';
import { button } from '../core/bits.js';
import { h, render } from '../core/dom.js';
import { matchPage } from '../core/links.js';
import { ago, exactly } from '../core/when.js';
import { tried } from './login.js';
import { here, pushable, subscribe, unsubscribe } from './push.js';

/** @typedef {keyof ChannelOut['modes']} Kind */

/** @type {[Kind, string][]} */
const KINDS = [
  ['turn', 'It is your turn'],
  ['clock', 'Your time is running out'],
  ['proposal', 'A proposal waits for you'],
  ['began', 'A match begins'],
  ['ended', 'A match is over'],
  ['joined', 'Someone sits down at your table or leaves it, wants a rematch, or your match waits for you to begin'],
  ['chat', 'New messages'],
];
/** @type {[ChannelOut['modes'][Kind], string][]} */
const MODES = [
  ['at_once', 'At once'],
  ['gathered', 'Gathered for 10 minutes'],
  ['daily', 'Once a day'],
  ['off', 'Never'],
];
const WAYS = { mail: 'Mail', push: 'This or another browser', webhook: 'Webhook' };
const STATES = { waiting: 'Waiting', sent: 'Sent', lapsed: 'Not needed', failed: 'Failed' };
const LOOK_EVERY_MS = 700;
const MAX_LOOKS = 30;

const hours = (/** @type {number|null} */ chosen) => Array.from({ length: 24 }, (_, n) => h('option', { value: String(n), selected: n === chosen }, `${String(n).padStart(2, '0')}:00`));

/** @param {DeliveryOut} one */
const delivered = (one) =>
  h(
    'li',
    {},
    h(
      'div',
      {},
      h('b', {}, `${STATES[one.status]}${one.reason ? `: ${one.reason}` : ''}`),
      h('small', {}, `${one.kind === 'test' ? 'Test' : KINDS.find(([kind]) => kind === one.kind)?.[1] ?? one.kind} · ${one.channel} · `, h('time', { datetime: one.at, title: exactly(one.at) }, ago(one.at)), one.tries > 1 && ` · ${one.tries} tries`),
    ),
    one.match && one.seat && h('a', { href: matchPage(one.match, { seat: one.seat }) }, 'Open'),
  );

/**
 * @param {ProfileOut} me
 * @param {(title: string, inside: (problem: HTMLElement) => import('../core/dom.js').Child[]) => HTMLElement} box
 */
export async function notices(me, box) {
  const known = await here();
  let [now, log] = await Promise.all([api.notices(), api.noticeLog()]);

  return box('Notices', (problem) => {
    const place = h('div', { class: 'notices' });
    const said = h('p', { role: 'status' });
    const secret = h('div', { 'aria-live': 'polite' });
    const act = (/** @type {() => Promise<NoticesOut|void>} */ work) =>
      tried(problem, async () => {
        said.textContent = '';
        now = (await work()) ?? (await api.notices());
        draw();
      });

    /** Drawn as it was: what was just chosen stands there already. @param {ChannelOut} channel @param {Kind} kind @param {string} mode */
    const set = (channel, kind, mode) =>
      tried(problem, async () => {
        now = await api.setModes(channel.id, { [kind]: mode });
        said.textContent = 'Saved.';
      });

    /** @param {ChannelOut} channel */
    const test = async (channel) => {
      said.textContent = 'A test is on its way…';
      const { id } = await api.testChannel(channel.id);
      for (let n = 0; n < MAX_LOOKS; n += 1) {
        log = await api.noticeLog();
        const found = log.find((one) => one.id === id);
        // A browser that is gone takes its test along.
        if (!found || found.status !== 'waiting') {
          now = await api.notices();
          draw();
          said.textContent = found?.status === 'sent' ? 'The test was sent.' : `The test did not arrive: ${found?.reason ?? 'this browser no longer takes notices'}.`;
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      said.textContent = 'No answer yet. The list below will show it.';
    };

    /** @param {ChannelOut} channel */
    const shown = (channel) => {
      const mine = channel.way === 'push' && known !== null && channel.name === known;
      const label = channel.way === 'mail' ? `Mail to ${me.mail?.address ?? 'no address'}` : channel.name;
      const choice = (/** @type {Kind} */ kind, /** @type {string} */ title) =>
        h(
          'label',
          { class: 'wish' },
          h('span', {}, title),
          h('select', { 'data-key': `mode-${channel.way}-${kind}`, onchange: (/** @type {Event} */ e) => void set(channel, kind, /** @type {HTMLSelectElement} */ (e.target).value) }, MODES.map(([mode, name]) => h('option', { value: mode, selected: channel.modes[kind] === mode }, name))),
        );
      const remove = () => act(async () => {
        if (mine) await unsubscribe();
        return api.removeChannel(channel.id);
      });
      return h(
        'li',
        { 'data-way': channel.way },
        h('div', {}, h('b', {}, label), h('small', {}, WAYS[channel.way], channel.trouble && h('span', { class: 'bad' }, ` · Last time: ${channel.trouble}`))),
        h('div', { class: 'acts' }, button('Test', () => void tried(problem, () => test(channel)), { key: `test-${channel.way}`, label: `Send a test: ${label}` }), button('Remove', () => void remove(), { key: `remove-${channel.way}`, label: `Remove: ${label}` })),
        h('details', { class: 'wishes' }, h('summary', { 'data-key': `wishes-${channel.way}` }, 'What, and how soon'), KINDS.map(([kind, title]) => choice(kind, title))),
      );
    };

    const [name, url] = [h('input', { type: 'text', required: true, maxlength: 40, placeholder: 'My bot', 'data-key': 'hook-name' }), h('input', { type: 'url', required: true, maxlength: 1000, placeholder: 'https://', 'data-key': 'hook-url' })];
    const addHook = (/** @type {Event} */ event) => {
      event.preventDefault();
      void act(async () => {
        const made = await api.addChannel({ way: 'webhook', name: name.value.trim(), url: url.value.trim() });
        render(secret, h('label', { class: 'field' }, h('span', {}, 'Copy the secret now: it is not shown again'), h('input', { type: 'text', readonly: true, value: made.secret ?? '', 'data-key': 'hook-secret', onfocus: (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select() })));
        [name.value, url.value] = ['', ''];
      });
    };
    // Times of day are those of a zone: without one the server would take its own.
    const zoned = async () => {
      if (!me.zone) await api.setZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    };
    const addMail = () => act(async () => {
      await zoned();
      await api.addChannel({ way: 'mail' });
    });
    const addPush = () => act(async () => {
      await zoned();
      await api.addChannel(await subscribe(now.push_key));
    });

    const times = () => {
      const quiet = h('input', { type: 'checkbox', checked: now.quiet !== null, 'data-key': 'quiet' });
      const [begins, ends, digest] = [h('select', { 'data-key': 'quiet-begins', 'aria-label': 'Quiet from' }, hours(now.quiet?.begins ?? 22)), h('select', { 'data-key': 'quiet-ends', 'aria-label': 'Quiet until' }, hours(now.quiet?.ends ?? 7)), h('select', { 'data-key': 'digest-hour' }, hours(now.digest_hour))];
      const save = (/** @type {Event} */ event) => {
        event.preventDefault();
        void act(async () => {
          await zoned();
          return api.setNotices({ quiet: quiet.checked ? { begins: Number(begins.value), ends: Number(ends.value) } : null, digest_hour: Number(digest.value) });
        }).then(() => {
          if (!problem.textContent) said.textContent = 'Saved.';
        });
      };
      return h('form', { class: 'row times', onsubmit: save }, h('div', { class: 'field' }, h('label', {}, quiet, ' Quiet hours'), h('span', { class: 'span' }, begins, ' to ', ends)), h('label', { class: 'field' }, h('span', {}, 'Daily message at'), digest), h('button', { type: 'submit', class: 'b', 'data-key': 'save-notices' }, 'Save'));
    };

    const draw = () => {
      const has = (/** @type {string} */ way) => now.channels.some((c) => c.way === way);
      const people = has('mail') || has('push');
      render(
        place,
        now.channels.length > 0 && h('ul', { class: 'held channels' }, now.channels.map(shown)),
        h(
          'div',
          { class: 'row' },
          now.sends_mail && !has('mail') && (me.mail ? button('Mail me', () => void addMail(), { tone: people ? 'plain' : 'primary', key: 'add-mail' }) : h('p', { class: 'quiet' }, 'Add a mail address above to be told by mail.')),
          pushable() ? !now.channels.some((c) => c.way === 'push' && c.name === known) && button('Tell me in this browser', () => void addPush(), { key: 'add-push' }) : h('p', { class: 'quiet' }, 'This browser cannot show notices here: that needs https, and on an iPhone or iPad the page on the home screen.'),
        ),
        people && times(),
        now.muted.length > 0 && h('ul', { class: 'held' }, now.muted.map((match) => h('li', {}, h('div', {}, h('a', { href: matchPage(match) }, `Match ${match}`), h('small', {}, 'Says nothing')), button('Tell me again', () => void act(() => api.mute(match, false)), { key: `unmute-${match}` })))),
        h('details', {}, h('summary', { 'data-key': 'hooks' }, 'For programs: webhooks'), h('p', { class: 'quiet' }, 'The server posts JSON to an https address of yours, signed with a secret (docs/notices.md).'), h('form', { class: 'row', onsubmit: addHook }, h('label', { class: 'field' }, h('span', {}, 'Name of the program'), name), h('label', { class: 'field' }, h('span', {}, 'Address'), url), h('button', { type: 'submit', class: 'b', 'data-key': 'add-hook' }, 'Add a webhook')), secret),
        log.length > 0 && h('details', {}, h('summary', { 'data-key': 'deliveries' }, 'What was sent'), h('ul', { class: 'held' }, log.map(delivered))),
      );
    };
    draw();
    return [h('p', { class: 'quiet', id: 'notices' }, 'Be told when a match waits for you. Nothing is sent about what you have already seen.'), place, said];
  });
}

/** A link in a mail ends the mails, after a press: programs that look through mail open links. @param {string} token @param {(title: string, inside: (problem: HTMLElement) => import('../core/dom.js').Child[]) => HTMLElement} box */
export const stopping = (token, box) =>
  box('Stop these mails', (problem) => {
    const said = h('p', { role: 'status' });
    const stop = () =>
      tried(problem, async () => {
        await api.stopMails(token);
        said.textContent = 'Done. You will get no more of these mails.';
      });
    return [h('div', {}, button('No more of these mails', () => void stop(), { tone: 'primary', key: 'stop-mails' })), said];
  });
