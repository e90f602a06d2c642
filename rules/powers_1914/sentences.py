"""What lines of the log are put together from: the line itself, its dice, and phrases that several of them share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import capital, listing
from rules.powers_1914.position.state import Modifier
from rules.powers_1914.printed.names import Names
from rules.powers_1914.printed.pieces import CENTRAL, SIDE_NAMES


def shares(names: Names, flags: Mapping[str, str]) -> str:
    """ "Italy gets Tyrol and Vienna; Russia gets Budapest"."""
    of: dict[str, list[str]] = {}
    for area, nation in flags.items():
        of.setdefault(nation, []).append(names.the_place(area))
    return "; ".join(f"{names.the_nation(n)} gets {listing(sorted(its))}" for n, its in of.items())


def log_line(
    kind: str,
    section: str,
    side: str | None,
    text: str,
    *,
    dice: Sequence[JsonObject] = (),
    areas: Sequence[str] = (),
) -> JsonObject:
    """A line of the log (docs/powers-1914-wire.md)."""
    listed: list[Json] = list(dict.fromkeys(areas))
    return {"kind": kind, "section": section, "side": side, "text": text, "dice": [*dice], "areas": listed}


def sum_of(modifiers: Sequence[Modifier], total: int) -> str:
    """What changed a die, and what it comes to: " +1 aircraft −5 encircled in Odessa = −1"."""
    changes = "".join(f" {'+' if m.value > 0 else '−'}{abs(m.value)} {_reason(m)}" for m in modifiers)
    return f"{changes} = {'−' if total < 0 else ''}{abs(total)}"


def _reason(modifier: Modifier) -> str:
    """Within a line: small, but for the general whose name it is (§3.3.10) and the names of places."""
    text = modifier.text
    return text if modifier.section == "3.3.10" else text[:1].lower() + text[1:]


def side_does(side: str, verb: str) -> str:
    """ "The Central Powers win", "The Entente wins"."""
    return f"The {SIDE_NAMES[side]} {verb}{'' if side == CENTRAL else 's'}"


def deed_in_words(names: Names, units: Sequence[str], verb: str) -> str:
    """ "2 German infantry attack", "Potiorek withdraws"."""
    return f"{capital(names.units(units))} {verb}{'s' if len(units) == 1 else ''}"
