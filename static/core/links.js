/** Addresses of pages (docs/architecture.md §7). */

/** @import {Match} from './types.js' */

export const HOME = '/';
export const ACCOUNT = '/account.html';

/** @param {string} id @param {Record<string, string>} [access] `seat`, `invite` or `key` */
export const matchPage = (id, access = {}) => `/match.html?${new URLSearchParams({ m: id, ...access })}`;

/** How a match that is over went. @param {string} id @param {Record<string, string>} [access] `key` */
export const resultPage = (id, access = {}) => `/result.html?${new URLSearchParams({ m: id, ...access })}`;

/** Logging in, and from there to a page of ours. @param {string} to its path and query */
export const logInFirst = (to) => `${ACCOUNT}?${new URLSearchParams({ to })}`;

/** A first match with lessons, begun by whoever opens it. @param {string} game */
export const lessonPage = (game) => `${HOME}?${new URLSearchParams({ learn: game })}`;

/** Where anyone sits down at a public table. @param {string} id */
export const joinPage = (id) => matchPage(id, { join: '1' });

/** @returns {string} the match this page is about */
export const matchHere = () => new URLSearchParams(location.search).get('m') ?? '';

/** @param {string} path */
export const absolute = (path) => new URL(path, location.origin).href;

/** @param {Match} match */
export const inviteLink = (match) => absolute(matchPage(match.id, { invite: match.invite ?? '' }));

/** @param {Match} match */
export const watchLink = (match) => absolute(matchPage(match.id, { key: match.spectate ?? '' }));

/** The link by which someone agrees to stand in for a seat's player. @param {Match} match @param {{seat: string, stand_in_key: string|null}} seat */
export const standInLink = (match, seat) => absolute(matchPage(match.id, { seat: seat.seat, 'stand-in': seat.stand_in_key ?? '' }));
