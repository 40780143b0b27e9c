"""The questions that the store answers, as statements."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, or_, select

from han.server.store.schema import games, log, nodes, seats
from han.server.store.values import OPEN, RUNNING


def is_alive(
    owner: ColumnElement[str | None] | str, now: ColumnElement[float]
) -> ColumnElement[bool]:
    """Whether a node has promised to live for longer than until now."""
    return exists().where(nodes.c.id == owner, nodes.c.alive_until > now)


def lives(now: ColumnElement[float]) -> Select[Any]:
    """The nodes that have shown when they lived, with the time of now: columns of a `Life`."""
    columns = (nodes.c.id, nodes.c.since, nodes.c.seen, nodes.c.alive_until, now)
    return select(*columns).where(nodes.c.since.is_not(None)).order_by(nodes.c.since)


def stored_game(wanted: ColumnElement[bool]) -> Select[Any]:
    """The columns of a `StoredGame`, in its order."""
    c = games.c
    place = (c.id, c.invite, c.status, c.public, c.created)
    return select(*place, c.last_seq, c.seed, c.owner, c.epoch, c.maker).where(wanted)


def log_rows(table_id: str, after: int) -> Select[Any]:
    """The columns of `LogRow`, in its order."""
    columns = select(log.c.seq, log.c.at, log.c.data)
    return columns.where(log.c.game == table_id, log.c.seq > after).order_by(log.c.seq)


def last_entries(ids: Sequence[str]) -> Select[Any]:
    """Where the logs of these games end."""
    return select(games.c.id, games.c.last_seq).where(games.c.id.in_(ids))


def due_games(node: str, now: ColumnElement[float], limit: int) -> Select[Any]:
    """Games to begin or to go on with now that no other living node looks after."""
    free = or_(games.c.owner.is_(None), games.c.owner == node, ~is_alive(games.c.owner, now))
    is_unfinished = games.c.status.in_((OPEN, RUNNING))
    due = select(games.c.id).where(games.c.due_at <= now, is_unfinished, free)
    return due.order_by(games.c.due_at).limit(limit)


def public_games(status: str, since: ColumnElement[float], limit: int) -> Select[Any]:
    """The summaries of public games of a status that something happened in since, latest first."""
    public = select(games.c.summary).where(games.c.public, games.c.status == status)
    public = public.where(games.c.updated >= since)
    return public.order_by(games.c.updated.desc()).limit(limit)


def games_of_guest(guest: str, limit: int, status: str | None) -> Select[Any]:
    """The ids and summaries of a person's games of one status or all, the last played first."""
    theirs = select(seats.c.game).where(seats.c.guest == guest)
    found = select(games.c.id, games.c.summary).where(games.c.id.in_(theirs))
    if status is not None:
        found = found.where(games.c.status == status)
    return found.order_by(games.c.updated.desc()).limit(limit)


def seats_of_guest(guest: str, ids: Sequence[str]) -> Select[Any]:
    """Where a person sits in these games."""
    theirs = select(seats.c.game, seats.c.seat).where(seats.c.guest == guest)
    return theirs.where(seats.c.game.in_(ids)).order_by(seats.c.seat)


def unfinished_games(maker: str, since: ColumnElement[float]) -> Select[Any]:
    """How many games that one has set up since a time are not over."""
    made = select(func.count()).where(games.c.maker == maker, games.c.created >= since)
    return made.where(games.c.status.in_((OPEN, RUNNING)))


def games_by_status() -> Select[Any]:
    return select(games.c.status, func.count()).group_by(games.c.status)
