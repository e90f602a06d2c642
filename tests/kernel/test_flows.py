"""How much flows through a net, and where it is held up."""

from __future__ import annotations

import pytest

from rules.kernel.flows import Flow


def two_roads() -> Flow[str]:
    """From a to z by b and by c, with a bridge from b to c."""
    flow: Flow[str] = Flow()
    for start, end, most in (("a", "b", 5), ("a", "c", 2), ("b", "z", 3), ("c", "z", 4), ("b", "c", 1)):
        flow.join(start, end, most)
    return flow


def test_as_much_flows_as_the_narrowest_places_let_through() -> None:
    assert two_roads().push("a", "z") == 6
    wider = two_roads()
    wider.join("b", "c", 1)
    assert wider.push("a", "z") == 7, "capacities between the same two are added"
    assert wider.push("a", "z") == 0, "nothing more goes when it is full"


def test_the_cut_has_what_can_still_be_reached() -> None:
    assert two_roads().cut("a", "z") == {"a", "b"}


def test_a_flow_goes_back_on_its_way_for_a_better_one() -> None:
    flow: Flow[int] = Flow()
    for start, end in ((0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (3, 5), (4, 5)):
        flow.join(start, end, 1)
    assert flow.push(0, 5) == 2


def test_a_node_that_nothing_joins_is_an_error() -> None:
    with pytest.raises(KeyError):
        two_roads().push("nowhere", "z")
