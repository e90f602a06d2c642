"""§8.0 Supply: who can trace a line, by nation, and what the lack of one costs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache

from rules.kernel.floods import connected, spread, trace
from rules.schlieffens_war.data import BE, BR, ENTENTE, FR, GE, GERMAN, foe, printed
from rules.schlieffens_war.state import (
    FORTRESS_SUPPLY,
    IN_SUPPLY,
    OUT_OF_SUPPLY,
    State,
    board,
    counter,
)
from rules.schlieffens_war.zoc import occupied, unnegated

TWO_HEXES = 4
"""§8.3 to §8.6: every leg but the last is two hexes at most, counted in half hexes."""
BEF_FORTRESSES = ("Liège", "Maubeuge")
"""§8.4: the only heavy fortresses that supply British units."""


def judge(state: State, side: str) -> dict[str, str]:
    """§8.1, §5.5: the supply state that each unit of ``side`` on the map would be given now."""
    return {unit: supply_of(state, unit) for unit in state.on_map(side)}


def supply_of(state: State, unit: str) -> str:
    """§8.0: ``in``, ``fortress`` or ``out`` for a unit on the map; regular supply goes before a fortress's (§8.9)."""
    c = counter(unit)
    if c.kind == "fort":
        return IN_SUPPLY
    here = board().lattice.index[state.units[unit].at]
    if here in supplied_hexes(state, c.nation, c.kind, unit):
        return IN_SUPPLY
    return FORTRESS_SUPPLY if has_fortress_supply(state, unit) else OUT_OF_SUPPLY


def has_fortress_supply(state: State, unit: str) -> bool:
    """§8.3, §8.4, §8.9: a heavy fortress feeds who stands in it: the French in France, the British in two of them."""
    at = state.units[unit].at
    if at not in board().fortresses or not counter(unit).is_mobile:
        return False
    nation = counter(unit).nation
    if nation == FR:
        return board().country[at] == "FR"
    if nation == BR:
        return board().name[at] in BEF_FORTRESSES
    return True


def supplied_hexes(state: State, nation: str, kind: str, unit: str) -> Collection[int]:
    """The hexes in which a unit of that nation and kind would be in regular supply."""
    if nation == GE:
        if kind == "depot":
            return german_rails(state)
        if kind == "hq":
            return _german_hq_hexes(state, unit)
        return _kept(state, "german", lambda: _around_german(state))
    if nation == FR:
        if kind == "hq":
            return entente_rails(state)
        return _kept(state, "french", lambda: _within_two(state, ENTENTE, supplied_hqs(state, FR), by="french"))
    if nation == BR:
        if kind == "hq":
            return british_rails(state)
        return _kept(state, "british", lambda: _around_british(state))
    return _kept(state, f"belgian.{kind}", lambda: _around_belgian(state, kind))


def supplied_hqs(state: State, nation: str) -> list[int]:
    """The hexes of the HQs of a nation that can hand supply on: the second step of each nation's chain."""
    found = []
    for hq, here in _staff(state).get(f"hq.{nation}", ()):
        feeds = here in entente_rails(state) if nation == BE else here in supplied_hexes(state, nation, "hq", hq)
        if feeds:
            found.append(here)
    return found


# --- the last leg: rail lines to the map's edge -------------------------------------------------------------------


def entente_rails(state: State) -> Collection[int]:
    """§8.3: rail hexes joined by rail to a hex on the south or west side of the map."""
    return _kept(state, "rails.entente", lambda: _rails_from(state, ENTENTE, _entente_edges(state)))


def british_rails(state: State) -> Collection[int]:
    """§8.4: as the French, or joined by rail to a friendly port, or the port itself, rails or not."""
    return _kept(state, "rails.british", lambda: _rails_from(state, ENTENTE, [*_entente_edges(state), *_ports(state)]))


def german_rails(state: State) -> Collection[int]:
    """§8.6: rail hexes joined by rail, free of enemies and their zones, to Germany's rail hexes on the east side."""

    def find() -> set[int]:
        index = board().lattice.index
        closed = occupied(state, ENTENTE) | unnegated(state, GERMAN)
        sources = [index[h] for h in sorted(board().east_edge & board().on_rail) if index[h] not in closed]
        return _rails_from(state, GERMAN, sources)

    return _kept(state, "rails.german", find)


def supplied_german_cities(state: State) -> frozenset[str]:
    """§6.7, §8.6: German cities joined to the east side as a depot is; they supply and command like an HQ."""
    rails = german_rails(state)
    index = board().lattice.index
    return frozenset(h for h in board().german_cities if index[h] in rails)


def nearest_source(state: State, nation: str, besides: int | None = None) -> dict[int, int]:
    """§6.5, §11.21: steps from every hex to the nearest supply source of the nation that no enemy stands in.

    ``besides`` is a hex that does not count as a source, for those who stand on it.
    """

    def find() -> dict[int, int]:
        index = board().lattice.index
        closed = occupied(state, foe(counter_side(nation)))
        if nation == GE:
            sources = [index[h] for h in board().east_edge & board().on_rail]
        elif nation == BE:
            sources = [index[h] for h in board().lattice.ids if board().country[h] == "BE" and board().is_playable(h)]
        else:
            sources = _entente_edges(state)
            if nation == BR:
                sources = [*sources, *_ports(state)]
        free = sorted(s for s in sources if s not in closed and s != besides)
        return spread(board().ways, free, lambda _a, b: b not in closed)

    name = f"source.{nation}.{besides}"
    kept: dict[int, int] | None = state.memo.get(name)
    if kept is None:
        kept = find()
        state.memo[name] = kept
    return kept


