"""The sequence of play as a literal tree, read like the rulebook's own list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A stage of the sequence: ``key`` in the cursor, ``title`` and ``section`` for people, ``side`` whose it is.

    A node with ``parts`` groups them; one without is a step that the cursor can stand on. ``repeats`` marks the
    group that starts again after its last part (the game turn).
    """

    key: str
    title: str
    section: str
    side: str | None = None
    parts: tuple[Node, ...] = ()
    repeats: bool = False

    def steps(self) -> Iterator[Node]:
        """The steps below this node, in order."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.steps()


@dataclass(frozen=True, slots=True)
class Sequence:
    """A whole sequence with its look-ups."""

    root: Node

    def step(self, key: str) -> Node:
        """The step of that key. KeyError when there is none."""
        for node in self.root.steps():
            if node.key == key:
                return node
        raise KeyError(key)

    def first(self) -> Node:
        """Where a match begins."""
        return next(self.root.steps())

    def repeated(self) -> tuple[Node, ...]:
        """The steps of the group that repeats: one game turn."""
        for node in self._nodes(self.root):
            if node.repeats:
                return tuple(node.steps())
        return ()

    def after(self, key: str) -> tuple[Node, bool]:
        """The step that follows, and whether a new round of the repeated group begins with it."""
        steps = list(self.root.steps())
        place = next(i for i, node in enumerate(steps) if node.key == key)
        turn = self.repeated()
        if turn and key == turn[-1].key:
            return turn[0], True
        following = steps[place + 1]
        return following, bool(turn) and following.key == turn[0].key

    def _nodes(self, node: Node) -> Iterator[Node]:
        yield node
        for part in node.parts:
            yield from self._nodes(part)
