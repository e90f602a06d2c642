/**
 * Days on which you are away: in matches over days your clocks stand still for them.
 *
 * @import {VacationOut, VacationsOut} from '../core/wire.js'
 * @import {Child} from '../core/dom.js'
 */

import { api } from '../core/api.js';
import { button, count } from '../core/bits.js';
import { h, render } from '../core/dom.js';
import { tried } from './login.js';

const DAY_MS = 86_400_000;
/** @param {number} days from today @returns {string} in ISO form, by the browser's own calendar */
const inDays = (days) => new Date(Date.now() + days * DAY_MS - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
/** @param {string} day */
const spoken = (day) => new Date(`${day}T12:00`).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'long' });
/** @param {VacationOut} one */
const span = (one) => (one.first === one.last ? spoken(one.first) : `${spoken(one.first)} to ${spoken(one.last)}`);

/** @param {VacationsOut} known @param {string|null} zone of the account; null: the browser's @param {HTMLElement} problem @returns {Child[]} */
export function daysAway(known, zone, problem) {
  const list = h('ul', { class: 'held' });
  const left = h('p', { class: 'quiet', role: 'status' });
  const first = /** @type {HTMLInputElement} */ (h('input', { type: 'date', required: true, min: inDays(1), 'data-key': 'away-first' }));
  const last = /** @type {HTMLInputElement} */ (h('input', { type: 'date', required: true, min: inDays(1), 'data-key': 'away-last' }));
  first.addEventListener('change', () => {
    last.min = first.value;
    if (last.value < first.value) last.value = first.value;
  });
  const fill = (/** @type {VacationsOut} */ now) => {
    left.textContent = `${count(now.days_left, 'day')} left this year.`;
    render(list, now.vacations.map((one) => h('li', {}, h('div', {}, h('b', {}, span(one)), one.now && h('small', {}, 'You are away now.')), button(one.now ? 'I am back' : 'Cancel', () => void tried(problem, async () => fill(await api.comeBack(one.id))), { key: `back-${one.id}`, label: `${one.now ? 'I am back' : 'Cancel'}: ${span(one)}` }))));
  };
  const add = (/** @type {Event} */ event) => {
    event.preventDefault();
    void tried(problem, async () => {
      fill(await api.goAway(first.value, last.value, zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone));
      first.value = last.value = '';
    });
  };
  fill(known);
  return [
    h('p', { class: 'quiet' }, 'Your clocks stand still on these days in matches where players have a day or more. The others are told. You can begin tomorrow at the earliest.'),
    list,
    h('form', { class: 'row', onsubmit: add }, h('label', { class: 'field' }, h('span', {}, 'First day'), first), h('label', { class: 'field' }, h('span', {}, 'Last day'), last), h('button', { type: 'submit', class: 'b', 'data-key': 'go-away' }, 'I will be away')),
    left,
  ];
}
