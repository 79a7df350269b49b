"""The `daybook` command. Importing it, and `daybook --help`, load nothing but typer."""

import sys
from collections.abc import Sequence

from daybook.conversation.errors import BadSettings
from daybook.conversation.extras import needs


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `daybook` and exit: 0 done, 1 failed, 2 the user's mistake, 130 interrupted."""
    try:
        with needs("cli", "this command"):
            from daybook.interfaces.cli.program import run
    except BadSettings as error:
        sys.stderr.write(f"daybook: {error}\n")
        sys.exit(2)

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
