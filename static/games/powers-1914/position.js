/**
 * The position as a page of Powers of 1914 reads it: units by id, fields by name, and what is yours.
 *
 * @import {Desk} from '../../panels/desk.js'
 * @import {Figure, PowersView, SeatView} from './types.js'
 * @import {Group} from './units.js'
 */

import { placeTitle } from '../../panels/places.js';
import { theArea } from './sentence.js';
import { find, groups, sideOfNation } from './units.js';

export class Position {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @returns {PowersView} */
  get view() {
    return /** @type {PowersView} */ (this.desk.view);
  }

  /** @returns {SeatView|null} null for a spectator */
  get me() {
    return (this.desk.seat ? this.view.seats[this.desk.seat] : null) ?? null;
  }

  /** @param {string} id @returns {Figure|null} */
  unit(id) {
    return find(this.view, id)?.unit ?? this.#inBattle(id);
  }

  /** @param {string} id */
  #inBattle(id) {
    const battle = this.view.battle;
    return [...(battle?.attackers ?? []), ...(battle?.defenders ?? [])].find((u) => u.id === id) ?? null;
  }

  /** @param {readonly string[]} ids @returns {Figure[]} */
  figures(ids) {
    return ids.map((id) => this.unit(id)).filter((unit) => unit !== null);
  }

  /** @param {string} id @returns {string|null} */
  areaOf(id) {
    return find(this.view, id)?.area ?? null;
  }

  /** @param {string} area @returns {Figure[]} */
  units(area) {
    return this.view.areas[area]?.units ?? [];
  }

  /** @param {Figure} unit */
  friendly({ nation }) {
    return sideOfNation(this.view, nation) === this.me?.side;
  }

  /** @param {string} area @returns {Figure[]} */
  enemies(area) {
    return this.units(area).filter((unit) => !this.friendly(unit));
  }

  /** @param {string} area @returns {Group[]} */
  groups(area) {
    return groups(this.units(area));
  }

  /** @param {string} area */
  sea(area) {
    const { lattice } = this.desk.board;
    return lattice.has(area) && lattice.hex(area).surface === 'sea';
  }

  /** @param {string} area */
  name(area) {
    return placeTitle(this.desk, area);
  }

  /** @param {string} area @returns {string} the name within a sentence: "Champagne", "the North Sea" */
  the(area) {
    return theArea(this.desk, area);
  }

  /** @param {string} nation @returns {string} "Germany" */
  nation(nation) {
    return this.view.nations[nation]?.name ?? nation;
  }
}
