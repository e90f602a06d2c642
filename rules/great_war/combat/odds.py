"""§10.3 to §10.5: the odds of an attack: factors, column shifts and die roll modifiers, each with its section."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.great_war.position.arabs import arab_army
from rules.great_war.position.control import forts
from rules.great_war.position.kut import is_walled
from rules.great_war.position.state import State
from rules.great_war.printed.charts import WEATHER
from rules.great_war.printed.fronts import CAUCASUS, EGYPT, IRAQ
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.restrictions import first_turns, near_east
from rules.great_war.restrictions.event_bans import OFFENSIVE_IN_THE_WEST, WINTER_OFFENSIVE, lasts
from rules.great_war.restrictions.november_1914 import in_november
from rules.great_war.supply.tracing import IN, UNSUPPLIED, supply_of
from rules.great_war.turn.weather import weather_on
from rules.great_war.units.cooperation import cooperate
from rules.great_war.units.shock import is_shock
from rules.great_war.works.trenches import drm_against
from rules.hexes.odds import Modifier, Odds, net, total
from rules.hexes.surrounding import is_concentric

BAD_WEATHER = {EGYPT: "hot", IRAQ: "hot", CAUCASUS: "snow"}
OFFENSIVE_DRM = -2
"""§6.64."""
WEATHER_DRM = -2
"""§12.2: by front the weather that is hard on attackers there, and by how much."""
LAWRENCE, ATROCITY = "lawrence", "turkish-atrocity"
ARAB_DRM = 1
"""§6.25, §6.26: what either adds to the die when the Arab army attacks."""


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """What is known of an attack before its die. ``column`` is that of the table after all shifts."""

    attack: int
    defence: int
    base: int
    shifts: tuple[Modifier, ...]
    drms: tuple[Modifier, ...]
    defenders: int
    """§10.33: units and forts that count for the choice of the table."""

    @property
    def column(self) -> int:
        """§10.47: the column after shifts, which may be off the table at either end."""
        return self.base + total(self.shifts)

    def drm(self, floor: int) -> int:
        """§10.51, §10.55, §10.52: what is added to the die; the defender's part is no worse than ``floor``."""
        return net(self.drms, floor)


def odds_of(state: State) -> Odds:
    """§10.31: the headings of the table."""
    return state.printed.charts.combat.odds


def odds_of_attack(
    state: State,
    side: str,
    attackers: Sequence[str],
    target: str,
    defenders: Sequence[str],
    support: dict[str, str],
    *,
    bridged: bool = False,
) -> AttackOdds:
    """§10.3, §10.13, §10.23: an attack of these units on all units in a hex. ``support``: the headquarters of
    each side. ``bridged``: rivers are no hindrance to it (§6.37)."""
    board = state.printed.board
    i = board.index[target]
    origins = _origins(state, attackers, i)
    fort = i in forts(state, foe(side))
    fighters = [u for u in defenders if state.counter(u).is_combat]
    attack, defence = attack_of(state, attackers), defence_of(state, fighters, fort)
    base = odds_of(state).column_of(attack, defence)
    shifts = shifts_of(state, side, attackers, target, fighters, support, bridged=bridged)
    drms = [
        *_concentric(state, i, origins, _is_fortified(state, i, foe(side))),
        *_tanks(state, attackers, fighters),
        *_shock(state, attackers),
        *_trenches(state, fighters, target),
        *_weather(state, i, attackers),
        *_from_the_west(state, i, attackers),
        *_arabs(state, attackers),
    ]
    drms += beyond_drm(state, base + total(shifts))
    return AttackOdds(attack, defence, base, shifts, tuple(drms), len(fighters) + fort)


def shifts_of(
    state: State,
    side: str,
    attackers: Sequence[str],
    target: str,
    fighters: Sequence[str],
    support: Mapping[str, str],
    *,
    bridged: bool = False,
) -> tuple[Modifier, ...]:
    """§10.4, §10.32, §10.41: the column shifts of an attack on these combat units."""
    board = state.printed.board
    i = board.index[target]
    origins = _origins(state, attackers, i)
    fort = _is_fortified(state, i, foe(side))
    return (
        *_terrain_shifts(state, i, fort, target),
        *(() if bridged else _river_shift(state, i, origins)),
        *_devastation_shift(state, origins),
        *_nations_shifts(state, attackers, fighters),
        *_support_shifts(state, side, support),
        *first_turns.shifts(state, attackers, fighters, fort=fort),
    )


def _is_fortified(state: State, i: int, side: str) -> bool:
    """§14.12, §14.21: whether units of a side in a hex have a fort round them, be it one without a unit of its own."""
    return i in forts(state, side) or is_walled(state, i, side)


