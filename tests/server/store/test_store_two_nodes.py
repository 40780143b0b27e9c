"""Two nodes on one database: beside a simple model of them, and at the same time."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from han.server.store import Claim, LogRow, StaleWriterError, Store
from server.store.scenes import PLAYED, begin, entries, opened, whole_log
from waiting import Runner, let_others_run, run

# Beside a model.


@dataclass
class ModelGame:
    owner: str
    epoch: int = 1
    rows: list[LogRow] = field(default_factory=list)

    def append(self, node: str, epoch: int, rows: list[LogRow]) -> bool:
        """Whether the rows may be added; if so they are."""
        seqs = range(len(self.rows), len(self.rows) + len(rows))
        is_fine = (self.owner, self.epoch) == (node, epoch)
        is_fine = is_fine and [row.seq for row in rows] == list(seqs)
        self.rows += rows if is_fine else []
        return is_fine


NODES = st.sampled_from(["a", "b"])
NUMBERS = st.integers(0, 99)
MOSTLY_RIGHT = st.sampled_from([0] * 8 + [-1, 1])
WRITES = st.tuples(NUMBERS, MOSTLY_RIGHT, MOSTLY_RIGHT, st.integers(0, 3))
"""Which game, how far from the right epoch and the right number, and how many rows."""
NAMES = count()


class TwoNodes(RuleBasedStateMachine):
    """Two stores on one database, and what the model says that they hold."""

    def __init__(self, runner: Runner, stores: dict[str, Store]) -> None:
        super().__init__()
        self.run = runner.run
        self.stores = stores
        self.games: dict[str, ModelGame] = {}
        self.alive: set[str] = set()

    @initialize()
    def nobody_lives(self) -> None:
        for node in self.stores:
            self.resign(node)

    @rule(node=NODES)
    def beat(self, node: str) -> None:
        self.run(self.stores[node].beat(60))
        self.alive.add(node)

    @rule(node=NODES)
    def die(self, node: str) -> None:
        self.run(self.stores[node].beat(-1))
        self.alive.discard(node)

    @rule(node=NODES)
    def resign(self, node: str) -> None:
        self.run(self.stores[node].resign())
        self.alive.discard(node)

    @rule(node=NODES)
    def create(self, node: str) -> None:
        name = f"g{next(NAMES)}"
        assert self.run(begin(self.stores[node], name)) == 1
        self.games[name] = ModelGame(node, rows=entries(0, 0))

    @precondition(lambda self: self.games)
    @rule(node=NODES, number=NUMBERS)
    def claim(self, node: str, number: int) -> None:
        name, game = self.nth(number)
        lost_by = ""
        if game.owner != node and game.owner not in self.alive:
            lost_by, game.owner, game.epoch = game.owner, node, game.epoch + 1
        epoch = game.epoch if game.owner == node else None
        assert self.run(self.stores[node].claim(name)) == Claim(epoch, game.owner, lost_by)

    @precondition(lambda self: self.games)
    @rule(node=NODES, writes=st.lists(WRITES))
    def append(self, node: str, writes: list[tuple[int, int, int, int]]) -> None:
        calls, expected = [], []
        for number, wrong_epoch, wrong_seq, size in writes:
            name, game = self.nth(number)
            first, epoch = len(game.rows) + wrong_seq, game.epoch + wrong_epoch
            rows = entries(first, first + size - 1, node)
            calls.append(self.stores[node].append(name, epoch, rows, PLAYED))
            expected.append(game.append(node, epoch, rows))
        assert self.run(are_done(calls)) == expected

    def nth(self, number: int) -> tuple[str, ModelGame]:
        return list(self.games.items())[number % len(self.games)]

    def teardown(self) -> None:
        for name, game in self.games.items():
            assert self.run(self.stores["a"].rows(name)) == game.rows
            found = self.run(self.stores["b"].find(name))
            assert found is not None
            tip = (game.owner, game.epoch, len(game.rows) - 1)
            assert (found.owner, found.epoch, found.last_seq) == tip


async def are_done(calls: list[Coroutine[None, None, None]]) -> list[bool]:
    """Call all at once; of each, whether it was not refused."""
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(outcome, StaleWriterError | None) for outcome in outcomes)
    return [outcome is None for outcome in outcomes]


def test_two_nodes_do_as_the_model_says(postgres_url: str) -> None:
    with Runner() as runner:
        stores = {node: Store(postgres_url, node=node) for node in "ab"}
        stores["a"].migrate()
        run_state_machine_as_test(
            lambda: TwoNodes(runner, stores),  # type: ignore[arg-type]  # whatever makes one
            settings=settings(
                max_examples=25, stateful_step_count=25, deadline=None, print_blob=True
            ),
        )
        for store in stores.values():
            runner.run(store.close())


# At the same time.


LOSSES = 20
ROWS = 300
"""How long nodes fight."""


class Fighter:
    """A node that claims games when it can and writes them until it has lost them."""

    def __init__(self, store: Store, node: str, seed: int) -> None:
        self._store = store
        self._node = node
        self._random = random.Random(seed)
        self._number = 0
        self.acknowledged: list[tuple[str, int, int, bytes]] = []
        self.refused = 0

    @property
    def has_fought(self) -> bool:
        """Whether it has written much, and lost games to others again and again."""
        return self.refused >= LOSSES and len(self.acknowledged) >= ROWS

    async def live(self, is_over: Callable[[], bool]) -> None:
        """Beat, but now and then be as good as dead."""
        while not is_over():
            await self._store.beat(self._random.choice([60, -1]))
            await let_others_run(self._random.randint(1, 20))

    async def play(self, game: str, is_over: Callable[[], bool]) -> None:
        while not is_over():
            claim = await self._store.claim(game)
            if claim.epoch is None:
                await let_others_run()
                continue
            last = (await self._store.rows(game))[-1].seq
            try:
                while not is_over():
                    last = await self._write(game, claim.epoch, last)
            except StaleWriterError:
                self.refused += 1
                found = await self._store.find(game)
                assert found is not None
                assert found.epoch > claim.epoch  # nobody writes into a game that we hold

    async def _write(self, game: str, epoch: int, last: int) -> int:
        rows = []
        for seq in range(last + 1, last + 1 + self._random.randint(1, 3)):
            self._number += 1
            rows.append(LogRow(seq, 0, f"{self._node}{self._number}".encode()))
        await self._store.append(game, epoch, rows, PLAYED)
        self.acknowledged += [(game, row.seq, epoch, row.data) for row in rows]
        return rows[-1].seq


def test_two_nodes_that_fight_for_games_lose_and_double_nothing(postgres_url: str) -> None:
    names = [f"g{n}" for n in range(10, 40)]

    async def scene() -> list[Fighter]:
        async with opened(postgres_url, "a") as a, opened(postgres_url, "b") as b:
            await asyncio.gather(*(begin(a, name) for name in names))
            fighters = [Fighter(a, "a", 1), Fighter(b, "b", 2)]

            def is_over() -> bool:
                return all(fighter.has_fought for fighter in fighters)

            plays = [fighter.play(name, is_over) for fighter in fighters for name in names]
            await asyncio.gather(*plays, *(fighter.live(is_over) for fighter in fighters))
            return fighters

    fighters = run(scene())
    first = [(name, 0, 1, b"0") for name in names]
    acknowledged = [row for fighter in fighters for row in fighter.acknowledged]
    written = whole_log(postgres_url)
    assert written == sorted(first + acknowledged)
    for name in names:
        ours = [row for row in written if row[0] == name]
        assert [row[1] for row in ours] == list(range(len(ours)))
        epochs = [row[2] for row in ours]
        assert epochs == sorted(epochs)
        writers = {(row[2], row[3][:1]) for row in ours[1:]}
        assert len(writers) == len({epoch for epoch, _ in writers})
