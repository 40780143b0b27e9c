"""Writes that share one commit."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Update,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from han.server.store.errors import (
    GameTakenError,
    StaleWriterError,
    StoreError,
    UnknownGameError,
)
from han.server.store.schema import games, log, seats
from han.server.store.values import GameState, LogRow


@dataclass(frozen=True)
class NewGame:
    """What only the first write of a game holds."""

    invite: str
    seed: bytes
    maker: str


@dataclass(eq=False)
class Write:
    """What one call adds to one game."""

    table_id: str
    epoch: int
    rows: Sequence[LogRow]
    state: GameState
    new_game: NewGame | None = None
    future: Future[None] = field(default_factory=Future)
    in_doubt: bool = False
    """Whether a commit of it has been tried, so that it may have happened."""

    def conflict(self) -> StoreError:
        """The error that it gets when the database holds something else already."""
        if self.new_game:
            return GameTakenError("store.game_taken", game=self.table_id)
        return StaleWriterError("store.stale_writer", game=self.table_id)


@dataclass(frozen=True)
class _Tip:
    """Where the log of a game ends, and who may go on."""

    owner: str | None
    epoch: int
    last_seq: int


Failure = Exception | None


class LogWriter:
    """Adds writes to the logs of games, any number of them in one transaction.

    The statements of every move are written down once: that takes as long as to carry them out.
    """

    def __init__(self, node: str, now: ColumnElement[float]) -> None:
        """Write for a node, by a clock."""
        self._node = node
        self._insert_games = insert(games).values(created=now, updated=now)
        self._update_games = _update_games(now)

    def write_all(self, connection: Connection, writes: Sequence[Write]) -> list[Failure]:
        """Carry out those writes that may be, and say of the others why not."""
        tips = _lock_tips(connection, {write.table_id for write in writes})
        failures: list[Failure] = []
        accepted = []
        for write in writes:
            refusal = _refusal(write, self._node, tips)
            if refusal is None:
                accepted.append(write)
            elif write.in_doubt and _has_happened(connection, write):
                refusal = None
            failures.append(refusal)
        if accepted:
            self._carry_out(connection, accepted, tips)
        for write in writes:
            write.in_doubt = True  # from now on until the commit is answered
        return failures

    def _carry_out(
        self, connection: Connection, writes: Sequence[Write], tips: Mapping[str, _Tip]
    ) -> None:
        for statement, rows in (
            (self._insert_games, _new_games(self._node, writes)),
            (_INSERT_ROWS, _new_rows(writes)),
            (self._update_games, _changes(writes, tips)),
        ):
            if rows:
                connection.execute(statement, rows)
        _replace_seats(connection, writes)


_INSERT_ROWS = insert(log)
_TIPS = (
    select(games.c.id, games.c.owner, games.c.epoch, games.c.last_seq)
    .where(games.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(games.c.id)  # so that two nodes that lock the same games never wait for each other
    .with_for_update()
)


def _update_games(now: ColumnElement[float]) -> Update:
    columns = ("last_seq", "status", "public", "due_at", "summary")
    told: dict[str, Any] = {name: bindparam(name) for name in columns}
    return update(games).where(games.c.id == bindparam("game")).values(updated=now, **told)


def _lock_tips(connection: Connection, ids: set[str]) -> dict[str, _Tip]:
    """The tips of games, kept as they are until the end of the transaction."""
    found = connection.execute(_TIPS, {"ids": list(ids)})
    return {id_: _Tip(*tip) for id_, *tip in found}


def _refusal(write: Write, node: str, tips: dict[str, _Tip]) -> StoreError | None:
    """Why a write is refused; if it is not, the tip of the game moves on for the next write."""
    tip = tips.get(write.table_id)
    if write.new_game and tip is None:
        tip = _Tip(node, write.epoch, -1)
    elif write.new_game:
        return write.conflict()
    elif tip is None:
        return UnknownGameError("store.unknown_game", game=write.table_id)
    end = tip.last_seq + len(write.rows)
    is_next = [row.seq for row in write.rows] == list(range(tip.last_seq + 1, end + 1))
    if (tip.owner, tip.epoch) != (node, write.epoch) or not is_next:
        return write.conflict()
    tips[write.table_id] = replace(tip, last_seq=end)
    return None


def _has_happened(connection: Connection, write: Write) -> bool:
    """Whether the database holds what this write adds, from an earlier try."""
    if write.new_game:
        same = games.c.invite == write.new_game.invite, games.c.seed == write.new_game.seed
        return connection.scalar(select(games.c.id).where(*same)) == write.table_id
    seqs = [row.seq for row in write.rows]
    ours = select(log.c.seq, log.c.at, log.c.data).where(
        log.c.game == write.table_id, log.c.epoch == write.epoch, log.c.seq.in_(seqs)
    )
    found = [LogRow(*row) for row in connection.execute(ours.order_by(log.c.seq))]
    return bool(seqs) and found == list(write.rows)


def _new_games(node: str, writes: Sequence[Write]) -> list[dict[str, Any]]:
    return [
        {
            "id": write.table_id,
            "invite": write.new_game.invite,
            "seed": write.new_game.seed,
            "maker": write.new_game.maker,
            "owner": node,
            "epoch": write.epoch,
            "last_seq": -1,
            **_columns(write.state),
        }
        for write in writes
        if write.new_game
    ]


def _new_rows(writes: Sequence[Write]) -> list[dict[str, Any]]:
    return [
        {
            "game": write.table_id,
            "epoch": write.epoch,
            "seq": row.seq,
            "at": row.at,
            "data": row.data,
        }
        for write in writes
        for row in write.rows
    ]


def _changes(writes: Sequence[Write], tips: Mapping[str, _Tip]) -> list[dict[str, Any]]:
    latest = {write.table_id: write.state for write in writes}
    return [
        {"game": table_id, "last_seq": tips[table_id].last_seq, **_columns(state)}
        for table_id, state in latest.items()
    ]


def _columns(state: GameState) -> dict[str, Any]:
    return {
        "status": state.status,
        "public": state.public,
        "due_at": state.due_at,
        "summary": state.summary,
    }


def _replace_seats(connection: Connection, writes: Sequence[Write]) -> None:
    latest = {w.table_id: w.state.guests for w in writes if w.state.guests is not None}
    if latest:
        connection.execute(delete(seats).where(seats.c.game.in_(latest)))
    taken = [
        {"game": table_id, "seat": seat, "guest": guest}
        for table_id, guests in latest.items()
        for seat, guest in guests.items()
    ]
    if taken:
        connection.execute(insert(seats), taken)
