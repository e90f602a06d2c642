"""What a table shows of invasions: who is at sea, where the Royal Navy lies, when the next may come; the log lines."""

from __future__ import annotations

from rules.empires_alliances.attacks.strength import with_modifiers
from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.invasion import (
    ABORTED,
    ELIMINATED,
    Cancelled,
    Failed,
    InvasionRolled,
    Landed,
    NavyLeft,
    Sailed,
)
from rules.empires_alliances.invasions.spacing import next_invasion
from rules.empires_alliances.play import name_of, names_of, place_name, verb_of
from rules.empires_alliances.position.afloat import invaded_hexes, invaders_of
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.sides import ALLIED
from rules.empires_alliances.shown.log_parts import purse_in_words
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import listing, quantity


def invasion_shown(state: State) -> JsonObject:
    """§11.7: the hexes that are invaded with the units at sea before them, the hex of the Royal Navy, and the turn from
    which the Allies may invade again; empty where they may now, or never."""
    again = next_invasion(state) if state.card.invasions else None
    return {
        "hexes": {hex_: [*invaders_of(state, hex_)] for hex_ in invaded_hexes(state)},
        "navy": state.landing.at if state.landing is not None else "",
        "again": again.name if again is not None and again.number > state.turn else "",
    }


BECOMES = {ABORTED: "driven back to port", ELIMINATED: "eliminated"}


def told_of_invasion(before: State, event: Event) -> JsonObject | None:
    """What the log says of a fact of an invasion; None for one that tells nothing by itself."""
    match event:
        case Sailed():
            parts = [
                f"{names_of(before, p.units)} {verb_of(p.units, 'sails', 'sail')} against {place_name(before, p.hex)}"
                for p in event.parties
            ]
            navy = f" The Royal Navy is off {place_name(before, event.fleet)}." if len(parts) > 1 else ""
            return _line("11.72", f"Invasion: {'; '.join(parts)}.{navy}", *(party.hex for party in event.parties))
        case InvasionRolled():
            what = BECOMES.get(event.result, "goes on")
            dice: list[Json] = [{"die": event.die, "sides": event.sides, "for": "invasion"}]
            text = f"{name_of(before, event.unit)}: die {with_modifiers(event.die, event.drm)}: {what}."
            return {**_line("2.68", text, before.units[event.unit].sent), "dice": dice}
        case Cancelled():
            return _line("2.68", f"The invasion is cancelled. Back to port: {names_of(before, event.units)}.")
        case Landed():
            land = verb_of(event.units, "lands", "land")
            text = f"{names_of(before, event.units)} {land} in {place_name(before, event.hex)}."
            return _line("11.72", text, event.hex)
        case Failed():
            back = [
                f"{quantity(gained, 'infantry point')} to {purse_in_words(before, purse)}"
                for purse, points in event.purses.items()
                if (gained := points.infantry - before.purses.get(purse, Points()).infantry)
            ]
            points = f" Given back: {listing(back)}." if back else ""
            return _line("11.74", f"The invasion fails. Lost: {names_of(before, event.units)}.{points}")
        case NavyLeft():
            calendar = before.printed.calendar
            when = f"The next invasion may come in {calendar[event.turn - 1].name}" if event.turn else "It was the last"
            return _line("11.73", f"The Royal Navy puts to sea. {when}.")
        case _:
            return None


def _line(section: str, text: str, *hexes: str) -> JsonObject:
    return {"section": section, "side": ALLIED, "text": text, "hexes": [hex_ for hex_ in hexes if hex_]}
