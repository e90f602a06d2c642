/**
 * Over the map while it shows a draft: that it is one, and the ways out of it.
 *
 * @import {Drafting} from './draft.js'
 */

import { button, count } from '../core/bits.js';
import { h, render } from '../core/dom.js';

export class DraftBar {
  /** the revision that the player has asked to discard: only a second press does it */ #doomed = -1;

  constructor() {
    this.element = h('div', { class: 'draft-bar float', role: 'group', 'aria-label': 'Draft', hidden: true });
  }

  /** @param {Drafting} drafting @param {boolean} shown */
  draw(drafting, shown) {
    const { draft, open } = drafting;
    this.element.hidden = !shown || !open;
    if (!open) this.#doomed = -1;
    if (!open || !draft) return;
    const many = draft.commands.length;
    const ready = draft.sending === null ? draft.ready : many;
    const send = ready === many ? 'Send all' : `Send ${ready} of ${many}`;
    render(
      this.element,
      h('p', { role: 'status' }, h('b', {}, `${draft.ahead ? 'Next turn' : 'Draft'}: ${count(many, 'order')}`), h('span', { class: 'quiet' }, drafting.allies.length ? ', hidden from your opponents' : ', visible only to you')),
      h(
        'div',
        { class: 'row' },
        button(many && ready ? send : 'Send', () => void drafting.send(), { key: 'draft-send', tone: 'primary', disabled: !many || !ready, title: draft.ahead ? 'You can send it when your turn comes.' : many && !ready ? 'Your first order is no longer possible.' : '' }),
        this.#doomed === draft.revision
          ? button('Discard for good', () => void drafting.discard(), { key: 'draft-discard', tone: 'danger' })
          : button('Discard', () => this.#doom(drafting, draft.revision), { key: 'draft-discard', disabled: !many }),
        button('Close', () => drafting.leave(), { key: 'draft-close', title: 'Back to the match; the draft is kept (Escape)' }),
      ),
    );
  }

  /** @param {Drafting} drafting @param {number} revision */
  #doom(drafting, revision) {
    this.#doomed = revision;
    this.draw(drafting, true);
  }
}
