"""What the words of the files mean that say when a modifier, aid or a commitment counts: a function a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rules.empires_alliances.position.control import city_controller, controller
from rules.empires_alliances.position.dates import AMERICANS, date_for
from rules.empires_alliances.position.state import DECLARED_ON_NETHERLANDS, FOE, State
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.printed.places import MAJOR
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.supply.feeding import half_corps, is_city_supplied
from rules.empires_alliances.supply.rails import networks
from rules.empires_alliances.supply.sea import straits_open
from rules.empires_alliances.supply.sources import HALVES

FIVE_CORPS = 5


def count_of(state: State, word: str, nation: str = "") -> int:
    """How often a condition holds: once or not at all, but for those that count something. KeyError for no word."""
    return WORDS[word](state, nation)


def holds(state: State, word: str, nation: str = "") -> bool:
    """Whether a condition holds."""
    return count_of(state, word, nation) > 0


def is_conquered(state: State, nation: str) -> bool:
    """§18.2, §21.35: whether a country is out of the war."""
    war = state.wars.get(nation)
    return war is not None and war.conquered > 0


def has_come(state: State, unit: str, turn: str) -> bool:
    """§17.11, §22.2: whether the turn in which a unit is due has come."""
    nation = state.counter(unit).nation
    war = state.wars.get(AMERICANS)
    if nation == AMERICANS and war is not None and state.option("variable-entry"):
        entered = state.printed.calendar[war.since - 1].year
        for row in state.printed.optional_rules.shifts:
            if row.year == entered and unit in row.units:
                return row.these_on <= state.date.id
    return turn <= date_for(state, nation)


def _russian_city(state: State, name: str) -> bool:
    """§19.31: whether a city is the Allies' and in supply."""
    hex_ = state.printed.places.cities[name].hex
    return city_controller(state, name) == ALLIED and is_city_supplied(state, hex_, ALLIED)


def southern_route(state: State, _: str = "") -> int:
    """§19.32: whether the straits are open, and a line leads from a Russian port of the Black Sea into the country."""
    if not straits_open(state) or is_conquered(state, "RU"):
        return 0
    pieces = networks(state, ALLIED)
    # Rails of a network are controlled, and with them the cities and ports on them (§14.2).
    found = state.memory.recall("southern route", (pieces,), lambda _: _reaches_russia(state, pieces))
    return int(found)


def _reaches_russia(state: State, pieces: tuple[frozenset[int], ...]) -> bool:
    board = state.board
    ports = {i for i in board.ports if board.country[i] == "RU" and "Black Sea" in board.seas[i]}
    goals = {board.index(state.printed.places.cities[name].hex) for name in state.printed.nations["RU"].cities}
    return any(not piece.isdisjoint(ports) and not piece.isdisjoint(goals) for piece in pieces)


def half_corps_in(state: State, box: str, power: str) -> int:
    """§2.67b: half corps that a country, its dominions among it, has in a box."""
    nations = state.printed.nations
    return count_corps(state, (u for u in state.boxes[box] if nations[state.counter(u).nation].power == power))


def count_corps(state: State, units: Iterable[str]) -> int:
    """§2.67b: units in half corps: infantry and cavalry. Guns are no corps, nor are tanks (docs/rulings)."""
    return sum(half_corps(state, u) for u in units if state.counter(u).kind in RANKS)


def _five_british_corps(state: State, _: str) -> int:
    return int(half_corps_in(state, "middle-east", "GB") >= FIVE_CORPS * HALVES)


def _more_british_corps(state: State, _: str) -> int:
    """§2.67b: whether the British in the Middle East Box outnumber the Ottomans there."""
    return int(half_corps_in(state, "middle-east", "GB") > half_corps_in(state, "middle-east", "TU"))


def _cities_lost(state: State, nation: str) -> int:
    """Charts of ours: a country's major cities in enemy hands."""
    side = state.allegiance.get(nation)
    if side is None:
        return 0
    return sum(city_controller(state, city.name) == FOE[side] for city in state.printed.places.of(nation, MAJOR))


def _americans_in_france(state: State, _: str) -> int:
    board = state.board
    return int(
        any(
            state.counter(u).nation == "US" and board.country[board.index(state.units[u].at)] == "FR"
            for u in state.on_map()
        )
    )


WORDS: Mapping[str, Callable[[State, str], int]] = {
    "": lambda _, __: 1,
    "italy-allied": lambda state, _: int(state.allegiance.get("IT") == ALLIED and not is_conquered(state, "IT")),
    "straits-taken": lambda state, _: int(
        all(controller(state, hex_) == ALLIED for hex_ in state.printed.charts.invasions.dardanelles)
    ),
    "moscow-or-petrograd": lambda state, _: int(_russian_city(state, "Moscow") or _russian_city(state, "Petrograd")),
    "petrograd": lambda state, _: int(_russian_city(state, "Petrograd")),
    "southern-route": southern_route,
    "m-or-d-before": lambda state, nation: state.spirits[nation].worn if nation in state.spirits else 0,
    "central-declared-on-netherlands": lambda state, _: int(f"{DECLARED_ON_NETHERLANDS}central" in state.deeds),
    "five-british-corps-in-the-middle-east": _five_british_corps,
    "more-british-corps": _more_british_corps,
    "own-major-city-in-enemy-hands": _cities_lost,
    "american-unit-in-france": _americans_in_france,
    "central-power": lambda state, nation: int(state.allegiance.get(nation) == CENTRAL),
    "britain-conquered": lambda state, _: int(is_conquered(state, "GB")),
    "russia-conquered": lambda state, _: int(is_conquered(state, "RU")),
    "ottomans-conquered": lambda state, _: int(is_conquered(state, "TU")),
}
