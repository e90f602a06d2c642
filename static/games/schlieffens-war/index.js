/**
 * What is special to Schlieffen's War at the table: which mode answers which step, and what its tracks are called.
 *
 * @import {Overlay, View} from '../../core/types.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {GameClient, Score} from '../../panels/game.js'
 * @import {Mode} from '../../panels/questions/mode.js'
 * @import {WarView} from './types.js'
 */

import { GeneralMode } from '../../orders/mode.js';
import { BattlePanel } from './battle.js';
import { counters } from './counters.js';
import { MARKERS, digest } from './digest.js';
import { find } from './index-of.js';
import { Levy } from './levy.js';
import { Artillery } from './modes/artillery.js';
import { Combat } from './modes/combat.js';
import { Movement } from './modes/movement.js';
import { Overstack } from './modes/overstack.js';
import { Picking } from './modes/picking.js';
import { roster } from './roster.js';
import { sentence } from './sentences.js';
import { track } from './track.js';

/** @type {Record<string, (desk: Desk) => Mode>} */
const MODES = {
  setup: (desk) => new GeneralMode(desk, roster, { place: Levy }),
  movement: (desk) => new Movement(desk),
  combat: (desk) => new Combat(desk),
  choose_defenders: (desk) => new Picking(desk, 'defend'),
  heavy_artillery: (desk) => new Artillery(desk),
  advance: (desk) => new Picking(desk, 'advance'),
  overstack: (desk) => new Overstack(desk),
};

/** @param {View} view */
const war = (view) => /** @type {WarView} */ (view);

/** @param {View} view @returns {Score[]} */
function score(view) {
  const t = war(view).tracks;
  return [
    { label: 'VP', value: String(t.vp), of: String(t.vp_to_win), section: '4.6', note: `${t.vp_to_draw} to ${t.vp_to_win - 1} is a draw; the Germans win with ${t.vp_to_win}` },
    { label: 'Plan XVII', value: String(t.plan_xvii), of: String(t.plan_xvii_needed), section: '4.4', note: 'French attacks into Germany, due by the end of turn 7' },
  ];
}

/** @type {GameClient} */
export const game = {
  title: 'Schlieffen’s War',
  sides: { german: 'German', entente: 'Entente' },
  layers: [
    { name: 'supply', label: 'Supply', section: '8.0', legend: 'Green: your infantry would be in supply here. Green lines: the railways that carry it. A red triangle marks a stack with units out of supply.' },
    { name: 'command', label: 'Command', section: '6.7', legend: 'Blue: within the radius of one of your headquarters.' },
    { name: 'zoc', label: 'Enemy ZOC', section: '7.0', legend: 'Red: enemy zones of control. A move stops there.' },
    { name: 'control', label: 'Control', section: '3.3', groups: true, legend: 'Hexes that have changed hands: grey to the Germans, blue to the Entente.' },
  ],
  phases: { regroup: 'Regroup', movement: 'Movement', combat: 'Combat', admin: 'Admin', setup: 'Set-up', end: 'End' },
  styles: ['counters.css'],
  nearest: 1.2,
  pieces: counters,
  battle: (refresh) => new BattlePanel(refresh),

  /** @param {Desk} desk @returns {Mode} */
  mode(desk) {
    const { legal } = desk;
    // A step that has no hand of its own here is answered with the general form; who waits looks round with it.
    return (legal.yours ? MODES[legal.step]?.(desk) : null) ?? new GeneralMode(desk, roster);
  },

  score,
  track: (view) => ({ title: 'Turn track', content: track(war(view), score(view)) }),

  places(view, seat) {
    const { stacks } = war(view);
    return Object.keys(stacks).filter((hex) => stacks[hex]?.some((c) => !seat || c.side === view.viewer));
  },

  focus: (view) => war(view).battle?.target ?? null,
  sentence,
  digest,
  passing: MARKERS,
  sorts: [
    { label: 'Battles', kinds: ['attack', 'defenders', 'bombardment', 'odds', 'combat', 'probed'] },
    { label: 'Moves', kinds: ['moved', 'forced-march', 'advanced', 'retreated', 'displaced', 'placed', 'returned', 'withdrawn'] },
    { label: 'Losses', kinds: ['step-lost', 'lost', 'attrition'] },
    { label: 'Places taken', kinds: ['taken', 'paris'] },
  ],

  /** @param {View} view @param {Overlay} overlay */
  troubled(view, overlay) {
    const out = Object.entries(overlay.units).filter(([, state]) => state === 'out' || state === 'no');
    return new Set(out.map(([id]) => find(war(view), id)?.hex ?? null).filter((hex) => hex !== null));
  },
};
