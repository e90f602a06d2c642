/**
 * The page of whoever runs the site: reports, matches, accounts, bans, and the log of what was done.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Account, Ban, Done, Event as MatchEvent, Found, Message, Report} from './desk.js'
 */

import { able } from '../account/devices.js';
import { tried } from '../account/login.js';
import { ApiError } from '../core/api.js';
import { button, count } from '../core/bits.js';
import { $, h, render } from '../core/dom.js';
import { HOME } from '../core/links.js';
import { ago, exactly } from '../core/when.js';
import { confirm } from './confirm.js';
import * as desk from './desk.js';

const page = $('#page');
const PLAYERS_READ = 'All players of the match read it.';

/** @typedef {{title: string, key: string, find?: string, list: (find: string) => Promise<Child[]>, none: string, add?: () => void}} Room */

/** @type {Room|undefined} */
let open;
/** Whose match or account was asked for from another room. */
let wanted = '';

/** @param {string} at */
const moment = (at) => h('time', { datetime: at, title: exactly(at) }, ago(at));

/** @param {Child} what @param {Child} acts @param {string} [key] */
const row = (what, acts, key) => h('li', { 'data-row': key }, h('div', {}, what), acts && h('div', { class: 'acts' }, acts));

/** @param {string} text what leads to it: an account or a match @param {Room} room @param {string} find */
const leads = (text, room, find) => button(text, () => go(room, find), { tone: 'ghost', key: `to-${room.key}-${find}` });

const again = () => void show();

/** @param {string} description @param {Record<string, any>} props */
const field = (description, props) => h('input', { required: true, 'aria-description': description, ...props });

// --- rooms ----------------------------------------------------------------------------------------------------------

/** @param {Report} r @returns {Child} */
const report = (r) =>
  row(
    [
      h('b', {}, `${r.by} about ${r.about}`),
      h('small', {}, moment(r.at), ` · ${r.seat || 'watching'}, match ${r.match}`, r.closed_at && [' · closed ', moment(r.closed_at)]),
      h('p', {}, r.text),
      r.number !== null && h('p', { class: 'quiet' }, `Message ${r.number} in room ${r.room}: `, r.said ? `“${r.said}”` : 'gone, since that player deleted the account'),
    ],
    [
      leads('Match', rooms.matches, r.match),
      r.account && leads('Account', rooms.accounts, r.about),
      r.number !== null && r.room !== null && button('Hide message', () => confirm({ title: 'Hide a message', text: `The text of message ${r.number} is taken away for everyone.`, deed: { what: 'hide-message', match: r.match, room: r.room ?? 'table', number: r.number ?? 0 }, done: again }), { key: `hide-${r.id}` }),
      !r.closed_at && button('Close', () => confirm({ title: 'Close a report', text: `You have dealt with what ${r.by} wrote.`, deed: { what: 'close-report', report: r.id }, done: again }), { tone: 'primary', key: `close-${r.id}` }),
    ],
    r.id,
  );

/** @param {Found} m @returns {Child} */
const match = (m) => {
  const more = h('div', {});
  const problem = h('p', { class: 'bad', role: 'alert' });
  const over = m.status === 'finished' || m.status === 'called-off';
  const events = () => void tried(problem, async () => render(more, h('ul', { class: 'held' }, (await desk.events(m.id)).reverse().map((e) => event(m.id, e)))));
  const messages = () => void tried(problem, async () => {
    const said = (await desk.messages(m.id)).reverse();
    render(more, said.length ? h('ul', { class: 'held' }, said.map((one) => message(m.id, one))) : h('p', { class: 'quiet' }, 'Nobody has said anything at this table.'));
  });
  const end = () => {
    const sides = field('The side that wins; leave it empty for a draw', { type: 'text', required: false, maxlength: 64, 'data-key': 'winner' });
    confirm({ title: 'End a match', text: 'It ends at once. A match that has not begun is called off.', deed: { what: 'end', match: m.id }, readers: PLAYERS_READ, fields: { winner: sides }, done: again });
  };
  return row(
    [
      h('b', {}, `${m.game} · ${m.scenario}`),
      h('small', {}, h('code', {}, m.id), ` · ${m.status}`, m.turn && ` · turn ${m.turn}, ${m.step}`, ' · told ', moment(m.told_at), m.due && [' · due ', h('time', { datetime: m.due }, exactly(m.due))]),
      h('div', { class: 'seats' }, m.seats.map((s) => h('span', {}, `${s.title}: ${s.name ?? 'free'}${s.open ? ' (open)' : ''}`))),
      problem,
      more,
    ],
    [
      button('Events', events, { key: `events-${m.id}` }),
      button('Messages', messages, { key: `messages-${m.id}` }),
      m.status === 'active' && button('Open a seat', () => openSeat(m), { key: `open-${m.id}` }),
      !over && button('End', end, { tone: 'danger', key: `end-${m.id}` }),
    ],
    m.id,
  );
};

