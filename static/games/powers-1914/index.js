/**
 * What is special to Powers of 1914 at the table: which mode answers which step, what stands in the areas.
 *
 * @import {View} from '../../core/types.js'
 * @import {Desk} from '../../panels/desk.js'
 * @import {GameClient} from '../../panels/game.js'
 * @import {Mode} from '../../panels/questions/mode.js'
 * @import {PowersView} from './types.js'
 */

import { GeneralMode } from '../../orders/mode.js';
import { count } from '../../core/bits.js';
import { army } from './army.js';
import { BattlePanel } from './battle.js';
import { Share } from './forms/share.js';
import { Levy } from './levy.js';
import { Action } from './modes/action.js';
import { Battle } from './modes/battle.js';
import { Purchase } from './modes/purchase.js';
import { Question } from './modes/question.js';
import { Pieces } from './pieces.js';
import { review } from './review.js';
import { roster } from './roster.js';
import { score } from './score.js';
import { sentence } from './sentence.js';
import { track } from './track.js';
import { find } from './units.js';

/** @type {Record<string, (desk: Desk) => Mode>} */
const MODES = {
  setup: (desk) => new GeneralMode(desk, roster, { place: Levy }),
  purchase: (desk) => new Purchase(desk),
  action: (desk) => new Action(desk),
  battle: (desk) => new Battle(desk),
  share: (desk) => new Question(desk, { share: Share }),
};

/** @param {View} view */
const powers = (view) => /** @type {PowersView} */ (view);

/** @type {GameClient} */
export const game = {
  title: 'Powers of 1914',
  sides: { central: 'Central Powers', entente: 'Entente' },
  layers: [],
  phases: { events: 'Events', purchase: 'Purchases', action: 'Moves and battles', setup: 'Set-up' },
  styles: ['pieces.css', 'shop.css', 'fights.css'],
  nearest: 0.62,
  nearestOnPhone: 0.73,
  pieces: (lattice) => new Pieces(lattice),
  battle: (refresh) => new BattlePanel(refresh),

  mode(desk) {
    // A step that has no mode of its own here is answered with the general form.
    return (desk.legal.yours ? MODES[desk.legal.step]?.(desk) : null) ?? new Question(desk);
  },

  score: (view) => score(powers(view)),
  unseen: (dealt) => (dealt ? `${count(dealt, 'card')} of the other side’s hand and of those it put away ${dealt > 1 ? 'are' : 'is'} dealt by chance.` : 'The other side had no card that you could not see.'),
  track: (view) => track(powers(view)),

  /** Before the set-up there are none: then your own ground. */
  places(view, seat) {
    const { areas, nations } = powers(view);
    const own = (/** @type {string|undefined} */ nation) => !seat || nations[nation ?? '']?.seat === seat;
    const armies = Object.keys(areas).filter((area) => areas[area]?.units?.some((u) => own(u.nation)));
    return armies.length ? armies : Object.keys(areas).filter((area) => areas[area]?.control && own(areas[area]?.control));
  },

  focus(view) {
    const { battle, pending } = powers(view);
    return pending?.area ?? battle?.area ?? find(powers(view), pending?.target ?? '')?.area ?? null;
  },
  sentence,

  units(view, ids) {
    const figures = ids.flatMap((id) => find(powers(view), id)?.unit ?? []);
    return ids.length && figures.length === ids.length ? army(powers(view), figures) : '';
  },

  sorts: [
    { label: 'Battles', kinds: ['battle', 'challenge', 'tactic', 'shot', 'gas', 'fight', 'decided', 'reinforced', 'withdrew', 'battle-ended'] },
    { label: 'Moves', kinds: ['moved'] },
    { label: 'Losses', kinds: ['decided', 'removed', 'sunk', 'gas'] },
    { label: 'Lands taken', kinds: ['taken', 'fell', 'joined'] },
  ],
  review,
};
