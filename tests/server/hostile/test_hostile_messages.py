"""Thousands of bad messages, from people at the table and from strangers.

`make soak` sends millions.
"""

import asyncio
import json
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from websockets.frames import Frame, Opcode

from han.engine.action import Action
from han.messages import HanError
from server.guests import Guest, Json, Wire, live
from server.hostile.messages import commands_out_of_place, wrong_messages
from server.hostile.targets import until_sockets
from server.running import Server
from waiting import until

BATCH = 250
WRONG_MESSAGES = 9_000
BAD_COMMANDS = 4_500


class Scene:
    """A game of three people that has begun, and whose first player thinks for long."""

    table: Json
    people: list[Guest]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table['id']}"

    async def everything(self) -> list[object]:
        """All that anybody can know about the table and its game."""
        known: list[object] = [await self.people[0].get(self.path)]
        for seat, guest in [*enumerate(self.people), (None, self.people[0])]:
            params = {} if seat is None else {"seat": seat}
            known.append(await guest.get(f"{self.path}/game", **params))
            known.append(await guest.get(f"{self.path}/history", **params))
        return known


async def set_up(server: Server) -> Scene:
    scene = Scene()
    scene.people = [Guest(server) for _ in range(3)]
    host, *others = scene.people
    scene.table = await host.create("me", "open", "open", start=0)
    for number, guest in enumerate(others):
        await guest.sit(scene.table, f"Guest {number}")
    await host.start(scene.table)
    return scene


async def until_heard(wire: Wire) -> list[Json]:
    """What was answered to all messages so far."""
    await wire.until_answered()
    heard = [message for message in wire.heard if message["type"] != "why"]
    wire.heard.clear()
    wire.texts.clear()
    return heard


