"""How a state becomes another one: the few changes that all facts are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.great_war.position.boxes import pile_of
from rules.great_war.position.pre_war_state import MOLTKE
from rules.great_war.position.secrecy import CONCEALED, has_mutinied
from rules.great_war.position.state import BOXES, LATER, BattleFrame, State, UnitState
from rules.great_war.printed.counters import ALPINE_CORPS, ARAB
from rules.great_war.printed.dominions import of_empire
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.hexes import occupied
from rules.hexes.occupied import change
from rules.kernel import frames
from rules.kernel.fast_replace import replace

FOR_GOOD = ("infantry", "provisional", "later")
"""What the back of a counter stands for that never shows its front again."""
FRANCO_BELGIAN = ("FR", "BE")
"""§18.24."""
MARCH_1917 = 28
"""§18.24: the turn after which hexes count that the Allies retake."""
DECEMBER_1916 = 26
"""§18.25: the last turn of 1916."""


def relocate(state: State, units: Iterable[str], to: str) -> State:
    """Units go from wherever they are to a hex (on top, in their order, headquarters below) or a box.

    In a box nothing is left of what they did in the phase: which face is up is all that lasts.
    """
    now = state.units
    if to in BOXES:
        return bring(state, {unit: UnitState(to, now[unit].back) for unit in units}, to)
    return bring(state, {unit: now[unit]._replace(at=to) for unit in units}, to)


def bring(state: State, units: Mapping[str, UnitState], to: str, **besides: Any) -> State:
    """Units go to a hex or a box, as ``relocate`` brings them, and are in these conditions there.

    ``besides``: what else of the state is exchanged. §7.13: what only the Arab army held, it holds no more.
    """
    held = state.near_east.arab_hold
    if held and held != to and any(u in units for u in state.printed.by_nation["AB"]):
        state = given_back(state)
    if state.near_east.rising in units:
        # §6.8: it was in no stack.
        state = change(state, {state.near_east.rising: UnitState(LATER)})
        state = with_near_east(state, rising="")
    return occupied.bring(state, units, to, lambda coming: in_order(state, coming), **besides)


def in_order(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """§7.25: a stack with its headquarters below: the top tells whether anyone can fight there."""
    combat: list[str] = []
    hqs: list[str] = []
    for unit in units:
        (combat if state.counter(unit).is_combat else hqs).append(unit)
    return (*combat, *hqs)


def dead(state: State, units: Iterable[str]) -> State:
    """§10.63: units go to the dead pile, the front up and as if nothing had happened in the phase.

    A converted division of cavalry stays on foot (§15.55), a unit of the Provisional Government what it is (§15.92),
    and the Alpine Corps shock troops (§15.46). The Arab army scatters instead (§15.83).
    """
    gone = tuple(units)
    if state.printed.near_east is not None:
        arabs = [u for u in gone if state.counter(u).untried == ARAB]
        state, gone = _scatter(state, arabs), tuple(u for u in gone if u not in arabs)
    piles = {u: pile_of(state, u) for u in gone}
    state = _bury(state, gone)
    for_good = {u: _for_good(state, u) and state.units[u].back for u in gone}
    for pile in dict.fromkeys(piles.values()):
        mine = [u for u in gone if piles[u] == pile]
        state = change(relocate(state, mine, pile), {u: UnitState(pile, for_good[u]) for u in mine})
    return state


def given_back(state: State) -> State:
    """§7.13: the hex that only the Arab army held is again with the side that had it last."""
    held = state.near_east.arab_hold
    return with_near_east(replace(state, taken=state.taken ^ {held}), arab_hold="") if held else state


def _scatter(state: State, arabs: Collection[str]) -> State:
    """§15.83, §6.7: an Arab army that falls goes back among those off the map, untried again; another is raised in the
    next Replacement Phase."""
    if not arabs:
        return state
    tried = {u: line for u, line in state.near_east.tried.items() if u not in arabs}
    return with_near_east(relocate(state, arabs, LATER), tried=tried, arabs_due=True)


def _for_good(state: State, unit: str) -> bool:
    """§15.46, §15.55, §15.92: whether a unit that shows its back comes back from the dead pile as it is."""
    return state.counter(unit).turned in FOR_GOOD or unit == ALPINE_CORPS


def _bury(state: State, units: Iterable[str]) -> State:
    """§5.36: where British units fell, and the first of them in the east, which are not rebuilt."""
    fell, stranded, board = dict(state.strategic_state.fell), state.strategic_state.stranded, state.printed.board
    most = state.printed.variant.stranded
    for unit in units:
        at = state.units[unit].at
        if state.counter(unit).nation != "BR" or at in BOXES:
            continue
        fell[unit] = board.front[board.index[at]]
        if fell[unit] == EAST and not of_empire(state.counter(unit)) and len(stranded) < most:
            stranded = (*stranded, unit)
    return state if fell == state.strategic_state.fell else with_strategic_state(state, fell=fell, stranded=stranded)


def changed_hands(state: State, side: str, hexes: Collection[str]) -> State:
    """§16.2, §18.21, §18.24: what is noted of victory hexes in the west that pass to a side. §14.63: a devastated hex
    is none any more. What of it counts for French morale is said where it is read (strategic/morale.py)."""
    board, strategic_state = state.printed.board, state.strategic_state
    if side == ALLIED and not {*state.places.paris}.isdisjoint(hexes):
        state = with_strategic_state(state, paris=False)
        strategic_state = state.strategic_state
    won = [
        h for h in hexes
        if board.index[h] in board.victory
        and board.country[board.index[h]] in FRANCO_BELGIAN
        and h not in state.devastated
    ]  # fmt: skip
    if not won:
        return state
    if side == CENTRAL:
        shaken = _may_be_shaken(state)
        new = [h for h in won if board.country[board.index[h]] == "FR" and h not in strategic_state.tested]
        new = [h for h in new if h not in strategic_state.captured] if shaken else []
        return with_strategic_state(state, captured=(*strategic_state.captured, *new)) if new else state
    captured = tuple(h for h in strategic_state.captured if h not in won)
    counts = [h for h in won if state.turn > MARCH_1917 and h not in strategic_state.retaken]
    return with_strategic_state(state, captured=captured, retaken=(*strategic_state.retaken, *counts))


def _may_be_shaken(state: State) -> bool:
    """§18.21, §18.25: whether a die is rolled for victory hexes: where the mutiny may be concealed, after 1916. §20.3
    No. 10: not where Moltke's plan has a victory of its own."""
    if state.pre_war.has(MOLTKE):
        return False
    if state.hands == CONCEALED:
        return state.turn > DECEMBER_1916
    return has_mutinied(state) and "RU" in state.strategic_state.collapsed


