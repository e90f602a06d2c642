/**
 * §3.3.12 Heavy artillery: a gun, a neighbouring field, a unit there. What a hit needs is told by the server.
 *
 * @import {Child} from '../../../../core/dom.js'
 * @import {Gun} from '../../types.js'
 * @import {Chosen} from './filled.js'
 */

import { count } from '../../../../core/bits.js';
import { chip } from '../../../../core/citing.js';
import { Aimed } from './aimed.js';
import { oneOf, slot } from './filled.js';

export class Shoot extends Aimed {
  /** @override */ kind = 'shoot';
  /** @override */ again = true;

  /** @returns {Record<string, Gun>} */
  get #guns() {
    return this.offer?.guns ?? {};
  }

  /** @override */
  small() {
    return `${count(Object.keys(this.#guns).length, 'gun')} in range`;
  }

  /** @override */
  slots() {
    return [slot('unit', 'unit', 'Which gun shoots?'), slot('area', 'hex', 'Which field should it shoot into?'), slot('target', 'unit', 'What should it aim at?')];
  }

  /** @override @param {string} name @param {Chosen} chosen */
  options(name, { unit = '', area = '' }) {
    if (name === 'unit') return oneOf(Object.keys(this.#guns), { notes: Object.fromEntries(Object.entries(this.#guns).map(([id, { needed }]) => [id, `hits with ${needed}`])) });
    const areas = this.#guns[unit]?.areas ?? {};
    return oneOf(name === 'area' ? Object.keys(areas) : (areas[area] ?? []));
  }

  /** @override @returns {Child} */
  detail() {
    const needed = this.#guns[this.chosen.unit ?? '']?.needed;
    if (!needed) return ['Once a turn, before infantry fights there. A gun that shoots cannot move. ', chip('3.3.12')];
    return [`Hits with ${needed < 6 ? `${needed} or more` : needed}: ${7 - needed} in 6. `, chip('3.3.12')];
  }
}
