/**
 * Over the map while it shows a draft: that it is one, and the ways out of it.
 *
 * @import {Child} from '../../core/dom.js'
 * @import {DraftOut} from '../../core/wire.js'
 * @import {Drafting} from './draft.js'
 */

import { button, count } from '../../core/bits.js';
import { h, render } from '../../core/dom.js';

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
    // With the tick it goes on behind what brings an answer first.
    const send = ready === many || (drafting.through && draft.sending === null) ? 'Send all' : `Send ${ready} of ${many}`;
    render(
      this.element,
      h('p', { role: 'status' }, h('b', {}, `${draft.ahead ? 'Next turn' : 'Draft'}: ${count(many, 'order')}`), h('span', { class: draft.goes ? 'quiet' : 'quiet wide' }, draft.goes ? ', sent when your turn comes' : drafting.allies.length ? ', hidden from your opponents' : ', visible only to you')),
      h(
        'div',
        { class: 'row' },
        this.#send(drafting, draft, many && ready ? send : 'Send'),
        this.#doomed === draft.revision
          ? button('Discard for good', () => void drafting.discard(), { key: 'draft-discard', tone: 'danger' })
          : button('Discard', () => this.#doom(drafting, draft.revision), { key: 'draft-discard', disabled: !many }),
        button('Close', () => drafting.leave(), { key: 'draft-close', title: 'Back to the match; the draft is kept (Escape)' }),
      ),
    );
  }

  /**
   * Now, or when the turn comes for which it is; with the tick it goes on by itself.
   *
   * @param {Drafting} drafting @param {DraftOut} draft @param {string} face @returns {Child[]}
   */
  #send(drafting, draft, face) {
    const many = draft.commands.length;
    if (draft.goes) return [button('Hold it back', () => void drafting.stay(), { key: 'draft-stay', title: 'It stays a draft until you send it' })];
    // An empty draft of the turn that is on has nothing to wait for.
    const later = draft.sending === null && (draft.ahead || (many > 0 && !draft.ready));
    const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked: drafting.through, 'data-key': 'draft-through', onchange: () => { drafting.through = box.checked; this.draw(drafting, true); } }));
    const tick = many > 0 && draft.sending === null && h('label', { class: 'tick', title: 'Without this it stops there, so that you can look first. It always stops at a refusal, and at a question that it does not answer.' }, box, 'Go on after dice', h('span', { class: 'wide' }, ' and the other side’s answers'));
    const act = () => void (later || (drafting.through && draft.sending === null) ? drafting.sendAhead() : drafting.send());
    return [tick, button(later ? 'Send when my turn comes' : face, act, { key: later ? 'draft-ahead' : 'draft-send', tone: 'primary', disabled: !many })];
  }

  /** @param {Drafting} drafting @param {number} revision */
  #doom(drafting, revision) {
    this.#doomed = revision;
    this.draw(drafting, true);
  }
}
