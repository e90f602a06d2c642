"""§8.0 Supply: which units can trace a line, by nation, and what it costs to have none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.hexes.supply.tracing import joined_hexes, within
from rules.kernel.floods import spread
from rules.kernel.kept import kept
from rules.schlieffens_war.position.state import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, State
from rules.schlieffens_war.printed.sides import BE, BR, ENTENTE, FR, GE, GERMAN, NATIONS, SIDE_OF_NATION, foe
from rules.schlieffens_war.zoc import occupied_hexes, unnegated_zones

TWO_HEXES = 4
"""§8.3 to §8.6: every leg but the last is two hexes at most, counted in half hexes."""
BEF_FORTRESSES = ("Liège", "Maubeuge")
"""§8.4: the only heavy fortresses that supply British units."""


def judge(state: State, side: str) -> dict[str, str]:
    """§8.1, §5.5: the supply state that each unit of ``side`` on the map would be given now."""
    return {unit: supply_of(state, unit) for unit in state.on_map(side)}


def supply_of(state: State, unit: str) -> str:
    """§8.0: ``in``, ``fortress`` or ``out`` for a unit on the map; regular supply goes before a fortress's (§8.9)."""
    c = state.counter(unit)
    if c.kind == "fort":
        return IN_SUPPLY
    here = state.printed.board.lattice.index[state.units[unit].at]
    if here in supplied_hexes(state, c.nation, c.kind, unit):
        return IN_SUPPLY
    return FORTRESS_SUPPLY if has_fortress_supply(state, unit) else OUT_OF_SUPPLY


def has_fortress_supply(state: State, unit: str) -> bool:
    """§8.3, §8.4, §8.9: a heavy fortress feeds the units in it: the French in France, the British in two of them."""
    at = state.units[unit].at
    if at not in state.printed.board.fortresses or not state.counter(unit).is_mobile:
        return False
    nation = state.counter(unit).nation
    if nation == FR:
        return state.printed.board.country[at] == "FR"
    if nation == BR:
        return state.printed.board.name[at] in BEF_FORTRESSES
    return True


def supplied_hexes(state: State, nation: str, kind: str, unit: str) -> frozenset[int]:
    """The hexes in which a unit of that nation and kind would be in regular supply."""
    which = kind if kind in ("hq", "depot") else ""
    name = f"supplied.{nation}.{which}.{state.counter(unit).army if nation == GE and which == 'hq' else ''}"
    found: frozenset[int] | None = state.memo.get(name)
    if found is None:
        source = _traced_over(state, SIDE_OF_NATION[nation])
        found = state.memory.recall(name, source, lambda _: _supplied_hexes(state, nation, which, unit))
        state.memo[name] = found
    return found


def _supplied_hexes(state: State, nation: str, kind: str, unit: str) -> frozenset[int]:
    if nation == GE:
        if kind == "depot":
            return _either(state, "supply.depots", german_rails(state), _around_german_cities(state))
        return _german_hq_hexes(state, unit) if kind == "hq" else _around_german(state)
    if nation == FR:
        if kind == "hq":
            return entente_rails(state)
        return _within_two(state, "supply.french", ENTENTE, supplied_hqs(state, FR), by="french")
    if nation == BR:
        return british_rails(state) if kind == "hq" else _around_british(state)
    return _around_belgian(state, kind)


def supply_areas(state: State, side: str) -> tuple[frozenset[int], ...]:
    """Every set of hexes by which ``supply_of`` judges the corps and HQs of a side; always as many, in one order."""

    def find(_: object) -> tuple[frozenset[int], ...]:
        if side == GERMAN:
            by_army = (
                supplied_hexes(state, GE, "hq", c.id)
                for c in state.printed.supply_links
                if c.nation == GE and c.kind == "hq"
            )
            return (supplied_hexes(state, GE, "infantry", ""), *by_army)
        return tuple(supplied_hexes(state, nation, kind, "") for nation in NATIONS[side] for kind in ("infantry", "hq"))

    return state.memory.recall(("grounds", side), _traced_over(state, side), find)


def _traced_over(state: State, side: str) -> tuple[object, ...]:
    """All that lines of supply of a side depend on: enemies, their zones, HQs and depots, and who controls what."""
    return occupied_hexes(state, foe(side)), unnegated_zones(state, side), _links(state), state.taken


