"""What newcomers said and asked, without a model: each table is a class of sentences, with look-alikes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook import Daybook, Role, Session, Turn
from daybook.models.embedding import Embedder
from daybook.settings import Settings

pytestmark = pytest.mark.slow

ASKED = datetime(2026, 11, 23, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Case:
    kind: str
    rounds: tuple[str, ...]
    said: str
    expected: tuple[tuple[str, str], ...]
    chat: bool
    is_open: bool


def _cases() -> Iterator[Case]:
    text = Path(__file__).with_name("newcomers.txt").read_text("utf-8")
    for block in text.split("\n\n== ")[1:]:
        kind, *lines = block.splitlines()
        rounds = tuple(line for line in lines if line[:1].isdigit())
        starts = [place for place, line in enumerate(lines) if line.lstrip("~!")[:2] in ("? ", "> ")]
        for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
            put = lines[start].lstrip("~!")
            expected = tuple((line[0], line[2:]) for line in lines[start + 1 : stop])
            yield Case(kind, rounds, put[2:], expected, put[0] == ">", lines[start][0] == "!")


@pytest.fixture(scope="module")
def told(minilm: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Case], str]]:
    """Gives what one memory says to each case, of which every kind and history has an owner."""
    chosen = Settings.of(data_dir=tmp_path_factory.mktemp("newcomers"))
    with Daybook.open(settings=chosen, embedder=minilm, clock=lambda: ASKED) as daybook:

        def answer(case: Case) -> str:
            owner = f"{case.kind} {hash(case.rounds)}".replace(" ", "-")
            for place, line in enumerate(case.rounds):
                day, *texts = line.split(" | ")
                said_at = datetime.fromisoformat(f"{day}T09:00:00+00:00")
                turns = map(Turn, (Role.USER, Role.ASSISTANT), texts)
                daybook.add([Session(f"s{place}", said_at, tuple(turns))], owner=owner)
            return (daybook.chat if case.chat else daybook.ask)(case.said, owner=owner).text

        yield answer


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{case.kind}: {case.said}", marks=[pytest.mark.xfail] if case.is_open else [])
        for case in _cases()
    ],
)
def test_a_newcomer_is_answered(case: Case, told: Callable[[Case], str]) -> None:
    answer = told(case)

    for sign, words in case.expected:
        lead = answer.partition("\n")[0]
        assert {
            "^": words in lead,
            "+": words in answer,
            "-": words not in answer,
            "=": words == answer,
        }[sign], f"{sign} {words}\n{answer}"
