"""Models by the names of LangChain's providers, with genuine integrations against servers on loopback."""

import json
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from daybook.conversation.errors import BadSettings
from daybook.models.llm import (
    Finish,
    LangChainChat,
    Message,
    ModelReply,
    ModelRequest,
    ReplyShape,
    load_chat_models,
)
from daybook.models.llm.langchain_chat import provider_of
from daybook.models.llm.openai_chat import OpenAIChat
from daybook.settings import Settings
from tests.scripted_server import ScriptedServer

HELLO = ModelRequest((Message("system", "Be kind."), Message("user", "Hello?")), max_output_tokens=50)
SCHEMA = {"type": "object", "properties": {"hello": {"type": "string"}}, "required": ["hello"]}
SHAPED = replace(HELLO, shape=ReplyShape("greeting", SCHEMA))


@pytest.mark.parametrize(
    ("name", "provider"),
    [
        ("anthropic:claude-opus-4-5", "anthropic"),
        ("google_genai:gemini-3-pro", "google_genai"),
        ("ollama:llama3:8b", "ollama"),
        ("llama3:8b", None),
        ("deepseek-r1:7b", None),
        ("ft:gpt-4o:org", None),
        ("anthropic/claude-opus-4-5", None),
        ("openai:gpt-5", None),
        ("anthropic:", None),
        ("gpt-5", None),
    ],
)
def test_only_a_known_provider_before_a_colon_is_one(name: str, provider: str | None) -> None:
    assert provider_of(name) == provider


@pytest.mark.parametrize(("name", "called"), [("llama3:8b", "llama3:8b"), ("openai:gpt-5", "gpt-5")])
def test_other_names_go_to_the_openai_client_as_the_server_knows_them(name: str, called: str) -> None:
    model = load_chat_models(Settings.of(chat_model=name, openai_base_url="http://127.0.0.1:9/v1")).model

    assert isinstance(model, OpenAIChat)
    assert model.name == called


def test_a_provider_wants_no_key_of_openais() -> None:
    alone = load_chat_models(Settings.of(chat_model="ollama:llama3:8b"))
    assert isinstance(alone.model, LangChainChat)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSettings, match="CHAT_MODEL: cohere:command needs `pip install langchain-cohere`"):
        load_chat_models(Settings.of(chat_model="cohere:command"))

    monkeypatch.setitem(sys.modules, "langchain.chat_models", None)
    with pytest.raises(
        BadSettings, match=r"needs `pip install 'daybook-memory\[langchain\]' langchain-ollama`"
    ):
        load_chat_models(Settings.of(chat_model="ollama:llama3"))


def test_a_key_that_is_missing_is_the_users_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("AZURE_OPENAI_API_KEY", "OPENAI_API_KEY", "OPENAI_API_VERSION"):
        monkeypatch.delenv(variable, raising=False)

    with pytest.raises(BadSettings, match="CHAT_MODEL: langchain-openai cannot load azure_openai:gpt"):
        load_chat_models(Settings.of(chat_model="azure_openai:gpt"))


def openai_model(server: ScriptedServer) -> LangChainChat:
    key = SecretStr("sk-test")
    model = ChatOpenAI(model="small", base_url=server.url, api_key=key, max_retries=0, temperature=0.0)
    return LangChainChat(model, "small", spare_tokens=20)


async def test_langchains_openai_model_gets_schema_limit_and_messages(server: ScriptedServer) -> None:
    server.reply({"hello": "you"})

    reply = await openai_model(server).complete(SHAPED)

    assert reply == ModelReply('{"hello": "you"}', 100, 20)
    [body] = server.requests
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["hello"]
    assert body["max_completion_tokens"] == 70
    assert [message["role"] for message in body["messages"]] == ["system", "user"]


class Ollama(BaseHTTPRequestHandler):
    """Says one thing as Ollama does, and keeps what it was asked."""

    asked: list[dict[str, Any]]

    def do_POST(self) -> None:
        self.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        done = {"done": True, "done_reason": "length", "prompt_eval_count": 9, "eval_count": 2}
        pieces = ['{"hello":', ' "you"}', ""]
        lines: list[dict[str, Any]] = [
            {"message": {"role": "assistant", "content": piece}} for piece in pieces
        ]
        lines[-1] |= done
        said = [json.dumps({"model": "m", "created_at": "2026-01-01T00:00:00Z", **line}) for line in lines]
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.end_headers()
        self.wfile.write("\n".join(said).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """An Ollama on loopback; gives what it is asked."""
    asked: list[dict[str, Any]] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Asked", (Ollama,), {"asked": asked})) as listener:
        threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02}).start()
        monkeypatch.setenv("OLLAMA_HOST", f"http://127.0.0.1:{listener.server_address[1]}")
        yield asked
        listener.shutdown()


async def test_an_ollama_model_by_its_name_gets_schema_limit_and_temperature(
    ollama: list[dict[str, Any]],
) -> None:
    models = load_chat_models(Settings.of(chat_model="ollama:llama3:8b", thinking_tokens=20))
    chat = models.model
    assert isinstance(chat, LangChainChat)
    assert isinstance(chat.model, ChatOllama)

    reply = await chat.complete(SHAPED)

    assert reply == ModelReply('{"hello": "you"}', 9, 2, Finish.LENGTH)
    [body] = ollama
    assert body["model"] == "llama3:8b"
    assert body["format"]["required"] == ["hello"]
    assert body["options"] == {"num_predict": 70, "temperature": 0.0}
