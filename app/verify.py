"""Checking an exported match with nothing but the file: dice, words, links, and every command decided again.

What the file proves and who could still cheat how stands in docs/decisions/0016.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from app.matches.facts import DRAWN, FINISHED
from app.matches.live_match.chit_locations import numbers
from app.proof import exported, links, rounds
from app.proof.exported import ExportedEntry
from app.proof.links import state_hash
from app.proof.lots import Lying, check_lots
from app.proof.naming import check_ids
from app.proof.replay import BROKEN, Replay, check_dice, match_setup
from app.proof.report import Noted, Report
from app.proof.version import rules_version
from rules.kernel import dice
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject

MIN_LINK_DIGITS = 16
"""Hexadecimal digits of a link that count as one: a shorter beginning could be met by trying."""


def verify(export: Mapping[str, Any], games: Mapping[str, Game[Any, Any]], noted: Noted | None = None) -> Report:
    """Check an export, against what a player noted too.

    One of ``BROKEN`` when the file is no whole export of a game known here.
    """
    report, noted = Report(str(export["match"])), noted or Noted()
    if export["secret"] is None:
        raise ValueError("the match is not over: its secret is not published yet")
    game, secret = games[export["game"]], bytes.fromhex(export["secret"])
    try:
        commands = exported.commands(export)
    except ValueError as error:
        report.faults.append(str(error))
        return report
    report.commands = len(commands)
    seats = exported.seats(export)
    voided = rounds.voided_in(export)
    last = str(export["commitment"]), {seat: seal for seat, seal, _ in seats}
    report.faults += rounds.faults_in(voided, report.match, last, noted.voided)
    report.voided, report.sealed_again = len(voided), rounds.describe(voided)
    _check_seals(report, export, secret, seats, noted)
    _check_ahead(report, export)
    _check_age(report, export, rules_version(game))
    _check_sides(report, export, secret, seats)
    words = {seat: word for seat, _, word in seats}
    chance = dice.chance(dice.key(secret, report.match, words, rounds.digest(voided)))
    check_dice(report, commands, chance)
    _check_chain(report, export, links.key(secret, report.match), commands, seats, noted)
    check_ids(report, commands, rules_version(game))
    _tell_versions(report, commands, rules_version(game))
    _check_play(report, game, export, commands, chance)
    return report


# --- how the dice came about ---------------------------------------------------------------------------------------


def _check_seals(
    report: Report,
    export: Mapping[str, Any],
    secret: bytes,
    seats: Sequence[tuple[str, str | None, str]],
    noted: Noted,
) -> None:
    """The secret is the one committed to, every word the one sealed, and all as the player noted it."""
    if dice.commitment(secret) != export["commitment"]:
        report.faults.append("the secret is not the one that was committed to")
    if noted.commitment not in (None, export["commitment"]):
        report.faults.append("the commitment is not the one that you noted")
    words = {seat: word for seat, _, word in seats}
    for seat, word in noted.words.items():
        if words.get(seat) != word:
            report.faults.append(f"the word of {seat} is not the one that you noted")
    for seat, seal, word in seats:
        if seal is not None and dice.seal(report.match, seat, word) != seal:
            report.faults.append(f"the word of {seat} is not the one that was sealed")
    if any(seal is None for _, seal, _ in seats):
        report.doubts.append(
            "the match began before words were sealed: a host who took the last seat could choose a word to suit"
        )


def _check_ahead(report: Report, export: Mapping[str, Any]) -> None:
    """Who let the match begin without them is told; never everyone, for whoever seals last opens under a commitment."""
    ahead = [seat["title"] for seat in export["seats"] if seat.get("ahead")]
    if not ahead:
        return
    if len(ahead) == len(export["seats"]):
        report.faults.append("all words are said to have been open before the server committed itself")
    who = f"{ahead[0]} let" if len(ahead) == 1 else f"{', '.join(ahead[:-1])} and {ahead[-1]} let"
    report.ahead = (
        f"{who} the match begin in their absence: their words were open before the server committed itself. "
        "The server and another player together could have chosen the dice."
    )


def _check_age(report: Report, export: Mapping[str, Any], ours: str) -> None:
    """A match that began by the rules of this program has what matches had by then: nobody makes it seem older."""
    if export.get("rules") != ours:
        return
    lacking = {
        "seals": any(seat.get("seal") is None for seat in export["seats"]),
        "links": export.get("opening_link") is None,
        "the name of its plan": export.get("plan") is None,
    }
    for what, lacks in lacking.items():
        if lacks:
            report.faults.append(f"the match began by the rules of this program, and the file lacks {what}")


def _check_sides(
    report: Report, export: Mapping[str, Any], secret: bytes, seats: Sequence[tuple[str, str | None, str]]
) -> None:
    """Where the sides were drawn, everyone plays what secret and words gave."""
    if export.get("sides") != DRAWN:
        if any(seat.get("sealed_as", seat["seat"]) != seat["seat"] for seat in export["seats"]):
            report.faults.append("someone is said to have sealed for another seat, but no sides were drawn")
        return
    words = {seat: word for seat, _, word in seats}
    drawn = dice.sides(secret, report.match, words, rounds.digest(rounds.voided_in(export)))
    for seat in export["seats"]:
        if drawn.get(seat["sealed_as"]) != seat["seat"]:
            what = f"whoever sealed as {seat['sealed_as']} drew {drawn.get(seat['sealed_as'])}, and did not play it"
            report.faults.append(what)


# --- the chain -----------------------------------------------------------------------------------------------------


def _check_chain(
    report: Report,
    export: Mapping[str, Any],
    key: bytes,
    commands: Sequence[ExportedEntry],
    seats: Sequence[tuple[str, str | None, str]],
    noted: Noted,
) -> None:
    """Every link follows from the one before it and its command, and those that the player noted are among them."""
    opening_link = export.get("opening_link")
    newest = commands[-1].link if commands else None
    if export.get("link") != (opening_link if newest is None else newest.hex()):
        report.faults.append("the newest link is not the one of the last command")
    if opening_link is None:
        report.doubts.append("the match began before events were chained: an omitted event may go unnoticed")
        if noted.links:
            report.faults.append("the match has no links, but you noted one")
        return
    link = links.first(
        key,
        match=report.match,
        game=export["game"],
        scenario=export["scenario"],
        options=export["options"],
        rules=export["rules"],
        commitment=export["commitment"],
        seats=seats,
        opening=export["opening"],
        drawn=export.get("sides") == DRAWN,
        clock=export.get("clock"),
        voided=rounds.digest(rounds.voided_in(export)),
        dice_stand=bool(export.get("dice_stand")),
    )
    made = [link.hex()]
    if link.hex() != opening_link:
        report.faults.append("the first link does not fit how the match began")
    for told in commands:
        link = links.after(key, link, told.order, told.rules or "", told.first, told.events)
        made.append(link.hex())
        if link != told.link:
            report.faults.append(f"link {told.last} does not fit its command and events")
            link = told.link or link
    for noted_link in noted.links:
        if len(noted_link) < MIN_LINK_DIGITS:
            report.faults.append(f"{noted_link} is too short to stand for a link: {MIN_LINK_DIGITS} digits at least")
        elif not any(one.startswith(noted_link) for one in made):
            report.faults.append(f"the link {noted_link} that you noted is not in this match")


# --- the play ------------------------------------------------------------------------------------------------------


def _tell_versions(report: Report, commands: Sequence[ExportedEntry], ours: str) -> None:
    """Say which commands other rules have judged: they are applied and their dice checked, not decided again."""
    for rules, group in groupby(commands, key=lambda told: told.rules):
        run = list(group)
        if rules == ours:
            continue
        which = f"{len(run)} commands (events {run[0].first} to {run[-1].last})"
        by = "were not kept with their events" if rules is None else f"were judged by rules {rules}"
        report.doubts.append(f"NOT DECIDED AGAIN: {which} {by}; this program has {ours}")


def _check_play(
    report: Report, game: Game[Any, Any], export: Mapping[str, Any], commands: Sequence[ExportedEntry], chance: Any
) -> None:
    """The match opens as its scenario says, every command leads to its events, and they lead to the end."""
    ours = rules_version(game)
    try:
        state = game.load_state(export["opening"])
        opening = game.dump_state(game.new_match(export["scenario"], export["options"]))
        ids = [seat.id for seat in game.seats(export["scenario"], export["options"])]
    except BROKEN as error:
        if export.get("rules") == ours:
            raise
        report.doubts.append(f"the opening position cannot be read by this program, so nothing was replayed: {error}")
        report.opening = False
        return
    if state_hash(opening) != state_hash(_in_shape_of_today(game, export["opening"], state)) or ids != [
        s["seat"] for s in export["seats"]
    ]:
        text = "the opening position or the seats are not the scenario's"
        report.opening = False
        if export.get("rules") == ours:
            report.faults.append(text)
        else:
            # A match from before exports named rules says null: its board may have been another, as with other rules.
            by = export.get("rules") or "that the match does not name, as it began before exports named them"
            report.doubts.append(f"{text} of this program; they were made by rules {by}")
    replay = Replay(report, game, ours, chance, state, match_setup(game, export))
    if not replay.run(commands):
        return
    if export["rules_version"] != game.version:
        written = f"the position at the end was hashed in version {export['rules_version']} of its shape"
        report.doubts.append(f"{written}; this program has {game.version}, so the two were not compared")
    elif state_hash(game.dump_state(replay.state)) != export["state_hash"]:
        report.faults.append("the events do not lead to the position at the end")
    _check_plan(report, game, replay.state, export)
    whole = export.get("rules") == ours and all(told.rules == ours for told in commands)
    check_lots(report, Lying(numbers(game.pools.lots(replay.state)), replay.since, commands, whole), export)
    outcome = game.outcome(replay.state)
    if outcome is None or export["status"] != FINISHED or export["version"] != len(export["events"]):
        report.faults.append("the match does not end with its last event")
    elif outcome.json() != export["outcome"]:
        report.faults.append("the outcome is not the one of the position at the end")


def _check_plan(report: Report, game: Game[Any, Any], state: Any, export: Mapping[str, Any]) -> None:
    """The plan that the file names is the one of its position. Exports of older servers name none."""
    plan, told = game.plan(state), export.get("plan")
    if told not in (None, plan):
        text = f"the match was played by plan {plan!r}, but the file says {told!r}"
        (report.faults if export["rules_version"] == game.version else report.doubts).append(text)


def _in_shape_of_today(game: Game[Any, Any], told: JsonObject, state: Any) -> JsonObject:
    """A position as it is told, or, when an older version of the game wrote it, as the present one would."""
    return told if told.get("version") == game.version else game.dump_state(state)
