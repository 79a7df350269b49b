"""Where the commands find their settings: the environment, and a `.env` file in the current folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from agent.errors import BadInput

_ASSIGNMENT = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")
_OURS = ("DAYBOOK_", "OPENAI_")
_COMMENT = re.compile(r"\s#.*")


def environment(folder: Path | None = None) -> Mapping[str, str]:
    """Return the variables of the environment, and under them those of `.env`.

    Raises:
        BadInput: the file cannot be read.
    """
    return {**read_env_file((folder or Path()) / ".env"), **os.environ}


def read_env_file(path: Path) -> dict[str, str]:
    """Read NAME=value lines. Names that do not begin with DAYBOOK_ or OPENAI_ are not ours and left alone.

    "export" may stand before a name and quotes around a value; "#" begins a comment at the start of a
    line, and after white space behind a value without quotes. Nothing is expanded.

    Raises:
        BadInput: the file cannot be read, or a line is no assignment (the error gives its number).
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot be read: {error}", source=path) from None
    found: dict[str, str] = {}
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line or line.startswith("#"):
            continue
        assignment = _ASSIGNMENT.fullmatch(line)
        if not assignment:
            raise BadInput("expected NAME=value", source=path, where=f"line {number}")
        if assignment[1].startswith(_OURS):
            found[assignment[1]] = _value(assignment[2])
    return found


def _value(text: str) -> str:
    if text[:1] in ("'", '"') and (end := text.find(text[0], 1)) > 0:
        return text[1:end]
    return _COMMENT.sub("", f" {text}").strip()
