"""Why a program of this game gives an order, in sentences for the player who asks it for advice."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.kernel.programs.reasons import Reason

_ENDS = Reason("Nothing else that you could do in this step is worth doing now.", "7.0")
_FIRST = Reason("The set-up puts every army where its front needs it.", "1.4")
_LOSS = Reason("Of the losses that you can choose, these cost you least strength.", "13.72")
_TOGETHER = Reason("Apart they would be beaten one after the other.", "13.62")
_STAYS = Reason("Whoever went on would stand among too many enemies.", "13.9")

WHY: Mapping[str, Reason] = MappingProxyType(
    {
        "set_up_all": _FIRST,
        "place": Reason("It is needed more there than anywhere else that it may stand.", "1.4"),
        "move": Reason("The line is thinnest there, or an attack promises most from there.", "8.0"),
        "attack": Reason("Over all ten faces of the die it promises more than it costs.", "13.64"),
        "attack_with_air": Reason(
            "Over all ten faces of the die it promises more than it costs, and aircraft add to it.", "16.42"
        ),
        "dig": Reason(
            "They hold the line, and do not attack now: an entrenchment makes them harder to drive out.", "15.21"
        ),
        "give_up": Reason("Too many stand there, and this is the weakest of them.", "6.2"),
        "advance_railheads": Reason("It costs nothing, and trains go farther afterwards.", "10.4"),
        "send_aircraft": Reason("From there they help most in the next fights.", "16.41"),
        "rebase": Reason("They are nearer to the front there.", "16.41"),
        "land": Reason("They are nearer to the front there.", "16.41"),
        "flee": Reason("The base is lost, and this one is nearest to the front.", "16.41"),
        "lose": _LOSS,
        "demoralise": _LOSS,
        "defend_together": _TOGETHER,
        "together": _TOGETHER,
        "advance": Reason("The hex is worth more than it is exposed.", "13.9"),
        "stay": _STAYS,
        "hold": Reason("In a fort they need not go back.", "15.12"),
        "retreat": Reason("This way leads farthest from the enemy.", "13.81"),
        "arrive": Reason("It comes in where the front needs it most.", "17.12"),
        "rebuild": Reason("Of those who can be rebuilt it is worth most for its points.", "17.24"),
        "end_phase": _ENDS,
        "end_arrivals": _ENDS,
        "end_set_up": _FIRST,
        "end_deployment": _FIRST,
    }
)
"""By the kind of the order, whatever else speaks for it."""


def cleared(label: str, often: int, of: int) -> Reason:
    """§13.7: on how many faces of the die an attack clears its hex."""
    return Reason(f"{label} is cleared by {often} of the {of} faces of the die.", "13.7")
