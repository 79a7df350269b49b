"""Small runs of the kills, over whole and over spoilt memories."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation import Role, Session, Turn
from daybook.library.daybook import Daybook
from daybook.models.embedding import Embedder
from daybook.settings import Settings, VectorSearch
from daybook.store import BySession
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness import kills, worker
from daybook_eval.robustness.operations import (
    HALF,
    LOST,
    NOT_REFUSED,
    RISEN,
    Acknowledged,
    Operation,
    Reply,
    compare,
)
from daybook_eval.robustness.result import RobustnessSettings
from daybook_eval.robustness.worker import Stuck, Worker

pytestmark = pytest.mark.slow

PROMISES = ("lost", "risen", "half", "done though refused", "stuck", "unsound", "died", "failed")


@pytest.mark.parametrize("vectors", [VectorSearch.AUTO, VectorSearch.CHROMA])
def test_kills_lose_nothing_that_was_acknowledged(tmp_path: Path, vectors: VectorSearch) -> None:
    result = kills.measure(RobustnessSettings(tmp_path, seed=3, kills=3, vectors=vectors))

    assert result.runs == 3
    assert {name: result.figures[name] for name in PROMISES} == dict.fromkeys(PROMISES, 0), result.failures
    assert result.figures["acknowledged rounds"] > 0
    assert sum(number for name, number in result.figures.items() if name.startswith("killed in")) == 3


class Spoiling(Worker):
    """Has somebody else forget the oldest kept session before it opens the memory."""

    def __init__(self, settings: Settings, owner: str, embedder: Embedder | None) -> None:
        if (settings.data_dir / "daybook.sqlite").exists():
            with Daybook.open(settings=settings, embedder=embedder) as daybook:
                names = [session.session_id for session in daybook.sessions(owner=owner)]
                for name in [name for name in names if name.startswith("kept")][:1]:
                    daybook.forget(BySession(name), owner=owner)
        super().__init__(settings, owner, embedder)


def test_a_round_that_is_gone_after_a_kill_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "Worker", Spoiling)

    result = kills.measure(RobustnessSettings(tmp_path, seed=3, kills=3))

    assert result.figures["lost"] > 0
    assert any(
        line.startswith("seed 3 directory 0 kill ") and "lost: kept-" in line for line in result.failures
    )


def test_a_process_that_replies_too_late_is_stuck_and_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Worker(Settings.of(data_dir=tmp_path), "ada", HashedWords())
    monkeypatch.setattr(worker, "BOUND", 0.0)

    with pytest.raises(Stuck, match="no end of say in 0 s"):
        process.do(Operation("say", "I drink tea.", "s1"))
    assert process.process.exitcode == -9


TEA, RAIN = ("I drink tea.", "Noted."), ("It rains.", "Take a coat.")
TURNS = tuple(
    Turn(role, text)
    for words in (TEA, RAIN)
    for role, text in zip((Role.USER, Role.ASSISTANT), words, strict=True)
)
BOTH = Operation("import", sessions=(Session("s1", datetime(2024, 1, 1, tzinfo=UTC), TURNS),))
FORGET, CORRECT = Operation("forget", session_id="s1"), Operation("correct", "Aarhus")
WHOLE = {"s1": (TEA, RAIN)}


def books_of(*operations: tuple[Operation, Reply | None]) -> Acknowledged:
    """Everything acknowledged after some operations, the last of which may have no reply yet."""
    books = Acknowledged()
    for operation, reply in operations:
        books.begin(operation)
        if reply is not None:
            books.finish(operation, reply)
    return books


IMPORTED, REFUSED = (BOTH, Reply(WHOLE)), Reply(error="StoreBusy: later", refused=True)
SAID = {"c": (("I live in Aarhus.", ""),)}


@pytest.mark.parametrize(
    ("books", "seen", "kinds"),
    [
        (books_of(IMPORTED), Reply(WHOLE), set()),
        (books_of(IMPORTED), Reply(), {LOST}),
        (books_of(IMPORTED), Reply({"s1": (TEA,)}), {LOST}),
        (books_of(IMPORTED), Reply({"s1": (TEA, ("It rains.", "Take a boat."))}), {LOST}),
        # an import without a reply is there whole or not at all, a refused one is not there
        (books_of((BOTH, None)), Reply(), set()),
        (books_of((BOTH, None)), Reply(WHOLE), set()),
        (books_of((BOTH, None)), Reply({"s1": (TEA,)}), {HALF}),
        (books_of((BOTH, REFUSED)), Reply(), set()),
        (books_of((BOTH, REFUSED)), Reply(WHOLE), {NOT_REFUSED}),
        # a forgetting takes all or nothing, and stays once it was acknowledged
        (books_of(IMPORTED, (FORGET, None)), Reply(), set()),
        (books_of(IMPORTED, (FORGET, None)), Reply(WHOLE), set()),
        (books_of(IMPORTED, (FORGET, None)), Reply({"s1": (TEA,)}), {HALF}),
        (books_of(IMPORTED, (FORGET, Reply())), Reply(), set()),
        (books_of(IMPORTED, (FORGET, Reply())), Reply(WHOLE), {RISEN}),
        # a correction is a round and a record
        (books_of((CORRECT, Reply(values=("Aarhus",)))), Reply(SAID, ("Aarhus",)), set()),
        (books_of((CORRECT, Reply(values=("Aarhus",)))), Reply(SAID), {LOST}),
        (books_of((CORRECT, Reply(values=("Aarhus",)))), Reply(values=("Aarhus",)), {LOST}),
        (Acknowledged(cut_off={"Aarhus"}), Reply(), set()),
        (Acknowledged(cut_off={"Aarhus"}), Reply(SAID, ("Aarhus",)), set()),
        (Acknowledged(cut_off={"Aarhus"}), Reply(values=("Aarhus",)), {HALF}),
    ],
)
def test_what_is_seen_is_held_against_what_was_acknowledged(
    books: Acknowledged, seen: Reply, kinds: set[str]
) -> None:
    assert {kind for kind, _ in compare(books, books, seen)} == kinds


def test_a_correction_that_a_kill_interrupts_is_cut_off() -> None:
    books = Acknowledged()
    books.cut(CORRECT)

    assert books == Acknowledged(cut_off={"Aarhus"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (books_of(IMPORTED), books_of(IMPORTED, (FORGET, None))),
        (Acknowledged(), books_of((Operation("say", TEA[0], "s2"), Reply({"s2": (TEA,)})))),
    ],
)
def test_what_goes_or_comes_while_a_process_looks_may_be_missing_there(
    before: Acknowledged, after: Acknowledged
) -> None:
    assert compare(before, after, Reply()) == []
