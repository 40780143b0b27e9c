"""Who lives, and who may write which game."""

from sqlalchemy import Connection, delete, select, update

from han.server.store.database import Database
from han.server.store.errors import UnknownGameError
from han.server.store.queries import is_alive
from han.server.store.schema import games, nodes
from han.server.store.values import Claim

FORGET_AFTER_S = 3600
"""A node dead for so long is taken out of the table; that makes no difference to anyone."""


class Leases:
    """The leases of one node."""

    def __init__(self, database: Database, node: str) -> None:
        self._database = database
        self._node = node

    def bury_all(self) -> None:
        """Of a file that is ours alone: whoever else is said to live is dead."""
        self._database.write(lambda connection: connection.execute(delete(nodes)))

    def beat(self, seconds: float) -> None:
        """Promise to live for so long from now."""
        now = self._database.now()
        insert = self._database.upsert(nodes).values(id=self._node, alive_until=now + seconds)
        alive = insert.on_conflict_do_update(
            index_elements=[nodes.c.id], set_={"alive_until": insert.excluded.alive_until}
        )
        forget = delete(nodes).where(nodes.c.alive_until < now - FORGET_AFTER_S)

        def work(connection: Connection) -> None:
            connection.execute(alive)
            connection.execute(forget)

        self._database.write(work)

    def resign(self) -> None:
        """Live no more: all our games are free to claim."""
        gone = delete(nodes).where(nodes.c.id == self._node)
        self._database.write(lambda connection: connection.execute(gone))

    def claim(self, game: str) -> Claim:
        """Take a game that is free; claiming one's own game changes nothing."""
        return self._database.write(lambda connection: self._claim(connection, game))

    def _claim(self, connection: Connection, game: str) -> Claim:
        this = games.c.id == game
        row = connection.execute(
            select(games.c.owner, games.c.epoch).where(this).with_for_update()
        ).one_or_none()
        if row is None:
            raise UnknownGameError("store.unknown_game", game=game)
        owner, epoch = row
        if owner == self._node:
            return Claim(epoch, owner)
        # Asked only now: a statement sees no node that came to life while it waited for the game.
        if owner is not None and connection.scalar(select(is_alive(owner, self._database.now()))):
            return Claim(None, owner)
        connection.execute(update(games).where(this).values(owner=self._node, epoch=epoch + 1))
        return Claim(epoch + 1, self._node)
