"""Words on the hexes of a map."""

from __future__ import annotations

from rules.hexes.overlays import layer

IDS = ("0101", "0102", "0103", "0104")


def test_each_field_has_its_word_and_the_later_counts() -> None:
    found = layer(IDS, (True, True, False, True), (({1, 0, 2}, "French"), (frozenset({3, 1}), "British")))
    assert found == {"0101": "French", "0102": "British", "0104": "British"}
    assert [*found] == ["0101", "0102", "0104"]
