"""The verdicts of the matrix, and a small run of it."""

from pathlib import Path

import pytest

from daybook.interfaces.importers import read_messages
from daybook.library.daybook import Daybook
from daybook.settings import Settings
from daybook_eval.forgetting.embedder import HashedWords
from daybook_eval.robustness.matrix import judge, run_beside, run_matrix
from daybook_eval.robustness.matrix_commands import COMMANDS, Ended, MatrixCommand, write_facts
from daybook_eval.robustness.neighbours import Nobody

pytestmark = pytest.mark.slow

CHAT, SESSIONS = (next(one for one in COMMANDS if one.name == name) for name in ("chat", "sessions"))


@pytest.mark.parametrize(
    ("code", "out", "there", "verdict"),
    [
        (0, "Noted.", True, "done"),
        (0, "Noted.", False, "not as it says"),
        (0, "is in use by process 7", False, "refused"),
        (0, "is in use by process 7", True, "done though refused"),
        (2, "", False, "refused"),
        (1, "", False, "failed"),
        (-11, "", False, "failed"),
    ],
)
def test_a_command_is_judged_by_what_it_says_and_what_is_there(
    code: int, out: str, there: bool, verdict: str
) -> None:
    assert judge(CHAT, Ended(code, out, ""), there=there) == verdict


class Quarrelsome(Nobody):
    def trouble(self) -> str:
        return "the neighbour cannot read any more"


def quick_memory(directory: Path) -> None:
    """The facts of the matrix, under an embedder that needs no model; these commands need none."""
    settings = Settings.of(data_dir=directory / "data")
    with Daybook.open(settings=settings, embedder=HashedWords()) as daybook:
        daybook.add(read_messages(write_facts(directory / "facts.json")).sessions, owner="me")


def test_commands_run_on_a_real_memory_and_their_neighbour_is_asked(tmp_path: Path) -> None:
    liar = MatrixCommand("liar", lambda seen, _: ["stats", "--json"], lambda seen, *_: seen.says("nonsense"))

    cells = run_matrix(tmp_path, [SESSIONS, liar], {"nobody": Nobody}, quick_memory)

    assert [(one.verdict, one.code, one.kept_its_word) for one in cells] == [
        ("done", 0, True),
        ("not as it says", 0, False),
    ]
    assert cells[0].first_line.endswith("I live in Munich.")
    beside_another = run_beside(SESSIONS, "other", Quarrelsome(tmp_path), tmp_path / "nobody")
    assert (beside_another.verdict, beside_another.kept_its_word) == ("done", False)