def russians_fought(state: State, attackers: Iterable[str], defenders: Iterable[str], fort: str = "") -> State:
    """§5.44, §14.11: an attack was declared: it counts for this operational turn if Russians attack, or are attacked,
    be it the unit of their fort alone; in the Near East only in Russia. ``fort``: whose stands in the hex, if any."""
    board = state.printed.board
    if board.near_east is not None:
        at = {u: board.index[state.units[u].at] for u in defenders}
        defenders = [u for u, i in at.items() if board.country[i] == "RU" or board.front[i] == EAST]
    nations = {
        "attacking": {state.counter(u).nationality for u in attackers},
        "attacked": {state.counter(u).nationality for u in defenders} | {fort},
    }
    fields = {
        name: (*getattr(state.strategic_state, name), state.turn)
        for name, theirs in nations.items()
        if state.turn not in getattr(state.strategic_state, name) and "RU" in theirs
    }
    return with_strategic_state(state, **fields) if fields else state


def with_strategic_state(state: State, **fields: Any) -> State:
    """§5.0: what the strategic turns keep, with some fields exchanged."""
    return replace(state, strategic_state=replace(state.strategic_state, **fields))


def with_near_east(state: State, **fields: Any) -> State:
    """What the Near East keeps with some fields exchanged."""
    return replace(state, near_east=replace(state.near_east, **fields))


def at_war(state: State) -> State:
    """§17.1: the Ottoman Empire is neutral no longer, where its units were set up before it came in."""
    return with_near_east(state, neutral=False) if state.near_east.neutral else state


def pay(state: State, points: Mapping[str, int]) -> State:
    """§5.12, §16.11: resource points added to nations, or taken from them when below zero; no nation has fewer than
    none, and a collapsed nation is given none."""
    gone = state.strategic_state.collapsed
    totals = {n: max(0, state.points.get(n, 0) + number) for n, number in points.items() if n not in gone}
    return replace(state, points={**state.points, **totals})


def moved_chits(state: State, chits: Mapping[str, int], start: str, end: str) -> State:
    """§6.15: chits from one place (``central.play``) to another; out of the game where ``end`` is empty."""
    places = {start: dict(state.chits[start]), **({end: dict(state.chits[end])} if end else {})}
    for chit, number in chits.items():
        places[start][chit] = places[start].get(chit, 0) - number
        if not places[start][chit]:
            del places[start][chit]
        if end:
            places[end][chit] = places[end].get(chit, 0) + number
    return replace(state, chits={**state.chits, **places})


def lose_step(state: State, unit: str) -> State:
    """§10.63: a full two-step unit is reduced, any other goes to the dead pile."""
    if has_two_steps(state, unit):
        return change(state, {unit: state.units[unit]._replace(back=True)})
    return dead(state, [unit])


def has_two_steps(state: State, unit: str) -> bool:
    """§3.26: whether a unit has a step to lose before it is destroyed."""
    return state.counter(unit).turned == "reduced" and not state.units[unit].back


def battle_of(state: State) -> BattleFrame:
    """The attack under way. ValueError when there is none: such a fact was never decided."""
    if state.battle is None:
        raise ValueError("no attack is under way")
    return state.battle


def in_battle(state: State, frame: BattleFrame) -> State:
    """The attack under way as another one."""
    return replace(state, cursor=frames.exchange_frame(state.cursor, frame))
