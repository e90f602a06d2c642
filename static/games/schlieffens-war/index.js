/**
 * What is special to Schlieffen's War at the table: which mode answers which step, and what its tracks are called.
 *
 * @import {Counter, View} from '../../core/types.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {Mode} from '../../panels/mode.js'
 */

import { known } from '../../board/counter.js';
import { BattlePanel } from './battle.js';
import { Artillery } from './modes/artillery.js';
import { Combat } from './modes/combat.js';
import { Losses } from './modes/losses.js';
import { Movement } from './modes/movement.js';
import { Overstack } from './modes/overstack.js';
import { Picking } from './modes/picking.js';
import { Regroup } from './modes/regroup.js';
import { Setup } from './modes/setup.js';
import { Waiting } from './modes/waiting.js';

/** @type {Record<string, (desk: Desk) => Mode>} */
const MODES = {
  setup: (desk) => new Setup(desk),
  regroup: (desk) => new Regroup(desk),
  movement: (desk) => new Movement(desk),
  combat: (desk) => new Combat(desk),
  choose_defenders: (desk) => new Picking(desk, 'defend'),
  heavy_artillery: (desk) => new Artillery(desk),
  defender_losses: (desk) => new Losses(desk),
  attacker_losses: (desk) => new Losses(desk),
  extra_loss: (desk) => new Losses(desk),
  retreat: (desk) => new Losses(desk),
  advance: (desk) => new Picking(desk, 'advance'),
  overstack: (desk) => new Overstack(desk),
};

export const game = {
  title: 'Schlieffen’s War',
  /** @type {Record<string, string>} */
  sides: { german: 'German', entente: 'Entente' },
  layers: [
    { name: 'supply', label: 'Supply', section: '8.0' },
    { name: 'command', label: 'Command', section: '6.7' },
    { name: 'zoc', label: 'Enemy ZOC', section: '7.0' },
    { name: 'control', label: 'Control', section: '3.3' },
  ],
  /** @type {Record<string, string>} short names of phases, where the printed ones are long */
  phases: { regroup: 'Regroup', movement: 'Movement', combat: 'Combat', admin: 'Admin', setup: 'Set-up', end: 'End' },
  /** @type {Record<string, string>} */
  boxes: { pool: 'To be placed', 'turn-3': 'Arrive on turn 3', 'turn-7': 'Arrive on turn 7', eliminated: 'Eliminated, may return', removed: 'Removed for good' },

  /** @param {() => void} refresh */
  battle: (refresh) => new BattlePanel(refresh),

  /** @param {Desk} desk @returns {Mode} */
  mode(desk) {
    const { legal } = desk;
    const make = legal.yours ? MODES[legal.step] : undefined;
    return make ? make(desk) : new Waiting(desk);
  },

  /** Whether a counter on the map looks spent. @param {Counter} counter */
  dim: (counter) => known(counter) && counter.done === true,

  /** @param {View} view @returns {{label: string, value: string, of: string, section: string, note: string}[]} */
  score(view) {
    const t = view.tracks;
    return [
      { label: 'VP', value: String(t.vp), of: String(t.vp_to_win), section: '4.6', note: `${t.vp_to_draw} to ${t.vp_to_win - 1} is a draw; the Germans win with ${t.vp_to_win}` },
      { label: 'Plan XVII', value: String(t.plan_xvii), of: String(t.plan_xvii_needed), section: '4.4', note: 'French attacks into Germany, due by the end of turn 7' },
    ];
  },

  /** What the turn track says of a turn. @param {View} view @param {number} turn @returns {string[]} */
  turnNotes(view, turn) {
    const notes = [];
    if (view.boxes['turn-3']?.length && turn === 3) notes.push('BEF');
    if (view.boxes['turn-7']?.length && turn === 7) notes.push('6th Army');
    if (turn === 7) notes.push('Plan XVII, two corps east');
    if (turn === 9 || turn === 10) notes.push('Final effort');
    const guns = view.markers.artillery.filter((m) => m === `turn ${turn}`).length;
    if (guns) notes.push(`Artillery ×${guns}`);
    return notes;
  },
};

/** @typedef {typeof game} GameTable */
