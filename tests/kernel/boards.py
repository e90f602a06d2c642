"""Lattices for the kernel's tests: full rectangles and ragged ones, of either shift."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.kernel.lattice import Grain, Lattice

SHIFTS = ("even", "odd")


def rectangle(shifted: str, rows: range, columns: range) -> Lattice:
    """Every hex of these rows and columns."""
    return Lattice(Grain(shifted), [f"{r:02d}{c:02d}" for r in rows for c in columns])


@st.composite
def ragged(draw: st.DrawFn) -> Lattice:
    """A board of up to 8 by 8 hexes with holes in it, as coasts and neutral countries make them."""
    first = draw(st.integers(1, 60))
    ids = [f"{r:02d}{c:02d}" for r in range(first, first + draw(st.integers(1, 8))) for c in range(1, 9)]
    kept = draw(st.sets(st.sampled_from(ids), min_size=1))
    return Lattice(Grain(draw(st.sampled_from(SHIFTS))), sorted(kept))
