"""§18.1, §18.11, §2.65, §2.63f: declarations of war on neutral countries."""

from __future__ import annotations

from rules.empires_alliances.facts.politics import WarDeclared
from rules.empires_alliances.play import Play
from rules.empires_alliances.politics.entry import join
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import CLOSED
from rules.empires_alliances.printed.sides import ALLIED
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

ALBANIA, ITALY, AMERICA = "AL", "IT", "US"


def why_not_declare(state: State, side: str, nation: str) -> Refusal | None:
    """§18.1, §18.11, §2.63f: why a side may not declare war on a country now."""
    if nation in CLOSED:
        return Refusal("always-neutral", "18.1", "That country stays neutral throughout the war.")
    if nation not in state.printed.nations or nation in state.wars or nation in state.allegiance:
        return Refusal("not-neutral", "18.11", "You can declare war only on neutral countries.")
    if not state.card.declarations or nation not in state.card.neutral:
        return _no_declarations(state)
    if nation == ALBANIA and ITALY not in state.wars:
        return Refusal("italy-first", "2.63", "You cannot declare war on Albania before Italy enters the war.")
    if nation == AMERICA and side == ALLIED:
        return Refusal("no-ports", "17.31", "Americans arrive only in Allied ports: they cannot join the other side.")
    return None


def may_be_declared_on(state: State, side: str) -> tuple[str, ...]:
    """§18.11: the countries on which a side may declare war now."""
    return tuple(nation for nation in state.card.neutral if why_not_declare(state, side, nation) is None)


NO_DECLARATIONS = {"1914": "1.63", "1918": "3.64"}
"""§1.63, §3.64: the scenarios in which nobody declares war on a neutral."""


def _no_declarations(state: State) -> Refusal:
    """§1.63, §3.64: nobody declares war on a neutral in these scenarios."""
    section = NO_DECLARATIONS.get(state.scenario, "18.11")
    return Refusal("no-declarations", section, "In this scenario neutral countries stay out of the war.")


def why_no_declaration(at: At[State]) -> Refusal | None:
    """§18.11: why war can be declared on nobody."""
    if may_be_declared_on(at.state, at.seat):
        return None
    if not at.state.card.declarations:
        return _no_declarations(at.state)
    return Refusal("not-neutral", "18.11", "There is no country left to declare war on.")


def _neutrals(at: At[State], _: Choices) -> OneOf:
    state, nations = at.state, at.state.printed.nations
    found = may_be_declared_on(state, at.seat)

    def why(name: str) -> Refusal | None:
        return why_not_declare(state, at.seat, name)

    return OneOf(found, why=why, labels={nation: nations[nation].name for nation in found})


def declare(play: Play, at: At[State], chosen: Choices) -> None:
    """§18.11: war is declared; the country joins the other side, which deploys its forces at once."""
    nation = chosen.name("nation")
    play.emit(WarDeclared(nation, at.seat))
    join(play, nation, FOE[at.seat], declared=True)


DECLARE_WAR: Order[State] = Order(
    "declare_war", "Declare war", "18.11", declare,
    (Slot("nation", "choice", _neutrals, "On which country do you declare war?"),),
    when=why_no_declaration, rare=True, grave="The country joins the enemy at once and for good.",
)  # fmt: skip
