"""The SQL database: its kinds, tables, columns and versions. Nothing here knows of the rest of the store."""
