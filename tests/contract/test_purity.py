"""Functions of their arguments and of nothing else: asking twice changes nothing and gives the same answer."""

from __future__ import annotations

from tests.contract.catalogue import game
from tests.contract.table import Decision, bytes_of, chance_of, examine, games_from, one_in, start_of, viewers


@games_from(range(4000, 4003))
def test_deciding_twice_gives_the_same_events_and_leaves_the_state_alone(
    game_id: str, scenario: str, seed: int
) -> None:
    played, chance = game(game_id), chance_of(seed)
    picked = one_in(2, game_id, scenario)

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        text = bytes_of(played.dump_state(decision.before))
        command = bytes_of(decision.command)
        decided = played.decide(decision.before, decision.seat, decision.command, chance)
        assert decided.events == decision.events
        for before, event, after in decision.facts():
            assert played.evolve(before, event) == after
        passed = [bytes_of(played.dump_state(state)) for state in decided.states]
        assert passed == [bytes_of(played.dump_state(state)) for state in decision.states[1:]], "the states handed over"
        assert bytes_of(played.dump_state(decision.before)) == text, "the state was changed in place"
        assert bytes_of(decision.command) == command, "the command was changed"

    examine(played, scenario, seed, watch)


@games_from(range(4010, 4012), afresh=True)
def test_looking_and_asking_change_nothing(game_id: str, scenario: str, seed: int) -> None:
    played = game(game_id)
    seats = viewers(played, scenario)[:-1]
    picked = one_in(6, game_id, scenario)

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        state = decision.before
        text = bytes_of(played.dump_state(state))
        for viewer in viewers(played, scenario):
            assert bytes_of(played.view(state, viewer)) == bytes_of(played.view(state, viewer))
        for seat in seats:
            assert bytes_of(played.legal(state, seat)) == bytes_of(played.legal(state, seat))
        assert bytes_of(played.dump_state(state)) == text

    examine(played, scenario, seed, watch)


@games_from(range(4020, 4023))
def test_dice_are_numbered_through_and_each_is_the_one_of_its_number(game_id: str, scenario: str, seed: int) -> None:
    """A die belongs to its running number: nobody gets another one by asking again or in another order."""
    played, chance = game(game_id), chance_of(seed)
    draws: list[int] = []

    def watch(decision: Decision) -> None:
        for event in decision.events:
            data = played.dump_event(event)
            draw, die = data.get("draw"), data.get("die")
            assert (draw is None) == (die is None), f"half a die: {data}"
            if isinstance(draw, int):
                draws.append(draw)
                sides = data.get("sides", 6)
                assert isinstance(sides, int)
                assert die == chance(draw, sides)

    examine(played, scenario, seed, watch)
    first = played.draws(start_of(played, scenario, seed))
    assert draws == list(range(first, first + len(draws)))