def seen_drms(
    state: State, side: str, attackers: Sequence[str], target: str, fighters: Sequence[str]
) -> tuple[Modifier, ...]:
    """§10.5: the modifiers that both sides can see, for a plan: all but those of tanks, which supply decides."""
    board = state.printed.board
    i = board.index[target]
    origins = _origins(state, attackers, i)
    fort = _is_fortified(state, i, foe(side))
    return (
        *_concentric(state, i, origins, fort),
        *_shock(state, attackers),
        *_trenches(state, fighters, target),
        *_weather(state, i, attackers),
        *_from_the_west(state, i, attackers),
        *_arabs(state, attackers),
    )


def _origins(state: State, attackers: Iterable[str], i: int) -> set[int]:
    """§10.11: the hexes that they attack from. §6.8: none for those who fight in the very hex."""
    index = state.printed.board.index
    return {index[state.units[u].at] for u in attackers} - {i}


def beyond_drm(state: State, column: int) -> tuple[Modifier, ...]:
    """§10.54: what odds above the table add to the die."""
    beyond = column - (len(odds_of(state).columns) - 1)
    if beyond <= 0:
        return ()
    return (("Odds above the table", "10.54", beyond * state.printed.charts.features.odds_drm),)


# --- factors (§10.31, §11.12) -----------------------------------------------------------------------------------------


def attack_of(state: State, units: Iterable[str]) -> int:
    """§10.24, §11.12, §11.51, §11.83: all attack factors; of those out of supply together half, rounded up, and at
    least one each. A fort feeds no attack."""
    return _sum_of(state, units, attacking=True)


def defence_of(state: State, units: Iterable[str], fort: bool) -> int:
    """§11.12, §14.11, §10.21: all defence factors, and the fort's own, which is always in supply."""
    return _sum_of(state, units, attacking=False) + (state.printed.charts.features.fort_defence if fort else 0)


