"""The estimated cost of reading rounds for facts by a model, against the real one."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadSettings
from daybook.settings import Settings
from tests.interfaces.daybook_command import HashedWords
from tests.scripted_server import ScriptedServer, scripted_server

MAY = datetime(2023, 5, 2, 9, tzinfo=UTC)
Open = Callable[..., Daybook]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        yield script


@pytest.fixture
def open_it(tmp_path: Path) -> Iterator[Open]:
    opened: list[Daybook] = []

    def made(**settings: object) -> Daybook:
        chosen = Settings.of(data_dir=tmp_path / "data", **settings)
        opened.append(Daybook.open(settings=chosen, embedder=HashedWords()))
        return opened[-1]

    yield made
    for daybook in opened:
        daybook.close()


def session(name: str, *texts: str) -> Session:
    turns = [
        turn
        for place, text in enumerate(texts)
        for turn in (
            Turn(Role.USER, text, MAY + timedelta(minutes=place)),
            Turn(Role.ASSISTANT, "I see.", MAY + timedelta(minutes=place)),
        )
    ]
    return Session(name, MAY, tuple(turns))


HISTORY = [
    session("first", "I live in Leeds. I am allergic to peanuts."),
    session("long", *(f"I told you {number} things about my garden." for number in range(12))),
    session("short", "My aunt has a boat."),
    session("code", "```\nx = 1\n```"),
]


def test_it_names_the_calls_that_are_made(open_it: Open, server: ScriptedServer) -> None:
    daybook = open_it(
        chat_model="small",
        openai_api_key=SecretStr("sk-test"),
        openai_base_url=server.url,
    )
    daybook.add(HISTORY, owner="eve")

    told = daybook.estimate_facts(owner="eve")
    assert server.requests == []
    for _ in range(told.calls):
        server.reply({"facts": []})
    daybook.remember(owner="eve", by_model=True)

    assert (told.model, told.rounds, told.calls) == ("small", 14, 4)
    again = daybook.estimate_facts(owner="eve")
    assert (again.rounds, again.calls) == (0, 0)


def test_estimates_add_up(open_it: Open, server: ScriptedServer) -> None:
    daybook = open_it(chat_model="small", openai_api_key=SecretStr("sk-test"), openai_base_url=server.url)
    daybook.add(HISTORY, owner="eve")
    daybook.add(HISTORY[2:], owner="bob")

    both = daybook.estimate_facts(owner="eve") + daybook.estimate_facts(owner="bob")

    assert (both.rounds, both.calls) == (15, 5)
    assert server.requests == []


@pytest.mark.parametrize("settings", [{}, {"chat_model": "small", "ledger": False}])
def test_without_a_model_or_a_ledger_there_is_nothing_to_estimate(
    open_it: Open, server: ScriptedServer, settings: dict[str, object]
) -> None:
    daybook = open_it(openai_base_url=server.url, **settings)

    with pytest.raises(BadSettings, match="DAYBOOK_CHAT_MODEL"):
        daybook.estimate_facts(owner="eve")
    with pytest.raises(BadSettings, match="DAYBOOK_CHAT_MODEL"):
        daybook.remember(owner="eve", by_model=True)
