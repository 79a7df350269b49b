"""What people and programs touch: the commands, the REPL, the importers."""
