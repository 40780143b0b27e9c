"""Bring a database to the tables of today."""

from sqlalchemy import Connection, func, select, text

from han.server.store.database import Database
from han.server.store.errors import StoreError

LOCK = 0x48414E
"""The advisory lock that only processes changing the tables take: ``HAN`` in letters."""


def migrate(database: Database) -> None:
    """Carry out the migrations that the database lacks, one process at a time, all or none."""
    database.write(lambda connection: _upgrade(connection, database))


def _upgrade(connection: Connection, database: Database) -> None:
    from alembic import command  # late: nothing else here needs it
    from alembic.config import Config
    from alembic.util import CommandError

    if not database.is_file:
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
    config = Config()
    config.set_main_option("script_location", "han.server.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:  # it is at a migration that this version does not know
        raise StoreError("store.newer", where=database.name) from error
