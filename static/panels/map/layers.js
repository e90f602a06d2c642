/**
 * Layers that a player lays over the map: the toolbar that names them, and the one that is shown.
 *
 * @import {Overlay, View} from '../../core/types.js'
 * @import {Highlights} from '../../board/highlights.js'
 * @import {GameClient} from '../game.js'
 */

import { button } from '../../core/bits.js';
import { chip } from '../../core/citing.js';
import { h, render } from '../../core/dom.js';

export class Layers {
  /** @type {NonNullable<Highlights["overlay"]>|null} */ shown = null;

  /**
   * @param {GameClient} game
   * @param {(name: string) => Promise<Partial<Overlay>|null>} ask null when there is no answer
   * @param {() => void} changed
   */
  constructor(game, ask, changed) {
    this.game = game;
    this.ask = ask;
    this.changed = changed;
    this.element = h('div', { class: 'tools float', role: 'toolbar', 'aria-label': 'Map layers' });
    this.legend = h('p', { class: 'layer-legend float', role: 'status', hidden: true });
  }

  /** @param {string} name shown if it is not, put away if it is */
  async toggle(name) {
    if (this.shown?.name === name) this.clear();
    else await this.#show(name);
  }

  /** The position changed. */
  async renew() {
    if (this.shown) await this.#show(this.shown.name);
  }

  /** @param {string} name */
  async #show(name) {
    const data = await this.ask(name);
    const groups = this.game.layers.some((layer) => layer.name === name && layer.groups);
    this.shown = data && { name, groups, data: { hexes: data.hexes ?? {}, lines: data.lines ?? [], units: data.units ?? {} } };
    this.changed();
  }

  clear() {
    this.shown = null;
    this.changed();
  }

  /** @param {View} view @returns {Set<string>|undefined} places whose units it says to be in trouble */
  troubled(view) {
    return this.shown ? this.game.troubled?.(view, this.shown.data) : undefined;
  }

  /** @param {boolean} seated only players may ask for layers @param {View} view */
  draw(seated, view) {
    const layers = this.game.layers.filter(({ only }) => only?.(view) ?? true);
    render(
      this.element,
      button('Layers', () => this.element.classList.toggle('open'), { class: 'open-layers', key: 'layers' }),
      layers.map(({ name, label, section }) => button(label, () => void this.toggle(name), { pressed: this.shown?.name === name, class: 'layer', key: `layer-${name}`, title: `${label} (§${section})` })),
    );
    const shown = layers.find(({ name }) => name === this.shown?.name);
    this.legend.hidden = !seated || !shown?.legend;
    if (shown?.legend) render(this.legend, shown.legend, ' ', chip(shown.section));
    this.element.hidden = !seated || !layers.length;
  }
}
