/**
 * The card behind the turn: what turn it is, the weather, who has the initiative, resource points, and what the tracks say.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Lots} from '../../panels/lots.js'
 * @import {Unit, WarView} from './types.js'
 */

import { chip } from '../../core/citing.js';
import { h } from '../../core/dom.js';
import { chits } from './chits.js';
import { chipFace, figures } from './counter.js';
import { nationName, ORDER } from './nations.js';
import { surrender } from './surrender.js';

const SIDES = { central: 'Central Powers', allied: 'Allies' };
const BOXES = { available: 'Available units', dead: 'Dead pile', transit: 'Transit box', arabia: 'Arabia', reserve: 'Turkish Required Reserve' };
const FACE = 40;
/** The zones of weather, in words. @type {Record<string, string>} */
const ZONES = { west: 'west and Italy', east: 'east', south: 'Egypt and Iraq', caucasus: 'Caucasus' };

/** Where each weather of a turn is, in the order of the zones. @param {string[]} zones @returns {string} */
export function whereabouts(zones) {
  const words = zones.map((zone) => `in ${zone === 'south' ? '' : 'the '}${ZONES[zone] ?? zone}`).join(' / ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** @param {WarView} view @param {Lots|null} lots @returns {Child} */
export function track(view, lots) {
  const { tracks, ledger } = view;
  const rows = [
    ['Last strategic turn', tracks.strategic || 'none yet', '4.3'],
    ...tracks.zones.map((zone) => [`Weather, ${ZONES[zone] ?? zone}`, tracks.weather[zone] ?? 'not rolled yet', '12.1']),
    ['Initiative, west', SIDES[tracks.initiative.west], '5.8'],
    ['Initiative, east', SIDES[tracks.initiative.east], '5.8'],
    tracks.marker && [tracks.marker.name, tracks.marker.hex ?? 'not placed', '10.8'],
    view.near_east ? null : ['Victory hexes of the Central Powers', String(ledger.victory_hexes.length), '18.1'],
  ];
  return [
    h('table', { class: 'facts' }, h('tbody', {}, rows.filter((row) => row !== null).map(([head, value, section]) => h('tr', {}, h('th', { scope: 'row' }, head), h('td', {}, value), h('td', {}, chip(section ?? '')))))),
    points(view),
    surrender(view),
    beforeTheWar(view),
    chits(view, lots),
    Object.entries(BOXES).map(([box, title]) => heap(title, view.boxes[box] ?? [])),
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

/** The pre-war events in force: they change what holds for the rest of the match. @param {WarView} view @returns {Child} */
function beforeTheWar({ pre_war: { played }, titles }) {
  return played.length > 0 && [h('h4', {}, 'Before the war ', chip('20.1')), played.map((id) => h('p', {}, titles[id] ?? id))];
}

/** Units of a box by side; those that are alike together. @param {string} title @param {Unit[]} units @returns {Child} */
function heap(title, units) {
  return (/** @type {const} */ (['central', 'allied'])).map((side) => {
    const mine = units.filter((unit) => unit.side === side);
    /** @type {Map<string, Unit[]>} */
    const alike = new Map();
    for (const unit of mine) {
      const key = unit.kind === 'hq' ? unit.id : [unit.nation, unit.kind, unit.size, unit.turned, figures(unit)].join(' ');
      alike.set(key, [...(alike.get(key) ?? []), unit]);
    }
    return mine.length > 0 && [h('h4', {}, `${title}, ${SIDES[side]} (${mine.length})`), h('div', { class: 'units' }, [...alike.values()].map((group) => group[0] && chipFace(group[0], FACE, { stack: group.length })))];
  });
}