def supplied_hqs(state: State, nation: str) -> list[int]:
    """The hexes of the HQs of a nation that can hand supply on: the second step of each nation's chain."""
    found = []
    for hq, here in hqs_on_map(state, nation):
        feeds = here in entente_rails(state) if nation == BE else here in supplied_hexes(state, nation, "hq", hq)
        if feeds:
            found.append(here)
    return found


# --- the last leg: rail lines to the map's edge -------------------------------------------------------------------


@kept
def entente_rails(state: State) -> frozenset[int]:
    """§8.3: rail hexes joined by rail to a hex on the south or west side of the map."""
    return _rails_from(state, "rails.entente", ENTENTE)


@kept
def british_rails(state: State) -> frozenset[int]:
    """§8.4: as the French, or joined by rail to a friendly port, or the port itself, rails or not."""
    return _rails_from(state, "rails.british", ENTENTE, ports=_ports(state))


@kept
def german_rails(state: State) -> frozenset[int]:
    """§8.6: rail hexes joined by rail, free of enemies and their zones, to Germany's rail hexes on the east side."""
    return _rails_from(state, "rails.german", GERMAN, zones_bar=True)


def supplied_german_cities(state: State) -> frozenset[str]:
    """§6.7, §8.6: German cities joined to the east side as a depot is; they supply and command like an HQ."""
    rails, index = german_rails(state), state.printed.board.lattice.index

    def find(_: object) -> frozenset[str]:
        return frozenset(h for h in state.printed.board.german_cities if index[h] in rails)

    return state.memory.recall("supplied-cities", (rails,), find)


@kept
def nearest_source(state: State, nation: str, besides: int | None) -> dict[int, int]:
    """§6.5, §11.21: steps from every hex to the nearest supply source of the nation that no enemy stands in.

    ``besides`` is a hex that does not count as a source, for those who stand on it.
    """
    board, closed = state.printed.board, occupied_hexes(state, foe(counter_side(nation)))
    if nation == GE:
        sources = [*board.rail_edges[GERMAN]]
    elif nation == BE:
        sources = [board.lattice.index[h] for h in board.homes["BE"]]
    else:
        sources = [*board.rail_edges[ENTENTE], *(_ports(state) if nation == BR else ())]
    free = sorted(s for s in sources if s not in closed and s != besides)
    return spread(board.ways, free, lambda _a, b: b not in closed)


def counter_side(nation: str) -> str:
    """The side a nation fights on."""
    return GERMAN if nation == GE else ENTENTE


def _rails_from(
    state: State, name: str, side: str, *, ports: tuple[int, ...] = (), zones_bar: bool = False
) -> frozenset[int]:
    """The rail hexes joined to ports, or to those of its edges free of enemies (``zones_bar``: of their zones too)."""
    board, enemy, shut = state.printed.board, occupied_hexes(state, foe(side)), _shut_to_rails(state, side)
    barred = shut if zones_bar else enemy
    sources = (*(e for e in board.rail_edges[side] if e not in barred), *ports)
    return joined_hexes(state, name, board.lattice.neighbours, board.rails, sources, shut)


@kept
def _shut_to_rails(state: State, side: str) -> frozenset[int]:
    """§8.2: where no line by rail of a side runs: enemies, and their zones that no friend stands in."""
    source = (occupied_hexes(state, foe(side)), unnegated_zones(state, side))
    return state.memory.recall(("shut to rails", side), source, lambda _: source[0] | source[1])


def _ports(state: State) -> tuple[int, ...]:
    """The ports that are friendly to the Entente."""
    b = state.printed.board
    open_ = (h for h in b.ports if state.controller(h) == ENTENTE and state.holder(h) != GERMAN)
    return tuple(sorted(b.lattice.index[h] for h in open_))


# --- the legs of two hexes ----------------------------------------------------------------------------------------


