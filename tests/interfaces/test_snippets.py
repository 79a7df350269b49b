"""Every snippet of the README and the documentation runs: its Python, and its commands."""

import gc
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook import Daybook
from daybook.interfaces.demo.demonstration import DEMO_OWNER, WITHOUT_MODEL, bundled_history
from daybook.models.embedding import load_embedder
from tests.documents.document_forms import Draft, markdown, pdf
from tests.interfaces.agents.scripted_model import ScriptedModel
from tests.interfaces.daybook_command import MESSAGES, Command
from tests.interfaces.sample_exports import chatgpt, zipped
from tests.interfaces.server.http_server import serving
from tests.scripted_server import ScriptedServer, scripted_server
from tests.test_documentation import blocks, calls

SAID = {"ada": "I parked the car on level four.", "me": "I live in Aarhus and named my dog Tansy."}
SAID_TO_GPT = [("Where should we eat in Porto?", "I recommend the restaurant O Gaveto.")]
PYTHON = sorted({page for page, _ in blocks("python")})
ELSEWHERE = ("demo", "serve", "mcp", "migrate", "doctor --local", "reindex", "ledger add I moved", "import -")
"""Run by tests of their own: they take seconds, a stop, PostgreSQL, a model, a terminal, a pipe."""


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A memory of two owners with a round and a fact each, files beside it, in the folder of the data."""
    draft = Draft("Rules of the quay", [("Winter", ["The quay is closed in winter."])])
    for folder in ("notes", "rules", "exports"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "quay.md").write_bytes(markdown(draft))
    (tmp_path / "handbook.pdf").write_bytes(pdf(draft))
    for name in ("chatgpt-export.zip", "exports/old.zip"):
        (tmp_path / name).write_bytes(zipped({"conversations.json": chatgpt(SAID_TO_GPT)}))
    for name in ("history.json", "会話.json"):
        (tmp_path / name).write_text(json.dumps(MESSAGES), "utf-8")
    with Daybook.open(tmp_path / "data") as daybook:
        for owner, text in SAID.items():
            daybook.append(text, owner=owner, said_at="2026-03-02")
            daybook.ledger.add("I live in Aarhus", slot="identity.residence", value="Aarhus", owner=owner)
    return tmp_path


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A model of OpenAI's protocol that says the same to everything."""
    with scripted_server() as server:
        server.always(lambda _: "Noted.")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        yield server


def run_python(page: str, names: dict[str, Any], **replaced: str) -> dict[str, Any]:
    """Run the Python of a page from top to bottom, with other words in some places; give its names."""
    code = "".join(text for where, text in blocks("python") if where == page)
    for old, new in replaced.items():
        code = code.replace(old, new)
    exec(compile(code, page, "exec"), names)
    return names


def test_every_page_with_python_is_run_below() -> None:
    assert sorted(PAGES) == PYTHON


def readme(memory: Path, model: ScriptedServer) -> None:
    names = run_python("README.md", {})
    assert names["reply"] == "Noted."
    assert "I've named my whippet Tansy." in model.requests[-1]["messages"][-1]["content"]
    names["daybook"].close()


def documents(memory: Path, model: ScriptedServer) -> None:
    changes = run_python("docs/documents.md", {})["changes"].changes
    assert [(str(one.outcome), one.problem) for one in changes] == [("added", "")] * 2


def http(memory: Path, model: ScriptedServer) -> None:
    with serving(memory / "data", chat_model="m", openai_base_url=model.url) as served:
        names = run_python("docs/http.md", {}, **{"http://127.0.0.1:8750": served.url})
        assert names["reply"].choices[0].message.content == "Noted."
        names["client"].close()


def langchain(memory: Path, model: ScriptedServer) -> None:
    names = run_python("docs/langchain.md", {})
    assert len(names["reading"]) == 2
    assert [said.user.content for said in names["daybook"].all_rounds(owner="ada")] == [
        "I am allergic to peanuts."
    ]
    names["daybook"].close()


def langgraph_store(memory: Path, model: ScriptedServer) -> None:
    pytest.importorskip("langmem")
    names = run_python("docs/langgraph_store.md", {})
    assert "I take my tea black." in str(model.requests[-1])
    names["daybook"].close()


def library(memory: Path, model: ScriptedServer) -> None:
    names = run_python("docs/library.md", {})
    assert names["found"].round.user.content == "I parked on level four."
    with Daybook.open("memory") as daybook:
        assert daybook.all_rounds(owner="ada") == []


