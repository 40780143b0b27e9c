"""Nobody receives a byte of what they may not know: whole games, every message, every answer."""

import asyncio
import hashlib
import json
from collections.abc import Iterator

import httpx
import pytest

from han.engine.belief import sample
from han.engine.encoding import encode
from han.engine.overview import overview_json
from han.engine.placing import after_stop, why_no_piece
from han.engine.position import Position
from han.engine.view_json import view_json
from server.guests import Guest, Json, Wire, live
from server.parties import Party, duel, meet, replayed
from server.running import Server

TABLES = [
    pytest.param(("me", "open", "scribe"), "border-disputes", True, id="with-a-bot"),
    pytest.param(("open", "me"), "ways-of-diplomacy", False, id="two"),
    pytest.param(("here", "open", "me", "peasant"), "ways-of-diplomacy", True, id="one-device"),
]


@pytest.mark.parametrize(("seats", "map_id", "variant"), TABLES)
@live
async def test_no_message_tells_more_than_its_reader_may_know(
    server: Server, seats: tuple[str, ...], map_id: str, variant: bool
) -> None:
    party = await meet(server, *seats, map=map_id, variant=variant)
    await pry(party)
    async with asyncio.TaskGroup() as tasks:
        asking = [tasks.create_task(keep_asking(party, seat)) for seat in party.guests]
        await party.play_out(5)
    history = await party.host.get(f"{party.path}/history")
    truth = Truth(party, history)
    for wire in party.everybody:
        truth.check(wire)
    for task in asking:
        truth.check_answers(task.result())
    assert truth.worlds > 100  # in so many a hidden card was another one


async def pry(party: Party) -> None:
    """Ask for all that one should not get, so that the answers can be searched too."""
    mine = next(iter(party.guests))
    for seat, guest in party.guests.items():
        assert (await guest.get(f"{party.path}/game", seat=seat))["hands"] is None
        for other in {0, 1, mine} - set(party.wires[seat].table["mine"]):
            refusal = await guest.refusal("GET", f"{party.path}/game?seat={other}")
            assert refusal == (403, "table.not_your_seat")
            refusal = await guest.refusal("GET", f"{party.path}/history?seat={other}")
            assert refusal == (403, "table.not_your_seat")
            wire = await guest.open(party.table["id"], seat=other)
            assert await wire.until_closed() == 1008
            assert [m["key"] for m in wire.heard] == ["table.not_your_seat"]
        await guest.refusal("GET", f"{party.path}/record")
    for wire in party.everybody:
        await wire.say({"type": "resync", "seen": -1})
        await wire.say({"type": "look", "seat": 4})
        await wire.say("{}")
        await wire.say({"type": "why", "id": "?", "action": "+V"})
        await wire.ask("play", moment=wire.moment, action="+V")


async def keep_asking(party: Party, seat: int) -> list[httpx.Response]:
    """Ask over HTTP, until the game ends, for what the seat may know: all answers before that."""
    wire, guest = party.wires[seat], party.guests[seat]
    before: list[httpx.Response] = []
    start = wire.moment
    while True:
        moment = f"moments/{max(start, wire.seq - 2)}"
        paths = [f"{party.path}/{what}?seat={seat}" for what in ("game", "history", moment)]
        answers = [await guest.request("GET", path) for path in paths]
        await wire.say({"type": "ping"})
        await wire.expect("pong")  # what happened before these answers has been heard now
        if wire.is_over:
            return before
        before += answers
        await wire.until(lambda seq=wire.seq: wire.seq >= seq + 5 or wire.is_over)  # type: ignore[misc]


