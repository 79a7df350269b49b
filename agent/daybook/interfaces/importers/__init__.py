"""Chat histories in files, as sessions: `formats` has what can be imported, `import_run` keeps it."""
