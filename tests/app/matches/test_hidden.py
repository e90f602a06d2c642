"""What one seat hides is in no byte that the other receives, however it is asked for."""

from __future__ import annotations

import json
import re

import httpx

from tests.app.players import END, SEALED, THROW, table
from tests.app.web.description import calls
from tests.conftest import Server

OF_A_MATCH = "/api/matches/{match}/"


def doors(client: httpx.Client, match: str, seat: str) -> list[str]:
    """Everything that can be fetched of a match."""
    answers = [client.get(f"/matches/{match}/{p}") for p in ("state", "log", "export", "charts", "pools")]
    answers += [client.get(f"/matches/{match}/history", params={"number": number}) for number in range(6)]
    answers += [client.get(f"/matches/{match}/log", params={"find": find}) for find in ("hid", "3", "5", "9")]
    answers.append(client.get(f"/matches/{match}"))
    answers.append(client.get("/matches"))
    for question in ({"kind": "sum"}, {"kind": "hidden"}):
        answers.append(client.post(f"/matches/{match}/consult", json={"seat": seat, "question": question}))
    answers.append(client.post(f"/matches/{match}/undo", json={"id": "try-undo", "seat": seat}))
    told = {"match": match, "id": "try-a-hint", "turn": "1"}
    for path, method in calls():
        # Whatever else there is to read: hints, thoughts, drafts, places in a queue, and what is added later.
        if method == "get" and path.startswith(OF_A_MATCH) and {*re.findall(r"{(\w+)}", path)} <= told.keys():
            answers.append(client.get(path.removeprefix("/api").format(**told), params={"seat": seat}))
    hint = {"id": "try-a-hint", "seat": seat, "ask": "1.red"}
    answers.append(client.post(f"/matches/{match}/hints", json=hint))
    answers.append(client.post(f"/matches/{match}/what-ifs", json={"id": "try-a-copy", "seat": seat}))
    command = {"id": "try-this", "seat": seat, "ask": "1.red", "command": {"kind": "hide", "number": 1}}
    answers.append(client.post(f"/matches/{match}/commands", json=command))
    return [a.text for a in answers]


def test_two_games_that_differ_in_what_is_hidden_look_alike_to_the_other(toy_server: Server) -> None:
    """The same match twice, red hides other numbers: blue and the spectator receive the same, times and names aside."""
    received: list[list[str]] = []
    for numbers in ((3, 9, 4), (5, 1, 8)):
        red, blue, match = table(toy_server)
        watches = [blue.watch(match), blue.watch(match, key=match["spectate"])]
        for number in numbers:
            red.play(match, "red", {"kind": "hide", "number": number})
        red.undo(match, "red")
        red.play(match, "red", END)
        texts = doors(blue.http, match["id"], "blue")
        texts.append(blue.http.get(f"/matches/{match['id']}/charts", params={"key": match["spectate"]}).text)
        for watch in watches:
            watch.until(5)
            texts += watch.received
            watch.close()
        received.append([_bare(text, match["id"]) for text in texts])
    assert received[0] == received[1]


def _bare(text: str, match: str) -> str:
    """Without what differs between any two matches: ids, tokens, times and the order of presence."""
    body = json.loads(text)

    def strip(value: object) -> object:
        if isinstance(value, dict):
            differ = ("at", "id", "invite", "spectate", "commitment", "seal", "link", "match", "name")
            return {k: strip(v) for k, v in sorted(value.items()) if k not in differ}
        return [strip(v) for v in value] if isinstance(value, list) else value

    assert match not in json.dumps(strip(body))
    return "" if isinstance(body, dict) and body.get("type") == "presence" else json.dumps(strip(body))


def test_the_secret_and_the_others_tokens_are_told_to_nobody_before_the_end(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    (word,) = next(words for player, words in SEALED[match["id"]] if player is red).values()
    red.play(match, "red", THROW)
    for text in doors(blue.http, match["id"], "blue"):
        assert word not in text
        assert '"secret":null' in text or "secret" not in text
    assert "invite" not in json.dumps(blue.state(match))
