/**
 * One of several orders as a button, with why it cannot be given.
 *
 * @import {Child} from '../core/dom.js'
 * @import {Offer} from '../core/wire.js'
 */

import { button } from '../core/bits.js';
import { chip, plainChip } from '../core/citing.js';
import { h } from '../core/dom.js';

/**
 * @param {Offer} offer
 * @param {object} o
 * @param {Child} o.small below its name
 * @param {boolean} [o.pressed] whether it is in hand; left out where pressing it leads elsewhere
 * @param {() => void} o.act
 * @returns {Child}
 */
export const orderButton = ({ kind, label, section, refusal }, { small, pressed, act }) => [
  button([h('span', {}, label, ' ', plainChip(section)), small ? h('small', {}, small) : null], act, { key: `order-${kind}`, class: 'order', pressed, disabled: Boolean(refusal) }),
  refusal && h('p', { class: 'quiet order-why' }, refusal.text, ' ', chip(refusal.section)),
];
