"""What a client sends is a command of the table, and says nothing about who sends it."""

import json
from collections import Counter
from threading import get_ident
from typing import Any, get_args

import msgspec
import pytest

from han.engine.position import Position
from han.server.live_table import LiveTable
from han.server.wire import decode_message
from han.table import command as commands
from han.table.command import ClientCommand, Command, SentCommand
from han.table.entry import Played, decode_entry
from han.table.table import Table
from han.table.telling import Viewer
from server.hubs import ANN, BEN, Ear, ann, beginning, ben, by, node, set_up
from server.store.scenes import whole_log
from waiting import run

MESSAGES: list[tuple[dict[str, Any], Command]] = [
    (
        {"type": "play", "id": "1", "moment": 3, "action": "X V"},
        commands.Play(id="1", moment=3, action="X V"),
    ),
    ({"type": "undo", "id": "1", "moment": 3}, commands.Undo(id="1", moment=3)),
    ({"type": "take_back", "id": "1", "moment": 3}, commands.AskTakeBack(id="1", moment=3)),
    ({"type": "answer", "id": "1", "agreed": True}, commands.AnswerTakeBack(id="1", agreed=True)),
    ({"type": "leave", "id": "1"}, commands.Leave(id="1")),
    ({"type": "back", "id": "1"}, commands.ComeBack(id="1")),
    ({"type": "nudge", "id": "1", "seat": 2}, commands.Nudge(id="1", whom=2)),
    (
        {"type": "stand_in", "id": "1", "seat": 2, "agreed": False},
        commands.AskStandIn(id="1", whom=2, agreed=False),
    ),
    ({"type": "say", "id": "1", "text": "hi"}, commands.Say(id="1", text="hi")),
    ({"type": "say", "id": "1", "phrase": "oops"}, commands.Say(id="1", phrase="oops")),
    (
        {"type": "mute", "id": "1", "seat": 0, "muted": True},
        commands.Mute(id="1", whom=0, muted=True),
    ),
]
"""Messages as they are sent since `han-table/1` exists: they must stay readable."""

every_message = pytest.mark.parametrize(("message", "command"), MESSAGES)


def test_every_message_has_a_case() -> None:
    assert {type(command) for _, command in MESSAGES} == set(get_args(ClientCommand))


@every_message
def test_a_message_is_its_command(message: dict[str, Any], command: Command) -> None:
    assert decode_message(json.dumps(message)) == command


@every_message
@pytest.mark.parametrize("name", ["guest", "cid", "at", "by", "whom", "lang", "command"])
def test_a_message_cannot_say_who_sends_it(
    message: dict[str, Any], command: Command, name: str
) -> None:
    with pytest.raises(msgspec.ValidationError, match=f"unknown field `{name}`"):
        decode_message(json.dumps({**message, name: ANN}))


@every_message
@pytest.mark.parametrize("id_", [None, "", "x" * 65, 1])
def test_a_command_without_a_right_id_is_none(
    message: dict[str, Any], command: Command, id_: object
) -> None:
    changed = {key: value for key, value in message.items() if key != "id"}
    with pytest.raises(msgspec.ValidationError, match="id"):
        decode_message(json.dumps(changed if id_ is None else {**changed, "id": id_}))


def test_commands_of_the_server_do_not_come_over_the_websocket() -> None:
    for kind in set(get_args(Command)) - set(get_args(ClientCommand)):
        with pytest.raises(msgspec.ValidationError, match=r"Invalid value .* at `\$.type`"):
            decode_message(json.dumps({"type": kind.__struct_config__.tag, "id": "1"}))


def test_a_salt_of_any_length_can_be_forwarded() -> None:
    """Its command's id is longer than those of clients may be."""
    sent = SentCommand(commands.AddSalt(id="salt " + 64 * "x", commitment="c"), ANN)
    encoded = msgspec.msgpack.encode(sent)
    assert msgspec.msgpack.decode(encoded, type=SentCommand) == sent


def test_a_move_is_played_once_by_who_stores_it_and_by_who_hears_of_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counter[tuple[int, str]]()
    for kind, name in ((Position, "play"), (Table, "copy")):
        monkeypatch.setattr(kind, name, _counting(getattr(kind, name), name, counted))

    async def scene() -> tuple[int, int]:
        async with node(sqlite_url) as (hub, store):
            live = await set_up(hub, beginning(ann, ben))
            follower = LiveTable(live.table)
            for one in (live, follower):
                one.listeners.update([Ear(Viewer(ANN, 0)), Ear(Viewer(BEN, 1)), Ear()])
            counted.clear()
            while live.table.to_move == 0:
                action = live.table.position.legal_actions.texts[-1]
                play = by(ANN, 0, commands.Play, action=action, moment=live.table.moment)
                assert (await hub.send(live.table.id, play)).is_accepted
            follower.apply_rows(await store.rows(live.table.id, after=follower.table.seq))
            assert follower.table.position == live.table.position
            return live.table.seq - 1, get_ident()

    moves, thread = run(scene())
    stored = [decode_entry(data) for *_, data in whole_log(sqlite_url)]
    actions = sum(len(entry.actions) for entry in stored if isinstance(entry, Played))
    assert actions > moves, "chance gave cards too"
    assert counted[thread, "play"] == 2 * actions
    assert counted[thread, "copy"] == 2 * moves


def _counting(method: Any, name: str, counted: Counter[tuple[int, str]]) -> Any:
    """Count by threads: some may still tell a history that another test asked for."""

    def counting(*args: Any, **options: Any) -> Any:
        counted[get_ident(), name] += 1
        return method(*args, **options)

    return counting
