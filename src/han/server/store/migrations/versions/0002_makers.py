"""From which address a game was set up, to limit how many one may have."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("maker", sa.Text, nullable=True))
    op.create_index("ix_games_maker", "games", ["maker", "created"])
