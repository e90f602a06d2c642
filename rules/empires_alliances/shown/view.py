"""What viewers are shown of a position. §7.0: nothing is hidden from anyone, so all see the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from rules.empires_alliances.arrivals.reinforcements import reinforcements
from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.movement.allowance import allowance, why_not_move_on
from rules.empires_alliances.play import name_of
from rules.empires_alliances.politics.garrisons import missing_garrisons
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import FOE, State, UnitState
from rules.empires_alliances.printed.board import AT_SEA, POOL, RESERVE, SET_UP
from rules.empires_alliances.printed.counters import Counter
from rules.empires_alliances.printed.steps import ARRIVALS, MOVE
from rules.empires_alliances.printed.steps import SET_UP as SET_UP_STEP
from rules.empires_alliances.procedure import first_turn, last_turn
from rules.empires_alliances.sequence import NAMES, TREE
from rules.empires_alliances.shown.battles import battles
from rules.empires_alliances.shown.figures import fallen_forts, morale_shown, purses_shown, railheads_shown, score_of
from rules.empires_alliances.shown.invasions import invasion_shown
from rules.empires_alliances.terrain.weather import weather_in
from rules.hexes.by_hex import by_hex
from rules.kernel.game import Glance
from rules.kernel.messages import Json, JsonObject
from rules.kernel.view_parts import Open, Own, View

LISTED = (SET_UP, POOL, RESERVE, AT_SEA)
"""Bins of which views list the units: not what is gone for good, nor what has not come yet."""


def view(state: State, viewer: str) -> JsonObject:
    """Everything that a viewer may know, as docs/architecture.md §5 says."""
    return VIEW.of(state, viewer)


def glance(state: State) -> Glance:
    """The turn, the step that is being decided, and by whom."""
    return Glance(state.turn, _title(state), ENGINE.deciders(state))


def _title(state: State) -> str:
    return ENGINE.here(state).step.title if state.ended is None else "The match is over"


def _step(state: State) -> JsonObject:
    """What is being decided, and by whom."""
    step, deciders = ENGINE.here(state).step, ENGINE.deciders(state)
    return {
        "key": step.called,
        "title": _title(state),
        "section": step.governed,
        "side": deciders[0] if deciders else None,
        "deciders": [*deciders],
    }


def _phases(state: State) -> list[Json]:
    """The steps of the turn (or of the set-up) with how far each is."""
    round_ = TREE.step(SET_UP_STEP if state.phase.name == SET_UP_STEP else "turn")
    steps = [*round_.leaves()]
    place = [step.key for step in steps].index(state.phase.step)
    return [
        {
            "key": step.key,
            "side": step.side,
            "title": step.title,
            "section": step.section,
            "state": "done" if n < place else "now" if n == place else "todo",
        }
        for n, step in enumerate(steps)
    ]


def _weather(state: State) -> JsonObject:
    return dict(zip(("west", "east"), state.weather, strict=True))


def _stacks(state: State) -> JsonObject:
    """Every stack by hex; what does not change between two states is the same object in both."""
    moving = state.phase.name == MOVE
    whole = (state.turn, state.weather, moving, state.forts)
    seen = state.memory.recall("faces", (*whole, state.wars), lambda _: _Faces()).seen
    known = state.units

    def face(unit: str) -> JsonObject:
        # Of a stack that someone leaves or joins all others are as they were.
        now, last = known[unit], seen.get(unit)
        if last is None or last[0] is not now:
            last = seen[unit] = (now, unit_view(state, unit))
        return last[1]

    def make(hex_: str, units: tuple[str, ...]) -> Json:
        return {"side": state.side_of(units[0]), "units": [face(unit) for unit in units]}

    return by_hex(state, state.board.lattice.ids, "stacks.seen", make, whole=whole)


@dataclass(frozen=True)
class _Faces:
    """The counters as they were shown last: each with the condition that it was in. They are found as they are needed,
    so two of these are alike whatever is in them."""

    seen: dict[str, tuple[UnitState, JsonObject]] = field(default_factory=dict, compare=False)


def unit_view(state: State, unit: str) -> JsonObject:
    """A counter as it lies on the table."""
    counter, now = state.counter(unit), state.units[unit]
    spends = state.phase.name == MOVE and now.at not in state.off_map
    most = allowance(state, unit, weather_in(state, state.board.index(now.at))) if spends else None
    done = spends and why_not_move_on(state, unit) is not None
    how = (now.trench, now.unsupplied, now.shaken, now.spent, now.fought)
    return _face(counter, name_of(state, unit), state.side_of(unit), how, most, done)


@lru_cache(maxsize=16384)
def _face(
    counter: Counter,
    name: str,
    side: str,
    how: tuple[int, int, int, int, bool],
    most: int | None,
    done: bool,
) -> JsonObject:
    """A counter. One object for all views that show it: copied, never altered."""
    trench, unsupplied, shaken, spent, fought = how
    return {
        "id": counter.id,
        "side": side,
        "nation": counter.nation,
        "kind": counter.kind,
        "size": counter.size,
        "label": counter.label,
        "name": name,
        "attack": counter.figures.attack,
        "defence": counter.figures.defence,
        "movement": counter.figures.movement,
        "half": counter.half,
        "trench": trench,
        "unsupplied": unsupplied,
        "shaken": shaken,
        "spent": spent,
        "fought": fought,
        "most": most,
        "done": done,
    }


def _boxes(state: State) -> JsonObject:
    """§2.3 to §2.5, §17.24: units in boxes, in the pool, and those still to be set up."""
    return {
        box: [unit_view(state, unit) for unit in state.boxes[box] if state.side_of(unit)]
        for box in (*LISTED, *state.board.boxes)
    }


def _due(state: State) -> list[Json]:
    """§17.11: the reinforcements that may be brought on now. Elsewhere they are shown by nothing but their names."""
    phase = state.phase
    return [unit_view(state, unit) for unit in reinforcements(state, phase.side)] if phase.name == ARRIVALS else []


def _control(state: State) -> JsonObject:
    """§4.2: the hexes that each side has taken from the other."""
    found: dict[str, list[Json]] = {side: [] for side in FOE}
    for hex_ in sorted(state.control):
        found[controller(state, hex_)].append(hex_)
    return {side: [*hexes] for side, hexes in found.items()}


def _forts(state: State) -> JsonObject:
    """§15.1: the forts that stand, hex to level."""
    forts = state.printed.forts
    return {forts[fort].hex: forts[fort].level for fort in sorted(state.forts)}


def _purses(state: State) -> JsonObject:
    """§17.2: the points that each country has, of infantry, artillery and tanks."""
    return {purse: [*state.purses[purse]] for purse in state.printed.limits if purse in state.purses}


def _garrisons(state: State) -> JsonObject:
    """§18.32: the cities that each side must garrison and does not."""
    return {side: [*missing_garrisons(state, side)] for side in FOE}


def _wars(state: State) -> JsonObject:
    """§18: the countries at war: side, since which turn, and whether conquered."""
    at_war = ((nation, state.wars[nation]) for nation in state.printed.nations if nation in state.wars)
    return {
        nation: {"side": war.side, "since": war.since, "conquered": war.conquered > 0} for nation, war in at_war
    }  # fmt: skip


def _neutral(state: State) -> list[Json]:
    """§18.1: the countries that are at war with nobody, dependents apart."""
    return [n.id for n in state.printed.nations.values() if not n.of and n.id not in state.wars]


WHERE = ("stacks", "units")
SUPPLY = ("control", "wars", "weather", "forts", "options", "central_rails", "allied_rails", "turn")
"""What lines of supply come from, besides who stands where."""

ASKED = ("boxes", "purses", "late", "short", "kept", "fed", "railheads", "trodden", "spirits")
"""What says besides whether a step has anything to ask."""

VIEW: View[State] = View(
    Open("game", (), lambda _: "empires-alliances"),
    Open("scenario", ("scenario",), lambda state: state.scenario),
    Own("viewer", (), lambda _, viewer: viewer),
    Open("turn", ("turn",), lambda state: state.turn),
    Open("first_turn", (), first_turn),
    Open("turns", ("options",), last_turn),
    Open("date", ("turn",), lambda state: state.date.name),
    Open("sides", (), lambda _: {**NAMES}),
    Open("phases", ("cursor", "turn"), _phases),
    Open("step", (*WHERE, *SUPPLY, *ASKED, "cursor", "lanes", "theatres", "ended", "draws"), _step),
    Open("battles", (*WHERE, "lanes", "forts", "weather", "wars", "spirits", "turn", "options"), battles),
    Open("weather", ("weather",), _weather),
    Open("stacks", (*WHERE, "turn", "weather", "cursor", "forts", "wars"), _stacks),
    Open("boxes", ("boxes", "wars", "cursor"), _boxes),
    Open("due", (*WHERE, *SUPPLY, *ASKED, "cursor", "deeds"), _due),
    Open("control", ("control", "wars"), _control),
    Open("forts", ("forts",), _forts),
    Open("fallen", ("forts", "wars"), fallen_forts),
    Open("railheads", ("central_rails", "allied_rails", "wars"), railheads_shown),
    Open("points", ("purses",), _purses),
    Open("purses", (*WHERE, *SUPPLY, "spirits", "short", "boxes"), purses_shown),
    Open("garrisons", (*WHERE, "control", "wars"), _garrisons),
    Open("morale", (*WHERE, *SUPPLY, "spirits", "boxes", "deeds"), morale_shown),
    Open("invasion", ("units", "landing", "turn"), invasion_shown),
    Open("wars", ("wars",), _wars),
    Open("neutral", ("wars",), _neutral),
    Open("score", (*WHERE, *SUPPLY, "spirits", "deeds"), score_of),
    Open("outcome", ("ended",), lambda state: state.outcome.json() if state.outcome else None),
)
