"""The `daybook-eval` command. Importing it, and `daybook-eval --help`, load nothing heavy."""

import os
import sys
import time
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `daybook-eval` and exit: 0 done, 1 failed, 2 the user's mistake, 130 interrupted.

    Days are those of UTC, wherever it is run: histories of benchmarks name no zone.
    """
    before = dict(os.environ)
    os.environ["DAYBOOK_TIME_ZONE"] = os.environ["TZ"] = "UTC"
    time.tzset()
    from daybook.interfaces.cli.program import run
    from daybook_eval.cli.app import build_app

    try:
        sys.exit(run(sys.argv[1:] if arguments is None else arguments, build=build_app, name="daybook-eval"))
    finally:
        for name in ("DAYBOOK_TIME_ZONE", "TZ"):
            os.environ.pop(name)
            os.environ |= {name: before[name]} if name in before else {}
        time.tzset()
