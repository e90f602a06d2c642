/** The client of the game of two boards in two_fronts.py: a disc a corps, and a tap on a hex to go there. */

import { s } from '/core/dom.js';
import { Mode } from '/panels/questions/mode.js';

class Discs {
  constructor(lattice) {
    this.lattice = lattice;
    this.group = s('g');
    this.ghosts = s('g');
    this.at = {};
  }

  detail() {
    return '';
  }

  show(view) {
    this.at = view.at;
    const here = Object.entries(view.at).filter(([, hex]) => this.lattice.has(hex));
    this.group.replaceChildren(...here.map(([unit, hex]) => s('circle', { class: 'corps', 'data-unit': unit, cx: this.lattice.hex(hex).x, cy: this.lattice.hex(hex).y, r: 16, fill: unit === 'france' ? '#2f4f8f' : '#3f7f3f' })));
  }

  clear() {
    this.group.replaceChildren();
  }

  occupied() {
    return Object.values(this.at);
  }

  covers(hex) {
    return this.occupied().includes(hex);
  }

  travel(line) {
    window.journeys = [...(window.journeys ?? []), line.path];
    return Promise.resolve();
  }
}

class March extends Mode {
  get goals() {
    return this.legal.offers[0]?.slots[0].options.of ?? [];
  }

  highlights() {
    return { bands: { free: this.goals }, selected: [this.view.at[this.desk.seat]] };
  }

  hex(hex) {
    if (this.goals.includes(hex)) void this.send({ kind: 'move', hex });
  }

  dock() {
    return [];
  }
}

export const game = {
  title: 'Two Fronts',
  sides: { france: 'France', italy: 'Italy' },
  layers: [],
  phases: {},
  nearest: 0.8,
  pieces: (lattice) => new Discs(lattice),
  battle: () => ({ over: true, take() {}, settle() {}, clear() {}, draw: () => null, highlights: () => ({}) }),
  mode: (desk) => new March(desk),
  score: () => [],
  track: () => ({ title: 'Turns', content: null }),
  places: (view, seat) => (seat ? [view.at[seat]] : Object.values(view.at)),
  focus: () => null,
  sentence: (desk, hex) => `${desk.board.lattice.hex(hex).name || hex}, ${hex}`,
};
