/**
 * The HTTP half of the wire (docs/architecture.md §7).
 *
 * @import {GameInfo, LogLine, Match, Scene, StateMessage} from './types.js'
 * @import {ApiTokenOut, BlockedOut, CodeOut, EnteredOut, ExportOut, LinkOut, NewTokenOut, PoolsOut, ProfileOut, RulesOut, SentOut, SessionOut, WaysOut} from './wire.js'
 * @import {ChatMessage, ChatOut, DraftOut, DraftSentOut, MarksOut, StandingOrdersOut, TablesOut} from './wire.js'
 * @import {BookmarksOut} from './wire.js'
 * @import {ProgramQueueOut, ThoughtsOut, TurnThoughts} from './wire.js'
 * @import {ChartsOut, HintOut, WhatIfsOut, DeliveryOut, MutedOut, NewChannelOut, NoticesOut, ResultOut, TestedOut} from './wire.js'
 */

/** @typedef {{seat?: string|null, key?: string|null}} Who from where one looks */

/** A refusal of the server, typed; `status` 0 means that the server was not reached. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} section
   * @param {string} text
   */
  constructor(status, code, section, text) {
    super(text);
    this.status = status;
    this.code = code;
    this.section = section;
  }
}

/** Nothing more is asked early once this is there: an answer that lies about would grow old. */
const askedEarly = (window.askedEarly ??= new Map());

/** What `match-boot.js` has asked for, once. @param {string} method @param {string} path @returns {Promise<Response|undefined>|undefined} */
function early(method, path) {
  if (method !== 'GET') return undefined;
  const asked = askedEarly.get(path);
  askedEarly.delete(path);
  return asked;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  /** @type {Response} */
  let response;
  let text = '';
  try {
    response = (await early(method, path)) ?? (await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    }));
    // An answer can break off too.
    text = await response.text();
  } catch (cause) {
    throw new ApiError(0, 'unreachable', '', 'The server does not answer. Check your connection.');
  }
  /** @type {any} */
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch (cause) {
    throw new ApiError(response.status, 'unreadable', '', `The server answered ${response.status} with something other than JSON.`);
  }
  if (!response.ok) {
    const e = answer?.error ?? {};
    throw new ApiError(response.status, e.code ?? 'error', e.section ?? '', e.text ?? `The server answered ${response.status}.`);
  }
  return answer;
}

/** Random hexadecimal, for command ids and words for the dice. Works without a secure context too. */
export function randomHex(bytes = 16) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {Record<string, string|number|null|undefined>} parts
 * @returns {string} a query string with its `?`, without what is empty
 */
export function query(parts) {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== null && value !== undefined && value !== '') q.set(name, String(value));
  const s = q.toString();
  return s ? `?${s}` : '';
}

/** @param {string} id */
const match = (id) => `/api/matches/${encodeURIComponent(id)}`;

