"""What may be chosen in one slot of an order. Each kind reads the wire, tells the client, and picks at random.

``read`` is the only judge: what it takes is legal in this slot, whatever was sent. ``wire`` and ``pick`` are what the
client and the programs make their commands of, and the contract suites hold all three to each other. Choices that come
to a total stand in ``weighed``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from rules.kernel import wire as shapes
from rules.kernel.floods import Reach
from rules.kernel.messages import Json, Refusal, Refused
from rules.kernel.players import Rng

Chosen = str | int | bool | tuple[str, ...] | Mapping[str, tuple[str, ...]]
"""What stands in a slot after reading: a name, a number, a flag, names in order, or the names of each group."""

MAX_LIST_LENGTH = 200
"""No list from outside is read further."""


class Options(Protocol):
    """All that may be chosen in a slot now."""

    def read(self, raw: object, section: str) -> Chosen:
        """What was sent, as it should be. Refused when it may not be chosen."""
        ...

    def wire(self) -> shapes.Options:
        """What the client needs to let its player choose."""
        ...

    def pick(self, rng: Rng) -> Json | None:
        """Something that may be chosen, as it would be sent; None when there is nothing."""
        ...

    def empty(self) -> bool:
        """Whether nothing can be chosen here: an order that begins with such a slot is left out of the question."""
        ...


@runtime_checkable
class Brief(Protocol):
    """Options that are found much faster without the reasons why others may not be chosen."""

    def brief(self) -> shapes.Options:
        """What ``Options.wire`` says, those reasons left out."""
        ...


Why = Callable[[str], Refusal | None]
"""Why a name that is not among the options may not be chosen; None when there is nothing particular to say."""


def refused_by(check: Callable[[str], object]) -> Why:
    """What a check that raises has to say of a name; None when nothing."""

    def why_not(name: str) -> Refusal | None:
        try:
            check(name)
        except Refused as refused:
            return refused.refusal
        return None

    return why_not


def no_reason(_: str) -> Refusal | None:
    """Nothing particular is said of any name."""
    return None


class Fitting(Collection[str]):
    """Those of some candidates that fit. To read one name is one check; all are looked for when someone lists them.

    ``why_not`` judges any name that was sent, known or not, and belongs into ``why`` of the options as well.
    ``fit`` says that the candidates were looked through already.
    """

    __slots__ = ("_candidates", "_fit", "_found", "_why_not")

    def __init__(self, candidates: Callable[[], Iterable[str]], why_not: Why, *, fit: bool = False) -> None:
        self._candidates = candidates
        self._fit = fit
        self._why_not = why_not
        self._found: tuple[str, ...] | None = None

    def _all(self) -> tuple[str, ...]:
        if self._found is None:
            names = self._candidates()
            self._found = tuple(names) if self._fit else tuple(n for n in names if self._why_not(n) is None)
        return self._found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._why_not(name) is None

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        if self._found is not None or self._fit:
            return bool(self._all())
        return any(name in self for name in self._candidates())

    def such(self, holds: Callable[[str], bool]) -> Iterator[str]:
        """Those for which this holds, in their order: each is judged when its turn comes."""
        candidates = self._candidates() if self._found is None else self._found
        return (name for name in candidates if holds(name) and name in self)

    def draw(self, rng: Rng) -> str | None:
        """One of them, each as likely as the others, judging no more candidates than it takes to find one."""
        left = [*(self._candidates() if self._found is None else self._found)]
        while left:
            name = left.pop(rng.randrange(len(left)))
            if self._fit or name in self:
                return name
        return None


class Later(Mapping[str, Refusal]):
    """Reasons by name that are looked for when someone first asks for one: who chooses what is offered never does."""

    __slots__ = ("_find", "_found")

    def __init__(self, find: Callable[[], Mapping[str, Refusal]]) -> None:
        self._find = find
        self._found: Mapping[str, Refusal] | None = None

    def _all(self) -> Mapping[str, Refusal]:
        if self._found is None:
            self._found = self._find()
        return self._found

    def __getitem__(self, name: str) -> Refusal:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


@dataclass(frozen=True, slots=True)
class OneOf:
    """One name of some: a unit, a hex, a word.

    ``refused`` says of near ones why they may not be chosen, and the client shows it. ``why`` is asked only when
    another name was sent; it must not tell what the seat may not see. ``labels`` has what a person reads in place of a
    name that neither the board nor the units explain, ``notes`` what stands below it.
    """

    names: Collection[str]
    refused: Mapping[str, Refusal] = field(default_factory=lambda: MappingProxyType({}))
    why: Why = no_reason
    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def read(self, raw: object, section: str) -> str:
        """The name."""
        return read_name(raw, self.names, self.refused, self.why, section)

    def wire(self) -> shapes.OneOf:
        """``{"of": [name], "refused": {name: refusal}}``, and ``labels`` and ``notes`` where there are any."""
        told: shapes.OneOf = {"of": [*self.names], "refused": tell_refusals(self.refused)}
        if self.labels:
            told["labels"] = {**self.labels}
        if self.notes:
            told["notes"] = {**self.notes}
        return told

    def pick(self, rng: Rng) -> str | None:
        """One of them."""
        if isinstance(self.names, Fitting):
            return self.names.draw(rng)
        return [*self.names][rng.randrange(len(self.names))] if self.names else None

    def empty(self) -> bool:
        """Whether there is no name."""
        return not self.names


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Several names, at least ``least`` and at most ``most``, in the order given, none twice unless ``repeats``.

    ``wrong_number`` is what is said of too few or too many, where the rules have words of their own for it.
    ``proposed``: whom most players mean, chosen by the client at first.
    """

    names: Collection[str]
    least: int = 1
    most: int = MAX_LIST_LENGTH
    repeats: bool = False
    refused: Mapping[str, Refusal] = field(default_factory=lambda: MappingProxyType({}))
    why: Why = no_reason
    wrong_number: Refusal | None = None
    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    proposed: tuple[str, ...] = ()

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The names."""
        names = read_names(raw, self.names, self.refused, self.why, section)
        if not self.repeats:
            refuse_twice(names, section)
        if self.wrong_number is not None and not self.least <= len(names) <= self.most:
            raise Refused(self.wrong_number.code, self.wrong_number.section, self.wrong_number.text)
        if len(names) < self.least:
            raise Refused("too-few", section, f"Choose at least {self.least}.")
        if len(names) > self.most:
            raise Refused("too-many", section, f"Choose at most {self.most}.")
        return names

    def wire(self) -> shapes.SomeOf:
        """``{"of": [name], "least", "most", "repeats", "refused"}``; ``labels`` and ``proposed`` where there are."""
        told: shapes.SomeOf = {
            "of": [*self.names],
            "least": self.least,
            "most": self.most,
            "repeats": self.repeats,
            "refused": tell_refusals(self.refused),
        }
        if self.labels:
            told["labels"] = {**self.labels}
        if self.proposed:
            told["proposed"] = [*self.proposed]
        return told

    def pick(self, rng: Rng) -> list[Json] | None:
        """A number of them that is allowed, in any order."""
        left = [*self.names]
        if self.empty():
            return None
        most = max(self.least, min(self.most, len(left)))
        wanted = self.least + rng.randrange(most - self.least + 1)
        if self.repeats:
            return [left[rng.randrange(len(left))] for _ in range(wanted)]
        return [left.pop(rng.randrange(len(left))) for _ in range(wanted)]

    def empty(self) -> bool:
        """Whether there are fewer names than have to be chosen."""
        return len(self.names) < self.least and not (self.repeats and self.names)


@dataclass(frozen=True, slots=True)
class Path:
    """A way from place to place. ``check`` refuses one that may not be taken; ``ways`` has one to each end.

    There are more ways than anyone lists: ``check`` judges any, ``ways`` offers the best to each end.
    """

    check: Callable[[tuple[str, ...]], None]
    ways: Mapping[str, Sequence[str]]
    """End to path, the start left out."""
    costs: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    refused: Mapping[str, Refusal] = field(default_factory=lambda: MappingProxyType({}))
    others: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=lambda: MappingProxyType({}))
    """Further ways to an end, where it matters along which one goes."""

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The places in turn."""
        path = read_path(raw, section)
        self.check(path)
        return path

    def wire(self) -> shapes.Path:
        """``{"ways": {end: path}, "costs": {end: cost}, "refused": {end: refusal}}``, and any ``others``."""
        told: shapes.Path = {
            "ways": {end: [*path] for end, path in self.ways.items()},
            "costs": {**self.costs},
            "refused": tell_refusals(self.refused),
        }
        if self.others:
            told["others"] = {end: [[*path] for path in paths] for end, paths in self.others.items()}
        return told

    def pick(self, rng: Rng) -> list[Json] | None:
        """The way to one of the ends."""
        ends = [*self.ways]
        return [*self.ways[ends[rng.randrange(len(ends))]]] if ends else None

    def empty(self) -> bool:
        """Whether no way leads anywhere."""
        return not self.ways


