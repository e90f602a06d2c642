/**
 * Heavy artillery and coup de main: which markers support the attack.
 *
 * @import {Child} from '../../../core/dom.js'
 * @import {WarOffer} from '../types.js'
 * @import {Highlights} from '../../../board/highlights.js'
 */

import { button } from '../../../core/bits.js';
import { chip } from '../../../core/citing.js';
import { h, s } from '../../../core/dom.js';
import { StackMode } from '../mode.js';

export class Artillery extends StackMode {
  coup = false;
  artillery = false;

  /** @returns {(WarOffer & {coup?: boolean, artillery?: boolean})|null} */
  get bombard() {
    return this.offer('bombard');
  }

  /** @override @returns {Child} */
  body() {
    const offer = this.bombard;
    const gun = () => s('svg', { width: 22, height: 22, viewBox: '-9 -9 18 18', 'aria-hidden': 'true' }, s('use', { href: '#m-gun', x: -9, y: -9, width: 18, height: 18 }));
    const ready = this.view.markers.artillery.filter((m) => m === 'ready').length;
    return [
      h(
        'div',
        { class: 'row' },
        button([gun(), 'Coup de main'], () => this.#flip('coup'), { pressed: this.coup, disabled: offer?.coup === false, key: 'coup', title: offer?.coup === false ? 'It has been used.' : 'Once in the match' }),
        button([gun(), 'Heavy artillery', h('small', {}, `${ready} ready`)], () => this.#flip('artillery'), { pressed: this.artillery, disabled: offer?.artillery === false, key: 'artillery', title: offer?.artillery === false ? 'No marker is ready this turn.' : 'One marker an attack' }),
      ),
      h('p', { class: 'quiet row' }, 'Each rolls a die: 1–2 nothing, 3–4 one column right, 5–6 two. ', chip('11.23')),
    ];
  }

  /** @param {"coup"|"artillery"} which */
  #flip(which) {
    this[which] = !this[which];
    this.desk.refresh();
  }

  /** @override @returns {Highlights} */
  highlights() {
    const battle = this.view.battle;
    return battle ? { attack: { hex: battle.target, from: battle.origins ?? [], odds: battle.column ?? battle.base ?? null, river: null } } : {};
  }

  /** @override */
  dock() {
    const fire = this.coup || this.artillery;
    return [
      button(fire ? (this.bombard?.label ?? 'Open fire') : 'Attack without', () => this.send({ kind: 'bombard', coup: this.coup, artillery: this.artillery }), { tone: fire ? 'danger' : 'primary', key: 'bombard' }),
    ];
  }
}