def counter_side(nation: str) -> str:
    """The side a nation fights on."""
    return GERMAN if nation == GE else ENTENTE


def _rails_from(state: State, side: str, sources: Iterable[int]) -> set[int]:
    return connected(board().rails, sources, occupied(state, foe(side)) | unnegated(state, side))


def _entente_edges(state: State) -> list[int]:
    index = board().lattice.index
    enemy = occupied(state, GERMAN)
    edges = (board().west_edge | board().south_edge) & board().on_rail
    return [index[h] for h in sorted(edges) if index[h] not in enemy]


def _ports(state: State) -> set[int]:
    index = board().lattice.index
    return {index[h] for h in board().ports if state.controller(h) == ENTENTE and state.holder(h) != GERMAN}


# --- the legs of two hexes ----------------------------------------------------------------------------------------


def _within_two(
    state: State, side: str, sources: Iterable[int], *, by: str = "ground", own_ground: bool = False
) -> Collection[int]:
    """§8.2: hexes whose line to one of ``sources`` is two hexes or less, enemies and their zones avoided.

    ``by`` names the half hexes that count (``Board.half_hexes``): rails may be shorter than the ground.
    ``own_ground``: only over hexes that the side controls (§8.6, second leg).
    """
    closed: Collection[int] = occupied(state, foe(side))
    if own_ground:
        closed = _foreign_ground(state, side)
    return trace(board().half_hexes[by], sources, TWO_HEXES, closed, unnegated(state, side))


def _foreign_ground(state: State, side: str) -> Collection[int]:
    """§3.3, §8.6: the hexes that the side does not control, or in which enemies stand."""
    taken = {board().lattice.index[h] for h in state.taken}
    return (board().foreign_ground[side] ^ taken) | occupied(state, foe(side))


def _around_german(state: State) -> set[int]:
    """§8.6: two hexes from any supplied German HQ or from a German city on the rails to the east side."""
    index = board().lattice.index
    cities = [index[h] for h in supplied_german_cities(state)]
    return set(_within_two(state, GERMAN, [*supplied_hqs(state, GE), *cities]))


def _german_hq_hexes(state: State, hq: str) -> set[int]:
    """§8.6: within two hexes (rails count half) of its own army's supplied depot, or of a supplied rail in Germany."""

    def find() -> set[int]:
        ids, country = board().lattice.ids, board().country
        rails = german_rails(state)
        depots = [at for _, at in _staff(state).get(f"depot.{counter(hq).army}", ()) if at in rails]
        home_rails = [i for i in rails if country[ids[i]] == "GE"]
        by_depot = set(_within_two(state, GERMAN, depots, by="german", own_ground=True)) if depots else set()
        return by_depot | set(_kept(state, "german-rails-near", lambda: _within_two(state, GERMAN, home_rails)))

    return set(_kept(state, f"german-hq.{counter(hq).army}", find))


def _around_british(state: State) -> set[int]:
    """§8.4: two hexes from the BEF's HQ or from any French one, each supplied in its own way."""
    own = _within_two(state, ENTENTE, supplied_hqs(state, BR))
    french = _within_two(state, ENTENTE, supplied_hqs(state, FR))
    return set(own) | set(french)


def _around_belgian(state: State, kind: str) -> set[int]:
    """§8.5: all Belgium; abroad two hexes from the HQ on rails to the edge, for the HQ itself those rails."""
    b = board()
    home = {i for i, h in enumerate(b.lattice.ids) if b.country[h] == "BE"}
    if kind == "hq":
        return home | set(entente_rails(state))
    return home | set(_within_two(state, ENTENTE, supplied_hqs(state, BE)))


def _staff(state: State) -> dict[str, list[tuple[str, int]]]:
    """The links of the chains with their hexes: the HQs of each nation and the German depots of each army."""
    kept: dict[str, list[tuple[str, int]]] | None = state.memo.get("staff")
    if kept is None:
        kept = {}
        for unit in _chain_units():
            at = state.units[unit].at
            if at in state.stacks:
                c = counter(unit)
                key = f"depot.{c.army}" if c.kind == "depot" else f"hq.{c.nation}"
                kept.setdefault(key, []).append((unit, board().lattice.index[at]))
        state.memo["staff"] = kept
    return kept


@lru_cache(maxsize=1)
def _chain_units() -> tuple[str, ...]:
    return tuple(c.id for c in printed().counters.values() if c.kind in ("hq", "depot"))


def _kept(state: State, name: str, find: Callable[[], Collection[int]]) -> Collection[int]:
    """Work out once a state."""
    key = f"supply.{name}"
    if key not in state.memo:
        state.memo[key] = find()
    kept: Collection[int] = state.memo[key]
    return kept