def cheapest(found: Reach, ids: Sequence[str], refusal: Refusal) -> Path:
    """The cheapest way to each place that a flood reached, and no other: any is answered with the ``refusal``."""
    ways = {ids[i]: tuple(ids[j] for j in found.path(i)[1:]) for i, cost in found.cost.items() if cost}

    def check(path: tuple[str, ...]) -> None:
        if ways.get(path[-1]) != path:
            raise refusal.raised()

    return Path(check, ways, {ids[i]: cost for i, cost in found.cost.items() if cost})


def _no_reason_for(_: int) -> Refusal | None:
    return None


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number from ``least`` to ``most``. ``why`` may say of another one why it cannot be chosen."""

    least: int
    most: int
    why: Callable[[int], Refusal | None] = _no_reason_for

    def read(self, raw: object, section: str) -> int:
        """The number."""
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise Refused("malformed", section, "Answer with a whole number.")
        if not self.least <= raw <= self.most:
            reason = self.why(raw)
            if reason is not None:
                raise reason.raised()
            text = f"Choose a whole number from {self.least} to {self.most}."
            if self.least == self.most:
                text = f"Only {self.least} can be chosen here."
            raise Refused("not-that-many", section, text)
        return raw

    def wire(self) -> shapes.Count:
        """``{"least", "most"}``."""
        return {"least": self.least, "most": self.most}

    def pick(self, rng: Rng) -> int | None:
        """One of them."""
        return self.least + rng.randrange(self.most - self.least + 1) if self.least <= self.most else None

    def empty(self) -> bool:
        """Whether no number is allowed."""
        return self.most < self.least


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no; ``refusal`` says why yes cannot be chosen now, ``needed`` why no cannot.

    ``yes`` and ``no`` are the answers in words; ``even`` where neither is to be proposed, as of what is for good.
    """

    refusal: Refusal | None = None
    needed: Refusal | None = None
    yes: str = ""
    no: str = ""
    even: bool = False

    def read(self, raw: object, section: str) -> bool:
        """The answer."""
        if not isinstance(raw, bool):
            raise Refused("malformed", section, "Answer with true or false.")
        reason = self.refusal if raw else self.needed
        if reason is not None:
            raise reason.raised()
        return raw

    def wire(self) -> shapes.Flag:
        """``{"refusal": refusal or null, "needed": refusal or null}``, and ``labels`` of ``true`` and ``false``."""
        told: shapes.Flag = {
            "refusal": self.refusal.shape() if self.refusal else None,
            "needed": self.needed.shape() if self.needed else None,
        }
        if self.yes and self.no:
            told["labels"] = {"true": self.yes, "false": self.no}
        if self.even:
            told["even"] = True
        return told

    def pick(self, rng: Rng) -> bool | None:
        """Either, as far as both may be chosen."""
        answers = [answer for answer, reason in ((True, self.refusal), (False, self.needed)) if reason is None]
        return answers[rng.randrange(len(answers))] if answers else None

    def empty(self) -> bool:
        """Whether neither may be chosen."""
        return self.refusal is not None and self.needed is not None