/** @param {Found} m */
function openSeat(m) {
  const taken = m.seats.filter((s) => s.name !== null && !s.open);
  const seat = h('select', { 'aria-description': 'Whose seat', 'data-key': 'seat' }, taken.map((s) => h('option', { value: s.seat }, `${s.title}: ${s.name}`)));
  confirm({ title: 'Open a seat', text: 'Someone else may take the seat over. It stays its player’s until then.', deed: { what: 'open-seat', match: m.id }, readers: PLAYERS_READ, fields: { seat }, done: again });
}

/** @param {string} id @param {MatchEvent} e @returns {Child} */
const event = (id, e) =>
  row(
    [h('b', {}, `${e.event} ${e.kind}`), h('small', {}, moment(e.at)), h('p', {}, e.public ?? '(not public)')],
    e.ends && button('Go back to after this', () => confirm({ title: 'Take a match back', text: `The match goes back to after event ${e.event}. New dice will be rolled, and the log keeps what was undone.`, deed: { what: 'rewind', match: id, event: e.event }, readers: PLAYERS_READ, done: again }), { key: `rewind-${e.event}` }),
  );

/** @param {string} id @param {Message} one @returns {Child} */
const message = (id, one) =>
  row([h('b', {}, one.name), h('small', {}, moment(one.at)), h('p', {}, one.hidden ? '(hidden)' : one.text)], !one.hidden && button('Hide', () => confirm({ title: 'Hide a message', text: `What ${one.name} said is taken away for everyone.`, deed: { what: 'hide-message', match: id, room: 'table', number: one.number }, done: again }), { key: `hide-${one.number}` }));

/** @param {Account} a @returns {Child} */
const account = (a) =>
  row(
    [h('b', {}, a.name), h('small', {}, h('code', {}, a.id), ` · ${a.guest ? 'guest' : 'account'} · ${count(a.matches, 'match', 'matches')} · since `, moment(a.created_at), a.locked_at && [' · locked ', moment(a.locked_at)])],
    [
      leads('Matches', rooms.matches, a.name),
      a.locked_at
        ? button('Unlock', () => confirm({ title: `Unlock ${a.name}`, text: 'Its owner can log in again. A guest has no way to log in: you get a link to pass on, good once within seven days.', deed: { what: 'unlock', account: a.id }, done: unlocked }), { key: `unlock-${a.id}` })
        : button('Lock', () => confirm({ title: `Lock ${a.name}`, text: 'Sessions, tokens and sockets end within five seconds, drafts sent ahead are taken back, and nobody can log in. Seats stay the account’s: open them if others wait.', deed: { what: 'lock', account: a.id }, done: again }), { tone: 'danger', key: `lock-${a.id}` }),
    ],
    a.id,
  );

/** A guest comes back by a link. @param {string|null} secret */
function unlocked(secret) {
  void show(secret && h('p', { class: 'warning' }, 'Pass this link on. It is good once, within seven days: ', h('code', { 'data-key': 'link' }, `${location.origin}/account.html#login=${secret}`)));
}

/** @param {Ban} b @returns {Child} */
const ban = (b) => row([h('b', {}, b.network), h('small', {}, `until ${exactly(b.ends_at)}`), h('p', {}, b.reason)], button('Let in again', () => confirm({ title: `Let ${b.network} in again`, text: 'People from there can connect again.', deed: { what: 'lift-ban', network: b.network }, done: again }), { key: `lift-${b.network}` }), b.network);

function addBan() {
  const network = field('Address or network, as 203.0.113.7 or 2001:db8::/48', { type: 'text', maxlength: 50, autocomplete: 'off', 'data-key': 'network' });
  const days = field('Days', { type: 'text', inputmode: 'numeric', pattern: '[1-9][0-9]{0,2}', value: 7, 'data-key': 'days' });
  confirm({ title: 'Ban a household', text: 'Everyone from there is kept out, and their sockets close within five seconds. The log of the server has the addresses of households that were refused. If it is the address of a proxy that GREATWAR_PROXIES does not name, everyone behind it is kept out.', deed: { what: 'ban' }, fields: { network, days }, done: again });
}

