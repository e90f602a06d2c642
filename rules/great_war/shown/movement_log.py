"""§7.0, §8.0, §9.0, §11.8, §13.0: log lines of units that move, arrive, are carried and stay behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from rules.great_war.facts.boxes import UnitsBoxed
from rules.great_war.facts.movement import HeadquartersDepleted, HeadquartersOverrun, HexesTaken, UnitsMoved
from rules.great_war.facts.near_east_events import HeadquartersBombed, UnitsStopped
from rules.great_war.facts.resources import HeadquartersRestored
from rules.great_war.facts.revolutions import GermansStranded
from rules.great_war.facts.stacking import UnitGivenUp
from rules.great_war.facts.supply import BrokeOut, UnsuppliedEliminated
from rules.great_war.facts.transport import CavalryConverted, UnitsArrived, UnitsTransported
from rules.great_war.new_units.regions import BOX_NAMES
from rules.great_war.play import name_of, names_of, place_name
from rules.great_war.position.fog_of_war import is_visible
from rules.great_war.position.state import ARABIA, TRANSFER, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import SETUPS
from rules.great_war.shown.log_lines import toll
from rules.hexes.fog import known_of
from rules.kernel.log_lines import log_line, way_of
from rules.kernel.messages import JsonObject
from rules.kernel.wording import capital, listing, quantity

PEOPLE = {CENTRAL: "the Central Powers", ALLIED: "the Allies"}


class Telling(NamedTuple):
    """For whom a line is, and the positions before and after its fact."""

    before: State
    after: State
    viewer: str

    def known(self, units: Iterable[str]) -> list[str]:
        """Those of some units whose faces the viewer sees."""
        return [u for u in units if is_visible(self.after, u, self.viewer)]

    def in_words(self, units: Iterable[str]) -> str:
        """Units as the viewer may hear of them: by name those whose faces the viewer sees, the others by number."""
        known, more = known_of(units, lambda u: is_visible(self.after, u, self.viewer))
        if not known:
            return quantity(more, "concealed unit")
        return names_of(self.after, known, *([quantity(more, "other")] if more else []))


Teller = Callable[[Any, Telling], JsonObject | None]
"""Makes the line of a fact of one kind, or None where the viewer is told nothing."""


# --- moves (§8.0) -------------------------------------------------------------------------------------------------


def _moved(event: UnitsMoved, telling: Telling) -> JsonObject:
    """§8.1: who is on top at either end is named, what lies below is counted."""
    after = telling.after
    text = f"{telling.in_words(event.units)} moved from {place_name(after, event.path[0])} to "
    text = f"{capital(text)}{place_name(after, event.path[-1])}."
    line = log_line("moved", "8.1", event.side, text, hexes=[event.path[0], event.path[-1]])
    return line | way_of(event.path, len(event.units))


def _taken(event: HexesTaken, telling: Telling) -> JsonObject | None:
    """§7.13: towns and forts that fall."""
    board = telling.after.printed.board
    towns = [h for h in event.hexes if board.index[h] in board.towns]
    if not towns and not event.forts:
        return None
    fallen = [*dict.fromkeys([*towns, *event.forts])]
    named = listing(place_name(telling.after, h) for h in fallen)
    text = f"{named} {'falls' if len(fallen) == 1 else 'fall'} to {PEOPLE[event.side]}."
    return log_line("taken", "7.13", event.side, text, hexes=fallen)


def _stopped(event: UnitsStopped, telling: Telling) -> JsonObject:
    """§6.3: held up from the air."""
    side = telling.after.side(event.units[0])
    return log_line("depleted", "6.3", side, f"Held up: {telling.in_words(event.units)}.")


# --- headquarters -------------------------------------------------------------------------------------------------


def _overrun(event: HeadquartersOverrun, telling: Telling) -> JsonObject:
    """§8.22."""
    after = telling.after
    text = f"{names_of(after, event.units)} overrun in {place_name(after, event.hex)}."
    line = log_line("lost", "8.22", after.side(event.units[0]), text, hexes=[event.hex])
    return line | toll(telling.before, event.units)


def _depleted(event: HeadquartersDepleted, telling: Telling) -> JsonObject | None:
    """§8.14."""
    known = telling.known(event.units)
    if not known:
        return None
    text = f"{names_of(telling.after, known)} depleted on the way."
    return log_line("depleted", "8.14", telling.after.side(known[0]), text)


def _bombed(event: HeadquartersBombed, telling: Telling) -> JsonObject | None:
    """§6.44."""
    if not telling.known([event.unit]):
        return None
    text = f"{name_of(telling.after, event.unit)} depleted from the air."
    return log_line("depleted", "6.44", telling.after.side(event.unit), text)


def _restored(event: HeadquartersRestored, telling: Telling) -> JsonObject | None:
    """§5.14: which of the others were depleted on the way only their own side knows."""
    known = telling.known(event.units)
    if not known:
        return None
    text = f"{quantity(len(known), 'headquarters recovers its', 'headquarters recover their')} support."
    return log_line("restored", "5.14", None, capital(text))


# --- by rail and sea, and new units (§9.0, §13.0) -----------------------------------------------------------------


def _boxed(event: UnitsBoxed, telling: Telling) -> JsonObject:
    """§13.29."""
    return log_line("arrived", "13.29", event.side, f"In {BOX_NAMES[event.box]}: {telling.in_words(event.units)}.")


def _arrived(event: UnitsArrived, telling: Telling) -> JsonObject:
    """§13.11: who is on top of the stack is named, what lies below is counted."""
    text = f"New units in {place_name(telling.after, event.hex)}: {telling.in_words(event.units)}."
    return log_line("arrived", "13.3" if event.by_hq else "13.11", event.side, text, hexes=[event.hex])


def _transported(event: UnitsTransported, telling: Telling) -> JsonObject:
    """§9.1: as with a move, by rail or by sea."""
    after = telling.after
    how, section = ("by sea", "9.51") if event.by == "sea" else ("by rail", "9.31")
    if {event.start, event.to} & BOX_NAMES.keys():
        section = "9.16" if event.start == ARABIA else "9.24" if TRANSFER in (event.start, event.to) else "9.13"
    text = f"{telling.in_words(event.units)} went {how} from {_place(after, event.start)} to "
    text = f"{capital(text)}{_place(after, event.to)}."
    hexes = [h for h in (event.start, event.to) if h not in BOX_NAMES]
    return log_line("transported", section, event.side, text, hexes=hexes) | {"count": len(event.units)}


def _place(state: State, at: str) -> str:
    """A hex or one of the boxes as sentences name it."""
    return BOX_NAMES.get(at) or place_name(state, at)


def _converted(event: CavalryConverted, telling: Telling) -> JsonObject | None:
    """§15.55: not told in the set-up."""
    known = [] if telling.before.phase.key in SETUPS else telling.known(event.units)
    if not known:
        return None
    text = f"Converted to infantry: {names_of(telling.after, known)}."
    return log_line("converted", "15.55", event.side, text)


# --- supply and stacking (§7.2, §11.8) ----------------------------------------------------------------------------


def _given_up(event: UnitGivenUp, telling: Telling) -> JsonObject:
    """§7.22."""
    before, after = telling.before, telling.after
    text = f"{name_of(after, event.unit)} eliminated: too many units in the hex."
    line = log_line("lost", "7.22", after.side(event.unit), text, hexes=[before.units[event.unit].at])
    return line | toll(before, [event.unit])


def _unsupplied(event: UnsuppliedEliminated, telling: Telling) -> JsonObject:
    """§11.84: hex by hex."""
    before, after = telling.before, telling.after
    where = list(dict.fromkeys(before.units[u].at for u in event.units))
    lost = {h: [u for u in event.units if before.units[u].at == h] for h in where}
    parts = [f"{names_of(after, units)} in {place_name(after, h)}" for h, units in lost.items()]
    line = log_line("lost", "11.84", None, f"Out of supply and eliminated: {'; '.join(parts)}.", hexes=where)
    return line | toll(before, event.units)


def _stranded(event: GermansStranded, telling: Telling) -> JsonObject:
    """§16.62."""
    before = telling.before
    text = f"Cut off in the Near East and eliminated: {names_of(telling.after, event.units)}."
    places = sorted({h for u in event.units if (h := before.units[u].at) in before.stacks})
    return log_line("lost", "16.62", CENTRAL, text, hexes=places) | toll(before, event.units)


def _broke_out(event: BrokeOut, telling: Telling) -> JsonObject:
    """§11.86."""
    where = telling.after.units[event.units[0]].at
    breaks = "breaks" if len(event.units) == 1 else "break"
    text = f"{telling.in_words(event.units)} in {place_name(telling.after, where)} {breaks} out under Scheffer-Boyadel."
    return log_line("broke-out", "11.86", CENTRAL, capital(text), hexes=[where])


MOVEMENT_LINES: Mapping[type, Teller] = {
    UnitsMoved: _moved,
    HexesTaken: _taken,
    UnitsStopped: _stopped,
    HeadquartersOverrun: _overrun,
    HeadquartersDepleted: _depleted,
    HeadquartersBombed: _bombed,
    HeadquartersRestored: _restored,
    UnitsBoxed: _boxed,
    UnitsArrived: _arrived,
    UnitsTransported: _transported,
    CavalryConverted: _converted,
    UnitGivenUp: _given_up,
    UnsuppliedEliminated: _unsupplied,
    GermansStranded: _stranded,
    BrokeOut: _broke_out,
}
