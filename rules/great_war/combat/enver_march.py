"""§6.30N The Enver Offensive: whether three units can come to an attack, which are nearest, and whether they
marched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

from rules.great_war.combat.declaring import able_together, why_not_alone, why_not_attack
from rules.great_war.facts.offensives import EnverWeighed, OffensivePassedUp
from rules.great_war.movement.eligibility import why_not_move
from rules.great_war.movement.reach import ends_of, group_of, ways_of
from rules.great_war.play import Play, names_of
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import combat_hexes, forts, occupied_hexes
from rules.great_war.position.near_east_state import ATTACK, MARCH, NOTHING
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.fronts import CAUCASUS, EAST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.enver_order import ENVER, ORDERED_UNITS, binds
from rules.great_war.stacking import why_too_many
from rules.kernel.floods import spread
from rules.kernel.messages import Json


def weigh(play: Play, frame: PhaseFrame) -> bool:
    """§6.30: as the Central Powers begin to move in the Caucasus: whether three units can come to an attack, else which
    must march. Nothing is asked any more where three have attacked in Van (§6.8). Says whether it was weighed now."""
    state = play.state
    if not binds(state) or state.near_east.enver or mover_in(state, EAST, frame.key) != CENTRAL:
        return False
    if state.chit_state.attacks.get(ENVER):
        return False
    if three_can_attack(state):
        play.emit(EnverWeighed(ATTACK, ()))
    else:
        units = nearest(state)
        play.emit(EnverWeighed(MARCH if units else NOTHING, units))
    return True


def _there(state: State) -> Iterator[str]:
    """§6.30: the combat units of the Central Powers in the Caucasus, by hex."""
    board = state.printed.board
    for unit in state.on_map(CENTRAL):
        if state.counter(unit).is_combat and board.front[board.index[state.units[unit].at]] == CAUCASUS:
            yield unit


# --- three that can attack --------------------------------------------------------------------------------------------


def three_can_attack(state: State) -> bool:
    """§6.30: whether three units of the Central Powers in the Caucasus can be brought to one attack this turn."""
    board = state.printed.board
    reach = {unit: _reach(state, unit) for unit in _there(state)}
    enemies = (combat_hexes(state, ALLIED) | forts(state, ALLIED)) & board.by_front[CAUCASUS]
    return any(_can_meet(state, reach, i) for i in sorted(enemies))


def _reach(state: State, unit: str) -> frozenset[int]:
    """§8.12: where a unit is or can be at the end of its move."""
    here = frozenset({state.printed.board.index[state.units[unit].at]})
    if why_not_move(state, unit, EAST) is not None:
        return here
    group = group_of(state, [unit], CENTRAL, EAST)
    return here.union(i for i, _ in ends_of(state, group, ways_of(state, group)))


def _can_meet(state: State, reach: Mapping[str, frozenset[int]], target: int) -> bool:
    """§6.30, §10.1: whether three of these can attack a hex together from where they can be."""
    board = state.printed.board
    hex_, near = board.ids[target], frozenset(b for b in board.neighbours[target] if b >= 0)
    options = {u: [board.ids[i] for i in sorted(found & near)] for u, found in reach.items()}
    able = {u: [h for h in hexes if _attacks_from(state, u, h, hex_)] for u, hexes in options.items()}
    units = [u for u, hexes in able.items() if hexes]
    return any(
        _together(state, dict(zip(three, places, strict=True)), hex_)
        for three in combinations(units, ORDERED_UNITS)
        for places in product(*(able[u] for u in three))
    )


def _attacks_from(state: State, unit: str, here: str, target: str) -> bool:
    return why_not_attack(_move_all(state, {unit: here}), unit, target) is None


def _together(state: State, places: Mapping[str, str], target: str) -> bool:
    """§7.23, §15.54: whether these units find room in these hexes, and may all be in one attack."""
    after = _move_all(state, places)
    if any(why_too_many(after, after.stacks[h]) is not None for h in set(places.values())):
        return False
    able = able_together(after, [*places], target)
    return len(able) == len(places) and why_not_alone(after, able, target) is None


def _move_all(state: State, places: Mapping[str, str]) -> State:
    for unit, hex_ in places.items():
        if state.units[unit].at != hex_:
            state = relocate(state, [unit], hex_)
    return state


# --- the three that march ---------------------------------------------------------------------------------------------


def _distances(state: State) -> Mapping[int, int]:
    """§6.30: from every hex of the Caucasus how many hexes it is to the nearest Allied unit; that of a fort is one."""
    board = state.printed.board
    allied = sorted((occupied_hexes(state, ALLIED) | forts(state, ALLIED)) & board.by_front[CAUCASUS])
    return spread(board.walks, allied, lambda _, b: board.front[b] == CAUCASUS) if allied else {}


def nearest(state: State) -> tuple[str, ...]:
    """§6.30: the units nearest to an Allied one, three and whoever is as near as the third; none where no Allied unit
    is."""
    far, index = _distances(state), state.printed.board.index
    units = sorted((u for u in _there(state) if index[state.units[u].at] in far), key=lambda u: _far(state, far, u))
    if len(units) <= ORDERED_UNITS:
        return tuple(units)
    third = _far(state, far, units[ORDERED_UNITS - 1])
    return tuple(u for u in units if _far(state, far, u) <= third)


def _far(state: State, far: Mapping[int, int], unit: str) -> int:
    return far[state.printed.board.index[state.units[unit].at]]


def still_to_march(state: State) -> tuple[str, ...]:
    """§6.30: of those that must march the ones that can still come nearer to an Allied unit; none when as many as must
    have gone as far as they can."""
    if not binds(state) or state.near_east.enver != MARCH:
        return ()
    far = _distances(state)
    units = [u for u in state.near_east.enver_units if state.is_on_map(u)]
    left = tuple(u for u in units if _comes_nearer(state, far, u))
    if len(units) - len(left) < min(ORDERED_UNITS, len(units)):
        return left
    # Whoever began nearer than the third is bound in any case.
    return tuple(u for u in left if u in _surely(state))


def _comes_nearer(state: State, far: Mapping[int, int], unit: str) -> bool:
    now = _far(state, far, unit)
    return any(far.get(i, now) < now for i in _reach(state, unit))


def _surely(state: State) -> frozenset[str]:
    """§6.30: those that began their march nearer than the last of the three."""
    far, index = _distances(state), state.printed.board.index
    began = {u: far[index[state.units[u].began or state.units[u].at]] for u in state.near_east.enver_units}
    third = sorted(began.values())[min(ORDERED_UNITS, len(began)) - 1]
    return frozenset(u for u, distance in began.items() if distance < third)


def end_march(play: Play, frame: PhaseFrame) -> None:
    """§6.30: the Central Powers have ended their movement in the Caucasus though a unit that must march could come
    nearer."""
    if mover_in(play.state, EAST, frame.key) == CENTRAL and still_to_march(play.state):
        play.emit(OffensivePassedUp(ENVER))


def warnings(state: State) -> list[Json]:
    """§6.30: what the Central Powers must know before they end that movement."""
    if not binds(state):
        return []
    if state.near_east.enver == ATTACK and not _stand_ready(state):
        text = "Enver Offensive: three of your units must attack together in the Caucasus this turn. Where they are"
        return [{"text": f"{text} now, no three can. You lose the match without that attack.", "section": "6.30"}]
    units = still_to_march(state)
    if not units:
        return []
    text = f"Enver Offensive: {names_of(state, units)} can still come nearer to the enemy, and your three nearest units"
    return [{"text": f"{text} must. You lose the match if they do not.", "section": "6.30"}]


def _stand_ready(state: State) -> bool:
    """§6.30: whether three units stand so that they can attack a hex together."""
    index = state.printed.board.index
    board = state.printed.board
    here = {u: frozenset({index[state.units[u].at]}) for u in _there(state)}
    enemies: Iterable[int] = (combat_hexes(state, ALLIED) | forts(state, ALLIED)) & board.by_front[CAUCASUS]
    return any(_can_meet(state, here, i) for i in enemies)
