"""Who may reach the data directory, as a line of the doctor's."""

from __future__ import annotations

import os
from pathlib import Path

from daybook.store import FILE, CheckResult, narrow, open_to_others


def permissions_check(data_dir: Path, *, fix: bool) -> CheckResult | None:
    """Look whether anyone but its user may reach a memory; None without one, or without POSIX modes.

    Args:
        data_dir: where the memory is.
        fix: whether to narrow the modes first.
    """
    if os.name != "posix" or not any((data_dir / name).exists() for name in (FILE, "chroma")):
        return None
    try:
        if fix:
            narrow(data_dir)
    except OSError as error:
        return CheckResult("permissions", False, f"the modes cannot be narrowed ({error.strerror})")
    names = [path.name for path in open_to_others(data_dir)]
    if not names:
        return CheckResult("permissions", True, "only you may read it")
    first = " and ".join(names[:2]) if len(names) < 3 else f"{names[0]} and {len(names) - 1} files in it"
    return CheckResult("permissions", False, f"others may reach {first}: `daybook doctor --fix` narrows that")