def mcp(memory: Path, model: ScriptedServer, capsys: pytest.CaptureFixture[str]) -> None:
    with Daybook.open("demo-memory", embedder=load_embedder("minilm")) as daybook:
        daybook.append("I've named my whippet Tansy.", owner="demo", said_at="2025-02-19")
    command = Path(sys.executable).with_name("daybook")
    run_python("docs/mcp.md", {}, **{'command="daybook"': f'command="{command}"'})
    assert "Tansy" in capsys.readouterr().out


def using(memory: Path, model: ScriptedServer) -> None:
    scripted = ScriptedModel.of("You said level four.")
    with Daybook.open("memory") as daybook:
        daybook.append("I parked the car on level four.", owner="ada", said_at="2026-03-02")
    names = run_python("docs/using.md", {"model": scripted})
    with names["daybook"] as daybook:
        assert "I parked the car on level four." in scripted.requests[0][-1].text
        assert "level four" in names["found"]["answer"]
        today = f"{daybook.now():%Y-%m-%d}"
        assert [said.user.content for said in daybook.rounds(owner="ada", session_id=today)] == [
            "Where did I park?"
        ]


PAGES: dict[str, Any] = {
    "README.md": readme,
    "docs/documents.md": documents,
    "docs/http.md": http,
    "docs/langchain.md": langchain,
    "docs/langgraph_store.md": langgraph_store,
    "docs/library.md": library,
    "docs/mcp.md": mcp,
    "docs/using.md": using,
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # snippets close no clients
@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_runs(
    page: str, memory: Path, model: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    PAGES[page](memory, model, *([capsys] if page == "docs/mcp.md" else []))
    gc.collect()


def test_every_command_of_a_block_does_what_it_is_shown_for(memory: Path, daybook: Command) -> None:
    wrong, run = [], 0
    for page, program, typed in calls("sh", "bash"):
        line = " ".join(typed)
        if program != "daybook" or page == "CHANGELOG.md" or line.startswith(ELSEWHERE) or "--help" in typed:
            continue
        run += 1
        (memory / "ada.jsonl").unlink(missing_ok=True)  # more than one page exports
        done = daybook(*in_this_memory(typed, daybook), stdin="yes\n")
        if done.code:
            wrong.append(f"{page}: daybook {line}: {done.err.strip()}")

    assert wrong == []
    assert run > 40


def in_this_memory(typed: list[str], daybook: Command) -> list[str]:
    """Put names that this memory has for those that a page makes up; a forget goes without being asked."""
    record = daybook("ledger", "--json").json["records"]
    document = daybook("kb", "list", "--json").json["documents"]
    names = {
        "RECORD": record and record[0]["record_id"],
        "k3f1c0ffee5a1": document and document[0]["document_id"],
    }
    yes = ["--yes"] if typed[0] == "forget" else []
    return [str(names.get(word) or word) for word in typed] + yes


def test_the_calls_of_the_page_on_http_are_answered(memory: Path) -> None:
    page = "".join(text for where, text in blocks("sh") if where == "docs/http.md")
    typed = re.findall(r"^curl \$H(\S+)(?: --json '(.*)')?$", page, re.MULTILINE)
    with serving(memory / "data") as served, served.client() as client:
        answers = [
            client.post(f"/v1{route}", json=json.loads(body)) if body else client.get(f"/v1{route}")
            for route, body in typed
        ]

    assert [answer.status_code for answer in answers] == [201, 200, 200, 200, 200, 200, 200]
    assert "I live in Rome" in answers[1].json()["answer"]


@pytest.mark.slow
def test_the_readmes_transcripts_are_what_is_printed_and_what_was_recorded(tmp_path: Path) -> None:
    shown = [text.splitlines() for page, text in blocks("text") if page == "README.md"]
    asked = datetime(2025, 6, 29, tzinfo=UTC)
    with Daybook.open(tmp_path / "demo", embedder=load_embedder("minilm")) as daybook:
        daybook.add(bundled_history(), owner=DEMO_OWNER)
        printed = daybook.ask("What did I name my dog?", owner=DEMO_OWNER, asked_at=asked).text
        told = " ".join(turn.content for said in daybook.all_rounds(owner=DEMO_OWNER) for turn in said.turns)

    for text, lines in ((printed, shown[0][1:]), (" ".join(WITHOUT_MODEL.split()), shown[1][1:2])):
        for piece in " … ".join(lines).replace("(in writing …).", "(in writing").split("…"):
            assert piece.strip() in text
    assert all(line.split("  ")[-1].strip() in told for line in shown[1][2:])
