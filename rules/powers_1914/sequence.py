"""§3.1: the order of a turn, to be laid beside the rulebook's list."""

from __future__ import annotations

from rules.kernel.sequence import Node, Sequence
from rules.powers_1914.data import CENTRAL, ENTENTE

SEQUENCE = Sequence(
    Node("game", "Powers of 1914", "3.1", None, (
        Node("preparation", "Preparation", "2.1", None, (
            Node("central.setup", "Set-up", "2.4", CENTRAL),
            Node("entente.setup", "Set-up", "2.4", ENTENTE),
        )),
        Node("turn", "Turn", "3.1", None, (
            Node("events", "Event cards", "3.1.1", None),
            Node("purchase", "Purchases", "3.1.3", None),
            Node("central.action", "Moves and battles", "3.1.4", CENTRAL),
            Node("entente.action", "Moves and battles", "3.1.4", ENTENTE),
            Node("end", "End of the turn", "3.13.1", None),
        ), repeats=True),
    ))
)  # fmt: skip

FIRST_EVENT_TURN = 2
"""§3.1.1: no event cards on the first turn."""
