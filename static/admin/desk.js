/**
 * What the server does for an admin: nothing is shown without a passkey, and nothing done without one for that deed.
 *
 * @typedef {{name: string, until: string|null}} Visit
 * @typedef {{what: string, reason: string, [argument: string]: string|number}} Deed
 * @typedef {{id: string, at: string, by: string, about: string, account: string|null, match: string, seat: string, text: string, room: string|null, number: number|null, said: string|null, closed_at: string|null}} Report
 * @typedef {{seat: string, title: string, name: string|null, account: string|null, open: boolean}} Seat
 * @typedef {{id: string, game: string, scenario: string, status: string, turn: string|null, step: string|null, told_at: string, due: string|null, seats: Seat[]}} Found
 * @typedef {{event: number, at: string, kind: string, public: string|null, ends: boolean}} Event
 * @typedef {{number: number, name: string, text: string, at: string, hidden: boolean}} Message
 * @typedef {{id: string, name: string, created_at: string, locked_at: string|null, guest: boolean, matches: number}} Account
 * @typedef {{network: string, ends_at: string, reason: string}} Ban
 * @typedef {{id: string, at: string, by: string, what: string, subject: string, reason: string, done: boolean, outcome: string}} Done
 */

import { answer } from '../account/devices.js';
import { call, query } from '../core/api.js';

/** @returns {Promise<Visit>} */
export const visit = () => call('GET', '/api/admin');

/** Show a passkey, to look around for half an hour. @returns {Promise<Visit>} */
export async function beginVisit() {
  const options = await call('POST', '/api/admin/visit-options');
  return call('POST', '/api/admin/visit', { credential: await answer(options) });
}

/** @returns {Promise<Visit>} */
export const endVisit = () => call('DELETE', '/api/admin/visit');

/** Show a passkey for a deed, and have it done. @param {Deed} deed @returns {Promise<{done: boolean, secret: string|null}>} */
export async function perform(deed) {
  const options = await call('POST', '/api/admin/deed-options', { deed });
  return call('POST', '/api/admin/deeds', { deed, credential: await answer(options) });
}

/** @param {string} what @param {Record<string, string>} [asked] @returns {Promise<any[]>} */
const rows = async (what, asked = {}) => (await call('GET', `/api/admin/${what}${query(asked)}`)).rows;

/** @param {boolean} closed @returns {Promise<Report[]>} */
export const reports = (closed) => rows('reports', closed ? { closed: 'true' } : {});
/** @param {string} find @returns {Promise<Found[]>} */
export const matches = (find) => rows('matches', { find });
/** @param {string} match @returns {Promise<Event[]>} */
export const events = (match) => rows(`matches/${encodeURIComponent(match)}/events`);
/** @param {string} match @returns {Promise<Message[]>} */
export const messages = (match) => rows(`matches/${encodeURIComponent(match)}/messages`);
/** @param {string} find @returns {Promise<Account[]>} */
export const accounts = (find) => rows('accounts', { find });
/** @returns {Promise<Ban[]>} */
export const bans = () => rows('bans');
/** @returns {Promise<Done[]>} */
export const deeds = () => rows('deeds');
