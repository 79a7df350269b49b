"""Questions that a model proposes, people mend, and chats in which their evidence comes out in passing."""

import json
from pathlib import Path

import pytest

from daybook_eval.data import read_cases
from daybook_eval.data.curate import EXCHANGES, KINDS, attributes_in_turn, read_proposals, telling_problem
from tests.interfaces.daybook_command import Command
from tests.scripted_server import Body, ScriptedServer

NAMES = ("Ash", "Birch", "Cedar")
HELP = "Try a list, and begin with the smallest box."


def told(body: Body) -> str:
    return str(body["messages"][-1]["content"])


def plays(body: Body) -> str:
    """A model that does what each prompt asks for."""
    asked = body["messages"][0]["content"]
    if "Invent an ordinary person" in asked:
        return "I keep kayaks and name them after trees."
    if "Propose up to three questions" in asked:
        count = int(told(body).partition("statements: ")[2].split()[0])
        evidence = [
            {"statement": f"I painted my kayak {name} orange.", "days_before": 10 * place}
            for place, name in enumerate(NAMES[:count], start=1)
        ]
        return json.dumps(
            {"questions": [{"question": "Which kayak?", "answer": "Ash", "evidence": evidence}]}
        )
    if "lets something slip" in asked or "asks an assistant for help with a task" in asked:
        if "reveal: true" not in told(body):
            return json.dumps({"message": "How do I tidy up a garage before the winter?"})
        statement = json.loads(told(body).partition("statement: ")[2].splitlines()[0])
        return json.dumps({"message": f"{statement[:-1]} last week; which varnish would keep boards dry?"})
    return HELP


@pytest.fixture
def proposals(tmp_path: Path, server: ScriptedServer, evaluate: Command) -> Path:
    server.always(plays)
    out = tmp_path / "proposals.jsonl"
    ran = evaluate("data", "propose", "--out", str(out), "--questions", "4", "--model", "m", "--yes")
    assert (ran.code, "about 8 calls" in ran.err) == (0, True), ran.err
    return out


def test_proposals_are_of_each_kind_and_attribute_once_and_rest_on_statements(proposals: Path) -> None:
    written = read_proposals(proposals)

    assert [one.question_type for one in written] == list(KINDS)
    assert [len(one.evidence) for one in written] == list(KINDS.values())
    assert len({one.attribute for one in written}) == 4
    every = {attributes_in_turn(0, number) for number in range(48)}
    assert len(every) == 48
    assert len({category for category, _ in every}) == 5


def test_chats_hide_their_evidence_and_make_a_file_that_is_read_and_run(
    proposals: Path, tmp_path: Path, evaluate: Command, without_a_model: None
) -> None:
    mended = proposals.read_text().replace("Which kayak?", "Which of my kayaks is orange?")
    proposals.write_text(mended)  # people's part
    out = tmp_path / "curated.json"

    ran = evaluate("data", "converse", "--data", str(proposals), "--out", str(out), "--model", "m", "--yes")
    cases = list(read_cases(out))
    done = evaluate("run", "--data", str(out), "--out", str(tmp_path / "run"), "--limit", "1")

    statements = sum(KINDS.values())
    assert f"about {2 * EXCHANGES * statements} calls" in ran.err
    assert [case.question for case in cases] == ["Which of my kayaks is orange?"] * 4
    for case in cases:
        assert len(case.sessions) == statements  # its own chats among those of the others
        assert len(case.evidence_sessions) == len(case.answer_sessions) == KINDS[case.question_type]
        assert list(case.sessions) == sorted(case.sessions, key=lambda session: session.started_at)
        assert all(session.started_at < case.asked_at for session in case.sessions)
        for turn in case.evidence_turns:
            assert "orange last week; which varnish" in turn.text
    places = {turn.turn for case in cases for turn in case.evidence_turns}
    assert len(places) > 1, "not always in the first message"
    assert done.code == 0, done.err


def test_a_question_whose_statement_does_not_come_out_in_passing_is_left_out(
    proposals: Path, tmp_path: Path, server: ScriptedServer, evaluate: Command
) -> None:
    server.always(lambda body: json.dumps({"message": "I painted my kayak Ash orange."}))
    out = tmp_path / "curated.json"

    ran = evaluate("data", "converse", "--data", str(proposals), "--out", str(out), "--model", "m", "--yes")

    assert ran.code == 1
    assert ran.err.count("left out: curated-0-") == 4
    assert f"{out}: 0 questions" in ran.out


def test_nothing_is_sent_without_consent(tmp_path: Path, server: ScriptedServer, evaluate: Command) -> None:
    ran = evaluate("data", "propose", "--out", str(tmp_path / "p.jsonl"), "--model", "m")

    assert (ran.code, server.requests) == (1, [])


@pytest.mark.parametrize(
    ("message", "reveal", "problem"),
    [
        ("What does it cost to insure my blue Honda Jazz?", True, ""),
        ("I bought a blue Honda Jazz.", True, "it says the statement and asks for nothing else"),
        ("What does it cost to insure a car?", True, "it leaves out what the statement says"),
        ("What does it cost to insure my blue Honda Jazz?", False, "it gives the statement away too early"),
        ("What does it cost to insure a car?", False, ""),
    ],
)
def test_a_message_tells_the_statement_by_the_way_and_when_it_is_to(
    message: str, reveal: bool, problem: str
) -> None:
    assert telling_problem(message, "I bought a blue Honda Jazz.", reveal=reveal) == problem


def test_a_line_that_was_mended_wrongly_is_named(proposals: Path, evaluate: Command) -> None:
    proposals.write_text(proposals.read_text().replace('"answer"', '"anwser"', 1))

    ran = evaluate("data", "converse", "--data", str(proposals), "--out", "o.json", "--model", "m", "--yes")

    assert ran.code == 2
    assert "proposals.jsonl, line 1: is no proposal" in ran.err
