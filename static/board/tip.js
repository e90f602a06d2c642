/**
 * The tooltip of a hex. It may not cover a counter: left, below, right, above.
 *
 * @import {Surface} from './board.js'
 */

import { plainChip } from '../core/citing.js';
import { h, render } from '../core/dom.js';

/** @typedef {{head: string, lines: {text: string, section?: string}[]}} TipContent */

export class Tip {
  /** @param {Surface} board */
  constructor(board) {
    this.board = board;
    this.element = h('div', { class: 'tip float', role: 'tooltip', id: 'tip' });
  }

  /** @param {string|null} hex @param {TipContent|null} [content] */
  show(hex, content = null) {
    if (!hex || !content) {
      this.board.float(this.element, null);
      return;
    }
    render(
      this.element,
      h('b', {}, content.head),
      content.lines.map((line) => h('span', { class: 'tip-line' }, line.text, ' ', plainChip(line.section))),
    );
    this.board.float(this.element, hex, ['left', 'below', 'right', 'above']);
  }
}
