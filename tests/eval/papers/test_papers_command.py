"""`daybook-eval papers`: every table that is listed can be made, and a made one can be kept."""

import json
from pathlib import Path

import pytest

from daybook.errors import BadInput
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import PaperTable, as_markdown, as_plain
from daybook_eval.papers.tables import TABLES


def test_a_table_tells_its_command_its_data_and_what_was_not_published() -> None:
    table = PaperTable("A | table", ("way", "ours", "theirs"), [("a|b", 0.5, None)], "10 questions", ["Why."])

    told = as_markdown(table, command="daybook-eval papers x")

    assert "    daybook-eval papers x" in told
    assert "| a\\|b | 0.500 | – |" in told
    assert told.endswith("- Why.\n")
    assert json.loads(json.dumps(as_plain(table, command="c")))["rows"] == [["a|b", 0.5, None]]


def test_a_data_set_is_found_by_the_beginning_of_its_file_name(tmp_path: Path) -> None:
    (tmp_path / "longmemeval_s_dev.json.gz").touch()
    (tmp_path / "locomo_dev.json").touch()
    inputs = Inputs(tmp_path, tmp_path / "cache")

    assert inputs.file("locomo") == tmp_path / "locomo_dev.json"
    with pytest.raises(BadInput, match="no files whose names begin with 'msc'"):
        inputs.file("msc")
    (tmp_path / "locomo_test.json").touch()
    with pytest.raises(BadInput, match="2 files"):
        inputs.file("locomo")


def test_every_table_has_its_code() -> None:
    for name in TABLES:
        from importlib import import_module

        module, _, function = TABLES[name].place.partition(":")

        assert callable(getattr(import_module(module), function or "make"))
