"""§2.3 to §2.7: the counters as they are printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.hexes.counters import Column, list_of, number, one_of
from rules.schlieffens_war.printed.sides import SIDE_OF_NATION

CORPS = ("infantry", "cavalry")


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """A printed unit: one object for all matches of its plan.

    ``strengths`` are its combat factors from full strength down, one a step (§2.6, §2.7).
    """

    id: str
    nation: str
    kind: str
    army: str
    size: str
    label: str
    name: str
    strengths: tuple[int, ...]
    ma: int
    setup: str
    side: str = field(init=False)
    """The side that commands it, by its nation."""
    is_corps: bool = field(init=False)
    """§2.5: infantry and cavalry corps are the units of manoeuvre."""
    is_mobile: bool = field(init=False)
    """Everything with a movement allowance: corps, army HQ and depots; never forts."""
    full: int = field(init=False)
    """§2.7: steps at full strength."""
    weight: int = field(init=False)
    """§6.2: corps equivalents for stacking; a fort counts as a corps, HQ and depots count apart."""

    def __post_init__(self) -> None:
        """§1.3, §2.5, §2.7: work out once what every rule asks of a counter."""
        corps = self.kind in CORPS
        for name, value in (
            ("side", SIDE_OF_NATION[self.nation]),
            ("is_corps", corps),
            ("is_mobile", self.kind != "fort"),
            ("full", len(self.strengths)),
            ("weight", 1 if corps or self.kind == "fort" else 0),
        ):
            object.__setattr__(self, name, value)

    @property
    def radius(self) -> int:
        """§6.7: the command radius of an HQ in supply is its combat factor; others have none."""
        return self.strengths[0] if self.kind == "hq" else 0

    def factor_at(self, steps: int) -> int:
        """§2.6, §2.7: the printed combat factor with that many steps left (0 when eliminated)."""
        return self.strengths[len(self.strengths) - steps] if steps else 0


def _spoken_name(kind: str, printed_name: str) -> str:
    """§2.2: a fort is printed with the name of its city; in a sentence it must not read as the city."""
    return f"{printed_name} fort" if kind == "fort" else printed_name


def counter_of(kind: str, name: str, **columns: Any) -> Counter:
    """§2.3: the counter of a row of counters.csv."""
    return Counter(kind=kind, name=_spoken_name(kind, name), **columns)


COUNTER_COLUMNS: dict[str, Column] = {
    "id": str,
    "nation": one_of(*SIDE_OF_NATION),
    "kind": one_of(*CORPS, "hq", "fort", "depot"),
    "army": str,
    "size": one_of("", "XXX", "XXXX"),
    "label": str,
    "name": str,
    "strengths": list_of(number),
    "ma": number,
    "setup": str,
}
"""§2.3: what is printed on a counter."""
