"""§4.3: the log and the view of a strategic turn."""

from __future__ import annotations

from app.matches.reading.charts import note_of
from rules.great_war.facts.chits import PLAY, ChitDrawn
from rules.great_war.facts.fortresses import FortressRolled
from rules.great_war.facts.warfare import TransportRolled
from rules.great_war.game import GAME
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.gauge import GAUGE
from rules.great_war.shown.narrate import narrate
from rules.great_war.strategic.income import collect
from rules.great_war.strategic.revolutions import roll_revolution
from rules.great_war.strategic.u_boats import sail
from rules.kernel.messages import JsonObject
from tests.games.great_war.kit import before_set_up
from tests.games.great_war.strategic.kit import played, strategic


def test_5_0_the_log_names_what_a_strategic_turn_brings() -> None:
    """§5.12, §5.22, §5.42: points, the die of the U-boats, and that of the revolution with what it comes to."""

    def lines(rule: object, *dice: int) -> list[JsonObject]:
        state = strategic("E", points={"BR": 5})
        after, facts = played(rule, state, *dice)  # type: ignore[arg-type]
        return [line for fact in facts if (line := narrate(state, fact, after, ALLIED))]

    texts = [str(line["text"]) for line in lines(collect)]
    assert any("German 15" in text for text in texts), texts
    (boats,) = lines(sail, 4)
    assert boats["dice"] == [{"die": 4, "for": "u-boats"}]
    assert boats["text"] == "U-boats sink 4 British resource points."
    (russia,) = lines(roll_revolution, 3)
    assert russia["text"] == "Revolution roll 1: the Czar survives."


def test_10_6_what_falls_in_a_strategic_turn_is_counted() -> None:
    """§14.15, §5.22: the steps of a garrison that surrenders, and of Americans who are sunk, stand in their lines."""
    state = strategic("L", {"E5319": "ru-26 ru-8*"})
    for surrenders, steps in ((True, {"RU": 2}), (False, None)):
        fact = FortressRolled("E5319", ("ru-26", "ru-8"), surrenders, 0, 1)
        line = narrate(state, fact, fact.apply(state), CENTRAL)
        assert line is not None
        assert line.get("toll") == steps
        assert GAUGE.lost(line) == ({"RU": {"Russian": 2}} if surrenders else {})
    american = next(u for u, c in state.printed.counters.items() if c.nation == "US" and c.turned == "reduced")
    sunk = TransportRolled(american, sunk=True, draw=0, die=1)
    assert (narrate(state, sunk, sunk.apply(state), ALLIED) or {})["toll"] == {"US": 2}


def test_6_12_the_die_for_a_chit_says_how_many_there_were() -> None:
    """§6.12: a draw among eleven chits is no throw of a die: charts do not measure anyone's luck by it."""
    state = strategic("L", {}, chits={"allied.pool": {"french-mutiny": 1}, "allied.hand": {}, "allied.play": {}})
    fact = ChitDrawn(ALLIED, ALLIED, "french-mutiny", PLAY, False, 0, 5, 11)
    line = narrate(state, fact, fact.apply(state), CENTRAL)
    assert line is not None
    assert line["dice"] == [{"die": 5, "for": "events", "sides": 11}]
    note = note_of(GAUGE, {**line, "seq": 1})
    assert note is None or not note.dice


def test_5_47_what_stands_below_a_stack_does_not_show_in_the_victory_hexes() -> None:
    """§7.25, §5.47: two positions that differ in what the Allies must not see give them the same ledger."""
    counters = before_set_up().printed.counters.values()
    germans = [c.id for c in counters if c.nation == "GE" and c.is_division]
    others = [c.id for c in counters if c.nation == "AH" and c.is_division]
    seen = []
    for below in (germans[1:3], others[:2]):
        stacks = {"E6120": " ".join([germans[0], *below])}
        state = strategic("P", stacks, strategic_state={"treaty": "O"}, taken=frozenset({"E6120"}))
        seen.append(GAME.view(state, ALLIED)["ledger"])
        assert GAME.view(state, CENTRAL)["ledger"] == seen[-1]
    assert seen[0] == seen[1]
