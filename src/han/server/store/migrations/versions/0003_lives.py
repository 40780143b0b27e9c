"""When a node lived, to know for how long no server was there."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("nodes", sa.Column("since", sa.Double, nullable=True))
    op.add_column("nodes", sa.Column("seen", sa.Double, nullable=True))
