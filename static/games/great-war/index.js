/**
 * What is special to the Great War at the table: its fronts, its counters, and what its steps and tracks are called.
 *
 * @import {View} from '../../core/types.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {GameClient, Score} from '../../panels/game.js'
 * @import {Mode} from '../../panels/questions/mode.js'
 * @import {Ledger, NearEast} from './types.js'
 */

import { BattlePanel } from './battle.js';
import { beside } from './boxes.js';
import { YEARBOOK } from './calendar.js';
import { TOLD } from './chits.js';
import { counters } from './counters.js';
import { known } from './counter.js';
import { digest } from './digest.js';
import { find, stacksOf, war } from './index-of.js';
import { FrontMode } from './mode.js';
import { sentence } from './sentence.js';
import { total } from './points.js';
import { SHORT, steps } from './steps.js';
import { track, whereabouts } from './track.js';

/** Where a theatre is, of the boards that there are. */
const BOARDS = { west: ['great-war-west', 'great-war-italy', 'great-war-egypt'], east: ['great-war-east', 'great-war-caucasus', 'great-war-iraq'] };

/** What decides the game in the Near East alone. @param {NearEast} facts @returns {Score[]} */
const alone = ({ victory, surrender }) => [
  { label: 'Victory hexes', value: `${victory.hexes.length} of ${victory.needed}`, short: `${victory.hexes.length}/${victory.needed} hexes`, section: '18.4', note: 'Victory hexes that the Central Powers hold, if in supply, of those that they need' },
  ...(surrender ? [{ label: 'Surrender', value: `+${surrender.modifiers.reduce((sum, { drm }) => sum + drm, 0)}`, section: '5.62', note: `What is added to the die for Turkey’s surrender, which comes on ${surrender.total}` }] : []),
];

/** What decides the game otherwise. @param {NonNullable<Ledger["score"]>} score @returns {Score} */
const counted = (score) => ({
  label: score.towns ? 'Towns' : 'Points',
  value: total(score),
  short: `${score.points}${score.needs === null ? '' : `/${score.needs}`} ${score.towns ? 'towns' : 'pts'}`,
  section: '18.1',
  note: `${score.towns ? 'Towns held by' : 'Points of'} the Central Powers. ${score.rule}`,
});

/** @param {View} view @returns {Score[]} */
function score(view) {
  const { ledger, near_east, tracks } = war(view);
  const weather = tracks.zones.map((zone) => tracks.weather[zone]).filter(Boolean);
  return [
    // Where there is little room only the first stays.
    ...(near_east && !tracks.zones.includes('west') ? alone(near_east) : []),
    ...(ledger.score ? [counted(ledger.score)] : []),
    ...(tracks.strategic ? [{ label: 'Strategic', value: tracks.strategic, section: '4.3', note: 'The last strategic turn that began, by its letter' }] : []),
    ...(weather.length ? [{ label: 'Weather', value: [...new Set(weather)].join(' / '), section: '12.1', note: whereabouts(tracks.zones, tracks.weather) }] : []),
  ];
}

/** @type {GameClient} */
export const game = {
  title: 'The Great War',
  sides: { central: 'Central Powers', allied: 'Allies' },
  layers: [
    { name: 'supply', label: 'Supply', section: '11.2', groups: true, legend: 'Green: units of your nations would be in supply here; hexes that supply only some of your nations have their own outline. A red triangle marks a stack with units out of supply.' },
    { name: 'supply-next', label: 'Supply next turn', section: '12.2', groups: true, only: (view) => war(view).near_east !== undefined && war(view).turn < war(view).turns, legend: 'Green: your units would be in supply here in the weather of the next turn: in hot weather supply lines may enter desert, but not cross it. A red triangle marks a stack with units that would be out of supply.' },
    { name: 'control', label: 'Control', section: '7.1', groups: true, legend: 'Grey: the Central Powers control these hexes. Blue: the Allies do.' },
  ],
  phases: SHORT,
  steps,
  styles: ['counters.css', 'panels.css'],
  nearest: 1.2,
  pieces: counters,
  battle: (refresh) => new BattlePanel(refresh),

  /** @param {Desk} desk @returns {Mode} */
  mode: (desk) => new FrontMode(desk),

  score,
  track: (view, known) => ({ title: 'Turn and tracks', content: track(war(view), known) }),
  yearbook: YEARBOOK,
  telling: TOLD,

  places(view, seat) {
    const stacks = stacksOf(view);
    return Object.keys(stacks).filter((hex) => stacks[hex]?.some((c) => !seat || c.side === view.viewer));
  },

  opensOn: (view) => war(view).ledger.score?.towns ?? [],

  boards(view, own) {
    const { viewer, step } = war(view);
    const mine = step.fronts.find(({ side, state }) => side === viewer && state === 'now');
    const moving = mine ? BOARDS[mine.theatre].filter((id) => !own.length || own.includes(id)) : [];
    // In a set-up, and where nobody moves, a commander is asked about their own ground.
    return moving.length ? moving : own;
  },

  beside,

  troubled(view, overlay) {
    const out = Object.keys(overlay.units).filter((id) => overlay.units[id] === 'out');
    return new Set(out.map((id) => find(view, id)?.hex ?? null).filter((hex) => hex !== null));
  },

  weight: (view, place) => (stacksOf(view)[place] ?? []).reduce((sum, counter) => sum + (known(counter) ? counter.attack ?? 0 : 0), 0),
  focus: (view) => war(view).battle?.target ?? null,
  sentence,
  digest,
  sorts: [
    { label: 'Battles', kinds: ['attack', 'support', 'combat'] },
    { label: 'Moves', kinds: ['moved', 'transported', 'arrived', 'converted'] },
    { label: 'Losses', kinds: ['lost'] },
    { label: 'Places taken', kinds: ['taken'] },
    { label: 'Events', kinds: ['events', 'entry', 'revolution', 'treaty', 'collapsed', 'surrendered', 'morale'] },
    { label: 'Resources', kinds: ['points', 'u-boats', 'bombed', 'restored', 'rebuilt', 'emergency'] },
  ],
};
