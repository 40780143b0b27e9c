"""However many come and however much they say, what is remembered of them has an end."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from han.records.fair import commitment, new_seed
from han.server import limits
from han.server.limits import MOST_CLIENTS, Bucket, Buckets, ClientSemaphore, client_at
from han.table import command, opening
from han.table import decide as deciding
from han.table.command import Command, SentCommand
from han.table.decide import decide
from han.table.entry import Seat
from han.table.errors import TableError
from han.table.options import Options
from han.table.sender import Sender
from han.table.table import REMEMBERED, Table


def test_only_so_many_clients_are_remembered_and_the_busy_ones_are() -> None:
    buckets = Buckets(per_s=1e-9, burst=2)
    assert buckets.take("busy")
    for number in range(2 * MOST_CLIENTS):
        buckets.take(f"client {number}")
        if number % 1000 == 0:
            buckets.of("busy")
    assert len(buckets._buckets) == MOST_CLIENTS
    assert [buckets.take("busy") for _ in range(2)] == [True, False]
    assert buckets.take("client 0")  # forgotten, and so as good as new


def test_what_was_taken_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(limits, "monotonic", lambda: now[0])
    bucket = Bucket(per_s=2, burst=4)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now[0] += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 60
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans())))
def test_a_semaphore_knows_only_clients_that_hold_it(steps: list[tuple[str, bool]]) -> None:
    semaphore = ClientSemaphore(most=2)
    inside = {"a": 0, "b": 0, "c": 0}
    for client, enters in steps:
        if enters:
            assert semaphore.acquire(client) == (inside[client] < 2)
            inside[client] = min(inside[client] + 1, 2)
        elif inside[client]:
            semaphore.release(client)
            inside[client] -= 1
    assert dict(semaphore._open) == {client: many for client, many in inside.items() if many}


@given(st.ip_addresses(v=6), st.integers(0, 2**64 - 1))
def test_the_end_of_a_long_address_does_not_count(address: Any, end: int) -> None:
    neighbour = type(address)(int(address) >> 64 << 64 | end)
    if address.ipv4_mapped or neighbour.ipv4_mapped:
        return
    assert client_at(str(address)) == client_at(str(neighbour))


@given(st.ip_addresses(v=4))
def test_a_short_address_counts_however_it_is_written(address: Any) -> None:
    assert client_at(str(address)) == client_at(f"::ffff:{address}") == str(address)


@given(st.text())
def test_any_address_is_somebody(text: str) -> None:
    assert isinstance(client_at(text), str)


def table_of_three() -> Table:
    seed = new_seed()
    seats = [Seat("person", name, name) for name in ("Ann", "Bo", "Cy")]
    sender = Sender("Ann", 0)
    created = opening.create(Options("border-disputes", 3), seats, sender, commitment(seed))
    table = Table.load("t", seed, [created])
    return opening.deal(table, sender).after


def commands_without_end() -> Iterator[Command]:
    """Commands that can be carried out again and again."""
    number = 0
    while True:
        number += 1
        yield command.Say(id=f"{number}", text="hello")
        yield command.Mute(id=f"m{number}", whom=1, muted=number % 2 == 0)
        yield command.Leave(id=f"l{number}")
        yield command.ComeBack(id=f"b{number}")


def test_a_log_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "LONGEST_LOG", 400)
    table = table_of_three()
    refused = Counter[str]()
    for one in islice(commands_without_end(), 4_000):
        try:
            table = decide(table, SentCommand(one, "Ann", 0), 0).after
        except TableError as error:
            refused[error.key] += 1
    assert table.seq <= 401
    assert refused["table.too_much"] > 2_000
    assert sum(map(len, table._answered.values())) <= 3 * REMEMBERED
    seat = table.to_move
    assert seat is not None
    action = str(table.position.view(seat).legal_actions[0])
    guest, before = table.seats[seat].guest, table.moment
    move = command.Play(id="move", action=action, moment=before)
    assert decide(table, SentCommand(move, guest, seat), 0).after.moment > before
