"""The tables. Whoever changes them writes a migration too; a test compares the two."""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

settings = Table(
    "settings",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

nodes = Table(
    "nodes",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("alive_until", Double, nullable=False),
    Column("since", Double),  # its first and its last sign of life; nodes of old servers have none
    Column("seen", Double),
)

games = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("invite", Text, nullable=False, unique=True),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("due_at", Double),
    Column("owner", Text),  # no foreign key: a node that is not in the table is dead
    Column("epoch", Integer, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("summary", Text, nullable=False),
    Column("maker", Text),  # a digest of the address that it was set up from
    Index("ix_games_lobby", "public", "status", "updated"),
    Index("ix_games_due", "due_at"),
    Index("ix_games_maker", "maker", "created"),
)

log = Table(
    "log",
    METADATA,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("epoch", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

seats = Table(
    "seats",
    METADATA,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text, nullable=False),
    Index("ix_seats_guest", "guest"),
)
