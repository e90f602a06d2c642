/**
 * The card behind the turn: what turn it is, the weather, who has the initiative, resource points, and what the tracks say.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Known} from '../../panels/game.js'
 * @import {WarView} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { listed, titleOf } from './boxes.js';
import { calendar as calendarOf } from './calendar.js';
import { chits } from './chits.js';
import { heap } from './heap.js';
import { nationName, ORDER } from './nations.js';
import { points as score } from './points.js';
import { surrender } from './surrender.js';
import { theatresOf } from './theatres.js';
import { tracksOf } from './war.js';

const SIDES = { central: 'Central Powers', allied: 'Allies' };
/** The zones of weather, in words. @type {Record<string, string>} */
const ZONES = { west: 'west and Italy', east: 'east', south: 'Egypt and Iraq', caucasus: 'Caucasus' };

/** Where each weather of a turn is, in the order of the zones; of four with the weather. @param {string[]} zones @param {Record<string, string|null>} weather @returns {string} */
export function whereabouts(zones, weather) {
  const where = (/** @type {string} */ zone) => `in ${zone === 'south' ? '' : 'the '}${ZONES[zone] ?? zone}`;
  const words = zones.length > 2 ? zones.map((zone) => `${weather[zone] ?? 'not known yet'} ${where(zone)}`).join(', ') : zones.map(where).join(' / ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** @param {WarView} view @param {Known} known @returns {Child} */
export function track(view, { lots, calendar }) {
  const { course, tracks } = view;
  const theatres = theatresOf(tracks);
  // A first match has none to settle.
  const settled = course.strategic?.some(({ key }) => key === 'initiative');
  const rows = [
    settled && [`Initiative: ${theatres.west}`, SIDES[tracks.initiative.west], '5.8'],
    settled && [`Initiative: ${theatres.east}`, SIDES[tracks.initiative.east], '5.8'],
    tracks.marker && [tracks.marker.name, tracks.marker.hex ?? 'not placed', '10.8'],
  ];
  return [
    calendar && calendarOf(view, calendar),
    h('table', { class: 'facts' }, h('tbody', {}, rows.filter((row) => row instanceof Array).map(([head, value, section]) => h('tr', {}, h('th', { scope: 'row' }, head), h('td', {}, value), h('td', {}, chip(section ?? '')))))),
    score(view),
    h('h4', {}, 'Tracks of the war ', chip('5.0')),
    tracksOf(view, lots),
    points(view),
    transports(view),
    surrender(view),
    beforeTheWar(view),
    chits(view, lots, calendar),
    listed(view).map((box) => heap(titleOf(view, box), view.boxes[box] ?? [])),
  ];
}

/** @param {WarView} view @returns {Child} */
function points({ tracks }) {
  const have = Object.entries(tracks.points).sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return [
    h('h4', {}, 'Resource points ', chip('5.1')),
    h('ul', { class: 'points' }, have.map(([nation, n]) => h('li', {}, h('span', {}, nationName(nation)), h('b', {}, n)))),
  ];
}

/** Trains and ships of both maps, where they are more than a sentence. @param {WarView} view @returns {Child} */
function transports({ capacities }) {
  if (!capacities) return false;
  return [
    h('h4', {}, 'Trains and ships ', chip('9.0')),
    h('table', { class: 'facts' }, h('tbody', {}, capacities.map(({ side, title, left, most }) => h('tr', {}, h('th', { scope: 'row' }, h('i', { class: `swatch ${side}` }), ' ', title), h('td', {}, left === null || left === most ? `${most} a turn` : `${left} of ${most} left`))))),
  ];
}

/** The pre-war events in force: they change what holds for the rest of the match. @param {WarView} view @returns {Child} */
function beforeTheWar({ pre_war: { played }, titles }) {
  return played.length > 0 && [h('h4', {}, 'Before the war ', chip('20.1')), played.map((id) => h('p', {}, titles[id] ?? id))];
}