/** @param {Done} d @returns {Child} */
const deed = (d) => row([h('b', {}, d.what), h('small', {}, moment(d.at), ` · ${d.by}`), h('p', {}, h('code', {}, d.subject), ` ${d.reason}`), h('p', { class: d.done ? 'quiet' : 'bad' }, d.outcome || 'broken off')], false, d.id);

/** @type {Record<'reports'|'matches'|'accounts'|'bans'|'log', Room>} */
const rooms = {
  reports: { title: 'Reports', key: 'reports', list: async () => (await desk.reports(false)).map(report), none: 'No report waits for you.' },
  matches: { title: 'Matches', key: 'matches', find: 'Match, or part of a player’s name', list: async (find) => (await desk.matches(find)).map(match), none: 'No such match.' },
  accounts: { title: 'Accounts', key: 'accounts', find: 'Part of a name', list: async (find) => (await desk.accounts(find)).map(account), none: 'No such account.' },
  bans: { title: 'Bans', key: 'bans', list: async () => (await desk.bans()).map(ban), none: 'Nobody is kept out.', add: addBan },
  log: { title: 'Log', key: 'log', list: async () => (await desk.deeds()).reverse().map(deed), none: 'Nothing was done yet.' },
};

// --- the page -------------------------------------------------------------------------------------------------------

/** @param {Room} room @param {string} [find] */
function go(room, find = '') {
  open = room;
  wanted = find;
  void show();
}

/** @param {Child} me @param {...Child} inside */
const put = (me, ...inside) => render(page, h('header', { class: 'head' }, h('h1', {}, 'Running the site'), h('div', { class: 'me' }, me, h('a', { class: 'b ghost', href: HOME, 'data-key': 'home' }, 'All matches'))), h('div', { class: 'admin' }, ...inside));

/** @param {Room} room @param {Child} said */
async function showRoom(room, said) {
  const input = h('input', { type: 'text', value: wanted, maxlength: 200, 'data-key': 'find' });
  const look = (/** @type {Event} */ event) => {
    event.preventDefault();
    go(room, input.value.trim());
  };
  const found = await room.list(wanted);
  const tabs = Object.values(rooms).map((one) => button(one.title, () => go(one), { pressed: one === room, key: `room-${one.key}` }));
  const finder = room.find && h('form', { class: 'find', onsubmit: look }, h('label', { class: 'field' }, h('span', {}, room.find), input), h('button', { type: 'submit', class: 'b', 'data-key': 'look' }, 'Find'));
  const close = () => void desk.endVisit().then(again);
  put(
    button('Lock this page', close, { key: 'end-visit' }),
    h('nav', { class: 'tabs', 'aria-label': 'Parts of this page' }, tabs),
    said,
    h('section', { class: 'box', 'aria-label': room.title }, h('h2', {}, room.title), finder, room.add && h('div', { class: 'find' }, button('Ban a household', room.add, { tone: 'primary', key: 'add' })), found.length ? h('ul', { class: 'held' }, found) : h('p', { class: 'quiet' }, room.none)),
  );
}

/** @param {string} name */
function showDoor(name) {
  const problem = h('p', { class: 'bad', role: 'alert' });
  const begin = () => void tried(problem, async () => {
    await desk.beginVisit();
    await show();
  });
  put(name, h('section', { class: 'box', 'aria-label': 'Show your passkey' }, h('h2', {}, 'Show your passkey'), h('p', { class: 'quiet' }, able() ? 'You can look around for half an hour. Each deed asks for your passkey once more.' : 'Passkeys work at the site’s own name, over https.'), h('div', {}, button('Show your passkey', begin, { tone: 'primary', key: 'begin-visit' })), problem));
}

/** @param {Child} [said] */
async function show(said) {
  try {
    const { name, until } = await desk.visit();
    if (!until) showDoor(name);
    else await showRoom((open ??= rooms.reports), said);
  } catch (error) {
    const nobody = error instanceof ApiError && [401, 404].includes(error.status);
    if (!nobody) console.error(error);
    put(false, h('section', { class: 'box' }, h('h2', {}, nobody ? 'Nothing for you here' : 'Could not load this page'), h('p', { class: 'quiet' }, nobody ? 'This page is for the hosts of the site. If that is you, log in, and have your account made an admin’s on the server’s machine.' : String(error)), h('div', {}, button('Try again', () => location.reload(), { key: 'again' }))));
  }
}

void show();
