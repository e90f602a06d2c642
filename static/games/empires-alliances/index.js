/**
 * What is special to Empires & Alliances at the table: its counters, and what its steps and tracks are called.
 *
 * @import {View} from '../../core/types.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {GameClient, Score} from '../../panels/game.js'
 * @import {Mode} from '../../panels/questions/mode.js'
 */

import { Piles } from '../../board/piles.js';
import { whichTurn } from '../../core/bits.js';
import { March } from '../../orders/march.js';
import { GeneralMode } from '../../orders/mode.js';
import { Muster } from '../../orders/muster.js';
import { Assault } from './assault.js';
import { BattlePanel } from './battle.js';
import { faceOf } from './counter.js';
import { ARRIVALS, digest, INVASIONS, MOVES, POINTS, POLITICS, SUPPLY } from './digest.js';
import { ground } from './held.js';
import { find, stacksOf, war } from './index-of.js';
import { roster } from './roster.js';
import { sentence } from './sentence.js';
import { half, track } from './track.js';

const MOVING = new Set(['marched', 'travelled', 'rebased', 'fled']);

/** @param {View} view @returns {Score[]} */
function score(view) {
  const { score: now, weather } = war(view);
  const words = weather.west === weather.east ? [weather.west] : [weather.west, weather.east];
  return [
    { label: 'Points', value: half(now.halves), section: now.section, note: `Central Powers points as they stand: ${now.level.replace('-', ' ')}` },
    { label: 'Weather', value: words.join(' / '), section: '20.1', note: 'West / east of the weather line' },
  ];
}

/** @type {GameClient} */
export const game = {
  title: 'Empires & Alliances',
  sides: { central: 'Central Powers', allied: 'Allies' },
  layers: [
    { name: 'supply', label: 'Supply', section: '14.0', groups: true, legend: 'Green: a full source feeds any number of units here. Cities say how many corps they feed, and how many are drawn. Green lines: railways that carry supply. A red triangle marks a stack with units that nothing feeds.' },
    { name: 'rails', label: 'Railheads', section: '10.0', groups: true, legend: 'Whose the lines are, and the railheads at their ends.' },
    { name: 'zoc', label: 'Enemy zones', section: '5.0', legend: 'Red: enemy zones of control.' },
    { name: 'control', label: 'Control', section: '4.2', groups: true, legend: 'Grey: taken by the Central Powers. Blue: taken by the Allies.' },
  ],
  phases: { weather: 'Weather', arrivals: 'Arrivals', supply: 'Supply', move: 'Move', recombine: 'Joining', crowded: 'Crowding', attacks: 'Combat', 'crowded-after': 'Crowding', railheads: 'Railheads', relief: 'Relief', rally: 'Rally', morale: 'Morale', end: 'End', 'set-up': 'Set-up' },
  steps: (view) => view.phases.filter(({ key, state }) => state === 'now' || !/\.(crowded|recombine)/.test(key)),
  battle: (refresh) => new BattlePanel(refresh),
  styles: ['counters.css', 'panels.css'],
  nearest: 1.2,
  pieces: (lattice) => new Piles(lattice, { face: faceOf, stacks: stacksOf, spent: (units) => units.every((unit) => unit.done), moving: MOVING, ground }),

  /** @param {Desk} desk @returns {Mode} */
  mode: (desk) => new GeneralMode(desk, roster, desk.legal.step === 'set-up' ? { place: Muster } : { move: March, attack: Assault }),

  score,
  unseen: () => 'You could see everything: nothing is hidden in this game.',
  track: (view) => ({ title: `${war(view).date}: ${whichTurn(view).toLowerCase()}`, content: track(war(view)) }),

  places(view, seat) {
    const stacks = stacksOf(view);
    return Object.keys(stacks).filter((hex) => stacks[hex]?.some((unit) => !seat || unit.side === view.viewer));
  },

  troubled(view, overlay) {
    const out = Object.entries(overlay.units ?? {}).filter(([, how]) => how === 'out');
    return new Set(out.map(([id]) => find(view, id)?.hex ?? null).filter((hex) => hex !== null));
  },

  weight: (view, place) => (stacksOf(view)[place] ?? []).reduce((sum, { attack }) => sum + attack, 0),
  focus: (view) => war(view).battles[0]?.hex ?? null,
  sentence,
  digest,
  sorts: [
    { label: 'Battles', kinds: ['hex-attacked', 'fight-resolved', 'overrun', 'fell', 'retreated', 'advanced'] },
    { label: 'Moves', kinds: [...MOVES, 'railhead', 'placed', 'dealt'] },
    { label: 'Invasions', kinds: INVASIONS },
    { label: 'Losses', kinds: ['fight-losses', 'scattered', 'starved', 'desertion', 'fell', 'overrun', 'invasion-failed'] },
    { label: 'New units', kinds: ARRIVALS },
    { label: 'Points', kinds: POINTS },
    { label: 'Politics and morale', kinds: POLITICS },
    { label: 'Supply', kinds: SUPPLY },
    { label: 'Weather', kinds: ['weather', 'weather-set'] },
  ],
};