class Truth:
    """What really was, told by the history after the game, beside what a client was told."""

    def __init__(self, party: Party, history: list[Json]) -> None:
        self.worlds = 0
        self._entries = {entry["seq"]: entry for entry in history}
        self._positions = dict(replayed(party.table, history))

    def check(self, wire: Wire) -> None:
        """Compare every message of a client with what its seat may know."""
        seat: int | None = None
        for message in wire.heard:
            if message["type"] == "welcome":
                seat = message["seat"]
                assert seat is None or seat in message["table"]["mine"]
            if "table" in message:
                self._check_table(message)
            if message.get("game"):
                self._check_game(message["game"], seat)
            is_over = bool(message.get("game") and message["game"]["result"])
            for entry in message.get("entries", []):
                self._check_entry(entry, None if is_over else seat, is_over)

    def check_answers(self, answers: list[httpx.Response]) -> None:
        """Compare what `keep_asking` was answered."""
        assert len(answers) >= 9
        for answer in answers:
            seat = int(answer.request.url.params["seat"])
            if answer.request.url.path.endswith("/history"):
                for entry in answer.json():
                    self._check_entry(entry, seat, is_over=False)
            elif answer.request.url.path.endswith("/game"):
                self._check_game(answer.json(), seat)
            else:
                past = answer.json()
                assert past["legal"] == []
                now = told(self._positions[past["moment"]], seat)
                to_do = {key: now[key] for key in ("legal", "no_piece", "after_stop")}
                self._check_game(past | to_do, seat)

    def _check_table(self, message: Json) -> None:
        table = message["table"]
        is_over = bool(message["game"] and message["game"]["result"])
        assert (table["seed"] is not None) is is_over
        assert (table["salts"] is not None) is (message["game"] is not None)
        assert (table["invite"] is not None) is bool(table["mine"])

    def _check_game(self, game: Json, seat: int | None) -> None:
        """The game is as in another world, where the hidden cards are others."""
        true = self._positions[game["moment"]]
        if true.is_over:
            assert game["hands"] == list(true.hands)
            return
        other = sample(true.view(seat), game["moment"])
        self.worlds += other != true
        expected = told(true, seat)
        assert expected == told(other, seat)
        assert game | expected == game
        shared = {"moment", "can_undo", "take_back", "no_take_back", "is_waiting", "awaited"}
        shared |= {"clock"}
        assert set(game) == shared | set(expected)
        assert not game["can_undo"] or seat == true.to_move
        assert game["take_back"] is game["clock"] is None
        assert game["is_waiting"] is False
        assert game["awaited"] is None or game["awaited"]["seat"] == true.to_move

    def _check_entry(self, entry: Json, seat: int | None, is_over: bool) -> None:
        true = self._entries[entry["seq"]]
        if entry["type"] == "started":
            hands = [hand if is_over or seat == i else None for i, hand in enumerate(true["hands"])]
            assert entry == true | {"hands": hands}
        elif entry["type"] == "played" and not is_over and entry["seat"] != seat:
            assert entry == true | covered(true)
        else:
            assert entry == true


def told(position: Position, seat: int | None) -> Json:
    """What a message may say about a position to a viewer, made from the viewer's knowledge."""
    view = position.view(seat)
    is_own = seat is not None and position.to_move == seat
    values = {
        "view": view_json(view),
        "overview": overview_json(position.view(None)),
        "legal": [str(action) for action in position.legal_actions] if is_own else [],
        "no_piece": why_no_piece(view) if is_own else None,
        "after_stop": after_stop(position, position.turn) if is_own else [],
        "to_move": position.to_move,
        "hands": None,
        "result": None,
    }
    as_sent: Json = json.loads(encode(values))
    return as_sent


def covered(entry: Json) -> Json:
    """A decision as others hear of it: a card from the pile is a question mark."""
    seat = {"type": "seats", "seats": [entry["seat"]], "join": "and"}
    hidden = [{"key": "narration.drawn_hidden", "params": {"seat": seat, "count": 1}}]
    events = [
        event | {"card": "?", "told": hidden} if event["type"] == "card_drawn" else event
        for event in entry["events"]
    ]
    actions = [
        "*?" if len(action) == 2 and action[0] == "*" else action for action in entry["actions"]
    ]
    return {"actions": actions, "events": events}


@live
async def test_nothing_that_identifies_or_admits_people_gets_out(server: Server) -> None:
    host, ann = Guest(server), Guest(server)
    early = await Guest(server).connect(
        table := await host.create("me", "open", map="ways-of-diplomacy")
    )
    await ann.sit(table, "Ann", salt="marker-salt")
    await early.until(lambda: early.entries and early.entries[-1]["type"] == "salted")
    assert not any("marker-salt" in text for text in early.texts)
    party = await duel(server)
    people = [host, *party.guests.values()]
    links = [(await guest.get("/api/me"))["resume"] for guest in people]
    await pry(party)
    await party.play_out(1)
    seed = (await ann.get(party.path))["seed"]
    metrics = (await Guest(server).request("GET", "/metrics")).text
    logs = server.log.read_text("utf-8")
    secrets = [secret for guest in people for secret in secrets_of(guest)] + links
    invites = [table["invite"], party.table["invite"]]
    for secret in [*secrets, *invites, seed]:
        assert secret not in metrics
        assert secret not in logs
    for text in heard_by(*people, ann):
        assert not any(secret in text for secret in secrets)
    for wire in (early, party.spectator):
        assert not any(invite in text for invite in invites for text in wire.texts)
    for wire in party.everybody:
        first = next(i for i, text in enumerate(wire.texts) if seed in text)
        assert json.loads(wire.texts[first])["table"]["status"] == "over"


def secrets_of(guest: Guest) -> Iterator[str]:
    """What somebody's cookie says, what it hides, and what tables know them by."""
    cookie = guest.cookies["han_guest"]
    secret = cookie.rpartition(".")[0]
    yield from (cookie, secret, hashlib.sha256(secret.encode()).hexdigest()[:32])


def heard_by(*guests: Guest) -> Iterator[str]:
    """Everything that some people received, but for the answer that tells the own link."""
    for guest in guests:
        for wire in guest.wires:
            yield from wire.texts
        for answer in guest.answers:
            if answer.request.url.path != "/api/me":
                yield answer.text
