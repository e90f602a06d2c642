"""Names: any writing, nothing invisible, nothing that passes for another alphabet."""

from __future__ import annotations

import httpx
import pytest

from app.accounts.names import plain, scripts
from tests.conftest import Server

GOOD = [
    "Rosa 👩‍✈️",
    "1️⃣ Erste",
    "🇫🇷 Foch",
    "רוזה",
    "روزا",
    "می‌خواهم",
    "Łódź",
    "Роза",
    "Ελένη",
    "क्षत्रिय",
    "Nguyễn Văn",
    "山田 Taro",
    "김철수",
    "O'Neill",
    "Jean-Luc 2",
]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_of_any_writing_stays_as_it_is(name: str) -> None:
    assert plain(name) == name


@pytest.mark.parametrize(
    ("name", "shown"), [("Ｒｏｓａ", "Rosa"), ("𝐑𝐨𝐬𝐚", "Rosa"), ("Ⅷ. Korps", "VIII. Korps"), ("Rosa   L", "Rosa L")]
)
def test_letters_in_disguise_are_read_as_what_they_look_like(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        *("a\u200bb", "a\u00adb", "\u3164", "a\u034fb", "A\u2800", "a\ufe0fb", "\U000e0041a", "a\u200db", "a\u2060b"),
        *("\u115fa", "A\u180eB", "a\u200cb", "Rosa1\ufe0f", "1\u200d2 x", "a\ue000", "\u200eRosa", "\ufeffRosa"),
    ],
    ids=ascii,
)
def test_nothing_invisible_stands_in_a_name(name: str) -> None:
    with pytest.raises(ValueError, match=r"invisible|letter"):
        plain(name)


@pytest.mark.parametrize(
    "name", ["R\u043esa", "\u0420osa", "\u0391da", "\u0391\u0434\u0430", "Rosa Роза", "\u16a0Latin"], ids=ascii
)
def test_alphabets_that_look_alike_are_not_mixed(name: str) -> None:
    with pytest.raises(ValueError, match="alphabets"):
        plain(name)


@pytest.mark.parametrize("name", ["Z\u0323\u0324\u0325\u0326\u0327algo", "\u0300a"], ids=ascii)
def test_accents_stand_on_letters_and_not_in_heaps(name: str) -> None:
    with pytest.raises(ValueError, match="accents"):
        plain(name)


def test_digits_and_pictures_belong_to_every_script() -> None:
    assert scripts("Rosa 7 🙂 -") == {"Latin"}
    assert scripts("7 🙂") == frozenset()


def test_a_name_that_unfolds_to_too_much_is_refused(toy_server: Server) -> None:
    answer = httpx.post(f"{toy_server.url}/api/guests", json={"name": "\ufdfa" * 30})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unfit")


def test_a_bad_name_is_told_what_is_wrong(toy_server: Server) -> None:
    answer = httpx.post(f"{toy_server.url}/api/guests", json={"name": "R\u043esa"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unfit")
    assert "look alike" in answer.json()["error"]["text"]
