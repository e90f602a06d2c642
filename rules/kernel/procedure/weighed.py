"""Choices that come to a total: losses and points (``Sum``), and units given to groups (``Allotment``).

Both are judged by a ``Need`` and picked by the same ``Search``, so that what a program sends is read. What may be
sent is never listed: ``read`` judges the one choice that came.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.kernel import wire as shapes
from rules.kernel.messages import Json, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.needs import Need, Search, by_name, could_go, leave_out
from rules.kernel.procedure.options import (
    MAX_LIST_LENGTH,
    Why,
    no_reason,
    read_name,
    read_names,
    refuse_twice,
    tell_refusals,
)


@dataclass(frozen=True, slots=True)
class Sum:
    """Names, none twice, whose weights come to what the ``need`` says, counted in ``what``.

    ``sparing``: nobody may be among them without whom the others would do. What is proposed is always so, and takes the
    first of the names before others. ``refused``, ``why`` and ``labels`` are as in ``OneOf``.
    """

    names: Collection[str]
    need: Need
    what: str = "factor"
    sparing: bool = False
    refused: Mapping[str, Refusal] = field(default_factory=lambda: MappingProxyType({}))
    why: Why = no_reason
    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The names."""
        names = read_names(raw, self.names, self.refused, self.why, section)
        refuse_twice(names, section)
        unmet = self.need.unmet(names, self.what, section)
        if unmet is not None:
            raise unmet.raised()
        if self.sparing and could_go(names, self._holds) is not None:
            raise Refused("could-be-left-out", section, "One of them can be left out: the others are enough.")
        return names

    def wire(self) -> shapes.Sum:
        """``{"of": [name], "need", "what", "sparing", "proposed", "refused"}``, and ``labels`` where there are any."""
        names = [*self.names]
        told: shapes.Sum = {
            "of": names,
            "need": self.need.told(names),
            "what": self.what,
            "sparing": self.sparing,
            "proposed": self.proposed(),
            "refused": tell_refusals(self.refused),
        }
        if self.labels:
            told["labels"] = {**self.labels}
        return told

    def proposed(self) -> list[str]:
        """A choice in which nobody could be spared; none where there is no choice at all."""
        found = self._find(None)
        return leave_out(found, self._holds) if found is not None else []

    def pick(self, rng: Rng) -> list[Json] | None:
        """Some that come to it."""
        found = self._find(rng)
        if found is None:
            return None
        return [*(leave_out(found, self._holds) if self.sparing else found)]

    def empty(self) -> bool:
        """Whether no names come to what is needed."""
        return self._find(None) is None

    def _holds(self, names: Sequence[str]) -> bool:
        return self.need.unmet(names, self.what, "") is None

    def _find(self, rng: Rng | None) -> list[str] | None:
        found = Search([*self.names], [self.need], [self._holds(())], rng=rng).found()
        return None if found is None else found[0]


@dataclass(frozen=True, slots=True)
class Allotment:
    """Names given to groups, each to one at most, so that every group has what it needs.

    ``groups``: the need of each by its name; one that is not ``optional`` gets a name at least. ``every``: each name
    has to be given to a group. ``refused``, ``why`` and ``labels`` are as in ``OneOf``. ``twice`` and ``left_over`` say
    in a game's words why a name is in two groups, or in none that has to be.
    """

    names: Collection[str]
    groups: Mapping[str, Need]
    what: str = "factor"
    every: bool = False
    refused: Mapping[str, Refusal] = field(default_factory=lambda: MappingProxyType({}))
    why: Why = no_reason
    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    twice: Refusal | None = None
    left_over: Refusal | None = None

    def read(self, raw: object, section: str) -> Mapping[str, tuple[str, ...]]:
        """The names of each group that got any, in the order of the groups."""
        if not isinstance(raw, dict) or len(raw) > MAX_LIST_LENGTH:
            raise Refused("malformed", section, "Say which go to each group.")
        for group in raw:
            read_name(group, self.groups, {}, no_reason, section)
        given = {
            group: read_names(raw[group], self.names, self.refused, self.why, section)
            for group in self.groups
            if group in raw
        }
        for names in given.values():
            refuse_twice(names, section)
        every = [name for names in given.values() for name in names]
        if self.twice is not None and len({*every}) < len(every):
            raise self.twice.raised()
        refuse_twice(every, section)
        for group, need in self.groups.items():
            self._judge(need, given.get(group, ()), section)
        if self.every and sum(map(len, given.values())) < len(self.names):
            raise (
                self.left_over.raised()
                if self.left_over is not None
                else Refused("left-over", section, "Each of them has to be given to a group.")
            )
        return {group: names for group, names in given.items() if names}

    def _judge(self, need: Need, names: tuple[str, ...], section: str) -> None:
        if not names:
            if not need.optional:
                raise Refused("left-empty", section, f"{need.title or 'One of the groups'} gets nothing.")
            return
        unmet = need.unmet(names, self.what, section)
        if unmet is not None:
            raise Refused(unmet.code, unmet.section, f"{need.title}: {unmet.text}" if need.title else unmet.text)

    def wire(self) -> shapes.Allotment:
        """``{"of": [name], "groups": {group: need}, "what", "every", "refused"}``, and ``labels`` if there are any."""
        names = [*self.names]
        told: shapes.Allotment = {
            "of": names,
            "groups": {group: need.told(names) for group, need in self.groups.items()},
            "what": self.what,
            "every": self.every,
            "refused": tell_refusals(self.refused),
        }
        if self.labels:
            told["labels"] = {**self.labels}
        return told

    def pick(self, rng: Rng) -> dict[str, Json] | None:
        """Some way to give them out."""
        found = self._find(rng)
        return None if found is None else {group: [*names] for group, names in found.items()}

    def empty(self) -> bool:
        """Whether there is no way to give each group what it needs."""
        return self._find(None) is None

    def _find(self, rng: Rng | None) -> dict[str, list[str]] | None:
        needs = [*self.groups.values()]
        # The heavy ones first: what they leave over is filled up by the light ones.
        names = sorted(self.names, key=lambda name: -max((need.weigh(name) for need in needs), default=0))
        found = Search(names, needs, [n.optional for n in needs], every=self.every, rng=rng).found()
        return None if found is None else by_name(self.groups, found)