/** What only someone known is told; null for a stranger. @param {string} path */
async function mine(path) {
  try {
    return await call('GET', path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const api = {
  /** @returns {Promise<{id: string, name: string}|null>} null for a stranger */
  me: () => mine('/api/me'),
  /** @returns {Promise<ProfileOut|null>} null for a stranger */
  account: () => mine('/api/account'),
  /** @returns {Promise<Record<string, any>>} */
  passkeyOptions: () => call('POST', '/api/account/passkey-options'),
  /** @param {string} name @param {object} credential @returns {Promise<ProfileOut>} */
  addPasskey: (name, credential) => call('POST', '/api/account/passkeys', { name, credential }),
  /** @param {string} id @param {boolean} last even if it is the last way to log in @returns {Promise<ProfileOut>} */
  removePasskey: (id, last) => call('DELETE', `/api/account/passkeys/${id}${last ? '?last=true' : ''}`),
  /** @returns {Promise<CodeOut>} */
  deviceCode: () => call('POST', '/api/account/code'),
  /** @returns {Promise<Record<string, any>>} */
  passkeyChallenge: () => call('POST', '/api/login/passkey/options'),
  /** @param {object} credential @param {boolean} bring matches of this browser's guest along @returns {Promise<EnteredOut>} */
  logInByPasskey: (credential, bring) => call('POST', '/api/login/passkey', { credential, bring }),
  /** @param {string} code @param {boolean} bring matches of this browser's guest along @returns {Promise<EnteredOut>} */
  logInByCode: (code, bring) => call('POST', '/api/login/code', { code, bring }),
  /** @param {string} name typed once more */
  deleteAccount: (name) => call('DELETE', '/api/account', { name }),
  /** @param {string|null} zone @returns {Promise<ProfileOut>} */
  setZone: (zone) => call('PUT', '/api/account/zone', { zone }),
  /** @returns {Promise<BlockedOut[]>} */
  blocks: () => call('GET', '/api/account/blocks'),
  /** @param {string} id of the match @param {string} seat @returns {Promise<BlockedOut[]>} */
  block: (id, seat) => call('POST', '/api/account/blocks', { match: id, seat }),
  /** @param {string} id of the block @returns {Promise<BlockedOut[]>} */
  unblock: (id) => call('DELETE', `/api/account/blocks/${id}`),
  /** @returns {Promise<import('./wire.js').MuteOut[]>} */
  mutes: () => call('GET', '/api/account/mutes'),
  /** @param {string} id of the mute @returns {Promise<import('./wire.js').MuteOut[]>} */
  unmute: (id) => call('DELETE', `/api/account/mutes/${id}`),
  /** @returns {Promise<import('./wire.js').VacationsOut>} */
  vacations: () => call('GET', '/api/account/vacations'),
  /** Days in ISO form, the last included. @param {string} first @param {string} last @param {string} zone @returns {Promise<import('./wire.js').VacationsOut>} */
  goAway: (first, last, zone) => call('POST', '/api/account/vacations', { first, last, zone }),
  /** @param {string} id @returns {Promise<import('./wire.js').VacationsOut>} */
  comeBack: (id) => call('DELETE', `/api/account/vacations/${id}`),
  /** @param {string} id of the match @param {string} seat @param {string} text */
  report: (id, seat, text) => call('POST', '/api/account/reports', { match: id, seat, text }),
  /** @returns {Promise<NoticesOut>} */
  notices: () => call('GET', '/api/account/notices'),
  /** @param {{quiet: {begins: number, ends: number}|null, digest_hour: number}} wishes @returns {Promise<NoticesOut>} */
  setNotices: (wishes) => call('PUT', '/api/account/notices', wishes),
  /** @param {string} id of the match @param {boolean} muted @returns {Promise<NoticesOut>} */
  mute: (id, muted) => call('PUT', `/api/account/notices/muted/${encodeURIComponent(id)}`, { muted }),
  /** @param {object} channel @returns {Promise<NewChannelOut>} */
  addChannel: (channel) => call('POST', '/api/account/notices/channels', { channel }),
  /** @param {string} id @param {Record<string, string>} modes by kind @returns {Promise<NoticesOut>} */
  setModes: (id, modes) => call('PUT', `/api/account/notices/channels/${id}`, { modes }),
  /** @param {string} id @returns {Promise<NoticesOut>} */
  removeChannel: (id) => call('DELETE', `/api/account/notices/channels/${id}`),
  /** @param {string} id @returns {Promise<TestedOut>} */
  testChannel: (id) => call('POST', `/api/account/notices/channels/${id}/test`),
  /** @returns {Promise<DeliveryOut[]>} */
  noticeLog: () => call('GET', '/api/account/notices/log'),
  /** @param {string} token of a mail's link */
  stopMails: (token) => call('POST', `/api/notices/stop/${encodeURIComponent(token)}`),
  /** @returns {Promise<ApiTokenOut[]>} */
  tokens: () => call('GET', '/api/account/tokens'),
  /** @param {string} name @param {string[]} scopes `read`, `play` @returns {Promise<NewTokenOut>} */
  makeToken: (name, scopes) => call('POST', '/api/account/tokens', { name, scopes }),
  /** @param {string} id */
  revokeToken: (id) => call('DELETE', `/api/account/tokens/${id}`),
  /** @returns {Promise<WaysOut>} */
  loginWays: () => call('GET', '/api/login'),
  /** @param {string} address @returns {Promise<SentOut>} */
  addAddress: (address) => call('POST', '/api/account/mail', { address }),
  /** @param {string} secret of a mail's link @returns {Promise<ProfileOut>} */
  confirmAddress: (secret) => call('POST', '/api/account/mail/confirm', { secret }),
  /** @param {boolean} last even if it is the last way to log in @returns {Promise<ProfileOut>} */
  removeAddress: (last) => call('DELETE', `/api/account/mail${last ? '?last=true' : ''}`),
  /** @param {string} password @param {string} current the present one, if there is one @returns {Promise<ProfileOut>} */
  setPassword: (password, current) => call('PUT', '/api/account/password', { password, current }),
  /** @returns {Promise<ProfileOut>} */
  removePassword: () => call('DELETE', '/api/account/password'),
  /** @param {string} address @returns {Promise<SentOut>} */
  askForLink: (address) => call('POST', '/api/login/mail', { address }),
  /** @param {string} secret of a mail's link @param {boolean} bring matches of this browser's guest along @returns {Promise<EnteredOut>} */
  logInByLink: (secret, bring) => call('POST', '/api/login/link', { secret, bring }),
  /** @param {string} address @param {string} password @param {boolean} bring matches of this browser's guest along @returns {Promise<EnteredOut>} */
  logInByPassword: (address, password, bring) => call('POST', '/api/login/password', { address, password, bring }),
  /** @returns {Promise<SessionOut[]>} */
  sessions: () => call('GET', '/api/sessions'),
  /** @param {string} id */
  endSession: (id) => call('DELETE', `/api/sessions/${id}`),
  endOtherSessions: () => call('DELETE', '/api/sessions'),
  /** @param {string} name @returns {Promise<{id: string, name: string}>} */
  guest: (name) => call('POST', '/api/guests', { name }),
  /** @returns {Promise<GameInfo[]>} */
  games: () => call('GET', '/api/games'),
  /** @param {string} game @param {string} [plan] what is printed for a match, if it is not the game's own @param {string} [scenario] by whose charts @returns {Promise<RulesOut>} */
  rules: (game, plan, scenario) => call('GET', `/api/games/${encodeURIComponent(game)}/rules${query({ plan: plan || null, scenario: scenario || null })}`),
  /** @returns {Promise<Match[]>} */
  matches: () => call('GET', '/api/matches'),
  /** @param {{running?: number|null, left?: number|null, after?: string|null}} which @returns {Promise<TablesOut>} */
  tables: (which) => call('GET', `/api/tables${query(which)}`),
  /** @param {object} order @returns {Promise<Match>} */
  create: (order) => call('POST', '/api/matches', order),
  /** @param {string} id @param {{key?: string|null, invite?: string|null}} [access] for those who do not sit there @returns {Promise<Match>} */
  match: (id, access = {}) => call('GET', match(id) + query(access)),
  /** @param {string} id @param {string} seat @param {string} invite @returns {Promise<Match>} */
  sit: (id, seat, invite) => call('POST', `${match(id)}/seats/${encodeURIComponent(seat)}`, { invite }),
  /** @param {string} id @param {string} seat @returns {Promise<Match>} */
  leave: (id, seat) => call('DELETE', `${match(id)}/seats/${encodeURIComponent(seat)}`),
  /** @param {string} id @param {string} seat @param {string} invite empty at a public table @returns {Promise<Match>} */
  takeOver: (id, seat, invite) => call('POST', `${match(id)}/seats/${encodeURIComponent(seat)}/take-over`, { id: randomHex(), invite }),
  /** The key for someone who will stand in for you; the match has it. @param {string} id @param {string} seat @returns {Promise<Match>} */
  askStandIn: (id, seat) => call('PUT', `${match(id)}/seats/${encodeURIComponent(seat)}/stand-in`),
  /** @param {string} id @param {string} seat @param {string} key @returns {Promise<Match>} */
  agreeToStandIn: (id, seat, key) => call('POST', `${match(id)}/seats/${encodeURIComponent(seat)}/stand-in`, { id: randomHex(), key }),
  /** @param {string} id @param {string} seat @param {string} program its strength @returns {Promise<Match>} */
  haveProgramStandIn: (id, seat, program) => call('POST', `${match(id)}/seats/${encodeURIComponent(seat)}/stand-in/program`, { id: randomHex(), program }),
  /** @param {string} id @param {string} seat @param {"play"|"step-down"} deed of a stand-in @returns {Promise<Match>} */
  standIn: (id, seat, deed) => call('POST', `${match(id)}/seats/${encodeURIComponent(seat)}/stand-in/${deed}`, { id: randomHex() }),
  /** @param {string} id @returns {Promise<Match>} the new match, or the one for which someone asked before */
  rematch: (id) => call('POST', `${match(id)}/rematch`),
  /** @param {string} id @returns {Promise<Match>} */
  callOff: (id) => call('POST', `${match(id)}/call-off`),
  /** @param {string} id @param {Record<string, string>} seals by seat @returns {Promise<Match>} */
  seal: (id, seals) => call('POST', `${match(id)}/seals`, { seals }),
  /** @param {string} id @param {string} commitment that is to be void @param {Record<string, string>} seals by seat @returns {Promise<Match>} */
  sealAgain: (id, commitment, seals) => call('POST', `${match(id)}/seal-again`, { commitment, seals }),
  /** @param {string} game @returns {Promise<import('./wire.js').LadderOut>} */
  ladder: (game) => call('GET', `/api/ladder/${encodeURIComponent(game)}`),
  /** @param {string} player as in addresses; `me` for the caller @returns {Promise<import('./wire.js').PlayerOut>} */
  player: (player) => call('GET', `/api/players/${encodeURIComponent(player)}`),
  /** Before there is a commitment, so that the match can begin without you. @param {string} id @param {Record<string, string>} words by seat @returns {Promise<Match>} */
  openAhead: (id, words) => call('POST', `${match(id)}/words-ahead`, { words }),
  /** @param {string} id @param {string} commitment @param {Record<string, string>} words by seat @returns {Promise<Match>} */
  open: (id, commitment, words) => call('POST', `${match(id)}/words`, { commitment, words }),
  /** @param {string} id @param {{seat?: string|null, key?: string|null}} who @returns {Promise<StateMessage>} */
  state: (id, who) => call('GET', `${match(id)}/state${query(who)}`),
  /** @param {string} id @param {{seat?: string|null, key?: string|null, before?: number}} who @returns {Promise<LogLine[]|{log: LogLine[]}>} */
  log: (id, who) => call('GET', `${match(id)}/log${query(who)}`),
  /** Lines that hold some words, of some kinds if any are named. @param {string} id @param {{seat?: string|null, key?: string|null, find: string, limit: number, before?: number}} what @param {string[]} kinds @returns {Promise<{log: LogLine[]}>} */
  find: (id, what, kinds) => call('GET', `${match(id)}/log${query(what)}${kinds.map((kind) => `&kind=${encodeURIComponent(kind)}`).join('')}`),
  /** @param {string} id @param {{seat?: string|null, key?: string|null, number: number}} who @returns {Promise<Scene>} */
  history: (id, who) => call('GET', `${match(id)}/history${query(who)}`),
  /** @param {string} id @param {Who} who @returns {Promise<BookmarksOut>} */
  bookmarks: (id, who) => call('GET', `${match(id)}/bookmarks${query(who)}`),
  /** @param {string} id @param {Who} who @param {number} number @param {string} note @returns {Promise<BookmarksOut>} */
  bookmark: (id, who, number, note) => call('PUT', `${match(id)}/bookmarks/${number}`, { ...who, note }),
  /** @param {string} id @param {Who} who @param {number} number @returns {Promise<BookmarksOut>} */
  unbookmark: (id, who, number) => call('DELETE', `${match(id)}/bookmarks/${number}${query(who)}`),
  /** @param {string} id @param {{id: string, seat?: string|null, key?: string, number: number|null}} body @returns {Promise<Match>} */
  whatIf: (id, body) => call('POST', `${match(id)}/what-ifs`, body),
  /** @returns {Promise<WhatIfsOut>} */
  whatIfs: () => call('GET', '/api/what-ifs'),
  /** @param {string} id @returns {Promise<WhatIfsOut>} */
  endWhatIf: (id) => call('DELETE', `/api/what-ifs/${encodeURIComponent(id)}`),
  /** Let your side into one, or the whole table once the match is over. @param {string} id @returns {Promise<Match>} */
  letIn: (id) => call('POST', `/api/what-ifs/${encodeURIComponent(id)}/guests`),
  /** Ask a program what it would do. @param {string} id @param {{id: string, seat: string, ask: string}} body @returns {Promise<HintOut>} */
  askHint: (id, body) => call('POST', `${match(id)}/hints`, body),
  /** What has come of that. @param {string} id @param {string} hint @returns {Promise<HintOut>} */
  hint: (id, hint) => call('GET', `${match(id)}/hints/${encodeURIComponent(hint)}`),
  /** How far it is known what the programs of a match that is over thought. @param {string} id @param {{key?: string|null}} who @returns {Promise<ThoughtsOut>} */
  thoughts: (id, who) => call('GET', `${match(id)}/thoughts${query(who)}`),
  /** How many tables come before one whose program is to think. @param {string} id @param {{seat?: string|null, key?: string|null}} who @returns {Promise<ProgramQueueOut>} */
  programQueue: (id, who) => call('GET', `${match(id)}/program-queue${query(who)}`),
  /** Have it worked out. @param {string} id @param {{key?: string|null}} who @returns {Promise<ThoughtsOut>} */
  askThoughts: (id, who) => call('POST', `${match(id)}/thoughts${query(who)}`),
  /** What they thought in a turn. @param {string} id @param {number} turn @param {{key?: string|null}} who @returns {Promise<TurnThoughts>} */
  turnThoughts: (id, turn, who) => call('GET', `${match(id)}/thoughts/${turn}${query(who)}`),
  /** Whether a link that was told is still in the chain. @param {string} id @param {{seat?: string|null, key?: string|null}} who @param {string} link @returns {Promise<LinkOut>} */
  hasLink: (id, who, link) => call('GET', `${match(id)}/links/${link}${query(who)}`),
  /** The file of a match, as it is downloaded. @param {string} id @param {{key?: string|null}} who @returns {Promise<ExportOut>} */
  file: (id, who) => call('GET', `${match(id)}/export${query(who)}`),
  /** @param {string} id @param {{seat?: string|null, key?: string|null}} who @returns {Promise<ChartsOut>} */
  charts: (id, who) => call('GET', `${match(id)}/charts${query(who)}`),
  /** @param {string} id @param {{seat?: string|null, key?: string|null}} who @returns {Promise<PoolsOut>} what lies where to be drawn */
  lots: (id, who) => call('GET', `${match(id)}/pools${query(who)}`),
  /** @param {string} id @param {{key: string|null}} access @returns {Promise<ResultOut>} */
  result: (id, access) => call('GET', `${match(id)}/result${query(access)}`),
  /** @param {string} id @param {string} seat @param {object} question @returns {Promise<any>} */
  consult: (id, seat, question) => call('POST', `${match(id)}/consult`, { seat, question }),
  /**
   * @param {string} id @param {string} seat @param {string} ask @param {object} command
   * @param {string} [as] the same for one that is to count once, however many pages send it
   * @returns {Promise<{version: number, lines: LogLine[]}>}
   */
  command: (id, seat, ask, command, as = randomHex()) => call('POST', `${match(id)}/commands`, { id: as, seat, ask, command }),
  /** @param {string} id @param {string} seat @returns {Promise<{version: number}>} */
  undo: (id, seat) => call('POST', `${match(id)}/undo`, { id: randomHex(), seat }),
  /** @param {string} id @param {string} seat @param {string} [of] another of the side @returns {Promise<DraftOut>} */
  draft: (id, seat, of) => call('GET', `${match(id)}/draft${query({ seat, of })}`),
  /** @param {string} id @param {{seat: string, revision: number, commands: object[]}} draft @returns {Promise<DraftOut>} */
  draftPut: (id, draft) => call('PUT', `${match(id)}/draft`, draft),
  /** @param {string} id @param {{seat: string, revision: number, ask: string, command: object}} more @returns {Promise<DraftOut>} */
  draftMore: (id, more) => call('POST', `${match(id)}/draft/commands`, more),
  /** @param {string} id @param {{seat: string, revision: number}} what @returns {Promise<DraftOut>} */
  draftDrop: (id, what) => call('DELETE', `${match(id)}/draft${query(what)}`),
  /** @param {string} id @param {{id: string, seat: string, revision: number}} send @returns {Promise<DraftSentOut>} */
  draftSend: (id, send) => call('POST', `${match(id)}/draft/send`, send),
  /** @param {string} id @param {{id: string, seat: string, revision: number, through: boolean}} send @returns {Promise<DraftOut>} */
  draftAhead: (id, send) => call('POST', `${match(id)}/draft/ahead`, send),
  /** @param {string} id @param {string} seat @returns {Promise<DraftOut>} */
  draftStay: (id, seat) => call('POST', `${match(id)}/draft/stay`, { seat }),
  /** @param {string} id @param {string} seat @param {object} question @returns {Promise<any>} */
  draftConsult: (id, seat, question) => call('POST', `${match(id)}/draft/consult`, { seat, question }),
  /** @param {string} id @param {string} seat @param {object} order of the house @returns {Promise<{version: number}>} */
  settle: (id, seat, order) => call('POST', `${match(id)}/house`, { id: randomHex(), seat, order }),
  /** @param {string} id @param {string} seat @returns {Promise<StandingOrdersOut>} */
  standing: (id, seat) => call('GET', `${match(id)}/standing${query({ seat })}`),
  /** @param {string} id @param {string} kind @param {{seat: string, answer: string, conditions: Record<string, string>, ends: string}} order @returns {Promise<StandingOrdersOut>} */
  giveStanding: (id, kind, order) => call('PUT', `${match(id)}/standing/${kind}`, order),
  /** @param {string} id @param {string} kind @param {string} seat @returns {Promise<StandingOrdersOut>} */
  dropStanding: (id, kind, seat) => call('DELETE', `${match(id)}/standing/${kind}${query({ seat })}`),
  /** @param {string} id @param {string} seat @param {number} seq */
  seen: (id, seat, seq) => call('POST', `${match(id)}/seen`, { seat, seq }),
  /** @param {string} id @param {{seat?: string|null, key?: string|null, room: string, before?: number, limit: number}} which @returns {Promise<ChatOut>} */
  chat: (id, which) => call('GET', `${match(id)}/chat${query(which)}`),
  /** @param {string} id @param {string} seat @param {boolean} yes people may watch from your side @returns {Promise<Match>} */
  letWatch: (id, seat, yes) => call('PUT', `${match(id)}/watching`, { seat, yes }),
  /** @param {string} id @param {{id: string, seat: string|null, key: string|null, room: string, text: string, quotes: number|null}} message @returns {Promise<ChatMessage>} */
  say: (id, message) => call('POST', `${match(id)}/chat`, message),
  /** @param {string} id @param {{seat: string|null, key: string|null}} who @param {string} room @param {number} number @returns {Promise<ChatMessage>} */
  unsay: (id, who, room, number) => call('DELETE', `${match(id)}/chat/${number}${query({ ...who, room })}`),
  /** @param {string} id @param {{seat: string|null, key: string|null, room: string, muted: boolean}} what @param {number} number @returns {Promise<MutedOut>} */
  muteSpeaker: (id, what, number) => call('PUT', `${match(id)}/chat/${number}/muted`, what),
  /** @param {string} id @param {{seat: string|null, key: string|null, room: string, text: string}} what @param {number} number */
  reportMessage: (id, what, number) => call('POST', `${match(id)}/chat/${number}/report`, what),
  /** @param {string} id @param {string} seat @param {string} room @param {number} number */
  chatSeen: (id, seat, room, number) => call('POST', `${match(id)}/chat/seen`, { seat, room, number }),
  /** @param {string} id @param {string} seat @returns {Promise<MarksOut>} */
  marks: (id, seat) => call('GET', `${match(id)}/marks${query({ seat })}`),
  /** @param {string} id @param {{id: string, seat: string, kind: string, places: string[], text: string}} mark @returns {Promise<MarksOut>} */
  mark: (id, mark) => call('POST', `${match(id)}/marks`, mark),
  /** @param {string} id @param {string} seat @param {string} mark @returns {Promise<MarksOut>} */
  unmark: (id, seat, mark) => call('DELETE', `${match(id)}/marks/${encodeURIComponent(mark)}${query({ seat })}`),
  /** All of the seat's. @param {string} id @param {string} seat @returns {Promise<MarksOut>} */
  clearMarks: (id, seat) => call('DELETE', `${match(id)}/marks${query({ seat })}`),
  /** @param {string} id @param {{seat?: string|null, key?: string|null}} who */
  exportUrl: (id, who) => `${match(id)}/export${query(who)}`,
};
