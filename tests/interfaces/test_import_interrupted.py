"""An import that the user stops."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Session
from daybook.library.daybook import Daybook
from tests.interfaces.daybook_command import Command


def test_an_interrupted_import_says_what_it_kept(
    daybook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = tmp_path / "history.json"
    history.write_text(
        '[{"role": "user", "content": "I keep bees.", "timestamp": "2024-04-01", "session_id": "a"},'
        ' {"role": "user", "content": "I keep hens.", "timestamp": "2024-04-02", "session_id": "b"}]'
    )
    add = Daybook.add

    def stopped(memory: Daybook, sessions: Iterable[Session], **given: Any) -> None:
        add(memory, list(sessions)[:1], **given)
        raise KeyboardInterrupt

    monkeypatch.setattr(Daybook, "add", stopped)

    done = daybook("import", str(history))

    assert done.code == 130
    assert done.err.splitlines() == [
        "daybook: 1 new rounds of 'me' are kept; import the file again for the rest",
        "daybook: interrupted",
    ]
    assert daybook("stats", "--json").json["rounds"] == 1
