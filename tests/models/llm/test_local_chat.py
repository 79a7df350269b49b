"""Errors about a rewriter's folder before its weights are read; running one is tested by `-m train`."""

from pathlib import Path

import pytest

from daybook import Daybook
from daybook.conversation.errors import BadSettings
from daybook.models.llm import local_chat
from daybook.models.llm.local_chat import load_local_chat
from daybook.settings import Settings


def test_a_wrong_folder_is_one_clear_error_when_the_memory_is_opened(tmp_path: Path) -> None:
    settings = Settings.of(data_dir=tmp_path / "data", rewriter=tmp_path / "nothing")

    with pytest.raises(BadSettings, match=r"DAYBOOK_REWRITER: .*nothing holds no model"):
        Daybook.open(settings=settings)

    assert not (tmp_path / "data").exists()


def test_a_missing_extra_is_named_with_what_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.json").write_text("{}")
    monkeypatch.setattr(local_chat, "SERVING", ("no_such_package",))

    with pytest.raises(
        BadSettings, match=r"no_such_package cannot be imported; pip install 'daybook-memory\[train\]'"
    ):
        load_local_chat(tmp_path, setting="DAYBOOK_REWRITER", deadline=1.0)
