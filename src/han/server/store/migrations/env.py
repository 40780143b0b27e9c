"""Alembic runs this file to carry out migrations, on the connection that `migrate` gives."""

from alembic import context

from han.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by copying it
    transactional_ddl=True,  # all or nothing, on SQLite too
)
with context.begin_transaction():
    context.run_migrations()
