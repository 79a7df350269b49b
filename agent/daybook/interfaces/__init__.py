"""Interfaces for people and programs: the commands, the REPL, the importers."""
