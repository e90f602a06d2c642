"""§11.73: how the Royal Navy supports several attacks on the hex that is invaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.empires_alliances.attacks.strength import attack_factors
from rules.empires_alliances.position.afloat import afloat_among
from rules.empires_alliances.position.state import State
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Limit, at_least
from rules.kernel.procedure.options import OneOf
from rules.kernel.wording import listing

TOO_FEW = Refusal("navy-over-invaders", "11.73", "An attack needs as many factors of invaders as naval factors.")


def sharings(attacks: Sequence[str], most: int) -> OneOf:
    """All ways to share the factors among attacks, the whole of them first; ``1.2`` gives one to the first attack and
    two to the second."""
    ways = sorted(_ways(len(attacks), most), key=lambda way: (-sum(way), [-n for n in way]))
    labels = {".".join(map(str, way)): _in_words(attacks, way) for way in ways}
    return OneOf(tuple(labels), labels=labels)


def _ways(attacks: int, most: int) -> Iterator[tuple[int, ...]]:
    if not attacks:
        yield ()
        return
    for n in range(most + 1):
        for rest in _ways(attacks - 1, most - n):
            yield (n, *rest)


def _in_words(attacks: Sequence[str], way: Sequence[int]) -> str:
    given = [f"{n} for attack {attack}" for attack, n in zip(attacks, way, strict=True) if n]
    return listing(given) if given else "None"


def shares(attacks: Iterable[str], way: str) -> Mapping[str, int]:
    """The factors of each attack. Attacks are called by numbers, and one may be left out between two."""
    return {attack: int(share) for attack, share in zip(attacks, way.split("."), strict=True)}


def company(state: State, attackers: Sequence[str], share: int) -> tuple[Limit, ...]:
    """That an invader is in an attack which the navy supports; whether they have the factors is judged when all is
    said."""
    return (at_least(1, frozenset(afloat_among(state, attackers)), TOO_FEW),) if share else ()


def check_company(state: State, attacks: Mapping[str, Sequence[str]], fleet: Mapping[str, int]) -> None:
    """Refuse an attack with more naval factors than factors of invaders."""
    for name, units in attacks.items():
        if fleet.get(name, 0) > attack_factors(state, afloat_among(state, units)):
            raise TOO_FEW.raised()
