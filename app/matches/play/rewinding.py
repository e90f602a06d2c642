"""Going back to an earlier position."""

from __future__ import annotations

from app.matches.live_match.live_match import LiveMatch
from app.matches.rows.chronicle import Chronicle
from rules.kernel.messages import JsonObject


async def position_to_return_to(chronicle: Chronicle, live: LiveMatch, event: int) -> JsonObject:
    """The position after an event, with the current dice still to come."""
    seq, stored, facts = await chronicle.position(live.record.id, event)
    then = LiveMatch(live.game, live.record, seq, live.game.load_state(stored), None)
    then.follow(facts)
    state = live.game.with_dice_from(then.state, live.game.draws(live.state))
    return live.game.dump_state(state)


async def seats_told_of_dice(chronicle: Chronicle, live: LiveMatch, event: int) -> frozenset[str]:
    """The seats that were told of a die since an event.

    A die that only some saw counts for them alone: otherwise a refusal would tell others that it was thrown.
    """
    facts = await chronicle.facts(live.record.id, event)
    told = {viewpoint for fact in facts for viewpoint, line in fact.lines.items() if line.get("dice")}
    return frozenset(seat.id for seat in live.seats if seat.viewpoint in told)
