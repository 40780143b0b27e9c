"""Which nodes are alive, and which of them may write which game."""

from sqlalchemy import (
    Connection,
    Insert,
    Text,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from han.server.store.database import Database
from han.server.store.errors import UnknownGameError
from han.server.store.lives import Life, unattended
from han.server.store.queries import is_alive, lives
from han.server.store.schema import games, nodes
from han.server.store.values import Claim

FORGET_AFTER_S = 30 * 24 * 3600
"""A node dead for so long is taken out of the table. Clocks that ran while it lived are given
that time: longer than the longest turn, so that it makes no difference."""
CUT_OFF_AFTER_S = 10.0
"""A node that has shown no sign of life for so long could not save anything, wherever the fault
was. In a shorter time what people send waits until it can be stored."""
NEVER = 0.0
"""Until when a node lives that is known to be dead, whatever the clocks say."""


class Leases:
    """The leases of one node."""

    def __init__(self, database: Database, node: str) -> None:
        self._database = database
        self._node = node

    def mark_nodes_dead(self) -> None:
        """Let no other node count as alive, in a file that only this process uses."""
        dead = update(nodes).values(alive_until=NEVER)
        self._database.write(lambda connection: connection.execute(dead))

    def beat(self, seconds: float) -> bool:
        """Renew all leases of this node for so many seconds.

        Returns:
            Whether it had been cut off from the database: then another life of it begins.
        """
        now = self._database.now()
        first = self._database.upsert(nodes).values(
            id=self._node, alive_until=now + seconds, since=now, seen=now
        )
        told = first.excluded
        renewed = {"alive_until": told.alive_until, "seen": told.seen}
        on = [nodes.c.id]
        alive = first.on_conflict_do_update(index_elements=on, set_=renewed)
        back = first.on_conflict_do_update(index_elements=on, set_={**renewed, "since": told.since})
        is_back = nodes.c.id == self._node, nodes.c.seen < now - CUT_OFF_AFTER_S
        last_sign = func.coalesce(nodes.c.seen, nodes.c.alive_until)
        forget = delete(nodes).where(last_sign < now - FORGET_AFTER_S)
        was_cut_off = False

        def work(connection: Connection) -> None:
            nonlocal was_cut_off  # stays so if the work is done again
            if connection.scalar(select(exists().where(*is_back))):
                was_cut_off = True
                connection.execute(self._keep_life())
                connection.execute(back)
            else:
                connection.execute(alive)
            connection.execute(forget)

        self._database.write(work, is_reserved=True)
        return was_cut_off

    def _keep_life(self) -> Insert:
        """Keep when this node lived until now, under another name."""
        name = literal(f"{self._node} until ") + cast(nodes.c.seen, Text)
        life = select(name, literal(NEVER), nodes.c.since, nodes.c.seen)
        columns = ["id", "alive_until", "since", "seen"]
        return insert(nodes).from_select(columns, life.where(nodes.c.id == self._node))

    def resign(self) -> None:
        """End all leases of this node: its games are free to claim."""
        now = self._database.now()
        gone = update(nodes).where(nodes.c.id == self._node).values(alive_until=NEVER, seen=now)
        self._database.write(lambda connection: connection.execute(gone), is_reserved=True)

    def unattended(self, since: float, lost_by: str) -> float:
        """For how many seconds since a time no node could look after a game.

        Args:
            since: When the game was certainly looked after.
            lost_by: The node that had it before us; until its lease had run out nobody else
                could take the game.
        """
        now = self._database.now()
        found = self._database.read(lambda connection: connection.execute(lives(now)).all())
        return unattended([Life(*row) for row in found], since, lost_by)

    def claim(self, table_id: str) -> Claim:
        """Take a game that is free; claiming one's own game changes nothing."""
        return self._database.write(lambda connection: self._claim(connection, table_id))

    def _claim(self, connection: Connection, table_id: str) -> Claim:
        this = games.c.id == table_id
        row = connection.execute(
            select(games.c.owner, games.c.epoch).where(this).with_for_update()
        ).one_or_none()
        if row is None:
            raise UnknownGameError("store.unknown_game", game=table_id)
        owner, epoch = row
        if owner == self._node:
            return Claim(epoch, owner)
        # Asked only now: a statement sees no node that came to life while it waited for the game.
        if owner is not None and connection.scalar(select(is_alive(owner, self._database.now()))):
            return Claim(None, owner)
        connection.execute(update(games).where(this).values(owner=self._node, epoch=epoch + 1))
        return Claim(epoch + 1, self._node, owner or "")
