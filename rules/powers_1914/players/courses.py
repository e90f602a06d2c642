"""What a staff can set out to do for a turn: an officer's habits, bolder or more careful in one way or another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.powers_1914.players.habits import OFFICER, Habits


@dataclass(frozen=True, slots=True)
class Course:
    """A plan for a turn: how things are weighed, and what a player is told of it, after "to"."""

    habits: Habits
    says: str


USUAL = "usual"
"""The officer's own, which is taken where no other has better prospects."""
COURSES: Mapping[str, Course] = MappingProxyType(
    {
        USUAL: Course(OFFICER, "help capitals in danger, and then attack"),
        "strike": Course(
            replace(OFFICER, relief=False, guard=2), "leave capitals to few men and attack with the others"
        ),
        "guard": Course(replace(OFFICER, risk=0.1, shield=40), "keep capitals safe and hold the way to them"),
        "storm": Course(replace(OFFICER, margin=-6, shaky=80, loss=60), "attack whatever the cost"),
        "stand": Course(replace(OFFICER, margin=99, risk=0.03), "stay where they are and keep everyone"),
    }
)
"""By name; the first is the usual one."""
