"""How any game traces supply: over which links, how far, to which sources, and past whom not, are arguments.

Whole fields (``joined_hexes``, ``within``) are kept while nothing changes where they looked: for boards on which
everyone asks. Hex by hex (``Net``, ``lines_to``) only what is asked for is found: for large boards of which a few
hexes ask.
Legs of a line are laid end to end: five hexes to a railway and then along it are ``lines_to`` the rails that a
``Net`` of the sources has among them, each leg with links and shut hexes of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any

from rules.hexes.kept_floods import Keeping, flood_over
from rules.hexes.supply.components import Links, SupplyComponents, part
from rules.hexes.supply.supply_lines import NOWHERE, SupplyLines
from rules.kernel.floods import flood_links, trace
from rules.kernel.incremental import Previous

PricedLinks = Sequence[Sequence[tuple[int, int]]]
"""For each hex (neighbour, what the step counts): in halves where rails or ground make it shorter or longer."""
Neighbours = Sequence[Sequence[int]]


def joined_hexes(
    state: Keeping, name: str, neighbours: Neighbours, links: Links, sources: Iterable[int], shut: frozenset[int]
) -> frozenset[int]:
    """All hexes from which a line of any length runs to a source. The sources belong to it, ``shut`` or not.

    ``neighbours`` have every link among them; ``name`` is one for each use.
    """
    starts = (*sources,)
    return flood_over(state, neighbours, name, (links, starts), shut, NOWHERE, lambda: flood_links(links, starts, shut))


def within(
    state: Keeping,
    name: str,
    neighbours: Neighbours,
    links: PricedLinks,
    sources: Iterable[int],
    length: int,
    shut: frozenset[int],
    ends: frozenset[int] = NOWHERE,
) -> frozenset[int]:
    """All hexes from which a line of that length runs to a source: into no ``shut`` hex, into ``ends`` and not on.

    It is traced from the source, so a link's price is that of the step against it. Otherwise as ``joined_hexes``.
    """
    starts = tuple(sorted(sources))
    begins = (links, length, starts)
    return flood_over(state, neighbours, name, begins, shut, ends, lambda: trace(links, starts, length, shut, ends))


def find_pieces(
    state: Keeping, name: Hashable, links: Links, shut: frozenset[int], ends: frozenset[int] = NOWHERE
) -> SupplyComponents:
    """The pieces of the ground over which lines of any length run; mended where hexes have opened or shut."""

    def find(earlier: Previous[tuple[Any, ...], SupplyComponents] | None) -> SupplyComponents:
        now = shut | ends if ends else shut
        if earlier is None or earlier.source[1] is not links:
            return part(links, now)
        was, _, ended = earlier.source
        return earlier.value.mended(was | ended if ended else was, now)

    return state.memory.recall(name, (shut, links, ends), find)


def lines_to(
    state: Keeping,
    name: Hashable,
    links: Links,
    starts: frozenset[int],
    length: int,
    about: Callable[[int], Collection[int]],
    shut: frozenset[int],
    ends: frozenset[int] = NOWHERE,
) -> SupplyLines:
    """Who has a line of that length to one of ``starts``, asked hex by hex; ``about`` as ``SupplyLines`` says."""

    def find(earlier: Previous[tuple[Any, ...], SupplyLines] | None) -> SupplyLines:
        return SupplyLines(links, starts, length, shut, about, ends, earlier.value if earlier is not None else None)

    return state.memory.recall(name, (links, starts, shut, length, ends), find)
