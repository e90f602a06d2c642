/**
 * What happened at an earlier moment, where the question stands otherwise.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {Scene} from '../../core/types.js'
 * @import {MatchClient} from '../../core/match-client.js'
 */

import { h } from '../../core/dom.js';
import { takenBack } from '../../core/taken-back.js';
import { logLine } from '../log/log.js';

/** @param {Scene} scene @param {MatchClient} client @param {(hexes: string[]) => void} point @returns {Child} */
export function lookedAt(scene, client, point) {
  const back = takenBack(client.log);
  return [
    h('div', { class: 'eye' }, h('span', { class: 'dot' }), `History · turn ${scene.turn}`),
    h('h2', {}, scene.title),
    scene.log.length ? scene.log.map((line) => logLine(line, point, back.has(line.seq))) : h('p', {}, scene.number === 0 ? 'The match begins.' : 'You saw this change on the map; the log has no line for it.'),
  ];
}
