"""Alembic's entry point for migrations: on the connection that the store hands over."""

from alembic import context

from daybook.store.sql.sql_tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by making it anew
)
context.run_migrations()
