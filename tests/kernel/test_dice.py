"""Dice: fixed by secret, match, words and draw; fair; different when anything differs."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from rules.kernel import dice

SECRET = bytes(range(32))


def rolls(match: str = "m", words: dict[str, str] | None = None, secret: bytes = SECRET, n: int = 200) -> list[int]:
    """The first dice of a match."""
    chance = dice.chance(dice.key(secret, match, words or {}))
    return [chance(draw, 6) for draw in range(n)]


def test_a_draw_shows_the_same_die_whenever_it_is_asked() -> None:
    chance = dice.chance(dice.key(SECRET, "m", {"red": "a"}))
    assert [chance(5, 6) for _ in range(3)] == [rolls("m", {"red": "a"})[5]] * 3
    assert rolls() == rolls()


def test_known_dice_stay_as_they_were_published() -> None:
    """Exports of old matches must verify for ever: these numbers never change."""
    assert dice.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert dice.key(SECRET, "match", {"german": "a", "entente": "b"}).hex() == KEY
    chance = dice.chance(bytes.fromhex(KEY))
    assert [chance(draw, 6) for draw in range(12)] == SIXES
    assert [chance(draw, 10) for draw in range(12)] == TENS


@pytest.mark.parametrize(
    "other",
    [
        {"match": "n"},
        {"words": {"red": "a"}},
        {"secret": bytes(32)},
    ],
)
def test_anything_different_gives_different_dice(other: dict[str, object]) -> None:
    assert rolls(**other) != rolls()  # type: ignore[arg-type]


def test_words_cannot_be_shifted_between_seats() -> None:
    keys = {
        dice.key(SECRET, "m", words)
        for words in ({"a": "bc"}, {"ab": "c"}, {"a": "b", "c": ""}, {"a": "", "bc": ""}, {"a": "b", "": "c"})
    }
    assert len(keys) == 5


def test_the_order_in_which_seats_were_taken_does_not_matter() -> None:
    assert rolls(words={"red": "a", "blue": "b"}) == rolls(words={"blue": "b", "red": "a"})


def test_a_round_that_was_made_void_gives_other_dice_and_other_seats() -> None:
    """Whoever seals again cannot know what the same words would have shown."""
    words = {seat: seat for seat in "abcdefgh"}
    keys = {dice.key(SECRET, "m", words, voided) for voided in ("", "one round", "two rounds")}
    assert len(keys) == 3
    drawn = [dice.sides(SECRET, "m", words, voided) for voided in ("", "one round", "two rounds")]
    assert drawn[0] != drawn[1] != drawn[2] != drawn[0]


def test_a_seal_fits_one_word_of_one_seat_of_one_match() -> None:
    """Whoever copies another's seal cannot open it as his own."""
    whole = [("m", "red", "aa"), ("n", "red", "aa"), ("m", "blue", "aa"), ("m", "red", "bb")]
    assert len({dice.seal(*parts) for parts in whole}) == len(whole)
    assert dice.seal("m", "red", "aa") == hashlib.sha256(b"greatwar seal/m/red/aa").hexdigest()


@pytest.mark.parametrize("sides", [1, 2, 6, 10, 12, 100])
def test_every_face_comes_equally_often(sides: int) -> None:
    """Chi squared against 5 standard deviations of its distribution; the dice are fixed, so this never wavers."""
    chance = dice.chance(dice.key(SECRET, "fair", {}))
    n = 200 * sides
    seen = Counter(chance(draw, sides) for draw in range(n))
    assert set(seen) == set(range(1, sides + 1))
    chi = sum((count - n / sides) ** 2 / (n / sides) for count in seen.values())
    assert chi < sides - 1 + 5 * (2 * max(1, sides - 1)) ** 0.5


def test_what_would_favour_low_faces_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words of one byte 256 is no multiple of 6: the bytes from 252 on must not count."""
    monkeypatch.setattr(dice, "_WORD", 1)
    monkeypatch.setattr(dice, "_SPAN", 256)
    key = dice.key(SECRET, "m", {})
    chance = dice.chance(key)
    for draw in range(2000):
        attempt = 0
        while True:
            digest = dice.hmac.new(key, f"{draw}/6/{attempt}".encode(), hashlib.sha256).digest()
            fair = [byte for byte in digest if byte < 252]
            if fair:
                break
            attempt += 1
        assert chance(draw, 6) == fair[0] % 6 + 1


def test_a_die_whose_first_digest_is_all_rejected_is_read_from_the_next() -> None:
    """A die of just over half the span rejects every other word, and in one draw of sixteen all four of a digest."""
    key, sides, later = dice.key(SECRET, "m", {}), 2**63 + 1, 0
    chance = dice.chance(key)
    for draw in range(200):
        numbers = []
        for attempt in range(40):
            digest = dice.hmac.new(key, f"{draw}/{sides}/{attempt}".encode(), hashlib.sha256).digest()
            numbers += [int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8)]
        place = next(n for n, number in enumerate(numbers) if number < sides)
        later += place >= 4
        assert chance(draw, sides) == numbers[place] + 1
    assert later > 5


@pytest.mark.parametrize(("draw", "sides"), [(-1, 6), (0, 0), (0, -6)])
def test_nonsense_is_refused(draw: int, sides: int) -> None:
    with pytest.raises(ValueError, match="draw"):
        dice.chance(dice.key(SECRET, "m", {}))(draw, sides)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="32"):
        dice.key(b"short", "m", {})


KEY = "4f740d599310e4fc7ae9d56917d083702e81f4e5c4598fe3010506db976c487a"
SIXES = [2, 5, 1, 5, 4, 4, 2, 3, 4, 1, 4, 3]
TENS = [5, 6, 2, 10, 9, 7, 9, 10, 8, 9, 5, 3]
