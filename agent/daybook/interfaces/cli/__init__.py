"""The `daybook` command. Importing it, and `daybook --help`, load nothing but typer."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `daybook` and exit: 0 done, 1 failed, 2 the user's mistake, 130 interrupted."""
    from daybook.interfaces.cli.program import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