def _sum_of(state: State, units: Iterable[str], *, attacking: bool) -> int:
    full, halved, least = 0, 0, 0
    for unit in units:
        face, supply = state.face(unit), supply_of(state, unit)
        factor = face.attack if attacking else face.defence
        if supply == UNSUPPLIED or (attacking and supply != IN):
            halved += factor
            least += min(1, factor)
        else:
            full += factor
    return full + max(least, -(-halved // 2))


# --- column shifts (§10.4) --------------------------------------------------------------------------------------------


def _terrain_shifts(state: State, i: int, fort: bool, target: str) -> Iterable[Modifier]:
    """§10.42, §10.43, §12.2: the ground of the hex in its weather, its city and its fort."""
    board, charts = state.printed.board, state.printed.charts
    weather = WEATHER.index(weather_on(state, board.front[i]))
    ground = charts.terrain[board.terrain[i]]
    if ground.shift[weather]:
        yield ground.name.capitalize(), "10.42", -ground.shift[weather]
    if i in board.cities and target not in state.devastated:
        yield "City", "10.42", -charts.features.city_shift
    if not fort:
        return
    if target in state.hindenburg:
        yield "Hindenburg Line", "10.43", -charts.features.hindenburg_shift
    elif board.forts.get(i, 1) > 1:
        yield "Heavy fortification", "10.43", -charts.features.heavy_fort_shift
    else:
        yield "Fortification", "10.42", -charts.features.fort_shift


def _river_shift(state: State, i: int, origins: Collection[int]) -> Iterable[Modifier]:
    """§10.44, §8.35: all attackers across rivers; a haff is none."""
    board = state.printed.board
    if origins and all(board.wades(a, board.neighbours[a].index(i)) for a in origins):
        yield "All across rivers", "10.44", -state.printed.charts.features.river_shift


def _devastation_shift(state: State, origins: Iterable[int]) -> Iterable[Modifier]:
    """§10.42, §14.63: out of a devastated hex."""
    if any(state.printed.board.ids[a] in state.devastated for a in origins):
        yield "Out of devastated ground", "14.63", -state.printed.charts.features.devastated_shift


def _nations_shifts(state: State, attackers: Sequence[str], defenders: Sequence[str]) -> Iterable[Modifier]:
    """§10.45: several nations that do not cooperate, on either side."""
    columns = state.printed.charts.features.nations_shift
    if not cooperate(state, attackers):
        yield "Attackers of several nations", "10.45", -columns
    if not cooperate(state, defenders):
        yield "Defenders of several nations", "10.45", columns


def _support_shifts(state: State, side: str, support: Mapping[str, str]) -> Iterable[Modifier]:
    """§10.46: headquarters of both sides."""
    for supporter, hq in support.items():
        if hq:
            sign = 1 if supporter == side else -1
            who = "attacker" if supporter == side else "defender"
            yield f"Headquarters of the {who}", "10.46", sign * state.counter(hq).front.support


# --- die roll modifiers (§10.5) ---------------------------------------------------------------------------------------


def _concentric(state: State, i: int, origins: Iterable[int], fort: bool) -> Iterable[Modifier]:
    """§10.53, §14.12: from two opposite hexes, from every other hex round it, or from four; never against a fort but
    Gaza and Beersheba."""
    if fort and not near_east.is_open_fort(state, i):
        return
    around = state.printed.board.neighbours[i]
    sides = {around.index(a) for a in origins}
    if is_concentric(sides):
        yield "Concentric attack", "10.53", state.printed.charts.features.concentric_drm


def _shock(state: State, attackers: Sequence[str]) -> Iterable[Modifier]:
    """§15.44: one to three shock-troop units, or four and more."""
    features, number = state.printed.charts.features, sum(is_shock(state, u) for u in attackers)
    if number:
        yield "Shock troops", "15.44", features.shock_drm[1 if number >= features.shock_many else 0]


def tank_drm(state: State, attackers: Sequence[str], defenders: Sequence[str]) -> int:
    """§15.23, §15.33: the best of the supplied tanks, nothing against supplied anti-tank units."""
    if _are_stopped(state, defenders):
        return 0
    return max((state.counter(u).drm for u in attackers if supply_of(state, u) == IN), default=0)


def tanks_break_in(state: State, attackers: Sequence[str], defenders: Sequence[str]) -> bool:
    """§10.71, §15.24: whether tanks attack, supplied or not, that no anti-tank unit stops."""
    return any(state.counter(u).kind == "tank" for u in attackers) and not _are_stopped(state, defenders)


def _are_stopped(state: State, defenders: Sequence[str]) -> bool:
    """§15.33: whether a supplied anti-tank unit cancels what tanks do."""
    return any(state.counter(u).kind == "anti-tank" and supply_of(state, u) != UNSUPPLIED for u in defenders)


def _tanks(state: State, attackers: Sequence[str], defenders: Sequence[str]) -> Iterable[Modifier]:
    drm = tank_drm(state, attackers, defenders)
    if drm:
        yield "Tanks", "15.23", drm


def _weather(state: State, i: int, attackers: Sequence[str]) -> Iterable[Modifier]:
    """§12.2: attacks in the heat of Egypt and Iraq, and in the snow of the Caucasus. The floor of §10.55 holds for it
    too (docs/rulings). Not for Russians on the turn of their winter offensive (§6.29), nor on the first turn (§19.61).
    """
    front = state.printed.board.front[i]
    bad = BAD_WEATHER.get(front)
    if front == CAUCASUS and (lasts(state, WINTER_OFFENSIVE) or in_november(state)):
        bad = bad if any(state.counter(u).nationality != "RU" for u in attackers) else None
    if bad is not None and weather_on(state, front) == bad:
        yield bad.capitalize(), "12.2", WEATHER_DRM


def _from_the_west(state: State, i: int, attackers: Sequence[str]) -> Iterable[Modifier]:
    """§6.64: British attacks in Egypt and Iraq on the turns of the German offensive in the west, whatever else there is
    against them; the floor of §10.55 holds for it too (docs/rulings). Persians are no British (§3.26)."""
    if state.printed.board.front[i] not in (EGYPT, IRAQ) or not lasts(state, OFFENSIVE_IN_THE_WEST):
        return
    if any(state.counter(u).nationality == "BR" for u in attackers):
        yield "Offensive in the west", "6.64", OFFENSIVE_DRM


def _arabs(state: State, attackers: Sequence[str]) -> Iterable[Modifier]:
    """§6.25, §6.26: the Arab army attacks, with Lawrence, and roused by the Turks this turn."""
    army = arab_army(state)
    if not army or army not in attackers:
        return
    if state.chits[f"{ALLIED}.play"].get(LAWRENCE):
        yield "Lawrence of Arabia", "6.25", ARAB_DRM
    if state.chit_state.lasting.get(ATROCITY) == state.turn:
        yield "Turkish Atrocity", "6.26", ARAB_DRM


def _trenches(state: State, defenders: Sequence[str], target: str) -> Iterable[Modifier]:
    """§14.4: the trenches of the defenders' nations; §14.53: those of the Near East."""
    drm = drm_against(state, defenders, target)
    if drm:
        yield "Trenches", "14.53" if near_east.is_there(state, target) else "14.42", drm
