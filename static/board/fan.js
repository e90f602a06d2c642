/**
 * The units of a stack or an area, side by side, to look at and to choose from: beside their hex, or where they cover nothing
 * that can be chosen. They can be put away without giving up the choice.
 *
 * @import {Surface} from './board.js'
 */

import { button, count, icon } from '../core/bits.js';
import { h, render } from '../core/dom.js';
import { isNarrow } from '../core/window-size.js';

/**
 * @typedef {object} FanItem
 * @property {string} id
 * @property {(px: number, can: boolean) => Node} face
 * @property {string} spoken what it is, for a screen reader
 * @property {string} note below the face
 * @property {boolean} can it may be chosen
 * @property {boolean} picked
 * @property {string} [why] the reason when it may not
 * @property {Node[]} [actions] small buttons below it
 *
 * @typedef {object} FanContent
 * @property {string} hex or area
 * @property {string} title
 * @property {FanItem[]} items
 * @property {(id: string) => void} onPick
 */

const FACE_PX = 56;
const FACE_ON_PHONE_PX = 48;

export class Fan {
  /** the place whose fan was put away */
  #folded = '';
  #hex = '';

  /** @param {Surface} board */
  constructor(board) {
    this.board = board;
    this.element = h('div', { class: 'fan float', role: 'group' });
  }

  /** @param {FanContent|null} content */
  show(content) {
    if (content?.hex !== this.#hex) this.#folded = '';
    this.#hex = content?.hex ?? '';
    if (!content) {
      this.board.float(this.element, null);
      return;
    }
    const fold = (/** @type {string} */ hex) => {
      this.#folded = hex;
      this.show(content);
    };
    const folded = this.#folded === content.hex;
    this.element.classList.toggle('folded', folded);
    if (folded) {
      render(this.element, button(count(content.items.length, 'unit'), () => fold(''), { key: 'units-unfold', tone: 'ghost', title: 'Show the units' }));
      this.board.float(this.element, content.hex, undefined, true);
      return;
    }
    const px = isNarrow() ? FACE_ON_PHONE_PX : FACE_PX;
    this.element.setAttribute('aria-label', content.title);
    render(
      this.element,
      button(icon('close'), () => fold(content.hex), { key: 'units-fold', class: 'fan-fold', label: 'Put the units away', title: 'Put away; your choice stays' }),
      h(
        'div',
        { class: 'fan-row' },
        content.items.map((item) =>
          h(
            'div',
            { class: 'fan-cell' },
            h(
              'button',
              {
                type: 'button',
                class: `fan-unit${item.picked ? ' picked' : ''}`,
                'aria-pressed': item.can ? String(item.picked) : null,
                'aria-disabled': item.can ? null : 'true',
                'aria-label': `${item.spoken}${item.why ? `. ${item.why}` : ''}`,
                'data-key': `fan-${item.id}`,
                title: item.why ?? null,
                onclick: () => item.can && content.onPick(item.id),
              },
              item.face(px, item.can),
              h('span', { class: 'note' }, item.note),
            ),
            item.actions?.length ? h('div', { class: 'fan-actions' }, item.actions) : null,
          ),
        ),
      ),
    );
    this.board.float(this.element, content.hex, undefined, true);
  }
}
