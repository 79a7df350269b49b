"""`daybook doctor`: what is in force, what leaves the machine, and what is not sound."""

import os
import sqlite3
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from daybook.interfaces.cli.doctor import diagnose
from daybook.models.embedding import minilm
from daybook.settings import Settings
from daybook.store import FILE, CheckResult
from tests.interfaces.daybook_command import Command, Ran
from tests.models.embedding.onnx_files import embedder_folder, reranker_folder
from tests.postgres_server import Databases
from tests.scripted_server import ScriptedServer, scripted_server

MODELS = {
    "DAYBOOK_CHAT_MODEL": "small",
    "OPENAI_BASE_URL": "https://models.example:8443/v1",
}
OFFLINE = ("doctor", "--offline", "--json")
QUESTIONS = "questions and the rounds that bear on them, to {} for the chat model"
KEPT = "all that is kept, to {} for the database"
TRACED = (
    "questions, answers and the rounds between them, to api.smith.langchain.com, for LangSmith tracing is on"
)
POSTGRES = "postgresql+psycopg://ada@"


def findings(ran: Ran) -> dict[str, str]:
    return {finding["what"]: finding["text"] for finding in ran.json["findings"]}


def wrong(ran: Ran) -> Any:
    """The one finding that makes the memory unsound."""
    assert (ran.code, ran.json["sound"]) == (1, False)
    (found,) = (finding for finding in ran.json["findings"] if not finding["ok"])
    return found


def test_the_model_in_force_is_named_with_its_host(filled: Command) -> None:
    done = filled(*OFFLINE, **MODELS).json

    assert done["model"] == "small"
    assert done["leaves_the_machine"] == [QUESTIONS.format("models.example")]
    shown = filled("doctor", "--offline", **MODELS).out
    assert "to models.example for the chat model\n" in shown


def test_the_doctor_says_which_search_of_vectors_and_which_fusion_are_in_force(filled: Command) -> None:
    by_default = filled("doctor", "--json")
    chosen = filled("doctor", "--json", DAYBOOK_PRESET="classic", DAYBOOK_FUSION="scores")

    assert by_default.json["pipeline"] == {"preset": None, "vectors": "auto", "fusion": "scores"}
    assert chosen.json["pipeline"] == {"preset": "classic", "vectors": "chroma", "fusion": "scores"}
    assert findings(by_default)["search"].startswith("exact up to ")
    assert findings(chosen)["search"].startswith("Chroma; the most that one has: ")


LEAVING: list[tuple[dict[str, str], list[str]]] = [
    ({}, []),
    (MODELS | {"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1"}, []),
    (
        {"DAYBOOK_EMBEDDER": "openai:any", "OPENAI_BASE_URL": MODELS["OPENAI_BASE_URL"]},
        ["the text of every round and question, to models.example for embedding"],
    ),
    ({"DAYBOOK_CHAT_MODEL": "ollama:llama3"}, []),
    ({"DAYBOOK_CHAT_MODEL": "azure_openai:gpt"}, [QUESTIONS.format("azure_openai")]),
    *(
        ({"DAYBOOK_CHAT_MODEL": "ollama:llama3", "OLLAMA_HOST": host}, [QUESTIONS.format(away)])
        for host, away in (("10.0.0.9:11434", "10.0.0.9"), ("http://ollama.example", "ollama.example"))
    ),
    ({"LANGSMITH_TRACING": "true"}, [TRACED]),
    ({"LANGCHAIN_TRACING_V2": "true"}, [TRACED]),
    (
        {"DAYBOOK_CHROMA_URL": "http://ada:hunter2@chroma.example:8000"},
        ["the vectors that Chroma searches, to chroma.example for its server"],
    ),
    *(
        ({"DAYBOOK_DATABASE_URL": url, "PGHOST": host}, [KEPT.format(away)] if away else [])
        for url, host, away in (
            ("sqlite:///memory.sqlite", "db.example", ""),
            (f"{POSTGRES}localhost/memory", "db.example", ""),
            (f"{POSTGRES}/memory?host=/run/postgresql", "db.example", ""),
            (f"{POSTGRES}/memory", "", ""),
            (f"{POSTGRES}/memory", "db.example", "db.example"),
            (f"{POSTGRES}/memory?host=127.0.0.1,db2.example", "", "db2.example"),
            (f"{POSTGRES}db.example:1/memory?host=10.0.0.9", "", "db.example and 10.0.0.9"),
        )
    ),
]


