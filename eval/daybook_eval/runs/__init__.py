"""Runs: questions handed out, records kept, safe to stop at any moment and to go on with."""