@runtime_checkable
class Named(Protocol):
    """Options that are names: one of them, several, or a total of them."""

    @property
    def names(self) -> Collection[str]:
        """Those that may be chosen."""
        ...

    @property
    def refused(self) -> Mapping[str, Refusal]:
        """Near ones that may not, and why."""
        ...

    @property
    def why(self) -> Why:
        """What is said of any other."""
        ...


def why_not_chosen(options: object, raw: object, section: str) -> Refusal | None:
    """What is said to whoever sends this name; None if it may be chosen. Refused where names are not what is chosen:
    of ways there is more to judge than their ends."""
    if not isinstance(options, Named):
        raise Refused("malformed", section, "Ask 'why' only of names.")
    try:
        read_name(raw, options.names, options.refused, options.why, section)
    except Refused as refused:
        return refused.refusal
    return None


def tell_refusals(refused: Mapping[str, Refusal]) -> dict[str, shapes.RefusalJson]:
    """Reasons by name, for the wire."""
    return {name: why.shape() for name, why in refused.items()}


def read_path(raw: object, section: str) -> tuple[str, ...]:
    """A list of places, one at least, from outside. Refused when it is something else."""
    if not isinstance(raw, list) or not raw or len(raw) > MAX_LIST_LENGTH:
        raise Refused("malformed", section, "A path is a list of places.")
    path = tuple(r for r in raw if isinstance(r, str))
    if len(path) != len(raw):
        raise Refused("malformed", section, "A path is a list of places.")
    return path


def read_name(raw: object, names: Collection[str], refused: Mapping[str, Refusal], why: Why, section: str) -> str:
    """One of some names, from outside. Refused, with the reason that there is, when it is none of them."""
    if not isinstance(raw, str):
        raise Refused("malformed", section, "Name it in words.")
    if raw in names:
        return raw
    reason = refused.get(raw) or why(raw)
    if reason is not None:
        raise reason.raised()
    raise Refused("not-offered", section, "That cannot be chosen here.")


def read_names(
    raw: object, names: Collection[str], refused: Mapping[str, Refusal], why: Why, section: str
) -> tuple[str, ...]:
    """A list of some names, from outside. Refused when it is none."""
    if not isinstance(raw, list) or len(raw) > MAX_LIST_LENGTH:
        raise Refused("malformed", section, "Name them in a list.")
    return tuple(read_name(r, names, refused, why, section) for r in raw)


def refuse_twice(names: Sequence[str], section: str) -> None:
    """Refused when one of them is named twice."""
    if len(set(names)) != len(names):
        raise Refused("malformed", section, "The same one is named twice.")