async def attack(wire: Wire, messages: Iterator[str | bytes | Json], count: int) -> list[Json]:
    """Send messages as fast as they are read; what was answered."""
    await until_heard(wire)
    answers: list[Json] = []
    for _ in range(count // BATCH):
        for message in islice(messages, BATCH):
            await wire.say(json.dumps(message) if isinstance(message, dict) else message)
        answers += await until_heard(wire)
    return answers


async def play_elsewhere(server: Server) -> int:
    """A whole game of honest people at another table; its last entry's number."""
    host, guest = Guest(server), Guest(server)
    table = await host.create("me", "open", {"kind": "here", "name": "Neighbour"})
    await guest.sit(table, "Guest")
    wires = await host.connect(table, 0), await guest.connect(table, 1)
    await host.start(table)
    for wire in wires:
        await wire.until(lambda wire=wire: wire.game)  # type: ignore[misc]
    await asyncio.gather(*(wire.play_out(Random(n)) for n, wire in enumerate(wires)))
    assert wires[0].is_over
    return wires[0].seq


@live
async def test_messages_without_sense_change_nothing(target: Server) -> None:
    scene = await set_up(target)
    before = await scene.everything()
    host, other, _ = scene.people
    attackers = [
        await host.connect(scene.table, 0),
        await other.connect(scene.table, 1),
        await Guest(target).connect(scene.table),
    ]
    share = WRONG_MESSAGES // len(attackers)
    *answers, last = await asyncio.gather(
        *(attack(wire, wrong_messages(Random(n)), share) for n, wire in enumerate(attackers)),
        play_elsewhere(target),
    )
    for heard in answers:
        assert isinstance(heard, list)
        assert len(heard) == share // BATCH * BATCH
        assert {(one["type"], one["key"]) for one in heard} == {("refused", "server.malformed")}
    assert isinstance(last, int)
    assert last > 50
    assert await scene.everything() == before


@live
async def test_commands_out_of_place_change_nothing(target: Server) -> None:
    scene = await set_up(target)
    before = await scene.everything()
    wires = [await guest.connect(scene.table, seat) for seat, guest in enumerate(scene.people)]
    attackers = [*wires[1:], await Guest(target).connect(scene.table)]
    share = BAD_COMMANDS // len(attackers)

    def commands(wire: Wire, seed: int) -> Iterator[Json]:
        return commands_out_of_place(Random(seed), wire.moment, players=3)

    *answers, _ = await asyncio.gather(
        *(attack(wire, commands(wire, n), share) for n, wire in enumerate(attackers)),
        play_elsewhere(target),
    )
    for heard in answers:
        assert isinstance(heard, list)
        refused = [one for one in heard if one["type"] == "refused"]
        assert len(refused) == share // BATCH * BATCH
        assert all(one["text"] for one in refused)
        # who is late with a decision is told how the game stands
        assert {one["type"] for one in heard} <= {"refused", "welcome"}
    assert await scene.everything() == before
    assert (await wires[0].play())["type"] == "done"


@live
async def test_moves_of_nobodys_hand_are_refused(target: Server) -> None:
    """Whose turn it is can play what is legal, however many other things are tried first."""
    scene = await set_up(target)
    before = await scene.everything()
    wire = await scene.people[0].connect(scene.table, 0)
    legal = set(wire.legal)
    spoilt = (action for action in _actions(Random(4), legal) if _in_order(action) not in legal)
    for action in islice(spoilt, 2_000):
        assert (await wire.play(action))["type"] == "refused", action
    assert await scene.everything() == before
    assert (await wire.play())["type"] == "done"


def _in_order(action: str) -> str:
    """The action as the notation writes it: cards may be named in any order."""
    try:
        return str(Action(action.strip()))
    except HanError:
        return action


def _actions(rng: Random, legal: set[str]) -> Iterator[str]:
    """Legal actions with something changed."""
    known = sorted(legal)
    while True:
        text = list(rng.choice(known))
        for _ in range(rng.randint(1, 3)):
            text.insert(rng.randrange(len(text) + 1), rng.choice(" RVGYO?*=+~.X1-Zß\0"))
        text[rng.randrange(len(text))] = rng.choice(" RVGYO?*=+~.X12-aq")
        yield "".join(text)[:40]


@live
async def test_bytes_that_are_no_text_end_the_connection(target: Server) -> None:
    scene = await set_up(target)
    for data, code in ((b"\xff\xfe", 1007), (b'{"type":"ping"\x80}', 1007)):
        wire = await scene.people[0].connect(scene.table, 0)
        send_frame(wire, Frame(Opcode.TEXT, data))
        assert await wire.until_closed() == code


@live
async def test_broken_frames_end_the_connection(target: Server) -> None:
    scene = await set_up(target)
    rng = Random(4)
    for _ in range(100):
        wire = await scene.people[0].open(scene.table["id"], seat=0)
        wire._connection.transport.write(b"\x81\xff" + rng.randbytes(300))
        wire._connection.transport.write(rng.randbytes(3000))
        await wire.until_closed()
    assert (await scene.everything())[0] == await scene.people[0].get(scene.path)


def send_frame(wire: Wire, frame: Frame) -> None:
    """Send a frame past the client's own checks."""
    wire._connection.transport.write(frame.serialize(mask=True))


@live
async def test_a_message_in_pieces_is_as_long_as_its_pieces(target: Server) -> None:
    scene = await set_up(target)
    wire = await scene.people[0].connect(scene.table, 0)
    send_frame(wire, Frame(Opcode.TEXT, b'{"type":', fin=False))
    for _ in range(100):
        send_frame(wire, Frame(Opcode.CONT, b" ", fin=False))
    send_frame(wire, Frame(Opcode.CONT, b'"ping"}'))
    await wire.expect("pong")
    send_frame(wire, Frame(Opcode.TEXT, b'{"type":', fin=False))
    for _ in range(20):
        send_frame(wire, Frame(Opcode.CONT, b" " * 1_000, fin=False))
    assert await wire.until_closed() == 1009


@live
async def test_who_sends_too_much_without_reading_is_still_told_why(target: Server) -> None:
    scene = await set_up(target)
    wire = await scene.people[0].connect(scene.table, 0)
    transport = wire._connection.transport
    transport.pause_reading()
    send_frame(wire, Frame(Opcode.TEXT, b" " * 1_000_000))
    for _ in range(8):
        transport.write(b" " * 1_000_000)
    await until(lambda: transport.get_write_buffer_size() == 0, "that all was sent")
    transport.resume_reading()
    assert await wire.until_closed() == 1009


@pytest.mark.parametrize("pings", [1, 2_000])
@live
async def test_pings_of_the_protocol_are_answered(target: Server, pings: int) -> None:
    scene = await set_up(target)
    wire = await scene.people[0].connect(scene.table, 0)
    for _ in range(pings):
        send_frame(wire, Frame(Opcode.PING, b"x" * 125))
    await wire.say({"type": "ping"})
    await wire.expect("pong")


@live
async def test_whoever_comes_and_goes_leaves_nothing_behind(target: Server) -> None:
    scene = await set_up(target)
    before = await scene.everything()
    for _ in range(20):
        wires = [await guest.open(scene.table["id"], seen=-1) for guest in scene.people * 5]
        await asyncio.gather(*(wire.hang_up() for wire in wires))
    await until_sockets(target, lambda many: many == 0)
    assert await scene.everything() == before
