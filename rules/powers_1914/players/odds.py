"""§3.3: how a fight of pairs goes on average, and when to stop it."""

from __future__ import annotations

from functools import lru_cache

PAIR: dict[int, tuple[float, float]] = {
    edge: (
        sum(1 for a in range(1, 7) for d in range(1, 7) if a + edge > d) / 36,
        sum(1 for a in range(1, 7) for d in range(1, 7) if a + edge == d) / 36,
    )
    for edge in range(-8, 9)
}
"""The chances that the attacker wins and ties, by the difference of both sides' modifiers."""
DIE = range(1, 7)


def pair(edge: int) -> tuple[float, float]:
    """The chances to win and to tie with this difference of modifiers."""
    return PAIR[max(-8, min(8, edge))]


@lru_cache(maxsize=200_000)
def worth(attackers: int, defenders: int, edge: int, prize: int, ours: int, theirs: int) -> float:
    """What an attack is worth to a player that stops as soon as going on is worth less than nothing.

    ``prize`` for the field, ``theirs`` for each defender killed, less ``ours`` for each attacker lost; ``edge`` is the
    difference of modifiers without two to one (§3.3.5).
    """
    return max(0.0, going_on(attackers, defenders, edge, prize, ours, theirs))


@lru_cache(maxsize=200_000)
def going_on(attackers: int, defenders: int, edge: int, prize: int, ours: int, theirs: int) -> float:
    """What fighting one more pair is worth."""
    if not defenders:
        return float(prize) if attackers else 0.0
    if not attackers:
        return 0.0
    win, tie = pair(edge + (attackers >= 2 * defenders))
    lose = 1 - win - tie
    return (
        win * (theirs + worth(attackers, defenders - 1, edge, prize, ours, theirs))
        + tie * (theirs - ours + worth(attackers - 1, defenders - 1, edge, prize, ours, theirs))
        + lose * (worth(attackers - 1, defenders, edge, prize, ours, theirs) - ours)
    )


@lru_cache(maxsize=200_000)
def chance_to_take(attackers: int, defenders: int, edge: int) -> float:
    """The chance that a field is taken by attackers that do not stop."""
    if not defenders:
        return 1.0 if attackers else 0.0
    if not attackers:
        return 0.0
    win, tie = pair(edge + (attackers >= 2 * defenders))
    return (
        win * chance_to_take(attackers, defenders - 1, edge)
        + tie * chance_to_take(attackers - 1, defenders - 1, edge)
        + (1 - win - tie) * chance_to_take(attackers - 1, defenders, edge)
    )


@lru_cache(maxsize=20_000)
def enough(attackers: int, edge: int, risk: float) -> int:
    """How many defenders leave a field no more than this risk of falling."""
    defenders = 0
    while chance_to_take(attackers, defenders, edge) > risk:
        defenders += 1
    return defenders
