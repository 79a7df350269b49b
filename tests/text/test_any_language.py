"""Memory in languages that have no rules of their own: kept, found, quoted and forgotten."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daybook import Daybook, Role, Turn
from daybook.conversation.errors import BadSettings, EmbedderMismatch
from daybook.interfaces.cli import main
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook.store import ByPhrase
from tests.scripted_server import Body, scripted_server
from tests.text.conversations import ARABIC, GERMAN, JAPANESE, TALKS, Talk

BEGAN = datetime(2026, 1, 5, 9, tzinfo=UTC)
Open = Callable[..., Daybook]


@pytest.fixture
def open_it(tmp_path: Path, minilm: Embedder) -> Iterator[Open]:
    with ExitStack() as stack:

        def opened(language: str, *, name: str = "", **more: object) -> Daybook:
            given = {"data_dir": tmp_path / (name or language), "language": language, **more}
            settings = Settings.of(**given)
            clock = lambda: BEGAN + timedelta(days=60)  # noqa: E731
            return stack.enter_context(Daybook.open(settings=settings, embedder=minilm, clock=clock))

        yield opened


def keep(daybook: Daybook, talk: Talk) -> list[str]:
    """Keep what was said, a round a day; return the ids of the rounds."""
    return [
        daybook.append(
            [Turn(Role.USER, said)], owner="a", session_id=f"s{day}", said_at=BEGAN + timedelta(days=day)
        ).round.round_id
        for day, said in enumerate(talk.said)
    ]


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.code)
def test_the_right_round_is_found_first_and_shown(talk: Talk, open_it: Open) -> None:
    daybook = open_it(talk.code)
    rounds = keep(daybook, talk)

    found = {question: daybook.search(question, owner="a").candidates for question in talk.asked}
    answers = {question: daybook.ask(question, owner="a") for question in talk.asked}

    assert {question: hits[0].round.round_id for question, hits in found.items()} == {
        question: rounds[place] for question, place in talk.asked.items()
    }
    assert all(talk.said[place] in answers[question].text for question, place in talk.asked.items())
    assert daybook.ledger.records(owner="a") == []


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.code)
def test_a_chat_keeps_statements_and_answers_questions(talk: Talk, open_it: Open) -> None:
    daybook = open_it(talk.code)
    keep(daybook, talk)
    question, place = next(iter(talk.asked.items()))

    told = daybook.chat(talk.said[1], owner="a", session_id="chat")
    asked = daybook.chat(question, owner="a", session_id="chat", dialogue=[Turn(Role.USER, talk.said[1])])
    context = daybook.context_for(question, owner="a")

    assert told.remembered is not None
    assert talk.said[place] in asked.text
    assert talk.said[place] in [item.quote for item in context.items]
    assert (asked.proposal, asked.consent, context.constraints) == (None, None, ())


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.code)
def test_a_phrase_is_forgotten(talk: Talk, open_it: Open) -> None:
    daybook = open_it(talk.code)
    keep(daybook, talk)

    receipt = daybook.forget(ByPhrase(talk.phrase), owner="a")

    assert (receipt.verified, receipt.removed["rounds"]) == (True, 1)
    assert talk.phrase not in daybook.ask(next(iter(talk.asked)), owner="a").text


@pytest.mark.parametrize("talk", [ARABIC, JAPANESE], ids=lambda talk: talk.code)
def test_the_commands_speak_it(
    talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DAYBOOK_LANGUAGE", talk.code)
    monkeypatch.setenv("DAYBOOK_DATA_DIR", str(tmp_path / "data"))
    messages = [{"role": "user", "content": said, "timestamp": "2026-01-05T09:00:00Z"} for said in talk.said]
    file = tmp_path / "said.json"
    file.write_text(json.dumps(messages, ensure_ascii=False), "utf-8")
    question, place = next(iter(talk.asked.items()))

    for command in (["import", str(file), "--yes"], ["ask", question]):
        with pytest.raises(SystemExit) as ended:
            main(command)
        assert ended.value.code in (0, None)

    assert talk.said[place] in capsys.readouterr().out


def test_a_model_reads_it_and_its_quotes_are_checked(open_it: Open) -> None:
    question, place = next(iter(JAPANESE.asked.items()))
    quote = JAPANESE.said[place]

    def read(request: Body) -> str:
        shown = json.dumps(request, ensure_ascii=False)
        number = shown.rpartition(quote)[0].rpartition('\\"round\\": ')[2].partition(",")[0]
        note = {"round": int(number), "quote": quote, "note": "猫"}
        return json.dumps({"notes": [note], "answer": "タマです。", "not_known": False}, ensure_ascii=False)

    with scripted_server() as server:
        plain = open_it("ja")
        keep(plain, JAPANESE)
        plain.close()
        daybook = open_it(
            "ja", chat_model="m", openai_base_url=server.url, openai_api_key="k", steps_by_rules=("rerank",)
        )
        server.reply('{"kinds": []}', when="kinds")
        server.reply('{"parts": [], "phrasings": []}', when="phrasings")
        server.reply('{"first": null, "last": null, "about": "said"}', when="period that a set of rules")
        server.reply(read)
        answer = daybook.ask(question, owner="a")

    assert answer.text.startswith("タマです。")
    assert answer.evidence[0].quote == quote


def test_two_languages_work_in_one_process(open_it: Open) -> None:
    english, german = open_it("en"), open_it("de")
    for daybook in (english, german):
        daybook.append([Turn(Role.USER, "I moved to Porto.")], owner="a", said_at=BEGAN)

    question = "Where did I move the day before yesterday?"
    assert english.search(question, owner="a").plan.time_range is not None
    assert german.search(question, owner="a").plan.time_range is None
    for daybook in (english, german):
        assert "I moved to Porto." in daybook.ask("Where did I move?", owner="a").text


def test_what_is_indexed_in_one_language_is_not_searched_in_another(open_it: Open) -> None:
    before = open_it("en", name="one")
    keep(before, GERMAN)
    before.close()

    with pytest.raises(EmbedderMismatch, match="daybook reindex"):
        open_it("de", name="one").search("Katze", owner="a")


def test_no_other_language_than_those_with_a_code_is_taken() -> None:
    assert Settings.of(language=" DE ").language == "de"
    with pytest.raises(BadSettings, match=r"DAYBOOK_LANGUAGE: .*'klingon' is no language"):
        Settings.of(language="klingon")