def _within_two(
    state: State, name: str, side: str, sources: Iterable[int], *, by: str = "ground", own_hexes: bool = False
) -> frozenset[int]:
    """§8.2: hexes whose line to one of ``sources`` is two hexes or less, enemies and their zones avoided.

    ``by`` names the half hexes that count (``Board.half_hexes``): rails may be shorter than the ground.
    ``own_hexes``: only over hexes that the side controls (§8.6, second leg). ``name``: one for each use, to keep it.
    """
    closed = _foreign_hexes(state, side) if own_hexes else occupied_hexes(state, foe(side))
    board, ends = state.printed.board, unnegated_zones(state, side)
    return within(state, name, board.lattice.neighbours, board.half_hexes[by], sources, TWO_HEXES, closed, ends)


def _foreign_hexes(state: State, side: str) -> frozenset[int]:
    """§3.3, §8.6: the hexes that the side does not control, or in which enemies stand."""
    enemy, index = occupied_hexes(state, foe(side)), state.printed.board.lattice.index

    def find(_: object) -> frozenset[int]:
        return (state.printed.board.foreign_hexes[side] ^ {index[h] for h in state.taken}) | enemy

    return state.memory.recall(f"foreign.{side}", (state.taken, enemy), find)


def _either(state: State, name: str, one: frozenset[int], other: frozenset[int]) -> frozenset[int]:
    """Both sets together, kept while both are what they were."""
    return state.memory.recall(name, (one, other), lambda _: one | other)


def _around_german(state: State) -> frozenset[int]:
    """§8.6: two hexes from any supplied German HQ or from a German city on the rails to the east side."""
    by_hq = _within_two(state, "supply.german", GERMAN, supplied_hqs(state, GE))
    return _either(state, "supply.germans", by_hq, _around_german_cities(state))


def _around_german_cities(state: State) -> frozenset[int]:
    """§8.6: two hexes from a German city on the rails to the east side: every German unit there, a depot too."""
    index = state.printed.board.lattice.index
    cities = [index[h] for h in supplied_german_cities(state)]
    return _within_two(state, "supply.cities", GERMAN, cities)


def _german_hq_hexes(state: State, hq: str) -> frozenset[int]:
    """§8.6: within two hexes (rails count half) of its own army's supplied depot, or of a supplied rail in Germany."""
    army = state.counter(hq).army
    rails = german_rails(state)
    depots = [at for _, at in _links(state).get(f"depot.{army}", ()) if at in rails]
    by_depot = _within_two(state, f"supply.depot.{army}", GERMAN, depots, by="german", own_hexes=True)
    home = state.memory.recall("rails.home", (rails,), lambda _: rails & state.printed.board.ground["GE"])
    return _either(state, f"supply.hq.{army}", by_depot, _within_two(state, "supply.home-rails", GERMAN, home))


def _around_british(state: State) -> frozenset[int]:
    """§8.4: two hexes from the BEF's HQ or from any French one, each supplied in its own way."""
    own = _within_two(state, "supply.bef", ENTENTE, supplied_hqs(state, BR))
    french = _within_two(state, "supply.by-french", ENTENTE, supplied_hqs(state, FR))
    return _either(state, "supply.british", own, french)


def _around_belgian(state: State, kind: str) -> frozenset[int]:
    """§8.5: all Belgium; abroad two hexes from the HQ on rails to the edge, for the HQ itself those rails."""
    if kind == "hq":
        return _either(state, "supply.belgian-hq", state.printed.board.ground["BE"], entente_rails(state))
    abroad = _within_two(state, "supply.belgian", ENTENTE, supplied_hqs(state, BE))
    return _either(state, "supply.belgians", state.printed.board.ground["BE"], abroad)


def hqs_on_map(state: State, nation: str) -> Sequence[tuple[str, int]]:
    """The HQs of a nation with the hexes (as indexes) in which they stand."""
    return _links(state).get(f"hq.{nation}", ())


@kept
def _links(state: State) -> dict[str, list[tuple[str, int]]]:
    """The links of the chains with their hexes: the HQs of each nation and the German depots of each army."""
    places = tuple([state.units[c.id].at for c in state.printed.supply_links])

    def find(_: object) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {}
        for c, at in zip(state.printed.supply_links, places, strict=True):
            if at in state.stacks:
                key = f"depot.{c.army}" if c.kind == "depot" else f"hq.{c.nation}"
                found.setdefault(key, []).append((c.id, state.printed.board.lattice.index[at]))
        return found

    return state.memory.recall("links", places, find)
