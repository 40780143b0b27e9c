"""Settings, nodes, games with their logs and seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("alive_until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    create_games()
    op.create_table(
        "log",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_log"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_log_game"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])


def create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("due_at", sa.Double, nullable=True),
        sa.Column("owner", sa.Text, nullable=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("invite", name="uq_games_invite"),
    )
    op.create_index("ix_games_lobby", "games", ["public", "status", "updated"])
    op.create_index("ix_games_due", "games", ["due_at"])
