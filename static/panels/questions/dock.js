/**
 * The buttons of the decision: over the map, and at the foot of the sheet on a phone. A main button that comes where
 * another was pressed does not hear the second half of a double-click, which was meant for the first.
 *
 * @import {Legal} from '../../core/types.js'
 * @import {Drafting, Seen} from '../drafts/draft.js'
 * @import {Mode} from './mode.js'
 */

import { button, icon } from '../../core/bits.js';
import { h, render } from '../../core/dom.js';

export class Dock {
  /** what was pressed last, and in which step */ #last = { key: '', step: '' };
  /** @type {Legal|null} */ #legal = null;

  /** @param {HTMLElement} map @param {HTMLElement} foot of the sheet @param {() => void} undo @param {(text: string) => void} say */
  constructor(map, foot, undo, say) {
    this.map = map;
    this.foot = foot;
    this.undo = undo;
    this.say = say;
    this.element = h('div', { class: 'dock float', role: 'toolbar', 'aria-label': 'Decision' });
    for (const place of [this.element, foot]) place.addEventListener('click', (event) => this.#heed(event), { capture: true });
  }

  /** @param {MouseEvent} event */
  #heed(event) {
    const pressed = event.target instanceof Element ? event.target.closest('button') : null;
    const step = this.#legal?.step ?? '';
    const key = pressed?.dataset.key ?? '';
    const again = event.detail > 1 && (key !== this.#last.key || step !== this.#last.step);
    if (again && pressed?.matches('.primary, .danger')) {
      event.stopPropagation();
      return;
    }
    this.#last = { key, step };
    // A finger has no pointer that could rest on it, and on a phone the reason may be further down. Undo says its own.
    if (pressed?.title && key !== 'undo' && pressed.matches('[aria-disabled=true]')) this.say(pressed.title);
  }

  /** @param {Seen} client @param {Mode} mode @param {Drafting} drafting */
  draw(client, mode, drafting) {
    const draft = draftButton(client, mode, drafting);
    const another = this.#legal !== null && this.#legal.ask !== client.legal?.ask;
    this.#legal = client.legal;
    const walkedTo = this.element.querySelector(':focus-visible') !== null;
    render(this.element, ...this.#buttons(client, mode), draft);
    if (walkedTo) this.#goOn(another);
    const below = this.#buttons(client, mode);
    render(this.foot, barrier(below), ...below, draftButton(client, mode, drafting));
  }

  /**
   * Whoever pressed a button by the keyboard goes on from those that take its place. After a phase was ended that is the
   * map: a second Enter must neither end the next phase nor take the first one back.
   *
   * @param {boolean} another decision than that in which it was pressed
   */
  #goOn(another) {
    const kept = document.activeElement;
    const next = kept instanceof HTMLElement && this.element.contains(kept) ? kept : this.element.querySelector('button');
    const risky = another && ['end-phase', 'undo'].includes(next?.dataset.key ?? '');
    const place = next && !risky ? next : this.map;
    if (place !== kept) place.focus({ preventScroll: true });
  }

  clear() {
    this.element.replaceChildren();
    this.foot.replaceChildren();
  }

  /** @param {Seen} client @param {Mode} mode @returns {Node[]} */
  #buttons(client, mode) {
    const { view, seat, undo, legal } = client;
    if (view?.outcome || !seat) return [];
    const ready = mode.confirm ? null : readiness(client);
    if (!legal?.yours && !undo.allowed) return ready ? [...mode.dock(), ready] : mode.dock();
    const back = button([icon('undo'), h('span', { class: 'word' }, 'Undo')], this.undo, { key: 'undo', label: 'Undo', title: undo.allowed ? 'Take back the last command (u)' : undo.text, class: undo.allowed ? '' : 'barred' });
    // It stays pressable, to say why it is barred.
    back.setAttribute('aria-disabled', String(!undo.allowed));
    return ready ? [back, ...mode.dock(), ready] : [back, ...mode.dock()];
  }
}

/** Why the main button cannot be pressed: on a phone what the question says of it may be below the fold. @param {Node[]} buttons */
function barrier(buttons) {
  const all = buttons.filter((node) => node instanceof HTMLElement);
  if (all.some((node) => node.matches('.primary:not([aria-disabled=true])'))) return null;
  const main = all.find((node) => ['end-phase', 'confirm', 'next'].includes(node.dataset.key ?? ''));
  const why = main?.matches('[aria-disabled=true]') ? main.title : '';
  return why ? h('p', { class: 'why' }, why) : null;
}

/** Where the commander in chief ends the phase, the others say that they are ready; those who have ended their own may go on. @param {Seen} client */
function readiness(client) {
  const offer = client.legal?.offers.find(({ kind }) => kind === 'ready');
  const [word] = /** @type {{of?: string[]}|undefined} */ (offer?.slots?.[0]?.options)?.of ?? [];
  if (!offer || !word) return null;
  return button(offer.label, () => void client.send({ kind: 'ready', yes: word }), { key: 'ready', class: word === 'yes' ? 'primary' : '' });
}

/**
 * Where a phase can be planned, or a draft lies: from then on orders are only written down.
 *
 * @param {Seen} client @param {Mode} mode @param {Drafting} drafting
 */
function draftButton(client, mode, drafting) {
  const plans = client.legal?.offers.some(({ kind }) => kind === 'end_phase' || kind === 'ready');
  const next = drafting.waits;
  if (drafting.open || mode.confirm || !drafting.possible || !(plans || drafting.count || next)) return null;
  const sent = drafting.draft?.goes ? ', sent ahead' : '';
  const face = drafting.count ? `Draft (${drafting.count}${sent})` : next ? 'Draft your next turn' : 'Draft';
  return button(face, () => void drafting.enter(), { key: 'draft', title: next ? 'Plan your next turn now, and send it when it comes' : 'Note orders now, and send them when you like' });
}
