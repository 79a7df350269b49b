"""The library in an editor: documentation, names, and the owner named once."""

import inspect
from inspect import signature
from pathlib import Path

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

import daybook as package
from daybook import (
    BadInput,
    BySession,
    Daybook,
    DaybookError,
    EmbedderMismatch,
    Role,
    Turn,
)
from daybook.conversation import errors
from daybook.library.document_actions import DocumentActions
from daybook.library.ledger_actions import LedgerActions
from tests.interfaces.daybook_command import HashedWords
from tests.small_memory import ASKED

PARKED = Turn(Role.USER, "I parked the car on level four.")


@pytest.mark.parametrize("home", [Daybook, LedgerActions, DocumentActions])
def test_a_blocking_method_has_the_name_signature_and_documentation_of_what_it_does(home: type) -> None:
    pairs = [
        (name, method, getattr(home, name[1:]))
        for name, method in inspect.getmembers(home, inspect.iscoroutinefunction)
        if name.startswith("a") and hasattr(home, name[1:])
    ]

    assert len(pairs) >= 6
    for name, method, blocking in pairs:
        assert blocking.__name__ == name[1:]
        assert blocking.__doc__ == method.__doc__ != ""
        assert inspect.signature(blocking) == inspect.signature(method)


def test_whatever_the_package_exports_is_there_and_so_is_every_error() -> None:
    raised = {name for name, found in vars(errors).items() if inspect.isclass(found)}

    assert all(getattr(package, name) for name in package.__all__)
    assert {name for name in raised if issubclass(getattr(errors, name), DaybookError)} <= {*package.__all__}


def test_an_owner_is_named_once_and_has_what_is_theirs_alone(daybook: Daybook) -> None:
    zoe = daybook.of("zoe")
    zoe.append([PARKED], session_id="garage")

    assert "level four" in zoe.ask("Where did I park the car?").text
    assert [found.round.session_id for found in zoe.search("car")] == ["garage"]
    assert [session.session_id for session in zoe.sessions()] == ["garage"]
    assert daybook.of("bob").ask("Where did I park the car?").not_known
    assert zoe.forget(BySession("garage")).verified
    with pytest.raises(BadInput, match="needs a name"):
        daybook.of(" ")


def test_what_a_search_found_is_gone_through_as_it_is(daybook: Daybook) -> None:
    found = daybook.search("What is my cat called?", owner="ada", limit=2)

    assert tuple(found) == found.candidates
    assert len(found) == 2


def test_an_embedding_model_of_langchain_is_taken_as_it_is(tmp_path: Path) -> None:
    with Daybook.open(tmp_path, embedder=DeterministicFakeEmbedding(size=8)) as opened:
        opened.append([PARKED], owner="ada")

        assert [found.round.user for found in opened.search("car", owner="ada")] == [PARKED]
        assert opened.embedder.dim == 8
        assert opened.embedder.fingerprint == "langchain:DeterministicFakeEmbedding:1000"
    with (
        Daybook.open(tmp_path, embedder=HashedWords()) as opened,
        pytest.raises(EmbedderMismatch, match="DeterministicFakeEmbedding"),
    ):
        opened.search("car", owner="ada")


def test_a_chat_goes_on_where_its_session_is_named(daybook: Daybook) -> None:
    daybook.chat("My sister Ines lives in Lisbon.", owner="ada", session_id="talk", asked_at=ASKED)

    asked = "And where does she live?"
    known = daybook.chat(asked, owner="ada", session_id="talk", asked_at=ASKED)
    elsewhere = daybook.chat(asked, owner="ada", session_id="another", asked_at=ASKED)
    alone = daybook.chat(asked, owner="ada", session_id="talk", dialogue=(), asked_at=ASKED)

    assert known.answer is not None
    assert "Ines" in known.answer.plan.question
    for other in (elsewhere, alone):
        assert other.answer is None or "Ines" not in other.answer.plan.question


def test_a_missing_argument_is_told_of_the_method_that_was_called(daybook: Daybook) -> None:
    with pytest.raises(TypeError, match=r"Daybook\.ask\(\) missing .*'owner'"):
        daybook.ask("Where did I park?")  # type: ignore[call-arg]


def test_one_owners_memory_has_every_call_of_daybook_that_takes_an_owner(daybook: Daybook) -> None:
    def takes_owner(calls: object) -> set[str]:
        public = {name: getattr(calls, name) for name in dir(calls) if not name.startswith("_")}
        return {
            name for name, call in public.items() if callable(call) and "owner" in signature(call).parameters
        }

    zoe = daybook.of("zoe")

    assert takes_owner(daybook) <= set(dir(zoe)) | {"of"}
    assert takes_owner(daybook.documents) <= set(dir(zoe.documents))
    assert zoe.constraints() == ()
    with pytest.raises(AttributeError, match="owners"):
        _ = zoe.owners
