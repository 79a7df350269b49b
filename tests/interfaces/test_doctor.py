import pytest

from tests.interfaces.daybook_command import Command


@pytest.fixture
def modelled(filled: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command with a chat model for every step and another one for reading."""
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
    monkeypatch.setenv("DAYBOOK_READ_MODEL", "large")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://models.example:8443/v1")
    return filled


def test_the_models_in_force_are_named_by_role_with_their_host(modelled: Command) -> None:
    done = modelled("doctor", "--json").json

    assert done["models"] == {"understand": "small", "rerank": "small", "read": "large", "reply": "small"}
    assert done["server"] == "models.example"
    assert done["leaves_the_machine"] == [
        "questions and the rounds that bear on them, to models.example for the chat model"
    ]
    assert "reply small (at models.example)\n" in modelled("doctor").out
    assert "for the chat model; nothing else\n" in modelled("doctor").out


def test_a_server_on_this_machine_is_named_and_nothing_leaves(
    modelled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:11434/v1")

    done = modelled("doctor", "--json").json

    assert (done["server"], done["leaves_the_machine"]) == ("127.0.0.1", [])


def test_without_a_model_there_is_no_server(filled: Command) -> None:
    done = filled("doctor", "--json").json

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

    done = modelled("doctor", "--json").json

    assert (done["prompts"], done["reply_cache"]) == (str(prompts), str(replies))
