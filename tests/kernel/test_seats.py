"""A seat and what sentences call it."""

from __future__ import annotations

from rules.great_war.teams import GAME as GREAT_WAR
from rules.kernel.game import Game, Seat
from rules.powers_1914.game import GAME as POWERS
from rules.schlieffens_war.teams import GAME as SCHLIEFFEN


def words(game: Game, scenario: str) -> dict[str, tuple[str, str]]:  # type: ignore[type-arg]
    return {seat.id: (seat.in_text, seat.side_in_text) for seat in game.seats(scenario, {})}


def test_a_seat_without_words_of_its_own_is_called_by_its_title() -> None:
    alone, one_of_two = Seat("allied", "Allies"), Seat("red-left", "Left wing", "red")
    assert (alone.in_text, alone.side_in_text) == ("the Allies", "the Allies")
    assert (one_of_two.in_text, one_of_two.side_in_text) == ("the Left wing", "the Red side")


def test_each_game_says_what_its_seats_and_sides_are_called() -> None:
    """The ending of a title does not tell whether it needs "side" behind it: the game says so."""
    assert words(SCHLIEFFEN, "campaign") == {
        "german": ("the German side", "the German side"),
        "entente": ("the Entente", "the Entente"),
    }
    assert words(SCHLIEFFEN, "campaign-teams")["german-left"] == ("the German left wing", "the German side")
    assert words(SCHLIEFFEN, "campaign-teams")["entente-east"] == ("the French armies in the east", "the Entente")
    assert words(GREAT_WAR, "1917-west-and-east")["allied-west"] == ("the Allies in the west", "the Allies")
    assert words(POWERS, "classic-1-6")["central-1"] == ("Austria-Hungary", "the Central Powers")
