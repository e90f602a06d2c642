"""§6.0: what a chit says in short on its card: what it does, when, where and how long. Its section tells the rest."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.great_war.printed.chits import OUT, STAYS, Chit
from rules.great_war.printed.data import Printed
from rules.great_war.printed.nations import NAME_OF
from rules.great_war.printed.variants import COMBINED
from rules.kernel.wording import capital, listing, quantity

OWN_WORDS = Path(__file__).parents[1] / "chit-words.toml"
EVERYWHERE = "everywhere"
UNKNOWN = "—"
IN_ATTACK, ON_DEFENCE = "in an attack of yours, before the die", "when you are attacked, before the die"
WHEN = {
    "none": "when it is drawn",
    "gas": IN_ATTACK,
    "attack": IN_ATTACK,
    "defence": ON_DEFENCE,
    "reaction": "after an enemy attack",
    "air": "over an attack, yours or theirs",
    "ace": "over an attack, yours or theirs",
    "tactics": "over an attack, yours or theirs",
    "landing": "at the start of your new units step",
    "units": "the units come in a new units step of yours",
}
"""§6.21: by what a chit is about, when it is played; mandatory ones are when they are drawn."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What is said of one chit, where its kind does not say it; ``six_fronts`` instead of ``does`` with both games."""

    does: str = ""
    when: str = ""
    where: str = ""
    lasts: str = ""
    six_fronts: str = ""


@cache
def read_own_words(file: Path = OWN_WORDS) -> Mapping[str, OwnWords]:
    """By effect. TypeError for a word that chits do not have."""
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return {effect: OwnWords(**words) for effect, words in found.items()}


def _own(chit: Chit) -> OwnWords:
    return read_own_words().get(chit.effect, OwnWords())


def when(chit: Chit) -> str:
    """§6.2: when it is played."""
    return _own(chit).when or ("as soon as it is drawn" if chit.mandatory else WHEN.get(chit.kind, "whenever you like"))


def where(chit: Chit, table: Printed) -> str:
    """The fronts where it works, or the place."""
    if own := _own(chit).where:
        return own
    fronts = {front.sheet: front.title for front in table.variant.fronts.values()}
    found = [fronts[sheet] for sheet in chit.maps if sheet in fronts]
    return listing(found) if found else EVERYWHERE


def how_long(chit: Chit) -> str:
    """§6.15: what becomes of it."""
    if own := _own(chit).lasts:
        return own
    if chit.kind == "units":
        return "the chit leaves the game, its units stay"
    if chit.after == STAYS:
        return "it stays in play"
    return "once, then it leaves the game" if chit.after == OUT else "it goes back to its pool"


def in_short(chit: Chit, table: Printed) -> str:
    """What it does; a dash where only its section tells, as of a chit that a table has made itself."""
    own = _own(chit)
    if said := (table.variant.id == COMBINED and own.six_fronts) or own.does:
        return said
    found = WORDS.get(chit.kind)
    return found(chit, table) if found is not None else UNKNOWN


def _units(chit: Chit, table: Printed) -> str:
    return listing([table.counters[u].name for u in chit.units if u in table.counters])


def _flies(chit: Chit, _: Printed) -> str:
    whose = f"{NAME_OF[chit.nation]} aircraft" if chit.nation else "Aircraft"
    return (
        f"{whose} fly over one attack between two strategic turns: each cancels one, and those left move the die by 1."
    )


def _ace(chit: Chit, _: Printed) -> str:
    killed = " or ".join(map(str, chit.killed))
    return f"Flies as aircraft do. A die is rolled afterwards: on a {killed} the ace is killed."


def _helps(chit: Chit, _: Printed) -> str:
    return f"{chit.drm:+} on the die of an attack.".replace("-", "−") if chit.drm else UNKNOWN


def _gets(chit: Chit, _: Printed) -> str:
    return f"{capital(quantity(chit.points, f'{NAME_OF[chit.nation]} resource point'))} more."


WORDS: dict[str, Callable[[Chit, Printed], str]] = {
    "none": lambda _, __: "Nothing happens.",
    "air": _flies,
    "ace": _ace,
    "tactics": lambda _, __: "Cancels one enemy aircraft or ace, and moves no die.",
    "gas": lambda chit, table: f"{chit.gas.capitalize()} gas: {_helps(chit, table)}",
    "attack": _helps,
    "defence": _helps,
    "units": lambda chit, table: f"Brings a unit: {_units(chit, table)}." if _units(chit, table) else UNKNOWN,
    "removal": lambda chit, table: f"Out of the game: {_units(chit, table)}." if _units(chit, table) else UNKNOWN,
    "resources": _gets,
}
"""§6.21: by what a chit is about."""
