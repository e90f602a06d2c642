"""§5.1: the sequence of play, to be laid beside the rulebook's outline."""

from __future__ import annotations

from rules.kernel.sequence import Node, Sequence
from rules.schlieffens_war.data import ENTENTE, GERMAN

SEQUENCE = Sequence(
    Node("game", "Schlieffen's War", "5.0", None, (
        Node("set-up", "Set-up", "3.1", None, (
            Node("entente.setup", "Set-up", "3.1", ENTENTE),
            Node("german.setup", "Set-up", "3.1", GERMAN),
        )),
        Node("turn", "Game turn", "5.1", None, (
            Node("german", "German player turn", "5.1", GERMAN, (
                Node("german.regroup", "Regroup", "5.2", GERMAN),
                Node("german.movement", "Movement", "5.3", GERMAN),
                Node("german.combat", "Combat", "5.4", GERMAN),
                Node("german.admin", "Admin", "5.5", GERMAN),
            )),
            Node("entente", "Entente player turn", "5.1", ENTENTE, (
                Node("entente.regroup", "Regroup", "5.2", ENTENTE),
                Node("entente.movement", "Movement", "5.3", ENTENTE),
                Node("entente.combat", "Combat", "5.4", ENTENTE),
                Node("entente.admin", "Admin", "5.5", ENTENTE),
            )),
            Node("end", "End of turn", "5.6", None),
        ), repeats=True),
    ))
)  # fmt: skip

LAST_TURN = 10
BEF_TURN = 3
SIXTH_ARMY_TURN = 7
WITHDRAWAL_TURN = 7
FIRST_REGROUP_TURN = 2
PLAN_XVII_TURN = 7
FINAL_EFFORT_TURNS = (9, 10)
