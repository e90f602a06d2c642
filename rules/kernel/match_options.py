"""Options of a match that need something of its scenario, or do not go together: what is offered, and what is refused.

A game hands over the options that it has, with what a scenario has of what they need, and what it plays with anyway.
The lobby is told of all of them. One that cannot be chosen is greyed, with the reason by which the server refuses it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.kernel.messages import Json, JsonObject, Refusal, as_json
from rules.kernel.wire import MatchOptionJson


class OptionRefused(ValueError):
    """The options of a new match do not fit its scenario, or one another."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class MatchOption:
    """A switch, or a choice of words of which the first stands without a word.

    ``needs``: what a scenario must have, all of it. ``excludes``: options that do not go together with it; each of
    them excludes it too. ``words``: what a player reads for a choice.
    """

    id: str
    title: str
    section: str
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    help: str = ""
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def offered(self, features: Collection[str], compulsory: Collection[str]) -> bool:
        """Whether a scenario with these features and compulsory options lets players choose it.

        What a scenario plays with anyway is no choice, nor is what would shut that out.
        """
        return (
            set(self.needs) <= set(features) and self.id not in compulsory and not set(self.excludes) & set(compulsory)
        )

    def refused(self, text: str) -> Refusal:
        """Why it cannot be chosen."""
        return Refusal("no-such-choice", self.section, f"{self.title}: {text}")


@dataclass(frozen=True, slots=True)
class OptionSheet:
    """The options of a scenario.

    ``options``: all that the game has, by id. ``features``: what the scenario has of what they need, and ``compulsory``
    what it is always played with. ``lacks``: what is said where a feature is not there. ValueError where an option
    excludes another that does not exclude it, or needs what ``lacks`` has no sentence for, and where a compulsory one
    cannot be.
    """

    options: Mapping[str, MatchOption]
    features: tuple[str, ...] = ()
    compulsory: tuple[str, ...] = ()
    lacks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for option in self.options.values():
            if unsaid := set(option.needs) - self.lacks.keys():
                raise ValueError(f"{option.id} needs {', '.join(sorted(unsaid))}, which no sentence is about")
            if any(option.id not in self.options[other].excludes for other in option.excludes):
                raise ValueError(f"{option.id} excludes an option that does not exclude it")
        if unfit := [name for name in self.compulsory if self.barred(self.options[name]) is not None]:
            raise ValueError(f"the scenario is always played with {unfit[0]}, and cannot be")

    def told(self) -> tuple[JsonObject, ...]:
        """The options for the lobby, as a ``Scenario`` has them."""
        return tuple(as_json(self._option_json(option)) for option in self.options.values())

    def _option_json(self, option: MatchOption) -> MatchOptionJson:
        refusal = self.barred(option)
        told: MatchOptionJson = {
            "id": option.id,
            "kind": "choice" if option.choices else "flag",
            "title": option.title,
            "help": option.help,
            "section": option.section,
            "default": option.choices[0] if option.choices else option.id in self.compulsory,
            "compulsory": option.id in self.compulsory,
            "refusal": refusal.shape() if refusal else None,
            "excludes": {o: self._not_together(option, self.options[o]).shape() for o in option.excludes},
        }
        if option.choices:
            told["choices"] = {word: option.words.get(word, word.capitalize()) for word in option.choices}
        return told

    def barred(self, option: MatchOption) -> Refusal | None:
        """Why the scenario does not let players choose an option, whatever else they choose; None if it does."""
        lacking = next((need for need in option.needs if need not in self.features), None)
        if lacking is not None:
            return option.refused(self.lacks[lacking])
        other = next((o for o in option.excludes if o in self.compulsory), None)
        if other is not None:
            text = f"The scenario is always played with {self.options[other].title}, and they do not go together."
            return option.refused(text)
        return None

    def _not_together(self, option: MatchOption, other: MatchOption) -> Refusal:
        return option.refused(f"It does not go together with {other.title}.")

    def read(self, given: Mapping[str, Json]) -> Mapping[str, str]:
        """What a match is played with: the compulsory options and those given, each with the word that was chosen (of a
        switch its own id), in the order of the sheet. OptionRefused for what cannot be."""
        if unknown := sorted(given.keys() - self.options.keys()):
            raise OptionRefused(Refusal("malformed", "", f"There is no option {unknown[0]!r}."))
        found = dict(self._words(given))
        for name in found:
            option = self.options[name]
            refusal = self.barred(option)
            if refusal is None:
                other = next((o for o in option.excludes if o in found), None)
                refusal = None if other is None else self._not_together(option, self.options[other])
            if refusal is not None:
                raise OptionRefused(refusal)
        return found

    def _words(self, given: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
        for name, option in self.options.items():
            value = given.get(name)
            if option.choices:
                if value is not None and value not in option.choices:
                    raise OptionRefused(option.refused(f"Choose one of {', '.join(option.choices)}."))
                if isinstance(value, str) and value != option.choices[0]:
                    yield name, value
                continue
            if value is not None and not isinstance(value, bool):
                raise OptionRefused(option.refused("Answer with true or false."))
            if name in self.compulsory and value is False:
                raise OptionRefused(option.refused("The scenario is always played with it."))
            if value or name in self.compulsory:
                yield name, name
