"""The study of Debian's manuals: what counts as run together, and what is said where none is there."""

from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput
from daybook_eval.manuals import PLACES, QUESTIONS, installed_manuals, run_together

KNOWN = frozenset({"every", "package", "has", "a", "maintainer", "pack"})


def test_a_word_runs_together_where_two_known_ones_make_it_and_it_is_none_itself() -> None:
    words = ["everypackage", "Package", "hasmaintainer", "maintainers", "packa", "hasa", "Everypackage"]

    assert run_together(words, KNOWN) == ["everypackage", "hasmaintainer", "Everypackage"]


def test_there_are_twenty_questions_each_of_a_manual_that_is_known() -> None:
    assert QUESTIONS.keys() == PLACES.keys()
    assert sum(map(len, QUESTIONS.values())) == 20
    assert all(needed for asked in QUESTIONS.values() for needed in asked.values())


def test_manuals_are_found_by_the_names_of_their_files_and_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="apt install"):
        installed_manuals(tmp_path)

    (tmp_path / "policy.pdf.gz").write_bytes(b"")

    assert installed_manuals(tmp_path) == {"debian-policy": tmp_path / "policy.pdf.gz"}
