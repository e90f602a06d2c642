/**
 * A mode of Powers of 1914: units by id, areas by name.
 *
 * @import {AnyOffer, Figure, PowersView, SeatView, SideView} from './types.js'
 * @import {Group} from './units.js'
 */

import { Mode } from '../../panels/mode.js';
import { placeTitle } from '../../panels/places.js';
import { theArea } from './sentence.js';
import { find, groups } from './units.js';

export class PowersMode extends Mode {
  /** @override @returns {PowersView} */
  get view() {
    return /** @type {PowersView} */ (this.desk.view);
  }

  /** @override @param {string} kind @returns {AnyOffer|null} */
  offer(kind) {
    return super.offer(kind);
  }

  /** @returns {SeatView|null} null for a spectator */
  get me() {
    return (this.desk.seat ? this.view.seats[this.desk.seat] : null) ?? null;
  }

  /** @returns {SideView|null} */
  get mySide() {
    return (this.me ? this.view.sides[this.me.side] : null) ?? null;
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

  /** @param {string} id @returns {string|null} */
  areaOf(id) {
    return find(this.view, id)?.area ?? null;
  }

  /** @param {string} area @returns {Figure[]} */
  units(area) {
    return this.view.areas[area]?.units ?? [];
  }

  /** @param {string} area @returns {Group[]} */
  groups(area) {
    return groups(this.units(area));
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
