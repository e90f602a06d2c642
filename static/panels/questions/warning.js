/**
 * A warning as it stands in the panel; one that knows a place leads there.
 *
 * @import {Warning} from '../../core/types.js'
 * @import {Desk} from '../desk.js'
 */

import { chip, plainChip } from '../../core/citing.js';
import { h, s } from '../../core/dom.js';

/** @param {Pick<Desk, "point">} desk @param {Warning} w @returns {HTMLElement} */
export function warningRow(desk, { text, section, hex }) {
  const sign = s('svg', { width: 18, height: 18, viewBox: '-9 -9 18 18', 'aria-hidden': 'true' }, s('use', { href: '#m-oos', x: -9, y: -9, width: 18, height: 18 }));
  const words = h('span', {}, text, ' ', hex ? plainChip(section) : chip(section));
  return hex
    ? h('button', { type: 'button', class: 'warn', onclick: () => desk.point([hex]) }, sign, h('span', {}, words, ' ', h('u', {}, 'Show where')))
    : h('div', { class: 'warn' }, sign, words);
}
