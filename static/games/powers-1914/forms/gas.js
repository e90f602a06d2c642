/**
 * §3.15.2 Gas: a card of the whole game; as many enemy land units of a neighbouring field go as the die shows. The field comes
 * first, since it matters little which neighbour sends the gas.
 *
 * @import {Slot} from '../../../core/wire.js'
 * @import {Desk} from '../../../panels/desk.js'
 * @import {Roster} from '../../../orders/types.js'
 * @import {AnyOffer, Kind} from '../types.js'
 */

import { count } from '../../../core/bits.js';
import { Aimed, oneOf, slotted } from './asked.js';

const HELP = 'Roll one die: that many enemy land units are lost, but no ships or aircraft.';
const KINDS = { infantry: 'Infantry', artillery: 'Artillery' };
/** Places that find room in the panel: armies are compared. */
const MAX_PLACES = 20;

export class Gas extends Aimed {
  /** @param {Desk} desk @param {() => Roster} roster @param {AnyOffer} offer */
  constructor(desk, roster, offer) {
    super(desk, roster, offer);
    this.few = MAX_PLACES;
  }

  /** @override @param {AnyOffer} offer */
  static small({ left = 0 }) {
    return `${count(left, 'card')} left in the game`;
  }

  /** @override @param {AnyOffer} offer */
  static laid(offer) {
    const areas = new Set(Object.values(offer.units ?? {}).flat());
    return slotted(offer, 'Use gas', [
      { name: 'area', shape: 'hex', prompt: 'Gas attack on which field?', options: oneOf(areas) },
      { name: 'unit', shape: 'unit', prompt: 'From where?' },
      { name: 'first', shape: 'choice', prompt: 'Which are lost first?' },
    ], HELP);
  }

  /** @override */
  get again() {
    return false;
  }

  /** @param {string} area @returns {string[]} who can send it there */
  #from(area) {
    const units = /** @type {Record<string, string[]>} */ (/** @type {AnyOffer} */ (this.offer).units ?? {});
    return Object.keys(units).filter((unit) => units[unit]?.includes(area));
  }

  /** @param {string} area @returns {string[]} what there is to lose */
  #kinds(area) {
    const there = new Set(this.position.enemies(area).map(({ kind }) => kind));
    return Object.keys(KINDS).filter((kind) => there.has(/** @type {Kind} */ (kind)));
  }

  /** @override @param {{slot: string, chosen: Record<string, string>}} question */
  async consult({ slot, chosen: { area = '' } }) {
    return { options: slot === 'unit' ? oneOf(this.#from(area)) : oneOf(this.#kinds(area), { labels: KINDS }) };
  }

  /** @override @param {Slot} slot */
  first({ name }) {
    const { area = '' } = this.chosen;
    if (name === 'area') return this.position.view.battle?.area ?? null;
    return (name === 'unit' ? this.#from(area) : this.#kinds(area))[0] ?? null;
  }

  /** @override */
  title() {
    const { area } = this.chosen;
    return area && this.#kinds(area).length < 2 ? `Gas attack on ${this.position.the(area)}` : super.title();
  }
}