@pytest.fixture
def unseen(daybook: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command over a memory that the doctor does not look at."""
    seen = CheckResult("memory", True, "")
    monkeypatch.setattr("daybook.interfaces.cli.doctor.memory_check", lambda _: seen)
    return daybook


@pytest.mark.parametrize(("given", "leaving"), LEAVING)
def test_what_leaves_the_machine_is_named_with_where_it_goes(
    unseen: Command, given: dict[str, str], leaving: list[str]
) -> None:
    assert unseen(*OFFLINE, **given).json["leaves_the_machine"] == leaving


def test_passwords_in_addresses_are_masked(unseen: Command) -> None:
    given = {
        "DAYBOOK_DATABASE_URL": "postgresql+psycopg://ada:hun/ter2@db.example:1/memory?password=hun/ter2",
        "DAYBOOK_CHROMA_URL": "http://ada:hunter2@chroma.example:8000",
    }
    done, shown = unseen("doctor", "--json", **given), unseen("doctor", **given)

    assert done.json["settings"] == {
        "database_url": "postgresql+psycopg://***@db.example:1/memory?password=***",
        "chroma_url": "http://***@chroma.example:8000",
    }
    assert "ter2" not in f"{done.out}{shown.out}{done.err}{shown.err}"


def test_a_memory_on_a_server_is_looked_at_there(
    daybook: Command, databases: Databases, history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data" / "chroma").mkdir(parents=True, mode=0o700)
    (tmp_path / "data").chmod(0o700)
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", databases.bare())

    assert findings(daybook("doctor", "--json"))["memory"].startswith("none yet")
    assert daybook("import", str(history)).code == 0

    ran = daybook("doctor", "--json")
    found = findings(ran)
    assert (found["database"], found["permissions"]) == ("sound", "only you may read it")
    assert found["rounds"] == "all are as they were said"
    assert not (tmp_path / "data" / FILE).exists()
    assert ran.json["leaves_the_machine"] == []


def test_a_server_that_is_away_is_said_in_a_line(daybook: Command, tmp_path: Path) -> None:
    url = f"postgresql+psycopg://ada:hunter2@/memory?host={tmp_path}"

    done = daybook("doctor", "--json", DAYBOOK_DATABASE_URL=url)

    assert wrong(done)["what"] == "opening"
    assert "check DAYBOOK_DATABASE_URL and the server" in wrong(done)["text"]
    assert "hunter2" not in done.out


def changed(tmp_path: Path, *statements: str) -> None:
    with sqlite3.connect(tmp_path / "data" / FILE) as database:
        for statement in statements:
            assert database.execute(statement).rowcount > 0


def test_another_schema_is_named_with_how_to_carry_it_over(filled: Command, tmp_path: Path) -> None:
    changed(tmp_path, "UPDATE alembic_version SET version_num = '0007'")

    assert (
        "(schema 0007): write it out with `daybook export`" in findings(filled("doctor", "--json"))["opening"]
    )


def test_the_bundled_model_is_tried_and_a_damaged_one_is_named(
    daybook: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daybook.interfaces.cli.doctor.load_embedder", lambda name, **_: minilm.MiniLM())
    assert findings(daybook("doctor", "--json"))["model"].startswith("all-MiniLM-L6-v2 of the package")

    monkeypatch.setitem(minilm.DIGESTS, minilm.TEXTS, "another")
    assert "model.onnx is damaged" in wrong(daybook("doctor", "--json"))["text"]


@pytest.mark.skipif(os.name != "posix", reason="this system has no POSIX modes")
def test_a_memory_that_others_may_read_is_not_sound(filled: Command, tmp_path: Path) -> None:
    assert findings(filled("doctor", "--json"))["permissions"] == "only you may read it"
    folder = tmp_path / "data"
    folder.chmod(0o755)
    (folder / FILE).chmod(0o644)

    assert wrong(filled("doctor", "--json")) == {
        "what": "permissions",
        "ok": False,
        "text": f"others may reach data, daybook.sqlite: `chmod -R go-rwx {folder}` keeps them out",
    }


def test_a_database_that_is_gone_beside_its_vectors_is_no_new_memory(filled: Command, tmp_path: Path) -> None:
    chroma = tmp_path / "data" / "chroma"
    chroma.mkdir()
    with sqlite3.connect(chroma / "chroma.sqlite3") as database:  # as a large memory has it
        database.execute("CREATE TABLE embeddings (id INTEGER PRIMARY KEY)")
        database.execute("INSERT INTO embeddings VALUES (1)")
    (tmp_path / "data" / FILE).unlink()

    done = filled("doctor")

    assert done.code == 1
    assert "vectors of it are left: put a copy of it back" in done.out.replace("\n", " ")


def test_a_question_is_answered_around_a_round_that_cannot_be_read(
    filled: Command, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    garbled = "CAST(x'706172726f7420ff' AS TEXT)"  # "parrot", and a byte that is no UTF-8
    changed(tmp_path, f"UPDATE turns SET content = {garbled} WHERE content LIKE 'My sister%'")

    done = filled("search", "Where did I park the car?", "--json")

    assert [round_["user"] for round_ in done.json["rounds"]] == ["I parked the car on level four."]
    assert "cannot be read and is left out" in caplog.text
    assert filled("doctor").code == 1


def test_an_event_of_the_ledger_that_cannot_be_read_is_named(filled: Command, tmp_path: Path) -> None:
    filled("ledger", "add", "I live in Berlin.", "--slot", "identity.residence")
    changed(tmp_path, "UPDATE ledger_events SET draft = 'secret'")

    done = filled("doctor")

    assert done.code == 1
    assert "events of the ledger that cannot be read: 1" in done.out
    assert "secret" not in done.out + done.err


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
        monkeypatch.setenv("DAYBOOK_MODEL_RETRIES", "0")
        yield script


def test_the_model_gets_one_small_call_and_what_it_showed_is_said(
    server: ScriptedServer, filled: Command
) -> None:
    given = {**MODELS, "OPENAI_BASE_URL": server.url}
    for _ in range(2):
        server.fail(400, "response_format is not supported")
    server.reply('{"ready": true}')

    done = filled("doctor", "--json", **given)

    assert (done.code, done.json["sound"]) == (0, True)
    assert findings(done)["chat model small"].startswith("JSON by the prompt alone; answered in ")
    server.assert_spent()
    assert filled(*OFFLINE, **given).code == 0
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("status", "problem"),
    [(401, "OPENAI_API_KEY: "), (404, "has no model 'small'"), (500, "is out of order: status 500")],
)
def test_a_model_that_cannot_be_had_is_not_sound(
    server: ScriptedServer, filled: Command, status: int, problem: str
) -> None:
    server.fail(status, "The model does not exist, sk-very-secret")

    done = filled("doctor", "--json", DAYBOOK_CHAT_MODEL="small", OPENAI_BASE_URL=server.url)

    assert wrong(done)["what"] == "chat model small"
    assert problem in wrong(done)["text"]
    assert "sk-very-secret" not in done.out + done.err


def test_a_package_that_a_model_needs_is_named_where_there_is_no_memory_yet_as_well(daybook: Command) -> None:
    assert wrong(daybook("doctor", "--json", DAYBOOK_CHAT_MODEL="cohere:command")) == {
        "what": "chat model",
        "ok": False,
        "text": "DAYBOOK_CHAT_MODEL: cohere:command needs `pip install langchain-cohere`",
    }


def test_models_of_folders_are_loaded_and_described(daybook: Command, tmp_path: Path) -> None:
    prompts = {"prompts": {"query": "query: "}}
    embedder = embedder_folder(tmp_path / "embedder", config_sentence_transformers=prompts)
    reranker = reranker_folder(tmp_path / "reranker", {"cat": 1.0})
    given = {
        "DAYBOOK_EMBEDDER": f"onnx:{embedder}",
        "DAYBOOK_RERANKER": f"onnx:{reranker}",
    }

    found = findings(daybook("doctor", "--json", **given))
    (reranker / "model.onnx").write_bytes(b"damaged")
    damaged = findings(daybook("doctor", "--json", **given))

    described = "mean pooling, up to 512 tokens, prefix of questions 'query: ', of texts none"
    assert found["model"] == f"{embedder / 'model.onnx'}: {described}"
    assert found["reranker"].startswith(f"{reranker / 'model.onnx'}: up to 512 tokens")
    assert "cannot run" in damaged["reranker"]


def test_servers_on_this_machine_are_asked_only_where_that_is_wanted(tmp_path: Path) -> None:
    class Ollama(BaseHTTPRequestHandler):
        asked = 0

        def do_GET(self) -> None:
            type(self).asked += 1
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"data": [{"id": "llama3"}, {"id": "qwen3"}]}')

        def log_message(self, *_: object) -> None:
            return None

    with HTTPServer(("127.0.0.1", 0), Ollama) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/v1"
        settings = Settings.of(data_dir=tmp_path)
        silent = diagnose(settings, {})
        asked_before = Ollama.asked
        wanted = diagnose(settings, {}, local={"Ollama": address, "nobody": "http://127.0.0.1:9/v1"})
        server.shutdown()

    assert (asked_before, [found.name for found in silent.findings if found.name == "chat model"]) == (0, [])
    assert [found.detail for found in wanted.findings if found.name == "chat model"] == [
        f"Ollama has llama3, qwen3: set OPENAI_BASE_URL={address} DAYBOOK_CHAT_MODEL=llama3"
    ]
